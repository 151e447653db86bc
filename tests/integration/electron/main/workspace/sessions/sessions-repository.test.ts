import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../../../electron/main/workspace/database.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import { createRepositories } from '../../../../../../electron/main/workspace/stores.ts';
import { cellCode, countsOf, noCounts } from '../../../../../../shared/domain/session.ts';
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
  anAccount,
  valueOf,
} from '../../../../../support/workspace/a-workspace.ts';

describe('sessions repository', () => {
  describe('the sessions of a workspace', () => {
    const available = cellCode('available', null);
    const unreachable = cellCode('unknown', 'unreachable');
    const nobody = randomUUID();

    let world: SessionsStore;
    beforeEach(async () => {
      world = await aSessionsStore();
    });
    afterEach(() => world.close());

    describe('as a whole', () => {
      it('are as they were made, after closing and opening: names in their order, nothing checked', async () => {
        const names = ['zebra', 'bakery', 'xn--bcker-gva', 'ape'];
        const session = aNewSession({ rerunOf: nobody, source: 'names.csv' });
        const made = valueOf(await world.workspace().sessions.create({ session, names: names.join('\n') }));
        await world.reopen();
        expect(await world.find(session.id)).toEqual(made);
        expect(made).toMatchObject({ ...session, names: 4, left: 12, shortlisted: 0, causes: {}, view: '' });
        expect(made).toMatchObject({ changedAt: session.createdAt, finishedAt: null });
        expect(made.counts).toMatchObject({ unchecked: 12, available: 0, unknown: 0 });
        expect(valueOf(await world.workspace().sessions.names({ id: session.id }))).toBe(names.join('\n'));
        expect(await world.cellsOf(session.id)).toEqual({
          codes: Array.from({ length: 12 }, () => 0),
          checkedAt: Array.from({ length: 12 }, () => 0),
          pending: [0, 0],
        });
      });

      it('are listed with the newest first', async () => {
        const older = await aSession(world.workspace(), ['a'], { createdAt: '2026-02-20T00:00:00.000Z' });
        const newer = await aSession(world.workspace(), ['b'], { createdAt: '2026-02-22T00:00:00.000Z' });
        expect(valueOf(await world.workspace().sessions.list()).map(({ id }) => id)).toEqual([newer, older]);
      });

      it('change in what is named alone', async () => {
        const id = await aSession(world.workspace(), ['a']);
        const before = await world.find(id);
        const changes = { name: 'Renamed', view: '{"density":"compact"}' };
        expect(valueOf(await world.workspace().sessions.update({ id, changes }))).toEqual({
          ...before,
          ...changes,
        });
        const ended = {
          state: 'finished',
          finishedAt: '2026-02-22T00:00:00.000Z',
          changedAt: '2026-02-22T00:00:00.000Z',
        } as const;
        valueOf(await world.workspace().sessions.update({ id, changes: ended }));
        await world.reopen();
        expect(await world.find(id)).toEqual({ ...before, ...changes, ...ended });
      });

      it('may stand over the names of another one, and keep them when that is removed', async () => {
        const first = await aSession(world.workspace(), ['bakery', 'ape']);
        await world.record(first, anAnsweredRequest(0, 'bakery'));
        const copy = aNewSession({ tlds: ['de'], rerunOf: first });
        const made = valueOf(await world.workspace().sessions.copy({ fromId: first, session: copy }));
        expect(made).toMatchObject({ ...copy, names: 2, left: 2 });
        valueOf(await world.workspace().sessions.remove({ id: first }));
        await world.reopen();
        expect(valueOf(await world.workspace().sessions.names({ id: copy.id }))).toBe('bakery\nape');
        expect(valueOf(await world.workspace().sessions.list()).map(({ id }) => id)).toEqual([copy.id]);
      });

      it.each([
        ['found by the index of a long list', 400],
        ['found by walking through a short list', 3],
      ])('say where some domains are, and count what was found of them: %s', async (_case, length) => {
        const names = Array.from({ length }, (_, row) => (row === 1 ? 'bakery' : `name-${row}`));
        const id = await aSession(world.workspace(), names);
        const copy = aNewSession({ tlds: ['de'] });
        valueOf(await world.workspace().sessions.copy({ fromId: id, session: copy }));
        await world.record(id, anAnsweredRequest(1, 'bakery'));
        const domains = ['bakery.com', 'bakery.net', 'name-2.com', 'bakery.example', 'elsewhere.com'].join(
          '\n',
        );
        const answer = await world.workspace().sessions.ofDomains({ ids: [id, copy.id], domains });
        const { codes } = await world.cellsOf(id);
        const found = countsOf([codes[3] ?? 0, codes[4] ?? 0, 0].map((code) => [code, 1])).counts;
        expect(found.unchecked).toBe(1);
        const [inFirst, inCopy] = valueOf(answer);
        expect({ ...noCounts(), ...inFirst?.counts }).toEqual(found);
        expect(inFirst?.cells.toSorted()).toEqual([3, 4, 6]);
        expect(inCopy).toEqual({ cells: [], counts: {} });
      });

      it('go with their account', async () => {
        world.workspace().accounts.save(anAccount({ id: 'a2', label: 'Other' }));
        const gone = await aSession(world.workspace(), ['bakery']);
        const other = await aSession(world.workspace(), ['bakery'], { accountId: 'a2' });
        await world.record(gone, anAnsweredRequest(0, 'bakery'));
        world.workspace().accounts.remove({ id: 'a1' });
        expect(valueOf(await world.workspace().sessions.list()).map(({ id }) => id)).toEqual([other]);
        await expect(world.workspace().sessions.names({ id: gone })).rejects.toThrow('no such session');
        // What was found lately is stored at the end: of a session that is gone, nothing is.
        await world.reopen();
        expect(valueOf(await world.workspace().sessions.list()).map(({ id }) => id)).toEqual([other]);
      });
    });

    describe('that ask again', () => {
      it('have exactly those cells before them, whatever the clock said', async () => {
        const id = await aSession(world.workspace(), ['bakery', 'ape']);
        await world.record(id, anAnsweredRequest(0, 'bakery'), anAnsweredRequest(1, 'ape'));
        const pending = bitsOf([1, 2, 5], 6);
        expect(valueOf(await world.workspace().sessions.askAgain({ id, pending }))).toMatchObject({
          left: 3,
        });
        // The same instant as before: no time tells the two apart.
        await world.record(id, { row: 0, columns: Uint16Array.of(2) });
        await world.reopen();
        expect(await world.find(id)).toMatchObject({ left: 2 });
        expect(await world.cellsOf(id)).toMatchObject({
          codes: [available, available, unreachable, available, available, available],
          pending: [...bitsOf([1, 5], 6)],
        });
      });

      it('take the place of what was to be asked before; what was never asked is still to be', async () => {
        const id = await aSession(world.workspace(), ['bakery', 'ape']);
        await world.record(id, anAnsweredRequest(0, 'bakery'));
        valueOf(await world.workspace().sessions.askAgain({ id, pending: bitsOf([0, 1], 6) }));
        const again = await world.workspace().sessions.askAgain({ id, pending: bitsOf([2, 3], 6) });
        expect(valueOf(again)).toMatchObject({ left: 4 });
        expect((await world.cellsOf(id)).pending).toEqual([...bitsOf([2, 3], 6)]);
      });
    });

    describe('with a shortlist', () => {
      it('have it in their cells and their count, also after closing and opening', async () => {
        const id = await aSession(world.workspace(), ['bakery']);
        expect(
          valueOf(await world.workspace().sessions.shortlist({ id, cells: [0, 2], isOn: true })),
        ).toEqual({
          shortlisted: 2,
        });
        expect(await world.record(id, anAnsweredRequest(0, 'bakery'))).toEqual([
          available,
          available,
          available,
        ]);
        await world.workspace().sessions.shortlist({ id, cells: [2, 1], isOn: false });
        await world.reopen();
        expect(await world.find(id)).toMatchObject({ shortlisted: 1, left: 0, counts: { available: 3 } });
        expect((await world.cellsOf(id)).codes).toEqual([available | 0x80, available, available]);
      });
    });

    it('keep what the throttle learned of each account, the latest', async () => {
      expect(world.workspace().paces.read({ accountId: 'a1' })).toBeNull();
      const observedAt = '2026-02-21T14:00:00.000Z';
      const first = { requestsPerSecond: 7.5, concurrency: 4, observedAt };
      const latest = { requestsPerSecond: null, concurrency: 2.5, observedAt };
      world.workspace().paces.save({ accountId: 'a1', pace: first });
      world.workspace().paces.save({ accountId: 'a1', pace: latest });
      await world.reopen();
      expect(world.workspace().paces.read({ accountId: 'a1' })).toEqual(latest);
    });

    it('know what was learned last with the same login, by whichever account, and nothing of another one', () => {
      const { accounts, paces } = world.workspace();
      const { username } = anAccount();
      accounts.save(anAccount({ id: 'a2', label: 'Again', username: username.toUpperCase() }));
      accounts.save(anAccount({ id: 'a3', label: 'Other', username: 'other@example.com' }));
      const pace = { requestsPerSecond: 7.5, concurrency: 4, observedAt: '2026-02-21T14:00:00.000Z' };
      const later = { ...pace, requestsPerSecond: 9, observedAt: '2026-02-21T15:00:00.000Z' };
      paces.save({ accountId: 'a1', pace });
      expect(paces.read({ accountId: 'a2' })).toEqual(pace);
      paces.save({ accountId: 'a2', pace: later });
      expect(paces.read({ accountId: 'a1' })).toEqual(later);
      expect(paces.read({ accountId: 'a3' })).toBeNull();
    });
  });

  describe('sessions', () => {
    const available = cellCode('available', null);
    const unreachable = cellCode('unknown', 'unreachable');

    let world: SessionsStore;
    beforeEach(async () => {
      world = await aSessionsStore();
    });
    afterEach(() => world.close());

    describe('with what was recorded', () => {
      it('C18 have findings, counts and the rest of the way, also after closing and opening', async () => {
        const id = await aSession(world.workspace(), ['bakery', 'ape']);
        const body = bodyOf([
          aResult('ape', 'com', taken),
          aResult('ape', 'net', { isPremium: true }),
          aResult('ape', 'co.uk', { ...taken, status: 'reserved' }),
        ]);
        const codes = await world.record(
          id,
          { row: 1, body, checkedAtMs: 1_771_682_400_999 },
          { row: 0, columns: Uint16Array.of(2, 0), checkedAtMs: 1_771_682_500_000 },
        );
        const found = [cellCode('taken', null), cellCode('premium', null), cellCode('reserved', null)];
        expect(codes).toEqual([...found, unreachable, unreachable]);
        const before = [await world.find(id), await world.cellsOf(id)];
        expect(before).toMatchObject([
          {
            counts: { taken: 1, premium: 1, reserved: 1, unknown: 2, unchecked: 1 },
            causes: { unreachable: 2 },
            left: 1,
            changedAt: '2026-02-21T14:01:40.000Z',
          },
          {
            codes: [unreachable, 0, unreachable, ...found],
            checkedAt: [1_771_682_500, 0, 1_771_682_500, 1_771_682_400, 1_771_682_400, 1_771_682_400],
          },
        ]);
        await world.reopen();
        expect([await world.find(id), await world.cellsOf(id)]).toEqual(before);
      });

      it.each([
        ['that is no JSON', new TextEncoder().encode('<html>'), cellCode('unknown', 'unreadable'), ''],
        ['that is no list', bodyOf({ result: 1 }), cellCode('unknown', 'unreadable'), ''],
        ['that refuses', bodyOf({ error: 'Not today' }), cellCode('unknown', 'refused'), 'Not today'],
        ['without the names', bodyOf([]), cellCode('unknown', 'not-in-answer'), ''],
        ['of nothing', new Uint8Array(), cellCode('unknown', 'unreadable'), ''],
      ])('C17 call the names of an answer %s unknown, with the cause', async (_name, body, code, message) => {
        const id = await aSession(world.workspace(), ['bakery']);
        expect(await world.record(id, { body, cause: null })).toEqual([code, code, code]);
        const cells = Uint32Array.of(1);
        expect(valueOf(await world.workspace().sessions.findings({ id, cells }))).toMatchObject([
          { domain: 'bakery.net', kind: 'unknown', message },
        ]);
      });

      it('keep the words of a service that refused', async () => {
        const id = await aSession(world.workspace(), ['bakery']);
        await world.record(id, { cause: 'refused', message: 'Too many requests' });
        const { finding, answer } = valueOf(await world.workspace().sessions.details({ id, cell: 2 }));
        expect(finding).toMatchObject({ cause: 'refused', message: 'Too many requests' });
        expect(answer).toBe('');
      });

      it('take the later of two answers, and a failure takes nothing from what Search knows', async () => {
        const id = await aSession(world.workspace(), ['bakery']);
        await world.record(id, anAnsweredRequest(0, 'bakery'));
        const net = bodyOf([aResult('bakery', 'net', taken)]);
        const later = { checkedAtMs: Date.parse('2026-02-21T15:00:00.000Z') };
        await world.record(id, { columns: Uint16Array.of(1), body: net, ...later });
        await world.record(id, { columns: Uint16Array.of(2), ...later });
        expect((await world.cellsOf(id)).codes).toEqual([available, cellCode('taken', null), unreachable]);
        const domains = ['bakery.com', 'bakery.net', 'bakery.co.uk'];
        const known = valueOf(await world.workspace().findings.known({ accountId: 'a1', domains }));
        expect(known.map(({ domain, kind }) => [domain, kind])).toEqual([
          ['bakery.com', 'available'],
          ['bakery.net', 'taken'],
          ['bakery.co.uk', 'available'],
        ]);
      });

      it('are all kept or none: one request that cannot be leaves the others out', async () => {
        const id = await aSession(world.workspace(), ['bakery']);
        for (const wrong of [{ row: 1 }, { columns: Uint16Array.of(3) }]) {
          const requests = [anAnsweredRequest(0, 'bakery'), aRequest(wrong)];
          await expect(world.workspace().sessions.record({ id, requests })).rejects.toThrow('no such');
        }
        expect(await world.find(id)).toMatchObject({ left: 3, counts: { available: 0 } });
        expect((await world.cellsOf(id)).codes).toEqual([0, 0, 0]);
        const known = world.workspace().findings.known({ accountId: 'a1', domains: ['bakery.com'] });
        expect(valueOf(await known)).toEqual([]);
      });

      it('count once where their answers are not as documented', async () => {
        const id = await aSession(world.workspace(), ['bakery']);
        const body = bodyOf([aResult('bakery', 'com', { score: '1' })]);
        await world.record(id, { columns: Uint16Array.of(0), body });
        await world.record(id, { columns: Uint16Array.of(0), body });
        expect(world.workspace().deviations.list({ accountId: 'a1' })).toMatchObject([
          { operation: 'lookup', path: '[].score', expected: 'number', seen: 'string', count: 2 },
        ]);
      });
    });
  });

  describe('what is left of a removed session', () => {
    const labels = Array.from({ length: 200 }, (_, row) => `name${row}`);
    const { id } = aNewSession();

    let directory: ADirectory;
    let database: DatabaseSync;
    beforeEach(() => {
      directory = aDirectory();
      const opened = openDatabase(directory.path, migrations, () => new Date());
      if (!opened.ok) throw new Error(opened.error);
      database = opened.value.database;
      const { accounts, sessions } = repositories();
      accounts.save(anAccount());
      sessions.create({ session: aNewSession({ id }), names: labels.join('\n') });
    });
    afterEach(() => {
      database.close();
      directory.remove();
    });

    const repositories = () => createRepositories(database);
    const answered = (from: number, to: number) =>
      labels.slice(from, to).map((label, at) => anAnsweredRequest(from + at, label));
    const count = (table: string) =>
      database.prepare(`SELECT count(*) AS found FROM ${table}`).get()?.['found'];
    const tablesOfSessions = () =>
      database
        .prepare(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND (name LIKE 'session%' OR name LIKE 'name_%')",
        )
        .all()
        .map(({ name }) => String(name))
        .filter((name) => name !== 'session_counters');
    const sweepAll = () => {
      const { sessions } = repositories();
      while (sessions.sweep());
    };

    it('C18 is not mixed up with what later sessions record', () => {
      const { sessions } = repositories();
      const other = aNewSession();
      sessions.create({ session: other, names: labels.join('\n') });
      sessions.record({ id: other.id, requests: answered(0, 100) });
      const late = aNewSession();
      sessions.create({ session: late, names: labels.join('\n') });
      sessions.remove({ id: other.id });
      sweepAll();
      sessions.record({ id: late.id, requests: answered(0, 3) });
      const { codes } = repositories().sessions.cells({ id: late.id });
      expect(codes.filter((code) => code !== 0)).toHaveLength(9);
    });

    it.each([
      ['itself', () => repositories().sessions.remove({ id })],
      ['with its account', () => repositories().accounts.remove({ id: 'a1' })],
    ])('D10 is no trace in the file, removed %s', (_name, remove) => {
      const { sessions } = repositories();
      const canary = 'canary-canary';
      const secret = aNewSession({ name: canary });
      sessions.create({ session: secret, names: canary });
      sessions.record({ id: secret.id, requests: [anAnsweredRequest(0, canary)] });
      sessions.shortlist({ id: secret.id, cells: [1], isOn: true });
      sessions.settle();
      sessions.remove({ id: secret.id });
      remove();
      sweepAll();
      expect(tablesOfSessions().length).toBeGreaterThan(8);
      expect(tablesOfSessions().map((table) => [table, count(table)])).toEqual(
        tablesOfSessions().map((table) => [table, 0]),
      );
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      expect(readFileSync(join(directory.path, 'workspace.sqlite')).includes(canary)).toBe(false);
    });

    it('C18 that went with its account leaves nothing to the next one with its number', () => {
      const { accounts, sessions } = repositories();
      sessions.record({ id, requests: answered(0, 100) });
      accounts.remove({ id: 'a1' });
      while (sessions.sweep());
      accounts.save(anAccount());
      const next = aNewSession();
      sessions.create({ session: next, names: labels.join('\n') });
      sessions.settle();
      const { codes } = repositories().sessions.cells({ id: next.id });
      expect(codes.filter((code) => code !== 0)).toEqual(new Uint8Array());
    });

    it('is cleared away in steps that each do little', () => {
      const many = Array.from({ length: 30 }, () => answered(0, 200)).flat();
      const { sessions } = repositories();
      const other = aNewSession();
      sessions.create({ session: other, names: labels.join('\n') });
      // Of different columns, so that none takes the place of another.
      many.forEach((request, index) =>
        sessions.record({ id: other.id, requests: [{ ...request, columns: Uint16Array.of(index % 3) }] }),
      );
      sessions.remove({ id: other.id });
      let steps = 0;
      while (sessions.sweep()) steps += 1;
      expect(steps).toBeGreaterThan(1);
      expect(sessions.find({ id })).not.toBeNull();
    });
  });
});

