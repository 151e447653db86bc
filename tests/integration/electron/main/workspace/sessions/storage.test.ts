import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../../../electron/main/workspace/database.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import { createRepositories } from '../../../../../../electron/main/workspace/stores.ts';
import { storageFaultOf } from '../../../../../../electron/main/workspace/sqlite.ts';
import {
  anAnsweredRequest,
  aNewSession,
  aRequest,
  aResult,
  aSession,
  aSessionsStore,
  bitsOf,
  bodyOf,
  type SessionsStore,
  taken,
} from '../../../../../support/workspace/a-session.ts';
import {
  type ADirectory,
  aDirectory,
  aFinding,
  anAccount,
  valueOf,
} from '../../../../../support/workspace/a-workspace.ts';

const now = () => new Date('2026-02-21T14:05:06.007Z');
const labels = Array.from({ length: 200 }, (_, row) => `name${row}`);
const { id } = aNewSession();
const session = aNewSession({ id, state: 'running' });

describe('a session’s place in the file', () => {
  let directory: ADirectory;
  let database: DatabaseSync;
  beforeEach(() => {
    directory = aDirectory();
    database = opened();
    const { accounts, sessions } = repositories();
    accounts.save(anAccount());
    sessions.create({ session, names: labels.join('\n') });
  });
  afterEach(() => {
    database.close();
    directory.remove();
  });

  /** New ones each time: nothing is in memory. */
  const repositories = () => createRepositories(database);
  function opened(): DatabaseSync {
    const result = openDatabase(directory.path, migrations, now);
    if (!result.ok) throw new Error(result.error);
    return result.value.database;
  }
  const answered = (from: number, to: number) =>
    labels.slice(from, to).map((label, at) => anAnsweredRequest(from + at, label));
  const count = (table: string) =>
    database.prepare(`SELECT count(*) AS found FROM ${table}`).get()?.['found'];
  it('D8 is all or nothing when the disk is full, and goes on when it is not', () => {
    const { sessions } = repositories();
    sessions.record({ id, requests: answered(0, 10) });
    const stored = () => [sessions.find({ id }), sessions.cells({ id }), count('session_requests')];
    const before = stored();
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {};
    database.exec(`PRAGMA max_page_count = ${String(pages)}`);
    const noise = Array.from({ length: 60_000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 0).join();
    const large = aRequest({ row: 20, body: bodyOf([aResult('name20', 'com', { group: noise })]) });
    expect(faultOf(() => sessions.record({ id, requests: [...answered(10, 20), large] }))).toBe('full');
    expect(stored()).toEqual(before);
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    database.exec('PRAGMA max_page_count = 1000000');
    sessions.record({ id, requests: [...answered(10, 20), large] });
    expect(repositories().sessions.find({ id })).toMatchObject({ left: 600 - 63 });
  });

  it('D8 that may not be written says so', () => {
    database.exec('PRAGMA query_only = ON');
    expect(faultOf(() => repositories().sessions.record({ id, requests: answered(0, 1) }))).toBe('read-only');
  });

  it.each([
    ['answers', 'UPDATE session_answers SET body = zeroblob(length(body))'],
    ['lengths of answers', 'UPDATE session_answers SET lengths = zeroblob(3)'],
    ['longer answers', `UPDATE session_answers SET lengths = x'00ff0000${'00'.repeat(36)}'`],
    ['a dictionary', 'UPDATE session_dictionaries SET body = zeroblob(9)'],
    ['no dictionary', 'DELETE FROM session_dictionaries'],
    ['columns', 'UPDATE session_requests SET columns = zeroblob(2)'],
  ])('D5 with damaged rows (%s) says damaged instead of showing them', (_name, damage) => {
    repositories().sessions.record({ id, requests: answered(0, 10) });
    database.exec(damage);
    const { sessions } = repositories();
    expect(faultOf(() => sessions.findings({ id, cells: Uint32Array.of(4) }))).toBe('damaged');
    expect(faultOf(() => sessions.details({ id, cell: 4 }))).toBe('damaged');
  });

  it.each([
    ['tallies', `UPDATE session_progress SET tallies = '{"0":"many"}'`],
    ['state', "UPDATE sessions SET state = 'rnuning'"],
    ['TLDs', "UPDATE sessions SET tlds = 'com'"],
  ])('D5 with damaged %s says damaged', (_name, damage) => {
    database.exec(damage);
    expect(faultOf(() => repositories().sessions.list())).toBe('damaged');
  });

  it.each([
    ['a snapshot of other cells', "UPDATE session_snapshots SET codes = x'28b52ffd'"],
    ['a row that there is not', 'DELETE FROM session_snapshots; UPDATE session_requests SET row = 999'],
    ['names that are cut', 'UPDATE name_blocks SET labels = substr(labels, 1, 20)'],
  ])('D5 with %s says damaged instead of opening', (_name, damage) => {
    const { sessions } = repositories();
    sessions.record({ id, requests: answered(0, 10) });
    sessions.settle();
    database.exec(damage);
    expect(faultOf(() => repositories().sessions.cells({ id }))).toBe('damaged');
  });

  it('notices a single changed bit in an answer', () => {
    repositories().sessions.record({ id, requests: answered(0, 1) });
    const { body } = database.prepare('SELECT body FROM session_answers').get() ?? {};
    if (!(body instanceof Uint8Array)) throw new Error('An answer is kept as bytes');
    const put = database.prepare('UPDATE session_answers SET body = ?');
    for (let bit = 0; bit < body.length * 8; bit += 7) {
      const changed = body.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      put.run(changed);
      const read = readOrFault(() => repositories().sessions.details({ id, cell: 0 }).answer);
      expect([new TextDecoder().decode(answered(0, 1)[0]?.body ?? undefined), 'damaged']).toContain(read);
    }
  });

  it('C18 is read the same from a snapshot, from what came after it, and from requests alone', () => {
    const { sessions } = repositories();
    sessions.record({ id, requests: answered(0, 50) });
    sessions.update({ id, changes: { state: 'paused' } });
    sessions.askAgain({ id, pending: bitsOf([0, 4, 599], 600) });
    sessions.shortlist({ id, cells: [7], isOn: true });
    sessions.record({ id, requests: [...answered(40, 60), aRequest({ row: 1 })] });
    const cells = sessions.cells({ id });
    expect(repositories().sessions.cells({ id })).toEqual(cells);
    sessions.settle();
    expect(count('session_snapshots')).toBe(1);
    expect(repositories().sessions.cells({ id })).toEqual(cells);
    database.exec('DELETE FROM session_snapshots');
    const { codes, checkedAt } = repositories().sessions.cells({ id });
    expect({ codes, checkedAt }).toEqual({ codes: cells.codes, checkedAt: cells.checkedAt });
  });

  it('C18 is written down on the way, so that after a crash there is little to read', () => {
    const { sessions } = repositories();
    const failed = labels.map((_label, row) => aRequest({ row }));
    for (let round = 0; round < 26; round += 1) sessions.record({ id, requests: failed });
    sessions.record({ id, requests: answered(0, 10) });
    const { behind } =
      database
        .prepare(
          'SELECT last_request - up_to AS behind FROM session_snapshots JOIN session_progress USING (session)',
        )
        .get() ?? {};
    expect(Number(behind)).toBeLessThan(5_000);
    expect(repositories().sessions.cells({ id })).toEqual(sessions.cells({ id }));
  });

  it('forgets answers that nothing is read from any more, and no others', () => {
    const { sessions } = repositories();
    sessions.record({ id, requests: answered(0, 40) });
    const packs = Number(count('session_answers'));
    for (let round = 0; round < 3; round += 1) sessions.record({ id, requests: answered(0, 40) });
    expect(count('session_answers')).toBe(packs);
    expect(count('session_requests')).toBe(40);
    sessions.record({ id, requests: [anAnsweredRequest(0, 'name0', { columns: Uint16Array.of(0) })] });
    expect(count('session_requests')).toBe(41);
    expect(sessions.details({ id, cell: 1 }).answer).toContain('name0.net');
  });

  it('keeps an answer that a failure came after', () => {
    const { sessions } = repositories();
    sessions.record({ id, requests: answered(0, 1) });
    sessions.record({ id, requests: [aRequest(), aRequest(), aRequest()] });
    expect(count('session_requests')).toBe(2);
    expect(sessions.details({ id, cell: 0 })).toMatchObject({ finding: { kind: 'unknown' }, answer: '' });
    const known = repositories().findings.details({ accountId: 'a1', domain: 'name0.com' });
    expect(known).toMatchObject({ finding: { kind: 'available' } });
    expect(known?.answer).toContain('name0.com');
  });

  it('is not touched when findings of Search are purged', async () => {
    const { sessions, findings } = repositories();
    sessions.record({ id, requests: answered(0, 1) });
    findings.save({
      accountId: 'a1',
      findings: [aFinding({ domain: 'name0.com', kind: 'taken' })],
      answer: '"x"',
    });
    expect(await findings.purge({ before: '2030-01-01T00:00:00.000Z' })).toEqual({ removed: 1 });
    expect(sessions.find({ id })).toMatchObject({ left: 597 });
    expect(findings.known({ accountId: 'a1', domains: ['name0.com'] })).toMatchObject([
      { kind: 'available' },
    ]);
  });
});

function faultOf(work: () => unknown): string {
  return readOrFault(() => {
    work();
    return 'nothing was thrown';
  });
}

function readOrFault(work: () => string): string {
  try {
    return work();
  } catch (thrown) {
    return storageFaultOf(thrown) ?? `a bug: ${String(thrown)}`;
  }
}

describe('the prices of a session', () => {
  let world: SessionsStore;
  beforeEach(async () => {
    world = await aSessionsStore();
  });
  afterEach(() => world.close());

  it('are those of what can be bought, each different offer once: premium names by their own, the latest answer alone', async () => {
    const id = await aSession(world.workspace(), ['bakery', 'ape']);
    const pricing = { '1': { register: '10.49', transfer: '', renew: { price: 11, currency: 'EUR' } } };
    const premium = { isPremium: true, premiumCostPricing: { register: '420.00' } };
    const body = bodyOf([
      aResult('bakery', 'com', { pricing }),
      aResult('bakery', 'net', { pricing, ...premium }),
      aResult('bakery', 'co.uk', { pricing, ...taken }),
    ]);
    await world.record(id, { body });
    await world.record(id, anAnsweredRequest(1, 'ape'));
    const again = bodyOf([aResult('ape', 'net', { pricing })]);
    await world.record(id, { row: 1, columns: Uint16Array.of(1), body: again });
    const priced = await world.workspace().sessions.prices({ id, cells: Uint32Array.of(4, 0, 1, 2, 3) });
    const ordinary = {
      period: 1,
      register: { kind: 'given', amount: '10.49', currency: null },
      renew: { kind: 'given', amount: '11', currency: 'EUR' },
    };
    const notGiven = { kind: 'not-given' };
    expect(valueOf(priced)).toEqual({
      offers: [
        ordinary,
        { period: 1, register: { kind: 'given', amount: '420.00', currency: null }, renew: notGiven },
        { period: 1, register: notGiven, renew: notGiven },
      ],
      of: [1, 1, 2, 0, 3],
    });
  });

  it('come for more cells than cross at once, and for unchecked ones there are none', async () => {
    const names = Array.from({ length: 500 }, (_, row) => `name${row}`);
    const id = await aSession(world.workspace(), [...names, 'unchecked']);
    const requests = names.map((label, row) => anAnsweredRequest(row, label));
    valueOf(await world.workspace().sessions.record({ id, requests }));
    const cells = Uint32Array.from({ length: 1_503 }, (_, cell) => cell);
    const { offers, of } = valueOf(await world.workspace().sessions.prices({ id, cells }));
    expect(offers).toHaveLength(1);
    expect(of).toEqual(Array.from(cells, (cell) => (cell < 1_500 ? 1 : 0)));
  });
});
