import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cellCode } from '../../../../../shared/domain/cell.ts';
import { openWorkspace, type Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import {
  aNewSession,
  anAnsweredRequest,
  aRequest,
  aResult,
  aSession,
  bitsOf,
  bodyOf,
  taken,
} from '../../../../support/workspace/a-session.ts';
import {
  type ADirectory,
  aDirectory,
  anAccount,
  valueOf,
  workerUrl,
} from '../../../../support/workspace/a-workspace.ts';

const available = cellCode('available', null);
const unreachable = cellCode('unknown', 'unreachable');
const nobody = randomUUID();

describe('the sessions of a workspace', () => {
  let directory: ADirectory;
  let workspace: Workspace;
  const open = async () => valueOf(await openWorkspace({ directory: directory.path, workerUrl }));
  beforeEach(async () => {
    directory = aDirectory();
    workspace = await open();
    valueOf(await workspace.accounts.save(anAccount()));
  });
  afterEach(async () => {
    await workspace.close();
    directory.remove();
  });
  const reopen = async () => {
    await workspace.close();
    workspace = await open();
  };
  const find = async (id: string) => valueOf(await workspace.sessions.find({ id }));
  const cellsOf = async (id: string) => {
    const { codes, checkedAt, pending } = valueOf(await workspace.sessions.cells({ id }));
    return { codes: [...codes], checkedAt: [...checkedAt], pending: [...pending] };
  };
  const record = async (id: string, ...requests: Parameters<typeof aRequest>[0][]) =>
    valueOf(await workspace.sessions.record({ id, requests: requests.map((each) => aRequest(each)) })).codes;

  describe('as a whole', () => {
    it('are as they were made, after closing and opening: names in their order, nothing checked', async () => {
      const names = ['zebra', 'bakery', 'xn--bcker-gva', 'ape'];
      const session = aNewSession({ rerunOf: nobody, source: 'names.csv' });
      const made = valueOf(await workspace.sessions.create({ session, names: names.join('\n') }));
      await reopen();
      expect(await find(session.id)).toEqual(made);
      expect(made).toMatchObject({ ...session, names: 4, left: 12, shortlisted: 0, causes: {}, view: '' });
      expect(made).toMatchObject({ changedAt: session.createdAt, finishedAt: null });
      expect(made.counts).toMatchObject({ unchecked: 12, available: 0, unknown: 0 });
      expect(valueOf(await workspace.sessions.names({ id: session.id }))).toBe(names.join('\n'));
      expect(await cellsOf(session.id)).toEqual({
        codes: Array.from({ length: 12 }, () => 0),
        checkedAt: Array.from({ length: 12 }, () => 0),
        pending: [0, 0],
      });
    });

    it('are listed with the newest first', async () => {
      const older = await aSession(workspace, ['a'], { createdAt: '2026-02-20T00:00:00.000Z' });
      const newer = await aSession(workspace, ['b'], { createdAt: '2026-02-22T00:00:00.000Z' });
      expect(valueOf(await workspace.sessions.list({})).map(({ id }) => id)).toEqual([newer, older]);
    });

    it('change in what is named alone', async () => {
      const id = await aSession(workspace, ['a']);
      const before = await find(id);
      const changes = { name: 'Renamed', view: '{"density":"compact"}' };
      expect(valueOf(await workspace.sessions.update({ id, changes }))).toEqual({ ...before, ...changes });
      const ended = {
        state: 'finished',
        finishedAt: '2026-02-22T00:00:00.000Z',
        changedAt: '2026-02-22T00:00:00.000Z',
      } as const;
      valueOf(await workspace.sessions.update({ id, changes: ended }));
      await reopen();
      expect(await find(id)).toEqual({ ...before, ...changes, ...ended });
    });

    it('may stand over the names of another one, and keep them when that is removed', async () => {
      const first = await aSession(workspace, ['bakery', 'ape']);
      await record(first, anAnsweredRequest(0, 'bakery'));
      const copy = aNewSession({ tlds: ['de'], rerunOf: first });
      const made = valueOf(await workspace.sessions.copy({ fromId: first, session: copy }));
      expect(made).toMatchObject({ ...copy, names: 2, left: 2 });
      valueOf(await workspace.sessions.remove({ id: first }));
      await reopen();
      expect(valueOf(await workspace.sessions.names({ id: copy.id }))).toBe('bakery\nape');
      expect(valueOf(await workspace.sessions.list({})).map(({ id }) => id)).toEqual([copy.id]);
    });

    it('are gone when removed, and asking for them is a bug of the caller', async () => {
      const id = await aSession(workspace, ['bakery']);
      valueOf(await workspace.sessions.remove({ id }));
      expect(await find(id)).toBeNull();
      for (const unknown of [id, nobody]) {
        await expect(workspace.sessions.cells({ id: unknown })).rejects.toThrow('no such session');
        await expect(workspace.sessions.record({ id: unknown, requests: [aRequest()] })).rejects.toThrow();
      }
    });

    it('go with their account', async () => {
      valueOf(await workspace.accounts.save(anAccount({ id: 'a2', label: 'Other' })));
      const gone = await aSession(workspace, ['bakery']);
      const other = await aSession(workspace, ['bakery'], { accountId: 'a2' });
      await record(gone, anAnsweredRequest(0, 'bakery'));
      valueOf(await workspace.accounts.remove({ id: 'a1' }));
      expect(valueOf(await workspace.sessions.list({})).map(({ id }) => id)).toEqual([other]);
      await expect(workspace.sessions.names({ id: gone })).rejects.toThrow('no such session');
    });
  });

  describe('with what was recorded', () => {
    it('C18 have findings, counts and the rest of the way, also after closing and opening', async () => {
      const id = await aSession(workspace, ['bakery', 'ape']);
      const body = bodyOf([
        aResult('ape', 'com', taken),
        aResult('ape', 'net', { isPremium: true }),
        aResult('ape', 'co.uk', { ...taken, status: 'reserved' }),
      ]);
      const codes = await record(
        id,
        { row: 1, body, checkedAtMs: 1_771_682_400_999 },
        { row: 0, columns: Uint16Array.of(2, 0), checkedAtMs: 1_771_682_500_000 },
      );
      const found = [cellCode('taken', null), cellCode('premium', null), cellCode('reserved', null)];
      expect([...codes]).toEqual([...found, unreachable, unreachable]);
      const before = [await find(id), await cellsOf(id)];
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
      await reopen();
      expect([await find(id), await cellsOf(id)]).toEqual(before);
    });

    it.each([
      ['that is no JSON', new TextEncoder().encode('<html>'), cellCode('unknown', 'unreadable'), ''],
      ['that is no list', bodyOf({ result: 1 }), cellCode('unknown', 'unreadable'), ''],
      ['that refuses', bodyOf({ error: 'Not today' }), cellCode('unknown', 'refused'), 'Not today'],
      ['without the names', bodyOf([]), cellCode('unknown', 'not-in-answer'), ''],
      ['of nothing', new Uint8Array(), cellCode('unknown', 'unreadable'), ''],
    ])('C17 call the names of an answer %s unknown, with the cause', async (_name, body, code, message) => {
      const id = await aSession(workspace, ['bakery']);
      expect([...(await record(id, { body, cause: null }))]).toEqual([code, code, code]);
      const cells = Uint32Array.of(1);
      expect(valueOf(await workspace.sessions.findings({ id, cells }))).toMatchObject([
        { domain: 'bakery.net', kind: 'unknown', message },
      ]);
    });

    it('keep the words of a service that refused', async () => {
      const id = await aSession(workspace, ['bakery']);
      await record(id, { cause: 'refused', message: 'Too many requests' });
      const { finding, answer } = valueOf(await workspace.sessions.details({ id, cell: 2 }));
      expect(finding).toMatchObject({ cause: 'refused', message: 'Too many requests' });
      expect(answer).toBe('');
    });

    it('take the later of two answers, and a failure takes nothing from what Search knows', async () => {
      const id = await aSession(workspace, ['bakery']);
      await record(id, anAnsweredRequest(0, 'bakery'));
      const net = bodyOf([aResult('bakery', 'net', taken)]);
      const later = { checkedAtMs: Date.parse('2026-02-21T15:00:00.000Z') };
      await record(id, { columns: Uint16Array.of(1), body: net, ...later });
      await record(id, { columns: Uint16Array.of(2), ...later });
      expect((await cellsOf(id)).codes).toEqual([available, cellCode('taken', null), unreachable]);
      const domains = ['bakery.com', 'bakery.net', 'bakery.co.uk'];
      const known = valueOf(await workspace.findings.known({ accountId: 'a1', domains }));
      expect(known.map(({ domain, kind }) => [domain, kind])).toEqual([
        ['bakery.com', 'available'],
        ['bakery.net', 'taken'],
        ['bakery.co.uk', 'available'],
      ]);
    });

    it('are all kept or none: one request that cannot be leaves the others out', async () => {
      const id = await aSession(workspace, ['bakery']);
      for (const wrong of [{ row: 1 }, { columns: Uint16Array.of(3) }]) {
        const requests = [anAnsweredRequest(0, 'bakery'), aRequest(wrong)];
        await expect(workspace.sessions.record({ id, requests })).rejects.toThrow('no such');
      }
      expect(await find(id)).toMatchObject({ left: 3, counts: { available: 0 } });
      expect((await cellsOf(id)).codes).toEqual([0, 0, 0]);
    });

    it('do not take the caller’s bodies away', async () => {
      const id = await aSession(workspace, ['bakery']);
      const pool = Buffer.from(`before${JSON.stringify([aResult('bakery', 'com')])}after`);
      const body = pool.subarray(6, -5);
      await record(id, { columns: Uint16Array.of(0), body, cause: null });
      const { answer } = valueOf(await workspace.sessions.details({ id, cell: 0 }));
      expect(answer).toBe(JSON.stringify([aResult('bakery', 'com')]));
      expect(pool.toString().startsWith('before')).toBe(true);
    });

    it('count once where their answers are not as documented', async () => {
      const id = await aSession(workspace, ['bakery']);
      const body = bodyOf([aResult('bakery', 'com', { score: '1' })]);
      await record(id, { columns: Uint16Array.of(0), body });
      await record(id, { columns: Uint16Array.of(0), body });
      expect(valueOf(await workspace.deviations.list({ accountId: 'a1' }))).toMatchObject([
        { operation: 'lookup', path: '[].score', expected: 'number', seen: 'string', count: 2 },
      ]);
    });
  });

  describe('that ask again', () => {
    it('have exactly those cells before them, whatever the clock said', async () => {
      const id = await aSession(workspace, ['bakery', 'ape']);
      await record(id, anAnsweredRequest(0, 'bakery'), anAnsweredRequest(1, 'ape'));
      const pending = bitsOf([1, 2, 5], 6);
      expect(valueOf(await workspace.sessions.askAgain({ id, pending }))).toMatchObject({ left: 3 });
      // The same instant as before: no time tells the two apart.
      await record(id, { row: 0, columns: Uint16Array.of(2) });
      await reopen();
      expect(await find(id)).toMatchObject({ left: 2 });
      expect(await cellsOf(id)).toMatchObject({
        codes: [available, available, unreachable, available, available, available],
        pending: [...bitsOf([1, 5], 6)],
      });
    });

    it('take the place of what was to be asked before; what was never asked is still to be', async () => {
      const id = await aSession(workspace, ['bakery', 'ape']);
      await record(id, anAnsweredRequest(0, 'bakery'));
      valueOf(await workspace.sessions.askAgain({ id, pending: bitsOf([0, 1], 6) }));
      const again = await workspace.sessions.askAgain({ id, pending: bitsOf([2, 3], 6) });
      expect(valueOf(again)).toMatchObject({ left: 4 });
      expect((await cellsOf(id)).pending).toEqual([...bitsOf([2, 3], 6)]);
    });
  });

  describe('with a shortlist', () => {
    it('have it in their cells and their count, also after closing and opening', async () => {
      const id = await aSession(workspace, ['bakery']);
      expect(valueOf(await workspace.sessions.shortlist({ id, cells: [0, 2], isOn: true }))).toEqual({
        shortlisted: 2,
      });
      expect([...(await record(id, anAnsweredRequest(0, 'bakery')))]).toEqual([
        available,
        available,
        available,
      ]);
      await workspace.sessions.shortlist({ id, cells: [2, 1], isOn: false });
      await reopen();
      expect(await find(id)).toMatchObject({ shortlisted: 1, left: 0, counts: { available: 3 } });
      expect((await cellsOf(id)).codes).toEqual([available | 0x80, available, available]);
    });
  });

  describe('in detail', () => {
    it('give findings in the order asked for, with prices and messages, unchecked ones too', async () => {
      const id = await aSession(workspace, ['bakery', 'ape']);
      const body = bodyOf([
        aResult('ape', 'net', {
          isPremium: true,
          premiumCostPricing: { register: '420.00', CurrencyCode: 'USD' },
        }),
        aResult('ape', 'com', { isValidDomain: false, domainErrorMessage: 'Too short' }),
      ]);
      await record(id, { row: 1, columns: Uint16Array.of(0, 1), body });
      const found = valueOf(await workspace.sessions.findings({ id, cells: Uint32Array.of(4, 0, 3) }));
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
      const id = await aSession(workspace, names);
      const requests = names.map((label, row) => anAnsweredRequest(row, label));
      valueOf(await workspace.sessions.record({ id, requests }));
      const cells = Uint32Array.from({ length: 900 }, (_, cell) => 899 - cell);
      const found = valueOf(await workspace.sessions.findings({ id, cells }));
      const domains = [...cells].map(
        (cell) => `name${Math.floor(cell / 3)}.${['com', 'net', 'co.uk'][cell % 3]}`,
      );
      expect(found.map(({ domain }) => domain)).toEqual(domains);
      expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['available']));
    });

    it('give the whole answer behind a cell, however long', async () => {
      const id = await aSession(workspace, ['bakery']);
      const answer = [aResult('bakery', 'com', { group: 'é💾'.repeat(50_000) })];
      await record(id, { columns: Uint16Array.of(0), body: bodyOf(answer) });
      await reopen();
      const details = valueOf(await workspace.sessions.details({ id, cell: 0 }));
      expect(JSON.parse(details.answer)).toEqual(answer);
      expect(details.finding).toMatchObject({ domain: 'bakery.com', kind: 'available' });
    });
  });

  it('keep what the throttle learned of each account, the latest', async () => {
    expect(valueOf(await workspace.paces.read({ accountId: 'a1' }))).toBeNull();
    const learnedAt = '2026-02-21T14:00:00.000Z';
    const first = { requestsPerSecond: 7.5, concurrency: 4, learnedAt };
    const latest = { requestsPerSecond: null, concurrency: 2.5, learnedAt };
    valueOf(await workspace.paces.save({ accountId: 'a1', pace: first }));
    valueOf(await workspace.paces.save({ accountId: 'a1', pace: latest }));
    await reopen();
    expect(valueOf(await workspace.paces.read({ accountId: 'a1' }))).toEqual(latest);
  });
});
