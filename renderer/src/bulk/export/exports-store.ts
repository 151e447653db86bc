import { createStore } from 'zustand/vanilla';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Bridge, Input } from '../../client.ts';

export type ExportFormat = Input<'exports', 'toFile'>['format'];

/** One export to a file, from choosing the file to the end. */
export interface RunningExport {
  readonly id: string;
  /** Null: domains of the portfolio. */
  readonly sessionName: string | null;
  readonly format: ExportFormat;
  readonly stage: 'writing' | 'done' | 'cancelled' | 'failed';
  /** The number of cells, or of domains. */
  readonly written: number;
  readonly total: number;
  /** The file's path; empty until the export is done. */
  readonly path: string;
  readonly rows: number;
  readonly error: AppError | null;
}

export type ExportsStore = ReturnType<typeof createExportsStore>;

interface Deps {
  readonly request: Pick<Bridge['request'], 'exports'>;
  readonly on: Pick<Bridge['on'], 'work.changed' | 'exports.finished'>;
  readonly newId: () => string;
}

/** All exports of findings and domains. Belongs to the application, because an export continues when its screen is left. */
export function createExportsStore({ request, on, newId }: Deps) {
  /** The oldest first. They stay until dismissed. */
  const store = createStore<{ readonly exports: readonly RunningExport[] }>(() => ({ exports: [] }));
  const { getState: get, setState: set } = store;
  /** Requested exports for which it is not known yet whether a file was chosen: their events must not be missed. */
  const asked = new Map<string, RunningExport>();

  function change(id: string, news: Partial<RunningExport>): void {
    const known = get().exports;
    const fresh = asked.get(id);
    asked.delete(id);
    const all = fresh === undefined ? known : [...known, fresh];
    set({ exports: all.map((one) => (one.id === id ? { ...one, ...news } : one)) });
  }

  on['work.changed'](({ kind, id, done: written, total }) => {
    if (kind === 'export') change(id, { written, total });
  });
  on['exports.finished'](({ exportId, path, rows, isCancelled, error }) => {
    const stage = error === null ? (isCancelled ? 'cancelled' : 'done') : 'failed';
    change(exportId, { stage, path, rows, error });
  });

  /** Has main ask for the file, and follows the export. Returns null once it runs, and where no file was chosen. */
  async function follow(
    sessionName: string | null,
    format: ExportFormat,
    ask: (exportId: string) => Promise<Result<{ readonly started: boolean }>>,
  ): Promise<AppError | null> {
    const id = newId();
    asked.set(id, { ...begun, id, sessionName, format });
    const result = await ask(id);
    if (result.ok && result.value.started) change(id, {});
    asked.delete(id);
    return result.ok ? null : result.error;
  }

  return {
    ...store,
    actions: {
      start: (sessionName: string, order: Omit<Input<'exports', 'toFile'>, 'exportId'>) =>
        follow(sessionName, order.format, (exportId) => request.exports.toFile({ ...order, exportId })),
      startDomains: (order: Omit<Input<'exports', 'domainsToFile'>, 'exportId'>) =>
        follow(null, order.format, (exportId) => request.exports.domainsToFile({ ...order, exportId })),
      cancel: (id: string) => void request.exports.cancel({ exportId: id }),
      dismiss: (id: string) => set({ exports: get().exports.filter((one) => one.id !== id) }),
    },
  };
}

const begun = {
  stage: 'writing',
  written: 0,
  total: 0,
  path: '',
  rows: 0,
  error: null,
} as const;
