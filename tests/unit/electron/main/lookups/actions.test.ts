import { describe, expect, it } from 'vitest';
import type { SessionPortMessage } from '#shared/areas/session-port.ts';
import { asEntered, noFilter } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { InWindow } from '../../../../../electron/main/app/in-window.ts';
import { createSessionViews } from '../../../../../electron/main/app/session-views.ts';
import { exports } from '../../../../../electron/main/export/actions.ts';
import { createFileExports } from '../../../../../electron/main/export/exports.ts';
import type { Work } from '../../../../../electron/main/jobs/work.ts';
import { sessions } from '../../../../../electron/main/lookups/actions.ts';
import type { CellsChanged } from '../../../../../electron/main/lookups/live-sessions.ts';
import { bound } from '../../../../support/bound.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import type { Sessions } from '../../../../../electron/main/lookups/sessions.ts';

describe('sessions', () => {
  const id = '0b6a2a4e-8f0e-4a56-9f0e-0a7f3d1b2c22';
  const draftId = '6f1f7c3e-0d65-4a56-8f0e-0a7f3d1b2c11';
  const answered = '[{"domainName":"bakery.net","tld":"net","isAvailable":true}]';

  interface Given {
    readonly account?: boolean;
    readonly createFails?: boolean;
    readonly answer?: string;
    readonly offers?: readonly unknown[];
  }

  function aWorld({ account = true, createFails = false, answer = answered, offers = [] }: Given = {}) {
    const happened: unknown[] = [];
    const deps = {
      active: { account: () => ok({ id: 'switched-to' }) },
      accounts: {
        find: (one: string) =>
          account
            ? ok({ id: one, label: 'Northwind', options: { currency: 'CHF' } })
            : fail({ kind: 'no-account' }),
      },
      imports: {
        draft: () => Promise.resolve(ok({ names: ['bakery', 'butcher'], source: 'shops.csv' })),
        discard: (draft: string) => void happened.push(`discarded ${draft}`),
      },
      sessions: {
        find: () => Promise.resolve(ok({ id, accountId: 'a', names: 2, tlds: ['com', 'net'] })),
        create: (draft: unknown) => {
          happened.push(draft);
          return Promise.resolve(createFails ? fail({ kind: 'storage', fault: 'full' }) : ok({ id }));
        },
      },
      workspace: {
        sessions: {
          details: ({ cell }: { readonly cell: number }) => {
            happened.push(`cell ${cell}`);
            return Promise.resolve(ok({ finding: { domain: 'bakery.net', tld: 'net' }, answer }));
          },
          prices: ({ cells }: { readonly cells: Uint32Array }) => {
            happened.push(['prices', ...cells]);
            return Promise.resolve(ok({ offers, of: [...cells].map(() => 0) }));
          },
          findings: ({ cells }: { readonly cells: Uint32Array }) => {
            happened.push([...cells]);
            return Promise.resolve(ok([]));
          },
        },
      },
    } as unknown as InWindow; // what the actions use of sessions and accounts, and no more
    return { handlers: bound(sessions, deps), happened };
  }

  describe('a new session', () => {
    const asked = { accountId: 'a', draftId, name: 'Shops', tlds: ['com'], start: true };

    it('F15 is made of the draft for the account of the form, whichever is active by now, and uses the draft up', async () => {
      const { handlers, happened } = aWorld();
      expect((await handlers.create(asked)).ok).toBe(true);
      expect(happened).toEqual([
        {
          accountId: 'a',
          name: 'Shops',
          names: ['bakery', 'butcher'],
          source: 'shops.csv',
          tlds: ['com'],
          isStarted: true,
        },
        `discarded ${draftId}`,
      ]);
    });

    it('needs an account', async () => {
      const { handlers, happened } = aWorld({ account: false });
      expect(await handlers.create(asked)).toEqual(fail({ kind: 'no-account' }));
      expect(happened).toEqual([]);
    });

    it('that cannot be kept leaves the draft for another try', async () => {
      const { handlers, happened } = aWorld({ createFails: true });
      expect((await handlers.create(asked)).ok).toBe(false);
      expect(happened).toHaveLength(1);
    });
  });

  describe('a cell', () => {
    it('is counted row by row, and comes with every field of its result', async () => {
      const { handlers, happened } = aWorld();
      const details = await handlers.cell({ id, row: 1, column: 1 });
      expect(happened).toEqual(['cell 3']);
      expect(details.ok && details.value.fields).toContainEqual({ path: 'isAvailable', value: 'true' });
      expect(details.ok && details.value.accountLabel).toBe('Northwind');
    });

    it('shows a long answer as far as a person reads, its fields from the whole of it', async () => {
      const answer = `[${' '.repeat(70_000)}${answered.slice(1)}`;
      const details = await aWorld({ answer }).handlers.cell({ id, row: 0, column: 1 });
      expect(details.ok && details.value.answer).toHaveLength(65_536);
      expect(details.ok && details.value.fields).toHaveLength(3);
    });

    it.each([
      ['row', { row: 2, column: 0 }],
      ['column', { row: 0, column: 2 }],
    ])('outside of the session by its %s is refused before anything is read', async (_case, place) => {
      const { handlers, happened } = aWorld();
      expect(await handlers.cell({ id, ...place })).toMatchObject({ ok: false, error: { field: 'row' } });
      expect(happened).toEqual([]);
    });
  });

  it('a row is every cell of its name, in the order of the columns', async () => {
    const { handlers, happened } = aWorld();
    await handlers.row({ id, row: 1 });
    expect(happened).toEqual([[2, 3]]);
    expect((await handlers.row({ id, row: 2 })).ok).toBe(false);
  });

  it('prices have the currency that the user gave the account, where the service named none', async () => {
    const given = (amount: string, currency: string | null) => ({ kind: 'given', amount, currency }) as const;
    const offer = { period: 1, register: given('9.00', null), renew: { kind: 'not-given' } } as const;
    const { handlers } = aWorld({
      offers: [offer, { ...offer, register: given('9.00', 'USD'), renew: given('12.00', null) }],
    });
    expect(await handlers.prices({ id, cells: [0] })).toMatchObject({
      value: {
        offers: [
          { register: given('9.00', 'CHF'), renew: { kind: 'not-given' } },
          { register: given('9.00', 'USD'), renew: given('12.00', 'CHF') },
        ],
      },
    });
  });

  it('prices are those of the cells that are named; outside of the session nothing is read', async () => {
    const { handlers, happened } = aWorld();
    expect(await handlers.prices({ id, cells: [3, 0] })).toEqual(ok({ offers: [], of: [0, 0] }));
    expect(await handlers.prices({ id, cells: [0, 4] })).toMatchObject({
      ok: false,
      error: { field: 'row' },
    });
    expect(happened).toEqual([['prices', 3, 0]]);
  });
});

