import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mostListViews } from '#shared/areas/common-schemas.ts';
import type { BatchState } from '#shared/domain/batch.ts';
import type { JournalEvent } from '#shared/domain/change.ts';
import { createBatchesRepository } from '../../../../../../electron/main/workspace/batches/batches-repository.ts';
import { openDatabase } from '../../../../../../electron/main/workspace/database.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import type { OpenDatabase } from '../../../../../../electron/main/workspace/open-file.ts';
import { createDomainsRepository } from '../../../../../../electron/main/workspace/repositories/portfolio.ts';
import { resultOf } from '../../../../../../electron/main/workspace/sqlite.ts';
import { createRepositories } from '../../../../../../electron/main/workspace/stores.ts';
import type { Workspace } from '../../../../../../electron/main/workspace/workspace.ts';
import {
  answered,
  aSend,
  at,
  changeId,
  interrupted,
  planned,
  readBack,
  sending,
  service,
  settled,
  withdrawn,
  write,
  type Journal,
} from '../../../../../support/workspace/a-journal.ts';
import { aNewSession } from '../../../../../support/workspace/a-session.ts';
import { aFinding, anAccount, openTestWorkspace } from '../../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';
import { mostSavedViews } from '#shared/domain/bounds.ts';
import { createListViewsRepository } from '../../../../../../electron/main/workspace/repositories/list-views.ts';
import { createAccountsRepository } from '../../../../../../electron/main/workspace/repositories/accounts.ts';

describe('startup', () => {
  const batchId = '00000000-0000-4000-9300-000000000001';

  const directory = directoryOfEachTest();
  let database: DatabaseSync;
  let journal: Journal;
  let accounts: ReturnType<typeof createAccountsRepository>;
  beforeEach(() => {
    database = directory.open();
    accounts = createAccountsRepository(database);
    journal = createJournalRepository(database, () => new Date(at));
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
  const asItWas = () => accounts.list().map(({ baseUrl, username }) => ({ baseUrl, username }));

  const openStates: Readonly<Record<string, readonly JournalEvent[]>> = {
    planned: [planned()],
    sending: [planned(), sending],
    uncertain: [planned(), sending, interrupted],
  };

  const overStates: Readonly<Record<string, readonly JournalEvent[]>> = {
    confirmed: [planned(), sending, answered('done'), readBack('agrees')],
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
          inUse: what === 'done' ? null : { why: 'batch', id: batchId, number: null, domain: null },
        });
      });
    });

    it('F5 is not held by what is open under another label of the same login', async () => {
      accounts.save(anAccount({ id: 'a2', label: 'The same login' }));
      await write(journal, 1, [planned()]);
      expect(accounts.remove({ id: 'a2' })).toEqual({ inUse: null });
      expect(accounts.list()).toHaveLength(1);
    });

    it('names the uncertain one first, which a person has to decide on', async () => {
      await write(journal, 1, [planned({ domain: 'one.com' })]);
      await write(journal, 2, [planned({ domain: 'two.com' }), sending, interrupted]);
      expect(accounts.hide({ id: 'a1', at }).inUse).toMatchObject({ number: 2, domain: 'two.com' });
    });
  });

  describe('F16 an account that was removed', () => {
    const hide = () => expect(accounts.hide({ id: 'a1', at })).toEqual({ inUse: null });

    it('F16 sends nothing, even what was written down just before', async () => {
      await write(journal, 1, [planned()]);
      const send = await aSend(journal, changeId(1));
      database.exec('UPDATE accounts SET removed_at = 1');
      expect(await journal.send(send)).toMatchObject({ kind: 'changed', what: 'login' });
    });

    it('F16 has no bulk lookups, and gets no domains and no batches', () => {
      const { sessions } = createRepositories(database);
      const session = aNewSession();
      sessions.create({ session, names: 'one' });
      expect(sessions.find({ id: session.id })).not.toBeNull();
      aBatch('paused');
      hide();
      expect(sessions.list()).toEqual([]);
      expect(sessions.find({ id: session.id })).toBeNull();
      const batches = createBatchesRepository(database);
      expect(batches.some({ ids: [batchId] })).toEqual([]);
      expect(batches.move({ id: batchId, at, from: ['paused'], to: 'running', waitingFor: null })).toBeNull();
      expect(aBatch('ready', batchId.replace(/1$/, '2'))).toBeNull();
      expect(accounts.contents({ id: 'a1' }).batches).toBe(1);
      const added = createDomainsRepository(database).add({
        ...{ accountId: 'a1', names: ['new.com'], tags: [], addedAt: at, addedBy: 'typed' },
      });
      expect(added.added).toEqual([]);
    });

    it('F16 does not come back under a label that could not be read again: that would lock all accounts out', () => {
      hide();
      expect(() => accounts.restore({ id: 'a1', label: 'x'.repeat(81) })).toThrow('is unreadable');
      expect([accounts.list(), accounts.hidden().length]).toEqual([[], 1]);
      expect(() => accounts.save(anAccount({ id: 'a3', username: 'x'.repeat(321) }))).toThrow(
        'is unreadable',
      );
      expect(accounts.list()).toEqual([]);
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
      expect(accounts.active()).toBe(active);
    });
  });

  /** Null where there is no such account. */
  function aBatch(state: BatchState, id = batchId) {
    const batches = createBatchesRepository(database);
    const made = batches.create({
      ...{ id, at, accountId: 'a1', service, ask: { kind: 'lock', state: 'locked' } },
      ...{ after: 'Locked', sealed: null, domains: 'example.com' },
    });
    database.prepare('UPDATE batches SET state = ? WHERE id = ?').run(state, id);
    return made;
  }
});

