import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cellCode } from '../../../../../../shared/domain/cell.ts';
import {
  anAnsweredRequest,
  aRequest,
  aResult,
  aSession,
  bodyOf,
  taken,
} from '../../../../../support/workspace/a-session.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';
import { aSessionDesk, type SessionDesk } from '../../../../../support/workspace/session-desk.ts';

const available = cellCode('available', null);
const unreachable = cellCode('unknown', 'unreachable');

describe('sessions', () => {
  let desk: SessionDesk;
  beforeEach(async () => {
    desk = await aSessionDesk();
  });
  afterEach(() => desk.close());

  describe('with what was recorded', () => {
    it('C18 have findings, counts and the rest of the way, also after closing and opening', async () => {
      const id = await aSession(desk.workspace(), ['bakery', 'ape']);
      const body = bodyOf([
        aResult('ape', 'com', taken),
        aResult('ape', 'net', { isPremium: true }),
        aResult('ape', 'co.uk', { ...taken, status: 'reserved' }),
      ]);
      const codes = await desk.record(
        id,
        { row: 1, body, checkedAtMs: 1_771_682_400_999 },
        { row: 0, columns: Uint16Array.of(2, 0), checkedAtMs: 1_771_682_500_000 },
      );
      const found = [cellCode('taken', null), cellCode('premium', null), cellCode('reserved', null)];
      expect(codes).toEqual([...found, unreachable, unreachable]);
      const before = [await desk.find(id), await desk.cellsOf(id)];
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
      await desk.reopen();
      expect([await desk.find(id), await desk.cellsOf(id)]).toEqual(before);
    });

    it.each([
      ['that is no JSON', new TextEncoder().encode('<html>'), cellCode('unknown', 'unreadable'), ''],
      ['that is no list', bodyOf({ result: 1 }), cellCode('unknown', 'unreadable'), ''],
      ['that refuses', bodyOf({ error: 'Not today' }), cellCode('unknown', 'refused'), 'Not today'],
      ['without the names', bodyOf([]), cellCode('unknown', 'not-in-answer'), ''],
      ['of nothing', new Uint8Array(), cellCode('unknown', 'unreadable'), ''],
    ])('C17 call the names of an answer %s unknown, with the cause', async (_name, body, code, message) => {
      const id = await aSession(desk.workspace(), ['bakery']);
      expect(await desk.record(id, { body, cause: null })).toEqual([code, code, code]);
      const cells = Uint32Array.of(1);
      expect(valueOf(await desk.workspace().sessions.findings({ id, cells }))).toMatchObject([
        { domain: 'bakery.net', kind: 'unknown', message },
      ]);
    });

    it('keep the words of a service that refused', async () => {
      const id = await aSession(desk.workspace(), ['bakery']);
      await desk.record(id, { cause: 'refused', message: 'Too many requests' });
      const { finding, answer } = valueOf(await desk.workspace().sessions.details({ id, cell: 2 }));
      expect(finding).toMatchObject({ cause: 'refused', message: 'Too many requests' });
      expect(answer).toBe('');
    });

    it('take the later of two answers, and a failure takes nothing from what Search knows', async () => {
      const id = await aSession(desk.workspace(), ['bakery']);
      await desk.record(id, anAnsweredRequest(0, 'bakery'));
      const net = bodyOf([aResult('bakery', 'net', taken)]);
      const later = { checkedAtMs: Date.parse('2026-02-21T15:00:00.000Z') };
      await desk.record(id, { columns: Uint16Array.of(1), body: net, ...later });
      await desk.record(id, { columns: Uint16Array.of(2), ...later });
      expect((await desk.cellsOf(id)).codes).toEqual([available, cellCode('taken', null), unreachable]);
      const domains = ['bakery.com', 'bakery.net', 'bakery.co.uk'];
      const known = valueOf(await desk.workspace().findings.known({ accountId: 'a1', domains }));
      expect(known.map(({ domain, kind }) => [domain, kind])).toEqual([
        ['bakery.com', 'available'],
        ['bakery.net', 'taken'],
        ['bakery.co.uk', 'available'],
      ]);
    });

    it('are all kept or none: one request that cannot be leaves the others out', async () => {
      const id = await aSession(desk.workspace(), ['bakery']);
      for (const wrong of [{ row: 1 }, { columns: Uint16Array.of(3) }]) {
        const requests = [anAnsweredRequest(0, 'bakery'), aRequest(wrong)];
        await expect(desk.workspace().sessions.record({ id, requests })).rejects.toThrow('no such');
      }
      expect(await desk.find(id)).toMatchObject({ left: 3, counts: { available: 0 } });
      expect((await desk.cellsOf(id)).codes).toEqual([0, 0, 0]);
      const known = desk.workspace().findings.known({ accountId: 'a1', domains: ['bakery.com'] });
      expect(valueOf(await known)).toEqual([]);
    });

    it('do not take the caller’s bodies away', async () => {
      const id = await aSession(desk.workspace(), ['bakery']);
      const pool = Buffer.from(`before${JSON.stringify([aResult('bakery', 'com')])}after`);
      const body = pool.subarray(6, -5);
      await desk.record(id, { columns: Uint16Array.of(0), body, cause: null });
      const { answer } = valueOf(await desk.workspace().sessions.details({ id, cell: 0 }));
      expect(answer).toBe(JSON.stringify([aResult('bakery', 'com')]));
      expect(pool.toString().startsWith('before')).toBe(true);
    });

    it('count once where their answers are not as documented', async () => {
      const id = await aSession(desk.workspace(), ['bakery']);
      const body = bodyOf([aResult('bakery', 'com', { score: '1' })]);
      await desk.record(id, { columns: Uint16Array.of(0), body });
      await desk.record(id, { columns: Uint16Array.of(0), body });
      expect(valueOf(await desk.workspace().deviations.list({ accountId: 'a1' }))).toMatchObject([
        { operation: 'lookup', path: '[].score', expected: 'number', seen: 'string', count: 2 },
      ]);
    });
  });
});
