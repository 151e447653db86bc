import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChangeRows } from '../../../../../../electron/main/workspace/journal/changes.ts';
import {
  countQuery,
  createJournalRepository,
  pageQuery,
  provenQuery,
  type Query,
} from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { inTransaction } from '../../../../../../electron/main/workspace/sqlite.ts';
import type { ChangeWhat } from '../../../../../../shared/changes/index.ts';
import { type JournalEvent, projectChange } from '../../../../../../shared/domain/change.ts';
import {
  answered,
  at,
  changeId,
  changeIn,
  interrupted,
  type Journal,
  openFile,
  planned,
  readBack,
  sending,
  service,
  settled,
  wholeStory,
  withdrawn,
  write,
  writeOne,
} from '../../../../../support/workspace/a-journal.ts';
import { type ADirectory, aDirectory, anAccount } from '../../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';
import { createAccountsRepository } from '../../../../../../electron/main/workspace/repositories/accounts.ts';

describe('the journal', () => {
  const directory = directoryOfEachTest();
  let database: DatabaseSync;
  let journal: Journal;
  beforeEach(() => {
    database = directory.open();
    journal = createJournalRepository(database, () => new Date(at));
  });
  const reopen = () => {
    database.close();
    database = directory.open();
    journal = createJournalRepository(database, () => new Date(at));
  };

  it('tells of a change what its entries say, the same after opening anew', async () => {
    const change = changeIn(await write(journal, 1, wholeStory));
    expect(change).toMatchObject({
      id: changeId(1),
      number: 1,
      state: 'confirmed',
      proof: 'read-back',
      attempts: 1,
      domain: 'example.com',
      next: [],
    });
    reopen();
    expect(journal.find({ id: changeId(1) })).toEqual(change);
    expect(journal.entries({ id: changeId(1) }).map(({ seq, event }) => [seq, event])).toEqual(
      wholeStory.map((event, index) => [index + 1, expect.objectContaining(event) as unknown]),
    );
    expect(journal.find({ id: changeId(2) })).toBeNull();
  });

  it('numbers changes in the order in which they were written down', async () => {
    await write(journal, 7, [planned()]);
    const other = await write(journal, 3, [planned({ domain: 'other.com' })]);
    expect(changeIn(other).number).toBe(2);
    expect(journal.open({ accountId: null }).map(({ id }) => id)).toEqual([changeId(7), changeId(3)]);
    expect(journal.open({ accountId: 'a2' })).toEqual([]);
    expect(journal.open({ accountId: 'a1' })).toHaveLength(2);
  });

  it('keeps what outlives the account, and gives its entries page by page', async () => {
    await write(journal, 1, wholeStory);
    createAccountsRepository(database).remove({ id: anAccount().id });
    expect(database.prepare('SELECT count(*) AS count FROM accounts').get()).toEqual({ count: 0 });
    expect(journal.page({ after: 1, limit: 2 }).map(({ seq }) => seq)).toEqual([2, 3]);
  });

  describe('one open change of a family', () => {
    it('C11 is all there can be on a domain of a login; the open one is answered instead', async () => {
      const first = changeIn(await write(journal, 1, [planned()]));
      expect(await write(journal, 2, [planned()])).toEqual({ kind: 'open', change: first });
      expect(journal.find({ id: changeId(2) })).toBeNull();
      expect(journal.health({ check: false })).toMatchObject({ entries: 1, changes: 1 });
    });

    it.each<readonly [string, readonly JournalEvent[]]>([
      ['sending', [planned(), sending]],
      ['uncertain', [planned(), sending, interrupted]],
    ])('C10 keeps another waiting while it is %s', async (_state, events) => {
      await write(journal, 1, events);
      expect(await write(journal, 2, [planned()])).toMatchObject({ kind: 'open' });
    });

    it.each<readonly [string, readonly JournalEvent[]]>([
      ['confirmed', wholeStory],
      ['withdrawn', [planned(), withdrawn]],
      ['settled', [planned(), sending, interrupted, settled]],
    ])('leaves room for the next when it is %s', async (_state, events) => {
      await write(journal, 1, events);
      expect(changeIn(await write(journal, 2, [planned()])).number).toBe(2);
    });

    it.each([
      ['another domain', planned({ domain: 'other.com' })],
      ['another login', planned({ accountId: 'a2', service: { ...service, username: 'other@example.com' } })],
      ['another family', planned({ what: { kind: 'sync' } })],
    ])('has nothing against one of %s', async (_what, event) => {
      await write(journal, 1, [planned()]);
      expect((await write(journal, 2, [event])).kind).toBe('written');
    });

    it('counts all that is done with child nameservers as one family', async () => {
      await write(journal, 1, [planned({ what: { kind: 'child-delete', host: 'ns1.example.com' } })]);
      const register = { kind: 'child-register', host: 'ns2.example.com', address: '192.0.2.1' } as const;
      expect(await write(journal, 2, [planned({ what: register })])).toMatchObject({ kind: 'open' });
    });

    it('C11 is held by the file itself', async () => {
      await write(journal, 1, [planned()]);
      await write(journal, 2, [planned({ domain: 'other.com' })]);
      expect(() => database.exec(`UPDATE journal_changes SET domain = 'same.com'`)).toThrow('UNIQUE');
    });
  });

  describe('an event that cannot happen', () => {
    it.each<readonly [string, readonly JournalEvent[], JournalEvent]>([
      ['sending what is uncertain', [planned(), sending, interrupted], sending],
      ['sending what is on its way', [planned(), sending], sending],
      ['a second answer', [planned(), sending, answered('done')], answered('refused')],
      ['anything after the end', wholeStory, sending],
      ['planning again', [planned()], planned()],
    ])('writes nothing: %s', async (_what, events, event) => {
      const change = changeIn(await write(journal, 1, events));
      const again =
        event.type === 'sending'
          ? writeOne(journal, changeId(1), event)
          : journal.append({ id: changeId(1), at, event });
      expect(await again).toEqual({ kind: 'moved', change });
      expect(await journal.health({ check: false })).toMatchObject({ entries: events.length });
    });

    it('is to begin twice: the change that is there is answered', async () => {
      const first = changeIn(await write(journal, 1, [planned(), withdrawn]));
      expect(await write(journal, 1, [planned()])).toEqual({ kind: 'moved', change: first });
    });

    it('is a bug where there is no change, or where it begins with something else', async () => {
      await write(journal, 1, [planned()]);
      expect(() => journal.append({ id: changeId(2), at, event: interrupted })).toThrow('no such change');
      expect(() => journal.begin({ id: changeId(2), at, event: sending, sealed: null })).toThrow('planned');
    });
  });

  describe('what is sealed', () => {
    const secret = Uint8Array.from(Buffer.from('sealed-canary-7f3a'.repeat(40)));
    const bytesOnDisk = (): Buffer =>
      Buffer.concat(
        ['workspace.sqlite', 'workspace.sqlite-wal'].map((name) => readFileSync(join(directory.path, name))),
      );

    it('is there while the change is open, also after an attempt that was not sent', async () => {
      await write(journal, 1, [planned(), sending, answered('unsent')], secret);
      reopen();
      expect(journal.sealed({ id: changeId(1) })).toEqual(secret);
      expect(bytesOnDisk().includes('sealed-canary-7f3a')).toBe(true);
    });

    it('D10 is in no file any more when the change closes', async () => {
      await write(journal, 1, [planned(), sending, answered('done'), readBack('agrees')], secret);
      expect(journal.sealed({ id: changeId(1) })).toBeNull();
      expect(bytesOnDisk().includes('sealed-canary-7f3a')).toBe(false);
    });

    it('D10 is gone after a kill between the end of the change and the cutting of the log', async () => {
      await write(journal, 1, [planned(), sending], secret);
      database.exec(`DELETE FROM journal_sealed`);
      expect(bytesOnDisk().includes('sealed-canary-7f3a')).toBe(true);
      journal = createJournalRepository(database, () => new Date(at));
      await journal.health({ check: true });
      expect(bytesOnDisk().includes('sealed-canary-7f3a')).toBe(false);
    });
  });
});

