import { factsIn } from '#shared/domain/registry.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serviceOf } from '#shared/domain/account.ts';
import { dayIn } from '#shared/domain/expiry.ts';
import { alsoTellingToday, createToday, type Today } from '../../../../../electron/main/today/today.ts';
import {
  createStatusBoard,
  type StatusBoard,
} from '../../../../../electron/main/connections/status-board.ts';
import type { WorkspaceClient } from '../../../../../electron/main/workspace/workspace.ts';
import { chargedInAllLabel, creditLabel, sharedCreditLabel } from '#shared/domain/limits.ts';
import { createRepositories, type Stores } from '../../../../../electron/main/workspace/stores.ts';
import {
  answered,
  changeId,
  interrupted,
  type Journal,
  planned,
  readBack,
  sending,
  write,
} from '../../../../support/workspace/a-journal.ts';
import { aClaimNow, anAccount, valueOf } from '../../../../support/workspace/a-workspace.ts';
import { aDatabase, clientHere } from '../../../../support/workspace/stores-here.ts';

const now = new Date(2026, 10, 24, 12);
const day = (days: number): string => dayIn(days, now.getTime());
const ago = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString();
const accountId = anAccount().id;
const snooze = '00000000-0000-4000-8000-00000000000a';

let workspace: WorkspaceClient;
let journal: Journal;
let batches: Stores['batches'];
let board: StatusBoard;
let today: Today;

beforeEach(() => {
  const repositories = createRepositories(aDatabase());
  repositories.accounts.save(anAccount());
  ({ journal, batches } = repositories);
  workspace = clientHere(repositories);
  board = createStatusBoard(() => undefined);
  today = createToday({ workspace, board, now: () => now });
});

function keep(names: readonly string[], of: string = accountId): void {
  const added = {
    accountId: of,
    names,
    tags: [],
    addedAt: ago(9),
    addedBy: 'typed',
  } as const;
  workspace.domains.add(added);
}
type News = Parameters<WorkspaceClient['domains']['observe']>[0]['news'][number];
const observe = (...news: readonly News[]): void => void workspace.domains.observe({ accountId, news });
const expiring = (name: string, days: number): News => ({
  name,
  expiries: [{ source: 'typed', date: day(days), at: ago(1) }],
});
const kinds = async () => (await today.read()).rows.map(({ kind, names }) => [kind, ...names]);