describe('the answers behind the findings', () => {
  const directory = directoryOfEachTest();
  let open: OpenDatabase;
  beforeEach(() => {
    const opened = openDatabase(directory.path, migrations, () => new Date());
    if (!opened.ok) throw new Error(opened.error);
    open = opened.value;
    createRepositories(open.database).accounts.save(anAccount());
  });
  afterEach(() => {
    open.database.close();
  });

  const save = (domains: readonly string[], answer: string, checkedAt = '2026-02-21T14:00:00.000Z') =>
    createRepositories(open.database).findings.save({
      accountId: 'a1',
      findings: domains.map((domain) => aFinding({ domain, checkedAt })),
      answer,
    });
  const keptAnswers = () => open.database.prepare('SELECT count(*) AS kept FROM answers').get()?.['kept'];

  it('are kept once for all the names that were asked together', () => {
    save(['a.com', 'a.net'], '"both"');
    expect(keptAnswers()).toBe(1);
  });

  it('go when no finding stands on them any more, not before', () => {
    save(['a.com', 'a.net'], '"both"');
    save(['a.com'], '"one"');
    expect(keptAnswers()).toBe(2);
    save(['a.net'], '"other"');
    expect(keptAnswers()).toBe(2);
  });

  it('are not kept when they come too late for every name', () => {
    save(['a.com'], '"newer"', '2026-02-21T15:00:00.000Z');
    save(['a.com'], '"late"');
    expect(keptAnswers()).toBe(1);
  });

  it('go with the findings that are purged', async () => {
    save(['a.com', 'a.net'], '"both"');
    await createRepositories(open.database).findings.purge({ before: '2027-01-01T00:00:00.000Z' });
    expect(keptAnswers()).toBe(0);
  });

  it('take little room: 40 results of one shape in less than a tenth', () => {
    const answer = JSON.stringify(
      Array.from({ length: 40 }, (_, i) => ({
        domainName: `example.tld${i}`,
        status: 'Available',
        isAvailable: true,
      })),
    );
    save(['a.com'], answer);
    const bytes = open.database.prepare('SELECT length(body) AS bytes FROM answers').get()?.['bytes'];
    expect(bytes).toBeLessThan(answer.length / 10);
  });
});

