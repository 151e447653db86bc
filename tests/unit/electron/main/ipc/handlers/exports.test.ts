import { describe, expect, it } from 'vitest';
import { asEntered, noFilter } from '#shared/domain/session-view.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  createExportsHandlers,
  type ExportsHandlersDeps,
} from '../../../../../../electron/main/ipc/handlers/exports.ts';

const exportId = '6f1f7c3e-0d65-4a56-8f0e-0a7f3d1b2c11';
const request = {
  id: '0b6a2a4e-8f0e-4a56-9f0e-0a7f3d1b2c22',
  exportId,
  filter: noFilter,
  sort: asEntered,
  format: 'csv',
} as const;

interface Given {
  readonly name?: string;
  readonly path?: string | null;
  readonly write?: (signal: AbortSignal) => Promise<Result<{ readonly rows: number }>>;
}

function aDesk({ name = 'Spring', path = '/tmp/spring.csv', write }: Given) {
  const told: (readonly [event: string, payload: unknown])[] = [];
  const asked: string[] = [];
  let ended: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (ended = resolve));
  const deps = {
    sessions: { find: () => Promise.resolve(ok({ name })) },
    exports: {
      toFile: (
        _request: unknown,
        signal: AbortSignal,
        onProgress: (written: number, total: number) => void,
      ) => {
        onProgress(1, 2);
        return write === undefined ? Promise.resolve(ok({ rows: 2 })) : write(signal);
      },
      toText: () => Promise.resolve(ok({ text: 'domain\nbakery.com', rows: 1 })),
    },
    clipboard: { writeText: (text: string) => Promise.resolve(void told.push(['clipboard', text])) },
    askWhereTo: (suggested: string) => {
      asked.push(suggested);
      return Promise.resolve(path);
    },
    announce: (event: string, payload: unknown) => {
      told.push([event, payload]);
      if (event === 'exports.finished') ended();
    },
    bug: () => 'incident-1',
  } as unknown as ExportsHandlersDeps; // of a session, the handlers use its name alone
  return { handlers: createExportsHandlers(deps), told, asked, finished };
}

describe('an export to a file', () => {
  it('tells how far it is and where the file is', async () => {
    const { handlers, told, finished } = aDesk({});
    expect(await handlers.toFile(request)).toEqual(ok({ started: true }));
    await finished;
    expect(told).toEqual([
      ['exports.progress', { exportId, written: 1, total: 2 }],
      ['exports.finished', { exportId, path: '/tmp/spring.csv', rows: 2, isCancelled: false, error: null }],
    ]);
  });

  it('does not begin where the user closed the dialog', async () => {
    const { handlers, told } = aDesk({ path: null });
    expect(await handlers.toFile(request)).toEqual(ok({ started: false }));
    expect(told).toEqual([]);
  });

  it.each([
    ['the characters that some system refuses', 'a/b\\c:d*e?"f<g>h|i', 'a b c d e f g h i'],
    ['dots at the end', 'names...', 'names'],
    ['nothing else left', '///', 'session'],
  ])('suggests the name of the session, without %s', async (_case, name, suggested) => {
    const { handlers, asked, finished } = aDesk({ name });
    await handlers.toFile(request);
    await finished;
    expect(asked).toEqual([suggested]);
  });

  it('that fails says why, and one that throws is a bug', async () => {
    const full = { kind: 'storage', fault: 'full' } as const;
    const failing = aDesk({ write: () => Promise.resolve(fail(full)) });
    await failing.handlers.toFile(request);
    await failing.finished;
    expect(failing.told.at(-1)?.[1]).toMatchObject({ error: full, isCancelled: false, rows: 0 });

    const throwing = aDesk({ write: () => Promise.reject(new Error('x')) });
    await throwing.handlers.toFile(request);
    await throwing.finished;
    expect(throwing.told.at(-1)?.[1]).toMatchObject({ error: { kind: 'bug', incidentId: 'incident-1' } });
  });

  it('ends when it is cancelled, and that is no error', async () => {
    const { handlers, told, finished } = aDesk({
      write: (signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => resolve(fail({ kind: 'cancelled' }))),
        ),
    });
    await handlers.toFile(request);
    await handlers.cancel({ exportId });
    await finished;
    expect(told.at(-1)?.[1]).toMatchObject({ isCancelled: true, error: null });
  });
});

it('what is copied goes to the clipboard through main', async () => {
  const { handlers, told } = aDesk({});
  expect(await handlers.toClipboard(request)).toEqual(ok({ rows: 1 }));
  expect(told).toEqual([['clipboard', 'domain\nbakery.com']]);
});