describe('today', () => {
  it('is derived from what is stored of all accounts: expiries, locks, transfers, what was not found', async () => {
    const second = 'a2';
    workspace.accounts.save(anAccount({ id: second, label: 'Beta', username: 'beta@example.com' }));
    keep(['expired.com', 'due.com', 'unlocked.com', 'left.com', 'missing.com', 'calm.com', 'archived.com']);
    keep(['other.com'], second);
    observe(
      expiring('expired.com', -3),
      expiring('archived.com', -3),
      expiring('due.com', 20),
      expiring('calm.com', 200),
      { name: 'unlocked.com', lock: { value: 'unlocked', at: ago(2), source: 'read' } },
      { name: 'left.com', transferredAway: { value: true, at: ago(2), source: 'sync' } },
      {
        name: 'missing.com',
        troubles: [
          { part: 'lock', error: { kind: 'refused', status: 200, why: 'not-found', said: '' }, at: ago(1) },
        ],
      },
    );
    workspace.domains.set({ accountId, names: ['archived.com'], archivedAt: ago(1) });
    const news = [{ ...expiring('other.com', 5) }];
    workspace.domains.observe({ accountId: second, news });
    expect(await kinds()).toEqual([
      ['expired', 'expired.com'],
      ['due', 'other.com'],
      ['due', 'due.com'],
      ['left', 'left.com'],
      ['unlocked', 'unlocked.com'],
      ['not-found', 'missing.com'],
    ]);
    const { domains, withoutExpiry } = await today.read();
    expect([domains, withoutExpiry]).toEqual([7, 2]);
  });

  it('has first what registries show: transfers before all else, and no renewal of what is being deleted', async () => {
    keep(['moving.com', 'late.com', 'held.com', 'due.com', 'calm.com']);
    const shows = (name: string, statuses: readonly string[]) => {
      const value = factsIn(aReading({ at: ago(1), statuses }));
      return { name, registry: { value, at: ago(1), source: 'registry' as const } };
    };
    observe(
      expiring('due.com', 5),
      expiring('late.com', -12),
      shows('late.com', ['redemption period', 'pending delete']),
      shows('held.com', ['client hold', 'client transfer prohibited']),
      shows('moving.com', ['pending transfer']),
      shows('calm.com', ['client transfer prohibited']),
    );
    expect(await kinds()).toEqual([
      ['transfer-pending', 'moving.com'],
      ['being-deleted', 'late.com'],
      ['on-hold', 'held.com'],
      ['due', 'due.com'],
    ]);
    const { rows, credits } = await today.read();
    expect(rows[0]?.why).toContain('At most 4 days are left to stop it.');
    expect(credits).toMatchObject([{ due: 1 }]);
  });

  it('lists what is uncertain, until it is known', async () => {
    await write(journal, 1, [planned({ domain: 'a.com' }), sending, interrupted]);
    expect(await kinds()).toEqual([['uncertain', 'a.com']]);
    await write(journal, 2, [planned({ domain: 'b.com' }), sending, answered('done'), readBack('agrees')]);
    expect(await kinds()).toEqual([['uncertain', 'a.com']]);
  });

  it('H1, H6 lists what was accepted and not seen charged at no known price, and for what more was taken than was agreed', async () => {
    const price = { kind: 'given', amount: '10.00', currency: null } as const;
    const renewal = (domain: string, known: typeof price | { readonly kind: 'not-given' }) =>
      planned({ domain, what: { kind: 'renew', periodYears: 1, addons: {}, price: known } });
    const read = (after: string, charge: 'fell' | 'not-yet') => {
      const evidence = [{ label: creditLabel, before: '500.00', after, speaks: 'neither' as const }];
      return { type: 'read-back', verdict: 'no-proof', evidence, error: null, charge } as const;
    };
    // Of what was still to be charged, nobody knows for which one it was.
    const shared = [
      { label: sharedCreditLabel, before: '500.00', after: '400.00', speaks: 'neither' },
      { label: chargedInAllLabel, before: '20.00', after: '100.00', speaks: 'neither' },
    ] as const;
    await write(journal, 6, [
      renewal('one-of.com', price),
      sending,
      answered('done'),
      { ...read('400.00', 'not-yet'), evidence: shared },
    ]);
    const rows = [
      ['free.com', { kind: 'not-given' }, '500.00', 'not-yet'],
      ['dear.com', price, '400.00', 'fell'],
      ['cent.com', price, '489.99', 'fell'],
      ['fair.com', price, '490.00', 'fell'],
      ['cheap.com', price, '495.00', 'fell'],
    ] as const;
    for (const [index, [domain, known, after, charge]] of rows.entries())
      await write(journal, index + 1, [
        renewal(domain, known),
        sending,
        answered('done'),
        read(after, charge),
      ]);
    // The journal of these tests is of 2026-02-21.
    const then = createToday({ workspace, board, now: () => new Date(2026, 1, 23) });
    const found = (await then.read()).rows.filter(
      ({ kind }) => kind === 'uncharged' || kind === 'overcharged',
    );
    expect(found.map(({ kind, names, severity }) => [kind, names, severity])).toEqual([
      ['overcharged', ['dear.com', 'cent.com', 'one-of.com'], 'urgent'],
      ['uncharged', ['free.com', 'one-of.com'], 'soon'],
    ]);
  });

  it('says what the batches of the day cost in all, and not what another one did', async () => {
    const batchId = changeId(90);
    const at = now.toISOString();
    const ask = { kind: 'renew', periodYears: 1 } as const;
    const batch = { id: batchId, at, accountId, ask, after: '', sealed: null, domains: 'a.com\nb.com' };
    batches.create({ ...batch, service: serviceOf(anAccount()) });
    batches.move({ id: batchId, at, from: ['reading'], to: 'done', waitingFor: null });
    const renewal = (domain: string, amount: string, of: string | null) =>
      planned({
        ...{ domain, batchId: of },
        what: { ...ask, addons: {}, price: { kind: 'given', amount, currency: null } },
      });
    await write(journal, 1, [renewal('a.com', '10.50', batchId), sending, answered('done')]);
    await write(journal, 2, [renewal('b.com', '9.50', batchId), sending, answered('done')]);
    await write(journal, 3, [renewal('c.com', '7.00', null), sending, answered('done')]);
    const done = (await today.read()).rows.filter(({ kind }) => kind === 'finished');
    expect(done.map(({ why }) => why)).toEqual([expect.stringMatching(/, 20\.00$/)]);
  });

  it('lists what was set from here and is otherwise by now, and not what was read before', async () => {
    keep(['example.com', 'b.com']);
    await write(journal, 1, [planned(), sending, answered('done'), readBack('agrees')]);
    const { changedAt = '' } =
      valueOf(await workspace.journal.lastOf({ ...ofLogin, domain: 'example.com' }))[0] ?? {};
    const read = (at: string): News => ({
      name: 'example.com',
      lock: { value: 'unlocked', at, source: 'read' },
    });
    observe(read(new Date(Date.parse(changedAt) - 1).toISOString()));
    expect(await kinds()).toEqual([]);
    observe(read(ago(0)));
    expect(await kinds()).toEqual([['drift', 'example.com']]);
  });

  it('knows what a value was before it was read otherwise, and since when it has been so, however often it is read again', async () => {
    keep(['a.com', 'b.com']);
    const read = (name: string, value: 'locked' | 'unlocked', days: number): News => ({
      ...{ name, lock: { value, at: ago(days), source: 'read' } },
    });
    observe(read('a.com', 'locked', 5), read('b.com', 'unlocked', 5));
    observe(read('a.com', 'unlocked', 4), read('b.com', 'unlocked', 4));
    observe(read('a.com', 'unlocked', 0), read('b.com', 'unlocked', 0));
    expect(await kinds()).toEqual([
      ['drift', 'a.com'],
      ['unlocked', 'b.com'],
    ]);
    expect((await today.read()).rows[1]?.why).toBe('Was unlocked already 5 days ago.');
    // What is set from here is no drift.
    observe({ name: 'a.com', lock: { value: 'locked', at: ago(0), source: 'change' } });
    expect(await kinds()).toEqual([['unlocked', 'b.com']]);
  });

  it('names, hides and lists again the domains of one client where rows are by client', async () => {
    keep(['a.com', 'b.com', 'c.com']);
    workspace.domains.set({ accountId, names: ['a.com', 'c.com'], client: 'Acme' });
    observe(expiring('a.com', 3), expiring('b.com', 4), expiring('c.com', 5));
    const rows = async () =>
      (await today.read('client')).rows.map(({ client, names, snoozedUntil }) => [
        client,
        names,
        snoozedUntil,
      ]);
    const [acme] = (await today.read('client')).rows;
    expect(await today.names(acme?.id ?? '')).toEqual(['a.com', 'c.com']);
    await today.snooze(acme?.id ?? '', day(2), snooze);
    expect(await rows()).toEqual([
      ['', ['b.com'], null],
      ['Acme', ['a.com', 'c.com'], day(2)],
    ]);
    // The same is hidden where rows are not by client.
    expect(await kinds()).toEqual([
      ['due', 'b.com'],
      ['due', 'a.com', 'c.com'],
    ]);
    const [, hidden] = (await today.read('client')).rows;
    await today.wake({ id: hidden?.id ?? '' });
    expect(await rows()).toEqual([
      ['Acme', ['a.com', 'c.com'], null],
      ['', ['b.com'], null],
    ]);
  });

  it('puts an uncertain change under the client of its domain, and one of a domain that is gone under nobody', async () => {
    keep(['a.com']);
    workspace.domains.set({ accountId, names: ['a.com'], client: 'Acme' });
    await write(journal, 1, [planned({ domain: 'a.com' }), sending, interrupted]);
    await write(journal, 2, [planned({ domain: 'gone.com' }), sending, interrupted]);
    const found = (await today.read('client')).rows;
    expect(new Set(found.map(({ kind, client, names }) => [kind, client, ...names].join(' ')))).toEqual(
      new Set(['uncertain Acme a.com', 'uncertain  gone.com']),
    );
  });

  it('says whether there is a domain that is not archived', () => {
    const has = () => workspace.accounts.hasDomains().hasDomains;
    expect(has()).toBe(false);
    keep(['a.com']);
    expect(has()).toBe(true);
    workspace.domains.set({ accountId, names: ['a.com'], archivedAt: ago(0) });
    expect(has()).toBe(false);
  });
});

