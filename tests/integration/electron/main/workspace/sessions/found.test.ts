import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anAnsweredRequest, aResult, aSession, bodyOf } from '../../../../../support/workspace/a-session.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';
import { aSessionDesk, type SessionDesk } from '../../../../../support/workspace/session-desk.ts';

describe('the findings of a session', () => {
  let desk: SessionDesk;
  beforeEach(async () => {
    desk = await aSessionDesk();
  });
  afterEach(() => desk.close());

  describe('in detail', () => {
    it('give findings in the order asked for, with prices and messages, unchecked ones too', async () => {
      const id = await aSession(desk.workspace(), ['bakery', 'ape']);
      const body = bodyOf([
        aResult('ape', 'net', {
          isPremium: true,
          premiumCostPricing: { register: '420.00', CurrencyCode: 'USD' },
        }),
        aResult('ape', 'com', { isValidDomain: false, domainErrorMessage: 'Too short' }),
      ]);
      await desk.record(id, { row: 1, columns: Uint16Array.of(0, 1), body });
      const found = valueOf(await desk.workspace().sessions.findings({ id, cells: Uint32Array.of(4, 0, 3) }));
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
      const id = await aSession(desk.workspace(), names);
      const requests = names.map((label, row) => anAnsweredRequest(row, label));
      valueOf(await desk.workspace().sessions.record({ id, requests }));
      const cells = Uint32Array.from({ length: 900 }, (_, cell) => 899 - cell);
      const found = valueOf(await desk.workspace().sessions.findings({ id, cells }));
      const domains = [...cells].map(
        (cell) => `name${Math.floor(cell / 3)}.${['com', 'net', 'co.uk'][cell % 3]}`,
      );
      expect(found.map(({ domain }) => domain)).toEqual(domains);
      expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['available']));
    });

    it('give the whole answer behind a cell, however long', async () => {
      const id = await aSession(desk.workspace(), ['bakery']);
      const answer = [aResult('bakery', 'com', { group: 'é💾'.repeat(50_000) })];
      await desk.record(id, { columns: Uint16Array.of(0), body: bodyOf(answer) });
      await desk.reopen();
      const details = valueOf(await desk.workspace().sessions.details({ id, cell: 0 }));
      expect(JSON.parse(details.answer)).toEqual(answer);
      expect(details.finding).toMatchObject({ domain: 'bakery.com', kind: 'available' });
    });
  });
});