describe('exports', () => {
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
    readonly account?: Result<{ readonly label: string }>;
    readonly write?: (signal: AbortSignal) => Promise<Result<{ readonly rows: number }>>;
  }

  function aWorld({
    name = 'Spring',
    path = '/tmp/spring.csv',
    account = ok({ label: 'Acme' }),
    write,
  }: Given) {
    const seen: (readonly [event: string, payload: unknown])[] = [];
    const asked: string[] = [];
    let ended: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (ended = resolve));
    const deps = {
      sessions: { find: () => Promise.resolve(ok({ name })) },
      accounts: { find: () => account },
      portfolio: { list: () => Promise.resolve([aDomain('a.com'), aDomain('b.com')]) },
      now: () => new Date('2026-11-21T12:00:00.000Z'),
      exports: {
        toFile: (
          _request: object,
          signal: AbortSignal,
          onProgress: (written: number, total: number) => void,
        ) => {
          onProgress(1, 2);
          return write === undefined ? Promise.resolve(ok({ rows: 2 })) : write(signal);
        },
        toText: (_request: object, as: string) =>
          Promise.resolve(
            ok(as === 'names' ? { text: '', rows: 0 } : { text: 'domain\nbakery.com', rows: 1 }),
          ),
      },
      clipboard: { writeText: (text: string) => Promise.resolve(void seen.push(['clipboard', text])) },
      askWhereTo: (suggested: string) => {
        asked.push(suggested);
        return Promise.resolve(path);
      },
      announce: (event: string, payload: unknown) => {
        seen.push([event, payload]);
        if (event === 'exports.finished') ended();
      },
      works: {
        put: ({ id: its, phase, done, total }: Work) =>
          void seen.push(['work', { id: its, phase, done, total }]),
      },
      log: { bug: () => 'incident-1' },
    } as unknown as InWindow; // of a session, the actions use its name alone
    return {
      handlers: bound(exports, { ...deps, fileExports: createFileExports(deps) }),
      seen,
      asked,
      finished,
    };
  }

  describe('an export to a file', () => {
    it('tells how far it is and where the file is', async () => {
      const { handlers, seen, finished } = aWorld({});
      expect(await handlers.toFile(request)).toEqual(ok({ started: true }));
      await finished;
      expect(seen).toEqual([
        ['work', { id: exportId, phase: 'running', done: 0, total: 0 }],
        ['work', { id: exportId, phase: 'running', done: 1, total: 2 }],
        ['work', { id: exportId, phase: 'ended', done: 1, total: 2 }],
        ['exports.finished', { exportId, path: '/tmp/spring.csv', rows: 2, isCancelled: false, error: null }],
      ]);
    });

    it('does not begin where the user closed the dialog', async () => {
      const { handlers, seen } = aWorld({ path: null });
      expect(await handlers.toFile(request)).toEqual(ok({ started: false }));
      expect(seen).toEqual([]);
    });

    it.each([
      ['the characters that some system refuses', 'a/b\\c:d*e?"f<g>h|i', 'a b c d e f g h i'],
      ['dots at the end', 'names...', 'names'],
      ['nothing else left', '///', 'session'],
    ])('suggests the name of the session, without %s', async (_case, name, suggested) => {
      const { handlers, asked, finished } = aWorld({ name });
      await handlers.toFile(request);
      await finished;
      expect(asked).toEqual([suggested]);
    });

    it('that fails says why, and one that throws is a bug', async () => {
      const full = { kind: 'storage', fault: 'full' } as const;
      const failing = aWorld({ write: () => Promise.resolve(fail(full)) });
      await failing.handlers.toFile(request);
      await failing.finished;
      expect(failing.seen.at(-1)?.[1]).toMatchObject({ error: full, isCancelled: false, rows: 0 });

      const throwing = aWorld({ write: () => Promise.reject(new Error('x')) });
      await throwing.handlers.toFile(request);
      await throwing.finished;
      expect(throwing.seen.at(-1)?.[1]).toMatchObject({
        error: { kind: 'bug', incidentId: 'incident-1' },
      });
    });

    it('ends when it is cancelled, and that is no error', async () => {
      const { handlers, seen, finished } = aWorld({
        write: (signal) =>
          new Promise((resolve) =>
            signal.addEventListener('abort', () => resolve(fail({ kind: 'cancelled' }))),
          ),
      });
      await handlers.toFile(request);
      await handlers.cancel({ exportId });
      await finished;
      expect(seen.at(-1)?.[1]).toMatchObject({ isCancelled: true, error: null });
    });
  });

  it('what is copied goes to the clipboard through main', async () => {
    const { handlers, seen } = aWorld({});
    expect(await handlers.toClipboard({ ...request, as: 'table' })).toEqual(ok({ rows: 1 }));
    expect(seen).toEqual([['clipboard', 'domain\nbakery.com']]);
    expect(await handlers.toClipboard({ ...request, as: 'names' })).toEqual(ok({ rows: 0 }));
    expect(seen, 'what was copied before stays').toHaveLength(1);
  });

  describe('of domains', () => {
    const accountId = 'account-1';

    it('copies those that were named, of two accounts, in their order, under a head line', async () => {
      const { handlers, seen } = aWorld({});
      expect(
        await handlers.domainsToClipboard({
          accountIds: [accountId, 'account-2'],
          rows: '0 b.com\n1 b.com\n0 a.com\n0 gone.com',
          hidden: [],
        }),
      ).toEqual(ok({ rows: 3 }));
      const [[, text] = []] = seen;
      expect(
        String(text)
          .split('\n')
          .map((line) => line.split('\t')[0]),
      ).toEqual(['domain', 'b.com', 'b.com', 'a.com', '']);
    });

    it('suggests a name with the day, and is followed and cancelled like any other', async () => {
      const { handlers, asked, seen, finished } = aWorld({});
      const order = {
        exportId,
        accountIds: [accountId],
        rows: '0 a.com',
        hidden: [],
        format: 'csv',
      } as const;
      expect(await handlers.domainsToFile(order)).toEqual(ok({ started: true }));
      await handlers.cancel({ exportId });
      await finished;
      expect(asked).toEqual(['domains-2026-11-21']);
      expect(seen.at(-1)).toEqual([
        'exports.finished',
        { exportId, path: '/tmp/spring.csv', rows: 0, isCancelled: true, error: null },
      ]);
    });

    it('begins nothing for an account that is gone, and says so', async () => {
      const { handlers } = aWorld({ account: fail({ kind: 'no-account' }) });
      const error = { kind: 'no-account' };
      expect(
        await handlers.domainsToClipboard({ accountIds: [accountId], rows: '0 a.com', hidden: [] }),
      ).toEqual({
        ok: false,
        error,
      });
    });
  });
});