const ofLogin = { accountId, service: planned().service };

describe('today.changed', () => {
  it('follows the events that change what needs a person, once for many, and no others', () => {
    vi.useFakeTimers();
    try {
      const sent: string[] = [];
      const emit = alsoTellingToday((event) => void sent.push(event));
      emit('changes.changed', { changes: [] });
      emit('batches.changed', { batches: [], removed: [] });
      vi.advanceTimersByTime(10_000);
      emit('sessions.changed', { sessions: [], removed: [] });
      vi.advanceTimersByTime(10_000);
      expect(sent).toEqual(['changes.changed', 'batches.changed', 'today.changed', 'sessions.changed']);
      emit('domains.changed', { accountId, domains: [], removed: [] });
      vi.advanceTimersByTime(10_000);
      expect(sent.at(-1)).toBe('today.changed');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a name that two people of a team have paid for', () => {
  const team = { teamId: 't', name: 'Acme', url: 'postgresql://db/t', user: 'ben', caFile: null };

  it.each([
    ['a colleague', {}],
    ['this workspace itself', { desk: 'd' }],
    [
      'somebody with a login that no account here has',
      { service: { baseUrl: 'https://a.example', username: 'x' } },
    ],
  ])(
    'T9 is in Today at everybody, with who and when, where the one that is told late was by %s',
    async (_, by) => {
      workspace.team.join({ ...team, deskId: 'd', joinedAt: ago(30) });
      const beside = { by: 'cleo', at: ago(2), service: serviceOf(anAccount()) };
      const claims = [
        aClaimNow({ ...by, settledAt: ago(1), beside }),
        aClaimNow({ seq: 4, id: snooze, domain: 'locked.com', kind: 'lock', settledAt: ago(1), beside }),
      ];
      const [after, upTo] = [
        { seq: 0, hash: '' },
        { seq: 4, hash: 'h' },
      ];
      const news = JSON.stringify(claims);
      workspace.team.append({ teamId: 't', after, upTo, news, reported: [] });
      const { rows } = await today.read();
      expect(rows.filter(({ kind }) => kind === 'paid-twice')).toMatchObject([
        { names: ['oak.com'], severity: 'urgent', step: 'open-domain' },
      ]);
      const why = rows.find(({ kind }) => kind === 'paid-twice')?.why;
      expect(why).toContain(`cleo (${ago(2).slice(0, 10)})`);
      expect(why).toContain(`ben (${ago(1).slice(0, 10)})`);
    },
  );
});
