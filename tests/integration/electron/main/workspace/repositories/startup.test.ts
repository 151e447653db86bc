import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import type { BatchState } from '#shared/domain/batch.ts';
import type { JournalEvent } from '#shared/domain/journal.ts';
import { createBatchesRepository } from '../../../../../../electron/main/workspace/batches/batches-repository.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { createDomainsRepository } from '../../../../../../electron/main/workspace/repositories/portfolio.ts';
import { createAccountsRepository } from '../../../../../../electron/main/workspace/repositories/startup.ts';
import { createRepositories } from '../../../../../../electron/main/workspace/serve-all.ts';
import {
  answered,
  aSend,
  at,
  changeId,
  interrupted,
  type Journal,
  openFile,
  planned,
  readBack,
  sending,
  service,
  settled,
  withdrawn,
  write,
} from '../../../../../support/workspace/a-journal.ts';
import { aNewSession } from '../../../../../support/workspace/a-session.ts';
import { type ADirectory, aDirectory, anAccount } from '../../../../../support/workspace/a-workspace.ts';

const planId = '00000000-0000-4000-9300-000000000001';

let directory: ADirectory;
let database: DatabaseSync;
let journal: Journal;
let accounts: ReturnType<typeof createAccountsRepository>;
beforeEach(() => {
  directory = aDirectory();
  database = openFile(directory.path);
  accounts = createAccountsRepository(database);
  journal = createJournalRepository(database, () => new Date(at));
});
afterEach(() => {
  database.close();
  directory.remove();
});

/** What a person can do to an account that its open changes and batches are bound to. */
const actions = {
  'removing it': () => accounts.hide({ id: 'a1', at }),
  'deleting it': () => accounts.remove({ id: 'a1' }),
  'another server': () => accounts.save(anAccount({ baseUrl: 'https://other.example/api/index.php' })),
  'another path on the same server': () =>
    accounts.save(anAccount({ baseUrl: 'https://reseller.example/other.php' })),
  'another user': () => accounts.save(anAccount({ username: 'other@example.com' })),
} as const;

/** What it is like: for refused deeds it has to be as it was. */
const asItWas = () => accounts.list({}).map(({ baseUrl, username }) => ({ baseUrl, username }));

const openStates: Readonly<Record<string, readonly JournalEvent[]>> = {
  planned: [planned()],
  sending: [planned(), sending],
  uncertain: [planned(), sending, interrupted],
};

const overStates: Readonly<Record<string, readonly JournalEvent[]>> = {
  confirmed: [planned(), sending, answered('claimed'), readBack('agrees')],
  settled: [planned(), sending, interrupted, settled],
  withdrawn: [planned(), withdrawn],
};

describe('F5 an account with something open', () => {
  describe.each(Object.entries(actions))('F5 %s', (_deed, doIt) => {
    it.each(Object.entries(openStates))(
      'F5 is refused while a change is %s, which is named',
      async (_state, events) => {
        await write(journal, 1, events);
        const before = asItWas();
        expect(doIt()).toEqual({
          inUse: { why: 'change', id: changeId(1), number: 1, domain: 'example.com' },
        });
        expect(asItWas()).toEqual(before);
      },
    );

    it.each(Object.entries(overStates))('is done when all are over: %s', async (_state, events) => {
      await write(journal, 1, events);
      expect(doIt()).toEqual({ inUse: null });
      expect(asItWas()).not.toEqual([{ baseUrl: anAccount().baseUrl, username: anAccount().username }]);
    });

    it.each([
      ['reading', 'refused'],
      ['running', 'refused'],
      ['ready', 'done'],
      ['paused', 'done'],
      ['halted', 'done'],
      ['stopped', 'done'],
      ['done', 'done'],
    ] as const)('F5 with a batch that is %s is %s', (state, what) => {
      aBatch(state);
      expect(doIt()).toEqual({
        inUse: what === 'done' ? null : { why: 'batch', id: planId, number: null, domain: null },
      });
    });
  });

  it('F5 can have another label, colour and options all the same', async () => {
    await write(journal, 1, [planned()]);
    const options = { ...defaultAccountOptions, premiumEnabled: true };
    expect(accounts.save(anAccount({ label: 'Renamed', colour: 'red', options }))).toEqual({ inUse: null });
    expect(accounts.list({})).toMatchObject([{ label: 'Renamed', colour: 'red', options }]);
  });

  it('F5 is not held by what is open under another label of the same login', async () => {
    accounts.save(anAccount({ id: 'a2', label: 'The same login' }));
    await write(journal, 1, [planned()]);
    expect(accounts.remove({ id: 'a2' })).toEqual({ inUse: null });
    expect(accounts.list({})).toHaveLength(1);
  });

  it('names the uncertain one first, which a person has to decide on', async () => {
    await write(journal, 1, [planned({ domain: 'one.com' })]);
    await write(journal, 2, [planned({ domain: 'two.com' }), sending, interrupted]);
    expect(accounts.hide({ id: 'a1', at }).inUse).toMatchObject({ number: 2, domain: 'two.com' });
  });

  it('keeps where its key is, unless that is said', () => {
    const key = { place: 'keychain', savedAt: at } as const;
    accounts.noteKey({ id: 'a1', key });
    accounts.save(anAccount({ label: 'Renamed' }));
    expect(accounts.list({})).toMatchObject([{ key }]);
    accounts.save({ ...anAccount({ username: 'other@example.com' }), key: { place: 'none', savedAt: null } });
    expect(accounts.list({})).toMatchObject([{ key: { place: 'none', savedAt: null } }]);
  });
});

