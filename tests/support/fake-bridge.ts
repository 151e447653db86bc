import { isReal } from '#shared/domain/account.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { EventName, EventPayload } from '#shared/routes.ts';
import type { Bridge, Client, Input } from '../../renderer/src/client.ts';
import { codeAnswers } from './fake-codes.ts';
import { domainImportAnswers, importAnswers } from './fake-import.ts';
import { activityAnswers } from './fake-activity.ts';
import { listViewAnswers } from './fake-list-views.ts';
import { portfolioAnswers } from './fake-portfolio.ts';
import { teamAnswers } from './fake-team.ts';
import { watchingAnswers } from './fake-watching.ts';
import { searchAnswers } from './fake-search.ts';
import { sessionAnswers } from './fake-sessions.ts';
import { todayAnswers } from './fake-today.ts';
import {
  type Account,
  anAccount,
  aPracticeAccount,
  aWorld,
  type FakeWorld,
  type Settings,
  upkeepAnswers,
  aboutThis,
} from './fake-world.ts';
import { alsoKeepingWorks, createWorks, type Works } from '../../electron/main/jobs/work.ts';
import type { Batch } from '#shared/domain/batch.ts';
import { type Change, isProven, shownState } from '#shared/domain/change.ts';
import { aBatch, aBatchId, aBatchRow, aStory, countsOf, isRowOf, nextOf, withoutValues } from './a-change.ts';

type Tell = <E extends EventName>(name: E, payload: EventPayload<E>) => void;
type Filter = Input<'changes', 'list'>['filter'];

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

/** When something happens in this small world. */
const now = '2026-11-21T09:00:00.000Z';
const nothingUsed = { since: '2026-11-20T23:00:00.000Z', sums: [], unpriced: 0, unsummed: 0, fall: null };

/** Changes and batches in memory: the outlines of what main does. Nothing goes on by itself; a test tells. */
const changeAnswers = (world: FakeWorld, tell: Tell): Pick<Client, 'changes' | 'batches' | 'limits'> => ({
  changes: { ...reading(world), ...steps(world, tell), ...making() },
  limits: {
    used: () => answer(nothingUsed),
    costIn: () => answer({ sums: [], unsummed: 0, fall: null, credit: null }),
  },
  batches: batchAnswers(world, tell),
});

/** A test of the editors answers these itself. */
const making = (): Pick<Client['changes'], 'prepare' | 'prepareAgain' | 'apply'> => ({
  prepare: () => Promise.resolve(fail({ kind: 'no-account' })),
  prepareAgain: () => Promise.resolve(fail({ kind: 'no-account' })),
  apply: () => Promise.resolve(fail({ kind: 'changed-since', what: 'review' })),
});

type Reading = Pick<Client['changes'], 'list' | 'find' | 'lastOf' | 'personal' | 'health' | 'exportJournal'>;

function reading(world: FakeWorld): Reading {
  const lastOf = (domain: string) =>
    world.changes.filter((change) => change.domain === domain && change.accountId === world.activeId);
  const fitting = (filter: Filter) => world.changes.filter((change) => fits(change, filter, world));
  return {
    list({ filter, offset, limit }) {
      const all = fitting(filter);
      const isReported = ({ state, proof }: Change) => state === 'confirmed' && proof === 'answer';
      const isWanted = (one: Change) => !(filter.without ?? []).some((shown) => shown === shownState(one));
      const shown = all.filter((one) => (filter.states?.includes(one.state) ?? true) && isWanted(one));
      return answer({
        changes: [...shown].sort(uncertainFirst).slice(offset, offset + limit),
        total: shown.length,
        unfiltered: fitting({ ...filter, kinds: null, text: '', batchId: null }).length,
        byState: byState(all),
        accepted: all.filter(isReported).length,
        proven: {
          confirmed: all.filter((one) => isProven(one) && one.state === 'confirmed').length,
          applied: all.filter((one) => isProven(one) && one.state === 'applied').length,
        },
      });
    },
    find: ({ id }) => found(world, id, (change) => ({ change, entries: [...aStory(change)] })),
    lastOf: ({ domain }) => answer({ changes: lastOf(domain).slice(-20) }),
    personal: ({ id }) =>
      found(world, id, ({ next, what }) => ({
        roles: next.length > 0 && what.kind === 'contacts' ? [{ name: 'Registrant', fields: person }] : null,
      })),
    health: ({ check }) =>
      answer(check ? (world.health = { ...world.health, checkedAt: now }) : world.health),
    exportJournal: ({ format, filter }) =>
      answer({ path: `/home/robin/Documents/changes.${format}`, entries: fitting(filter).length }),
  };
}