describe('the findings of a session', () => {
  let world: SessionsStore;
  beforeEach(async () => {
    world = await aSessionsStore();
  });
  afterEach(() => world.close());

  describe('in detail', () => {
    it('give findings in the order asked for, with prices and messages, unchecked ones too', async () => {
      const id = await aSession(world.workspace(), ['bakery', 'ape']);
      const body = bodyOf([
        aResult('ape', 'net', {
          isPremium: true,
          premiumCostPricing: { register: '420.00', CurrencyCode: 'USD' },
        }),
        aResult('ape', 'com', { isValidDomain: false, domainErrorMessage: 'Too short' }),
      ]);
      await world.record(id, { row: 1, columns: Uint16Array.of(0, 1), body });
      const found = valueOf(
        await world.workspace().sessions.findings({ id, cells: Uint32Array.of(4, 0, 3) }),
      );
      const checkedAt = '2026-02-21T14:00:00.000Z';
      expect(found).toMatchObject([
        { domain: 'ape.net', tld: 'net', kind: 'premium', cause: null, checkedAt },
        { domain: 'bakery.com', kind: 'unchecked', checkedAt: null, prices: [] },
        { domain: 'ape.com', kind: 'invalid', message: 'Too short', checkedAt },
      ]);
      expect(found[0]?.prices[0]?.register).toEqual({ kind: 'given', amount: '420.00', currency: 'USD' });
    });

    it('give the findings of more cells than cross at once', async () => {
      const names = Array.from({ length: 300 }, (_, row) => `name${row}`);
      const id = await aSession(world.workspace(), names);
      const requests = names.map((label, row) => anAnsweredRequest(row, label));
      valueOf(await world.workspace().sessions.record({ id, requests }));
      const cells = Uint32Array.from({ length: 900 }, (_, cell) => 899 - cell);
      const found = valueOf(await world.workspace().sessions.findings({ id, cells }));
      const domains = [...cells].map(
        (cell) => `name${Math.floor(cell / 3)}.${['com', 'net', 'co.uk'][cell % 3]}`,
      );
      expect(found.map(({ domain }) => domain)).toEqual(domains);
      expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['available']));
    });

    it('give the whole answer behind a cell, however long', async () => {
      const id = await aSession(world.workspace(), ['bakery']);
      const answer = [aResult('bakery', 'com', { group: 'é💾'.repeat(50_000) })];
      await world.record(id, { columns: Uint16Array.of(0), body: bodyOf(answer) });
      await world.reopen();
      const details = valueOf(await world.workspace().sessions.details({ id, cell: 0 }));
      expect(JSON.parse(details.answer)).toEqual(answer);
      expect(details.finding).toMatchObject({ domain: 'bakery.com', kind: 'available' });
    });
  });
});