describe('portfolio', () => {
  const at = '2026-02-21T14:00:00.000Z';
  const accountId = 'a1';
  const directory = directoryOfEachTest();
  let workspace: Workspace;

  const opened = async (): Promise<Workspace> => await openTestWorkspace(directory.path);

  beforeEach(async () => {
    workspace = await opened();
    workspace.accounts.save(anAccount());
  });

  afterEach(async () => {
    await workspace.close();
  });

  const add = (names: readonly string[]) =>
    workspace.domains.add({
      accountId,
      names,
      tags: [],
      addedAt: at,
      addedBy: 'typed',
    });

  const namesOf = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `name-${String(index).padStart(6, '0')}.com`);

  describe('the domains of a workspace', () => {
    it('are 200,000 at most: what would be more is not added in part', () => {
      add(namesOf(199_999));
      const full = add(['one.net', 'two.net']);
      expect(full).toEqual({ added: [], already: [], restored: [], isFull: true });
      expect(workspace.domains.some({ accountId, names: ['one.net'] })).toEqual([]);
      expect(add(['one.net']).added).toEqual(['one.net']);
    });

    it('are added in a time that does not grow with how many there are', () => {
      const timed = (names: readonly string[]): number => {
        const before = performance.now();
        add(names);
        return performance.now() - before;
      };
      const all = namesOf(60_000);
      const first = timed(all.slice(0, 20_000));
      add(all.slice(20_000, 40_000));
      const last = timed(all.slice(40_000));
      expect(last).toBeLessThan(Math.max(8 * first, 1_000));
    });

    it('outlive the end of the process with everything that is known of them', async () => {
      add(['example.com']);
      const news = {
        name: 'example.com',
        lock: { value: 'locked', at, source: 'read' },
        nameservers: { value: ['ns1.example.net'], at, source: 'change' },
        registrant: { value: 'c2VhbGVk', at, source: 'read' },
        transferredAway: { value: false, at, source: 'sync' },
        troubles: [
          { part: 'contacts', error: { kind: 'refused', why: 'not-found', status: 404, said: '' }, at },
        ],
      } as const;
      const [observed] = workspace.domains.observe({
        accountId,
        news: [
          { ...news, troubles: [...news.troubles], expiries: [{ source: 'sync', date: '2027-05-01', at }] },
        ],
      });
      expect(observed).toMatchObject({ ...news, expiresOn: { value: '2027-05-01', at, source: 'sync' } });
      await workspace.close();
      workspace = await opened();
      expect(workspace.domains.some({ accountId, names: ['example.com'] })).toEqual([observed]);
    });

    it('learn of a batch all or nothing', () => {
      add(['example.com']);
      const lock = { value: 'locked', at, source: 'read' } as const;
      const news = [
        { name: 'example.com', lock },
        // What the page could never have sent: it is refused before anything is written.
        { name: 'example.com', expiries: [{ source: 'sync', date: '2027-3-1', at } as const] },
      ];
      expect(() => workspace.domains.observe({ accountId, news })).toThrow();
      const [domain] = workspace.domains.some({ accountId, names: ['example.com'] });
      expect(domain?.lock).toBeNull();
    });

    it('are a damaged file, and not a guess, where a row is not what was written', async () => {
      add(['example.com']);
      await workspace.close();
      const database = new DatabaseSync(join(directory.path, 'workspace.sqlite'));
      database.exec(`UPDATE domains SET known = '{"lock":{"value":"open"}}'`);
      database.close();
      workspace = await opened();
      expect(await resultOf(() => workspace.domains.texts({ accountId }))).toEqual({
        ok: false,
        error: { kind: 'storage', fault: 'damaged' },
      });
    });
  });
});

const directory = directoryOfEachTest();

const second = (second: number): string => new Date(Date.UTC(2026, 10, 23, 9, 0, second)).toISOString();

const domains = { list: 'domains', accountId: 'a1', body: '{"look":{"text":"shop"}}' };

const sessions = { list: 'sessions', accountId: null, body: '{}' };

