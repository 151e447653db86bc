import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeWhat } from '../../../../../../shared/domain/change.ts';
import { createChangeRows } from '../../../../../../electron/main/workspace/journal/change-rows.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import {
  countQuery,
  pageQuery,
  type Query,
} from '../../../../../../electron/main/workspace/journal/list-changes.ts';
import { inTransaction } from '../../../../../../electron/main/workspace/transaction.ts';
import { tell } from '../../../../../../shared/domain/change-story.ts';
import { type ADirectory, aDirectory } from '../../../../../support/workspace/a-workspace.ts';
import { at, changeId, type Journal, openFile, planned } from '../../../../../support/workspace/a-journal.ts';

const count = 20_000;
const planId = changeId(1_000_000);
const states = ['confirmed', 'refused', 'uncertain', 'withdrawn'] as const;
const kinds: readonly ChangeWhat[] = [{ kind: 'lock', state: 'locked' }, { kind: 'sync' }];
const anything = { accountId: null, states: null, kinds: null, text: '', domain: null, planId: null };

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
    expect(list({})).toMatchObject({ total: count, byState: { confirmed: count / 4, uncertain: count / 4 } });
    const refused = list({ states: ['refused'] });
    expect(refused).toMatchObject({
      total: count / 4,
      byState: { confirmed: count / 4, refused: count / 4 },
    });
    expect(refused.changes.every(({ state }) => state === 'refused')).toBe(true);
    expect(list({ states: [] })).toMatchObject({ total: 0, changes: [] });
    expect(list({ accountId: 'a9' })).toEqual({ total: 0, byState: {}, changes: [] });
  });

  it.each([
    ['account', { accountId: 'a2' }, count / 2],
    ['kind', { kinds: ['sync'] as const }, count / 2],
    ['domain', { domain: 'name-77.com' }, 1],
    ['part of the name, in any case', { text: 'AME-1999' }, 11],
    ['plan', { planId }, count / 10],
    ['all of them', { accountId: 'a1', kinds: ['lock'] as const, planId, text: '90.com' }, 200],
  ])('is filtered by %s', (_what, filter, total) => {
    const page = list(filter, 0, 500);
    expect(page.total).toBe(total);
    expect(page.changes).toHaveLength(Math.min(500, total));
  });

  it('answers with the last change of each family on a domain, and only of its service', () => {
    const last = journal.lastOf({ service: serviceOfAccount('a2'), domain: 'name-77.com' });
    expect(last.map(({ number }) => number)).toEqual([77]);
    expect(journal.lastOf({ service: serviceOfAccount('a1'), domain: 'name-77.com' })).toEqual([]);
  });

  describe('finds its page in an index, in order, without reading or sorting the changes', () => {
    it.each([
      ['anything', anything],
      ['an account', { ...anything, accountId: 'a1' }],
      ['states and a text', { ...anything, accountId: 'a1', states: ['uncertain' as const], text: 'x' }],
      ['a plan', { ...anything, planId, kinds: ['lock' as const] }],
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

const serviceOfAccount = (username: string) => ({ baseUrl: 'https://reseller.example/api', username });

/** Every other change is of another account and kind; every tenth belongs to a plan. */
function fill(database: DatabaseSync): void {
  const rows = createChangeRows(database);
  inTransaction(database, () => {
    for (let number = 1; number <= count; number += 1) {
      const event = planned({
        accountId: `a${(number % 2) + 1}`,
        service: serviceOfAccount(`a${(number % 2) + 1}`),
        domain: `name-${number}.com`,
        what: kinds[number % 2] ?? { kind: 'sync' },
        planId: number % 10 === 0 ? planId : null,
      });
      const told = tell(null, { changeId: changeId(number), at, state: 'planned', event }, number);
      const state = states[(number - 1) % states.length] ?? 'planned';
      rows.put({ ...told, change: { ...told.change, state } });
    }
  });
}