describe('F16 an account that was removed', () => {
  const hide = () => expect(accounts.hide({ id: 'a1', at })).toEqual({ inUse: null });

  it('F16 is in no list, holds no label, and is not the active one', () => {
    accounts.select({ id: 'a1' });
    hide();
    expect(accounts.list({})).toEqual([]);
    expect(accounts.active({})).toBeNull();
    expect(accounts.hidden({})).toMatchObject([{ id: 'a1', label: 'Acme', removedAt: at }]);
    expect(accounts.save(anAccount({ id: 'a2' }))).toEqual({ inUse: null });
  });

  it('F16 sends nothing, even what was written down just before', async () => {
    await write(journal, 1, [planned()]);
    const looked = await aSend(journal, changeId(1));
    database.exec('UPDATE accounts SET removed_at = 1');
    expect(await journal.send(looked)).toMatchObject({ kind: 'changed', what: 'login' });
  });

  it('F16 has no bulk lookups, and gets no domains and no batches', () => {
    const { sessions } = createRepositories(database);
    const session = aNewSession();
    sessions.create({ session, names: 'one' });
    expect(sessions.find({ id: session.id })).not.toBeNull();
    aBatch('paused');
    hide();
    expect(sessions.list({})).toEqual([]);
    expect(sessions.find({ id: session.id })).toBeNull();
    const plans = createBatchesRepository(database);
    expect(plans.some({ ids: [planId] })).toEqual([]);
    expect(plans.move({ id: planId, at, from: ['paused'], to: 'running', waitingFor: null })).toBeNull();
    expect(aBatch('ready', planId.replace(/1$/, '2'))).toBeNull();
    expect(accounts.contents({ id: 'a1' }).batches).toBe(1);
    const added = createDomainsRepository(database).add({
      ...{ accountId: 'a1', names: 'new.com', tags: [], addedAt: at, addedBy: 'typed' },
    });
    expect(added.added).toBe('');
  });

  it('F16 comes back with all that was its own, and is the active one again where none is', () => {
    const { domains, drafts } = createRepositories(database);
    domains.add({ accountId: 'a1', names: 'one.com\ntwo.com', tags: [], addedAt: at, addedBy: 'typed' });
    domains.note({ accountId: 'a1', domain: 'one.com', note: 'Call in March' });
    domains.tag({ accountId: 'a1', names: ['two.com'], add: ['Spring'], remove: [] });
    const draft = { accountId: 'a1', domain: 'one.com', kind: 'renew', savedAt: at } as const;
    drafts.save({ ...draft, body: Uint8Array.of(1) });
    aBatch('paused');
    accounts.select({ id: 'a1' });
    const contents = accounts.contents({ id: 'a1' });
    expect(contents).toEqual({ domains: 2, annotated: 2, sessions: 0, drafts: 1, batches: 1, inUse: null });
    hide();
    accounts.restore({ id: 'a1', label: 'Acme' });
    expect(accounts.contents({ id: 'a1' })).toEqual(contents);
    expect(accounts.active({})).toBe('a1');
    expect(accounts.list({})).toMatchObject([{ id: 'a1', label: 'Acme' }]);
    expect(accounts.hidden({})).toEqual([]);
  });

  it.each([
    ['was not the active one', () => undefined, null],
    ['another one was chosen since', () => accounts.select({ id: 'a1' }), 'a2'],
  ])('F16 does not become the active one where it %s', (_words, before, active) => {
    accounts.save(anAccount({ id: 'a2', label: 'Second' }));
    before();
    hide();
    if (active !== null) accounts.select({ id: active });
    accounts.restore({ id: 'a1', label: 'Acme' });
    expect(accounts.active({})).toBe(active);
  });
});

/** Null where there is no such account. */
function aBatch(state: BatchState, id = planId) {
  const plans = createBatchesRepository(database);
  const made = plans.create({
    ...{ id, at, accountId: 'a1', service, ask: { kind: 'lock', state: 'locked' } },
    ...{ after: 'Locked', domains: 'example.com' },
  });
  database.prepare('UPDATE plans SET state = ? WHERE id = ?').run(state, id);
  return made;
}