describe('list changes', () => {
  const count = 20_000;
  const batchId = changeId(1_000_000);
  const states = ['confirmed', 'refused', 'uncertain', 'withdrawn'] as const;
  const kinds: readonly ChangeWhat[] = [{ kind: 'lock', state: 'locked' }, { kind: 'sync' }];
  const anything = { accountId: null, states: null, kinds: null, text: '', domain: null, batchId: null };

  describe(`a list of ${count} changes`, () => {
    let directory: ADirectory;
    let database: DatabaseSync;
    let journal: Journal;
    beforeAll(() => {
      directory = aDirectory();
      database = openFile(directory.path);
      journal = createJournalRepository(database, () => new Date(at));
      fill(database);
    });
    afterAll(() => {
      database.close();
      directory.remove();
    });
    const list = (filter: Partial<Parameters<Journal['list']>[0]['filter']>, offset = 0, limit = 50) =>
      journal.list({ filter: { ...anything, ...filter }, offset, limit });
    const numbers = (...asked: Parameters<typeof list>) => list(...asked).changes.map(({ number }) => number);

    it('has uncertain ones first, then the newest, page after page without a gap', () => {
      const uncertain = count / states.length;
      expect(numbers({}, 0, 3)).toEqual([count - 1, count - 5, count - 9]);
      expect(numbers({}, uncertain - 1, 3)).toEqual([3, count, count - 2]);
      expect(numbers({}, count - 2, 5)).toEqual([2, 1]);
    });

    it('counts by state what fits the filter but for its states, and in all what fits', () => {
      expect(list({})).toMatchObject({
        total: count,
        byState: { confirmed: count / 4, uncertain: count / 4 },
      });
      const refused = list({ states: ['refused'] });
      expect(refused).toMatchObject({
        total: count / 4,
        byState: { confirmed: count / 4, refused: count / 4 },
      });
      expect(refused.changes.every(({ state }) => state === 'refused')).toBe(true);
      expect(list({ states: [] })).toMatchObject({ total: 0, changes: [] });
      expect(list({ accountId: 'a9' })).toEqual({
        total: 0,
        unfiltered: 0,
        byState: {},
        accepted: 0,
        proven: { confirmed: 0, applied: 0 },
        changes: [],
      });
    });

    it('tells apart which of the confirmed rest on the answer alone, and shows these or the others', () => {
      expect(list({})).toMatchObject({ accepted: count / 8 });
      const [accepted, verified] = (['confirmed', 'accepted'] as const).map((other) =>
        list({ states: ['confirmed'], without: [other], accountId: 'a2' }, 0, 500),
      );
      expect([accepted?.total, verified?.total]).toEqual([count / 8, count / 8]);
      expect(accepted?.changes.every(({ proof }) => proof === 'answer')).toBe(true);
      expect(verified?.changes.every(({ proof }) => proof === null)).toBe(true);
      const both = list({ states: ['confirmed', 'refused'], without: ['confirmed'] });
      expect(both).toMatchObject({ total: count / 8 + count / 4, accepted: count / 8 });
      expect(list({ accountId: 'a1' })).toMatchObject({ accepted: 0 });
    });

    it.each([
      ['account', { accountId: 'a2' }, count / 2, count / 2],
      ['kind', { kinds: ['sync'] as const }, count / 2, count],
      ['domain', { domain: 'name-77.com' }, 1, 1],
      ['part of the name, in any case', { text: 'AME-1999' }, 11, count],
      ['batch', { batchId }, count / 10, count],
      ['all of them', { accountId: 'a1', kinds: ['lock'] as const, batchId, text: '90.com' }, 200, count / 2],
    ])('is filtered by %s, and tells how many there are without', (_what, filter, total, unfiltered) => {
      const page = list(filter, 0, 500);
      expect(page.total).toBe(total);
      expect(page.unfiltered).toBe(unfiltered);
      expect(page.changes).toHaveLength(Math.min(500, total));
    });

    it('answers with the last change of each family on a domain, and only of its service', () => {
      const last = journal.lastOf({
        service: serviceOfAccount('a2'),
        domain: 'name-77.com',
        accountId: 'a2',
      });
      expect(last.map(({ number }) => number)).toEqual([77]);
      expect(
        journal.lastOf({ service: serviceOfAccount('a1'), domain: 'name-77.com', accountId: 'a1' }),
      ).toEqual([]);
    });

    describe('finds its page in an index, in order, without reading or sorting the changes', () => {
      it.each([
        ['anything', anything],
        ['an account', { ...anything, accountId: 'a1' }],
        ['states and a text', { ...anything, accountId: 'a1', states: ['uncertain' as const], text: 'x' }],
        ['a batch', { ...anything, batchId, kinds: ['lock' as const] }],
      ])('%s', (_what, filter) => {
        const inner = planOf(pageQuery(filter, 100, 50)).filter((line) => line.includes('COVERING INDEX'));
        expect(inner).toHaveLength(1);
        expect(planOf(pageQuery(filter, 100, 50)).join('\n')).not.toMatch(/SCAN journal_changes$/m);
        expect(sortsOf(pageQuery(filter, 100, 50))).toBeLessThanOrEqual(1);
        expect(planOf(countQuery(filter)).join('\n')).toContain('COVERING INDEX');
      });
    });

    const planOf = ({ sql, values }: Query): readonly string[] =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...values)
        .map(({ detail }) => String(detail));
    /** Of what is shown, 500 at most; never of all that there is. */
    const sortsOf = (query: Query): number =>
      planOf(query).filter((line) => line.includes('TEMP B-TREE FOR ORDER BY')).length;
  });

  describe('some of which are proven by a registry', () => {
    const directory = directoryOfEachTest();
    const shown = [
      ['confirmed', 'registry'],
      ['confirmed', 'read-back'],
      ['confirmed', 'answer'],
      ['applied', 'registry'],
      ['applied', 'read-back'],
      ['refused', 'answer'],
    ] as const;
    let database: DatabaseSync;
    let journal: Journal;
    beforeEach(() => {
      database = openFile(directory.path);
      journal = createJournalRepository(database, () => new Date(at));
      const rows = createChangeRows(database);
      shown.forEach(([state, proof], index) => {
        const event = planned({ domain: `name-${index}.com`, batchId: index === 0 ? batchId : null });
        const entry = { changeId: changeId(index + 1), at, state: 'planned', event } as const;
        const projected = projectChange(null, entry, index + 1);
        rows.put({ ...projected, change: { ...projected.change, state, proof } });
      });
    });
    afterEach(() => database.close());
    const list = (filter: Partial<Parameters<Journal['list']>[0]['filter']>) => {
      const { changes, total } = journal.list({ filter: { ...anything, ...filter }, offset: 0, limit: 50 });
      expect(total).toBe(changes.length);
      return changes.map(({ state, proof }) => `${state} ${proof}`).toSorted();
    };

    it('counts them beside the states, of all and of a batch', () => {
      const all = journal.list({ filter: anything, offset: 0, limit: 50 });
      expect(all).toMatchObject({
        byState: { confirmed: 3, applied: 2, refused: 1 },
        accepted: 1,
        proven: { confirmed: 1, applied: 1 },
      });
      const ofBatch = journal.list({ filter: { ...anything, batchId }, offset: 0, limit: 50 });
      expect(ofBatch).toMatchObject({ total: 1, proven: { confirmed: 1, applied: 0 } });
    });

    it('shows these alone, or the others of each state alone', () => {
      const states = ['confirmed', 'applied'] as const;
      expect(list({ states, without: ['confirmed', 'accepted', 'applied'] })).toEqual([
        'applied registry',
        'confirmed registry',
      ]);
      expect(list({ states, without: ['proven', 'accepted'] })).toEqual([
        'applied read-back',
        'confirmed read-back',
      ]);
      expect(list({ states, without: ['applied'] })).toEqual([
        'applied registry',
        'confirmed answer',
        'confirmed read-back',
        'confirmed registry',
      ]);
      expect(list({ states: ['refused'] })).toEqual(['refused answer']);
    });

    it('are found in an index of their own', () => {
      const { sql, values } = provenQuery({ ...anything, batchId }, 'confirmed');
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
      expect(plan.map(({ detail }) => String(detail)).join(' ')).toMatch(
        /SEARCH c USING .*journal_changes_proven \(batch_id=\?/,
      );
    });
  });

  const serviceOfAccount = (username: string) => ({ baseUrl: 'https://reseller.example/api', username });

  /** Every other change is of another account and kind; every tenth belongs to a batch; half of the confirmed rest on an answer alone. */
  function fill(database: DatabaseSync): void {
    const rows = createChangeRows(database);
    inTransaction(database, () => {
      for (let number = 1; number <= count; number += 1) {
        const event = planned({
          accountId: `a${(number % 2) + 1}`,
          service: serviceOfAccount(`a${(number % 2) + 1}`),
          domain: `name-${number}.com`,
          what: kinds[number % 2] ?? { kind: 'sync' },
          batchId: number % 10 === 0 ? batchId : null,
        });
        const projected = projectChange(
          null,
          { changeId: changeId(number), at, state: 'planned', event },
          number,
        );
        const state = states[(number - 1) % states.length] ?? 'planned';
        const proof = number % 8 === 1 ? 'answer' : null;
        rows.put({ ...projected, change: { ...projected.change, state, proof } });
      }
    });
  }
});