describe('a view of a session', () => {
  const changed: CellsChanged = {
    cells: Uint32Array.of(1),
    codes: Uint8Array.of(1),
    checkedAt: Uint32Array.of(1_790_000_000),
    left: 0,
    pace: null,
  };

  function aWorld() {
    const sent: (readonly [view: string, message: SessionPortMessage])[] = [];
    const closed: string[] = [];
    const gone = new Map<string, () => void>();
    let tell: (news: CellsChanged) => void = () => undefined;
    const sessions = {
      open: (id: string, watcher: (news: CellsChanged) => void) => {
        if (id === 'none')
          return Promise.resolve(fail({ kind: 'invalid-input', field: 'id', reason: 'None' }));
        tell = watcher;
        return Promise.resolve(
          ok({
            session: { id, tlds: ['com', 'net'] },
            names: 'bakery',
            codes: new Uint8Array(2),
            checkedAt: new Uint32Array(2),
            close: () => void closed.push(id),
          }),
        );
      },
    } as unknown as Pick<Sessions, 'open'>; // of a session, the views use its id and TLDs alone
    const views = createSessionViews(sessions, (view, onGone) => {
      gone.set(view, onGone);
      return {
        send: (message) => void sent.push([view, message]),
        close: () => void closed.push(`port of ${view}`),
      };
    });
    return { views, sent, closed, gone, tell: (news: CellsChanged) => tell(news) };
  }

  it('gets everything that is known first, and then what changes', async () => {
    const { views, sent, tell } = aWorld();
    await views.open('s', 'view');
    tell(changed);
    expect(sent.map(([view, { kind }]) => `${view} ${kind}`)).toEqual(['view opening', 'view frame']);
    expect(sent[0]?.[1]).toMatchObject({ sessionId: 's', names: 'bakery', tlds: ['com', 'net'] });
    expect(sent[1]?.[1]).toEqual({ kind: 'frame', ...changed });
  });

  it('is handed no port where the session cannot be opened', async () => {
    const { views, gone } = aWorld();
    const opened = await views.open('none', 'view');
    expect(opened.ok).toBe(false);
    expect(gone.size).toBe(0);
  });

  it.each([
    ['the page says that it leaves', (world: ReturnType<typeof aWorld>) => world.views.close('view')],
    ['the page is gone', (world: ReturnType<typeof aWorld>) => world.gone.get('view')?.()],
  ])('ends when %s, once', async (_case, end) => {
    const world = aWorld();
    await world.views.open('s', 'view');
    end(world);
    end(world);
    expect(world.closed).toEqual(['s', 'port of view']);
  });

  it('that is opened anew ends the one before', async () => {
    const { views, closed } = aWorld();
    await views.open('first', 'view');
    await views.open('second', 'view');
    expect(closed).toEqual(['first', 'port of view']);
  });
});
