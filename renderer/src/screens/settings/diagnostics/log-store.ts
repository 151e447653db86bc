import type { AppError } from '#shared/app-error.ts';
import type { LogLine } from '#shared/domain/diagnostics.ts';
import type { Bridge } from '#shared/ipc/types.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createLatest } from '../../../lib/remote.ts';

export interface LogFilter {
  readonly level: 'all' | 'problems';
  readonly incidentId: string | null;
}

export interface LogState extends LogFilter {
  /** The newest first; null before the first answer. */
  readonly lines: readonly LogLine[] | null;
  /** All that fit, shown or not. */
  readonly total: number;
  readonly lost: number;
  readonly error: AppError | null;
}

export interface LogStore extends StoreApi<LogState> {
  readonly actions: {
    /** From the newest line on. What is shown stays until the answer is there. */
    readonly look: (filter?: Partial<LogFilter>) => Promise<void>;
    readonly older: () => Promise<void>;
  };
}

const pageSize = 100;

export function createLogStore(request: Pick<Bridge['request'], 'diagnostics'>, first: LogFilter): LogStore {
  const store = createStore<LogState>(() => ({ ...first, lines: null, total: 0, lost: 0, error: null }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  async function read(before: number | null): Promise<void> {
    const isLatest = latest.begin();
    const { level, incidentId } = get();
    const page = await request.diagnostics.log({ level, incidentId, before, limit: pageSize });
    if (!isLatest()) return;
    if (!page.ok) {
      set({ error: page.error });
      return;
    }
    const { lines, total, lost } = page.value;
    const shown = before === null ? { lines: [], lost: 0 } : get();
    set({ lines: [...(shown.lines ?? []), ...lines], total, lost: shown.lost + lost, error: null });
  }

  return {
    ...store,
    actions: {
      async look(filter = {}) {
        set(filter);
        await read(null);
      },
      older: () => read(get().lines?.at(-1)?.index ?? null),
    },
  };
}