const person = [
  { name: 'Contact_Name', value: 'Robin Example' },
  { name: 'Email', value: 'robin@northwind.example' },
];

const fits = (change: Change, filter: Filter, { accounts }: FakeWorld): boolean =>
  (filter.accountId === null || change.accountId === filter.accountId) &&
  (filter.counted !== true || change.service.baseUrl !== 'practice' || !accounts.some(isReal)) &&
  (filter.kinds === null || filter.kinds.includes(change.what.kind)) &&
  (filter.domain === null || change.domain === filter.domain) &&
  (filter.batchId === null || change.batchId === filter.batchId) &&
  change.domain.includes(filter.text.trim().toLowerCase());

const uncertainFirst = (a: Change, b: Change): number =>
  Number(b.state === 'uncertain') - Number(a.state === 'uncertain') || b.number - a.number;

function byState(changes: readonly Change[]): Partial<Record<Change['state'], number>> {
  const counts: Partial<Record<Change['state'], number>> = {};
  for (const { state } of changes) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

const missing = () =>
  Promise.resolve(fail({ kind: 'invalid-input', field: 'id', reason: 'This change is not there' } as const));

function found<T>(world: FakeWorld, id: string, of: (change: Change) => T): Promise<Result<T>> {
  const change = world.changes.find((one) => one.id === id);
  return change === undefined ? missing() : answer(of(change));
}

function steps(
  world: FakeWorld,
  tell: Tell,
): Pick<Client['changes'], 'send' | 'readBack' | 'settle' | 'withdraw'> {
  function become(id: string, news: (change: Change) => Partial<Change>): Promise<Result<Change>> {
    const change = world.changes.find((one) => one.id === id);
    if (change === undefined) return missing();
    const moved = { ...change, changedAt: now, ...news(change) };
    const after = { ...moved, next: nextOf(moved.state) };
    world.changes = world.changes.map((one) => (one.id === id ? after : one));
    tell('changes.changed', { changes: [after] });
    return answer(after);
  }
  return {
    send: ({ id }) =>
      become(id, ({ attempts }) => ({ state: 'sending', attempts: attempts + 1, sentAt: now, error: null })),
    readBack: ({ id }) => become(id, () => ({ state: 'applied', proof: 'read-back', readBackAt: now })),
    settle: ({ id, as, note }) =>
      become(id, () => ({ state: 'settled', settledAs: as, note, proof: 'person' })),
    withdraw: ({ id }) => become(id, () => ({ state: 'withdrawn' })),
  };
}

type FakeBatchesTell = <E extends EventName>(name: E, payload: EventPayload<E>) => void;

const fakeBatchesAnswer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

/** Plans in memory. Nothing is read or sent by itself: a test tells how far it is. */
function batchAnswers(world: FakeWorld, tell: FakeBatchesTell): Client['batches'] {
  const put = (batch: Batch) => {
    world.batches = [batch, ...world.batches.filter(({ id }) => id !== batch.id)];
    tell('batches.changed', { batches: [batch], removed: [] });
    return fakeBatchesAnswer(batch);
  };
  const become = (id: string, news: (batch: Batch) => Partial<Batch>): Promise<Result<Batch>> => {
    const batch = world.batches.find((one) => one.id === id);
    return batch === undefined ? fakeBatchesMissing() : put({ ...batch, ...news(batch) });
  };
  return {
    list: () =>
      fakeBatchesAnswer({ batches: world.batches.filter(({ accountId }) => accountId === world.activeId) }),
    find: ({ id }) => {
      const batch = world.batches.find((one) => one.id === id);
      return batch === undefined ? fakeBatchesMissing() : fakeBatchesAnswer(batch);
    },
    personal: () => fakeBatchesAnswer({ roles: world.batchContacts }),
    contactChanges: () => fakeBatchesAnswer({ changes: [] }),
    prepare({ ask, domains }) {
      const id = aBatchId(world.batches.length + 1);
      const rows = domains.map((domain, index) => aBatchRow(index, { domain, before: null }));
      world.batchRows.set(id, rows);
      const counts = { ...countsOf(rows), read: 0 };
      const asked = { id, accountId: world.activeId ?? '', ask: withoutValues(ask), counts };
      return put(aBatch({ ...asked, state: 'reading', digest: null }, rows));
    },
    rows({ id, which, offset, limit }) {
      const rows = (world.batchRows.get(id) ?? []).filter((row) => isRowOf(which, row));
      return fakeBatchesAnswer({ rows: rows.slice(offset, offset + limit), total: rows.length });
    },
    leaveOut({ id, index, isLeftOut }) {
      const rows = (world.batchRows.get(id) ?? []).map((row) =>
        row.index === index ? { ...row, leftOut: isLeftOut ? ('by-hand' as const) : null } : row,
      );
      world.batchRows.set(id, rows);
      return become(id, () => ({ counts: countsOf(rows), digest: `${index}${String(isLeftOut)}` }));
    },
    readAgain: ({ id }) =>
      become(id, ({ counts }) => ({ state: 'reading', digest: null, counts: { ...counts, read: 0 } })),
    ...running(become),
    putBack({ of }) {
      const id = aBatchId(world.batches.length + 1);
      const ask = { kind: 'nameservers', nameservers: [], undoes: of } as const;
      const accountId = world.activeId ?? '';
      return put(aBatch({ id, accountId, ask, state: 'reading', digest: null }, [aBatchRow(0)]));
    },
    wayBack: () => fakeBatchesAnswer(world.wayBack),
    remove({ id }) {
      world.batches = world.batches.filter((one) => one.id !== id);
      tell('batches.changed', { batches: [], removed: [id] });
      return fakeBatchesAnswer({});
    },
  };
}

const fakeBatchesMissing = () =>
  Promise.resolve(fail({ kind: 'invalid-input', field: 'id', reason: 'This batch is not there' } as const));

type Become = (id: string, news: (batch: Batch) => Partial<Batch>) => Promise<Result<Batch>>;

function running(become: Become): Pick<Client['batches'], 'apply' | 'pause' | 'resume' | 'stop'> {
  return {
    async apply({ id, digest, typedCount, goOnAfterUncertain }) {
      const known = await become(id, () => ({}));
      if (!known.ok) return known;
      if (known.value.digest !== digest) return fail({ kind: 'changed-since', what: 'batch' });
      if (known.value.typedCount !== null && known.value.typedCount !== typedCount)
        return fail({
          kind: 'invalid-input',
          field: 'typedCount',
          reason: 'This is not the number of changes',
        });
      return become(id, () => ({ state: 'running', goesOnAfterUncertain: goOnAfterUncertain }));
    },
    pause: ({ id }) => become(id, () => ({ state: 'paused' })),
    resume: ({ id, goOnAfterUncertain }) =>
      become(id, () => ({ state: 'running', goesOnAfterUncertain: goOnAfterUncertain })),
    stop: ({ id }) => become(id, () => ({ state: 'stopped' })),
  };
}

/** Any request, answered by a test instead of by main. */
export type FakeAnswers = {
  readonly [A in keyof Client]?: { readonly [M in keyof Client[A]]?: Client[A][M] };
};

export interface FakeBridge extends Bridge {
  readonly world: FakeWorld;
  readonly tell: <E extends EventName>(name: E, payload: EventPayload<E>) => void;
}

/** A `Bridge` in memory: a small world that answers as main would. `answers` replace single requests. */
export function createFakeBridge(world: FakeWorld = aWorld(), answers: FakeAnswers = {}): FakeBridge {
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const send: FakeBridge['tell'] = (name, payload) =>
    // A listener is kept under the name whose payload it takes: `on` below is the only one that adds it.
    listeners.get(name)?.forEach((listener) => listener(payload as never));
  const works = createWorks(send);
  const tell = alsoKeepingWorks(works, send);
  tell('sessions.changed', { sessions: world.sessions, removed: [] });

  const subscribe =
    <E extends EventName>(name: E) =>
    (listener: (payload: EventPayload<E>) => void) => {
      const all = (listeners.get(name) ?? new Set()).add(listener);
      listeners.set(name, all);
      return () => void all.delete(listener);
    };

  return {
    world,
    tell,
    request: recorded(merged(standardAnswers(world, tell, works), answers), world),
    on: {
      'search.findings': subscribe('search.findings'),
      'search.finished': subscribe('search.finished'),
      'search.requested': subscribe('search.requested'),
      'app.closing': subscribe('app.closing'),
      'app.fileHanded': subscribe('app.fileHanded'),
      'work.changed': subscribe('work.changed'),
      'work.opened': subscribe('work.opened'),
      'appLock.changed': subscribe('appLock.changed'),
      'menu.chosen': subscribe('menu.chosen'),
      'status.changed': subscribe('status.changed'),
      'accounts.changed': subscribe('accounts.changed'),
      'settings.changed': subscribe('settings.changed'),
      'sessions.changed': subscribe('sessions.changed'),
      'exports.finished': subscribe('exports.finished'),
      'changes.changed': subscribe('changes.changed'),
      'changes.health': subscribe('changes.health'),
      'domains.changed': subscribe('domains.changed'),
      'domains.reading': subscribe('domains.reading'),
      'watching.changed': subscribe('watching.changed'),
      'watching.notice': subscribe('watching.notice'),
      'watching.opened': subscribe('watching.opened'),
      'batches.changed': subscribe('batches.changed'),
      'codes.changed': subscribe('codes.changed'),
      'codes.exportChanged': subscribe('codes.exportChanged'),
      'codes.fileClosed': subscribe('codes.fileClosed'),
      'updates.changed': subscribe('updates.changed'),
      'restored.changed': subscribe('restored.changed'),
      'today.changed': subscribe('today.changed'),
      'team.changed': subscribe('team.changed'),
    },
  };
}

function merged(base: Client, answers: FakeAnswers): Client {
  const replaced: Readonly<Record<string, object | undefined>> = answers;
  const areas = Object.entries<object>(base).map(([area, methods]) => [
    area,
    { ...methods, ...replaced[area] },
  ]);
  // Each area keeps its methods; those replaced have the same types by `FakeAnswers`.
  return Object.fromEntries(areas) as Client;
}

/** Notes every call under `area.method`, with its input. */
function recorded(client: Client, world: FakeWorld): Client {
  const areas = Object.entries(client).map(([area, methods]) => [
    area,
    Object.fromEntries(
      Object.entries(methods).map(([method, call]) => [
        method,
        (input: unknown) => {
          world.calls.push({ name: `${area}.${method}`, input });
          // The same function, under the same name, with the input that its caller passed.
          return (call as (given: unknown) => unknown)(input);
        },
      ]),
    ),
  ]);
  return Object.fromEntries(areas) as Client;
}

/** What main would answer, out of a small world in memory. */
function standardAnswers(world: FakeWorld, tell: Tell, works: Works): Client {
  return {
    ...accountAnswers(world, tell),
    ...searchAnswers(),
    ...importAnswers(world),
    ...domainImportAnswers(),
    ...sessionAnswers(world, tell),
    ...changeAnswers(world, tell),
    ...portfolioAnswers(world, tell),
    ...watchingAnswers(world, tell),
    ...teamAnswers(world, tell),
    ...codeAnswers(world, tell),
    ...upkeepAnswers(),
    ...otherAnswers(world),
    ...lockAnswers(tell),
    ...todayAnswers(works),
    activity: activityAnswers(world, (change, filter) => fits(change, filter, world), reading(world)),
    // Switched off.
    delegation: {
      check: () => Promise.resolve(ok({ checks: null })),
      read: () => Promise.resolve(ok({ delegation: null })),
    },
  };
}

function accountAnswers(world: FakeWorld, tell: Tell): Pick<Client, 'accounts' | 'keys' | 'status'> {
  const find = (id: string) => world.accounts.find((account) => account.id === id);
  const put = (account: Account) => {
    world.accounts = world.accounts.map((old) => (old.id === account.id ? account : old));
    tell('accounts.changed', {});
    return answer(account);
  };
  const add = (account: Account) => {
    world.accounts = [...world.accounts, account];
    world.activeId ??= account.id;
    tell('accounts.changed', {});
    return answer(account);
  };
  const keyOf = (id: string, key: Account['key']) => {
    const account = find(id);
    if (account === undefined) return Promise.resolve(fail({ kind: 'no-account' } as const));
    void put({ ...account, key });
    return answer(key);
  };
  const savedAt = '2026-11-21T08:00:00.000Z';
  const taken = async (id: string, place: 'keychain' | 'memory') =>
    mapOk(await keyOf(id, { hasKey: true, place, savedAt }), (key) => ({ key, tried: null }));
  return {
    accounts: {
      list: () => answer({ accounts: world.accounts, activeId: world.activeId }),
      add: (draft) => {
        const id = `account-${world.accounts.length + 1}`;
        return add(anAccount({ ...draft, id, key: { hasKey: false, place: 'none', savedAt: null } }));
      },
      addPractice: () => add(aPracticeAccount()),
      resetPractice: () => answer({}),
      edit: (draft) => put({ ...(find(draft.id) ?? anAccount()), ...draft }),
      ...removals(world, tell),
      pace: () => answer(null),
      select: ({ id }) => {
        world.activeId = id;
        return answer(find(id) ?? anAccount());
      },
      test: () =>
        answer({
          probes: [
            { operation: 'credits', verdict: 'answered', answer: '500.00', error: null },
            { operation: 'tlds', verdict: 'answered', answer: '48', error: null },
            { operation: 'version', verdict: 'answered', answer: '2.2.0', error: null },
          ],
          clockSkewMs: 340,
          isClockEarlier: false,
          testedAt: '2026-11-21T08:00:00.000Z',
          ...{ address: null, option: null },
        }),
    },
    keys: {
      enter: ({ accountId, place }) => taken(accountId, place),
      fromClipboard: ({ accountId, place }) => taken(accountId, place),
      decide: ({ accountId }) => taken(accountId, 'keychain'),
      forget: ({ accountId }) => keyOf(accountId, { hasKey: false, place: 'none', savedAt: null }),
    },
    status: { read: () => answer(world.status), refresh: () => answer(world.status) },
  };
}

type Removals = Pick<Client['accounts'], 'contents' | 'remove' | 'removed' | 'restore' | 'exportDomains'>;

function removals(world: FakeWorld, tell: Tell): Removals {
  const removedAt = '2026-11-21T09:00:00.000Z';
  const asRemoved = ({ id, label, colour }: Account) => ({ id, label, colour, removedAt });
  return {
    contents({ id }) {
      const domains = world.domains.filter(({ accountId }) => accountId === id);
      return answer({
        domains: domains.length,
        annotated: domains.filter(({ note, tags }) => note !== '' || tags.length > 0).length,
        sessions: world.sessions.filter(({ accountId }) => accountId === id).length,
        drafts: 0,
        batches: world.batches.filter(({ accountId }) => accountId === id).length,
        inUse: world.inUse,
      });
    },
    remove({ id }) {
      const account = world.accounts.find((each) => each.id === id);
      if (account === undefined) return Promise.resolve(fail({ kind: 'no-account' }));
      if (world.inUse !== null) return Promise.resolve(fail(world.inUse));
      world.accounts = world.accounts.filter((each) => each !== account);
      world.removed = [account, ...world.removed];
      if (world.activeId === id) world.activeId = null;
      tell('accounts.changed', {});
      return answer(asRemoved(account));
    },
    removed: () => answer({ accounts: world.removed.map(asRemoved) }),
    restore({ id }) {
      const account = world.removed.find((each) => each.id === id);
      if (account === undefined) return Promise.resolve(fail({ kind: 'no-account' }));
      world.removed = world.removed.filter((each) => each !== account);
      world.accounts = [...world.accounts, account];
      world.activeId ??= id;
      tell('accounts.changed', {});
      return answer(account);
    },
    exportDomains: ({ id }) =>
      answer({
        path: '/home/robin/domains.csv',
        domains: world.domains.filter(({ accountId }) => accountId === id).length,
      }),
  };
}

function lockAnswers(tell: Tell): Pick<Client, 'appLock'> {
  let isLocked = false;
  const become = (locked: boolean) => {
    isLocked = locked;
    tell('appLock.changed', { isLocked });
    return answer({});
  };
  return {
    appLock: {
      read: () => answer({ isLocked, means: 'keychain' }),
      lock: () => become(true),
      unlock: () => become(false),
      drawAnew: () => answer({}),
    },
  };
}

function otherAnswers(world: FakeWorld): Pick<Client, 'settings' | 'listViews' | 'app'> {
  return {
    listViews: listViewAnswers(world),
    settings: {
      read: () => answer(world.settings),
      write: (changes: Input<'settings', 'write'>) => {
        // The contract's partial has no `undefined` values once parsed; a test passes none either.
        world.settings = { ...world.settings, ...(changes as Partial<Settings>) };
        return answer(world.settings);
      },
    },
    app: {
      about: () => answer(aboutThis),
      reportBug: () => answer({ incidentId: 'K7QD-2MXA-9RTB' }),
      flushed: () => answer({}),
      openLink: () => answer({}),
      showInFolder: () => answer({}),
      handedFile: () => answer({ kind: null }),
      startAtLogin: () => answer({ state: 'off' }),
      setStartAtLogin: ({ isOn }: Input<'app', 'setStartAtLogin'>) => answer({ state: isOn ? 'on' : 'off' }),
    },
  };
}