describe('how lists were left', () => {
  let database: DatabaseSync;
  let views: ReturnType<typeof createListViewsRepository>;
  beforeEach(() => {
    database = directory.open();
    views = createListViewsRepository(database);
  });

  it('is read as it was saved, the last first; of an account and of none', () => {
    views.save({ views: [domains], savedAt: second(0) });
    views.save({ views: [sessions], savedAt: second(1) });
    expect(views.read().views).toEqual([sessions, domains]);
  });

  it('is replaced by the next save of the same list, and only that one', () => {
    views.save({ views: [domains, sessions], savedAt: second(0) });
    views.save({ views: [{ ...domains, body: '{"look":1}' }], savedAt: second(1) });
    views.save({ views: [{ ...sessions, body: '{"look":2}' }], savedAt: second(2) });
    expect(views.read().views).toEqual([
      { ...sessions, body: '{"look":2}' },
      { ...domains, body: '{"look":1}' },
    ]);
  });

  it('is removed with its account, and not stored for one that is no longer there', () => {
    views.save({ views: [domains, sessions], savedAt: second(0) });
    createAccountsRepository(database).remove({ id: 'a1' });
    expect(views.read().views).toEqual([sessions]);
    views.save({ views: [domains], savedAt: second(1) });
    expect(views.read().views).toEqual([sessions]);
  });

  it('keeps a view that was saved under a name, however many lists are left after it', () => {
    const view = { ...domains, accountId: null, name: 'Due soon' };
    expect(views.put({ view, before: null, savedAt: second(0) })).toEqual({ isFull: false });
    for (let index = 1; index <= mostListViews + 1; index += 1)
      views.save({ views: [{ ...sessions, list: `batch ${index}` }], savedAt: second(index) });
    views.save({ views: [{ ...domains, accountId: null }], savedAt: second(999) });
    expect(views.read().saved).toEqual([view]);
    expect(views.read().views[0]).toEqual({ ...domains, accountId: null });
  });

  it('renames, replaces and deletes a saved view, each of an account or of none by itself', () => {
    const [ofAll, ofOne] = [null, 'a1'].map((accountId) => ({ ...domains, accountId, name: 'Due' }));
    if (ofAll === undefined || ofOne === undefined) throw new Error('two views');
    for (const view of [ofAll, ofOne]) views.put({ view, before: null, savedAt: second(0) });
    views.put({ view: { ...ofAll, body: '{"a":1}' }, before: null, savedAt: second(1) });
    views.put({ view: { ...ofOne, name: 'Soon' }, before: ofOne, savedAt: second(2) });
    expect(views.read().saved).toEqual([
      { ...ofAll, body: '{"a":1}' },
      { ...ofOne, name: 'Soon' },
    ]);
    views.remove(ofAll);
    expect(views.read().saved).toEqual([{ ...ofOne, name: 'Soon' }]);
    createAccountsRepository(database).remove({ id: 'a1' });
    expect(views.read().saved).toEqual([]);
  });

  it('refuses a saved view more than there can be, and replaces one all the same', () => {
    const view = (index: number, body = '{}') => ({ ...sessions, name: `View ${index}`, body });
    const put = (index: number, body?: string) =>
      views.put({ view: view(index, body), before: null, savedAt: second(index) });
    for (let index = 0; index < mostSavedViews; index += 1) put(index);
    expect(put(mostSavedViews)).toEqual({ isFull: true });
    expect(put(3, '{"b":2}')).toEqual({ isFull: false });
    expect(views.read().saved).toHaveLength(mostSavedViews);
    expect(views.read().saved).toContainEqual(view(3, '{"b":2}'));
  });

  it('is bounded: the oldest entries are removed', () => {
    for (let index = 0; index <= mostListViews; index += 1)
      views.save({ views: [{ ...sessions, list: `batch ${index}` }], savedAt: second(index) });
    const listed = views.read().views.map(({ list }) => list);
    expect(listed).toHaveLength(mostListViews);
    expect(listed).not.toContain('batch 0');
    expect(listed[0]).toBe(`batch ${mostListViews}`);
  });

  it.each([
    [
      'a name that is too long',
      `UPDATE list_views SET list = printf('%.*c', 100, 'x') WHERE list = 'sessions'`,
    ],
    [
      'a text that is too long',
      `UPDATE list_views SET body = printf('%.*c', 5000, 'x') WHERE list = 'sessions'`,
    ],
    ['no name', `UPDATE list_views SET list = '' WHERE list = 'sessions'`],
  ])('is left out where it is damaged, without an error: %s', (_what, damage) => {
    views.save({ views: [domains, sessions], savedAt: second(0) });
    database.exec(damage);
    expect(views.read().views).toEqual([domains]);
  });

  it('is nothing where the whole table is damaged, and no damage of the workspace', () => {
    views.save({ views: [domains], savedAt: second(0) });
    const { path, root, size } = database
      .prepare(
        `SELECT file AS path, rootpage AS root, page_size AS size
         FROM pragma_database_list, sqlite_schema, pragma_page_size WHERE sqlite_schema.name = 'list_views'`,
      )
      .get() as { readonly path: string; readonly root: number; readonly size: number };
    database.close();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(size, 0x5a), 0, size, (root - 1) * size);
    closeSync(file);
    database = new DatabaseSync(path);
    views = createListViewsRepository(database);
    expect(views.read().views).toEqual([]);
  });
});
