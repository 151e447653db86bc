import { describe, expect, it } from 'vitest';
import {
  accountId,
  asks,
  ChangingDesk,
  consent,
  domain,
} from '../../../../support/changes/a-changing-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('applying a review', () => {
  it.each(['lock', 'nameservers', 'contacts'] as const)(
    'of %s stops where it is otherwise than it was looked at',
    async (kind) => {
      const desk = new ChangingDesk();
      const review = await desk.review(asks[kind]);
      desk.service.there(domain).lock = 'unlocked';
      desk.service.there(domain).nameservers = ['other.example.net', 'more.example.net'];
      desk.service.there(domain).contacts = [];
      expect(await desk.changes.apply(review.reviewId, consent)).toEqual({
        ok: false,
        error: { kind: 'changed-since', what: kind },
      });
      expect(desk.service.writes).toEqual([]);
    },
  );

  it('stops where the account was edited so that other fields would go out', async () => {
    const desk = new ChangingDesk();
    desk.service.free(domain);
    const review = await desk.review(asks.register);
    desk.options = { ...desk.options, postcodeField: 'zipcode' };
    expect(await desk.changes.apply(review.reviewId, consent)).toEqual({
      ok: false,
      error: { kind: 'changed-since', what: 'review' },
    });
  });

  it('needs what cannot be reached, and writes nothing down without it', async () => {
    const desk = new ChangingDesk();
    const review = await desk.review(asks.lock);
    desk.service.failing.set('lock', { kind: 'unreachable', why: 'offline' });
    expect(await desk.changes.apply(review.reviewId, consent)).toMatchObject({
      error: { kind: 'unreachable' },
    });
    expect(valueOf(await desk.changes.lastOf(accountId, domain))).toEqual([]);
  });

  it.each(['register', 'renew', 'contacts', 'child-delete'] as const)(
    'of %s asks for the name, in either form',
    async (kind) => {
      const desk = new ChangingDesk();
      const name = 'xn--bckerei-5wa.example';
      if (kind === 'register') desk.service.free(name);
      const review = valueOf(await desk.changes.prepare(accountId, name, asks[kind]));
      expect(review.asksFor.typedName).toBe(true);
      for (const typedName of [null, '', 'bäckerei.exampl']) {
        expect(await desk.changes.apply(review.reviewId, { ...consent, typedName })).toMatchObject({
          error: { kind: 'invalid-input', field: 'typedName' },
        });
      }
      expect(desk.service.writes).toEqual([]);
      const typedName = ' Bäckerei.example';
      expect(await desk.changes.apply(review.reviewId, { ...consent, typedName })).toMatchObject({
        ok: true,
      });
    },
  );

  it.each(['lock', 'nameservers', 'child-register', 'child-modify', 'sync'] as const)(
    'of %s asks for no name',
    async (kind) => {
      const desk = new ChangingDesk();
      const { asksFor } = await desk.review(asks[kind]);
      expect(asksFor).toEqual({ typedName: false, premium: false, limits: [] });
    },
  );

  it('announces each step', async () => {
    const desk = new ChangingDesk();
    await desk.settled(asks.lock);
    expect(desk.announced.map(({ state }) => state)).toEqual(['planned', 'sending', 'sending', 'confirmed']);
  });

  it('keeps a sync’s answer, and tells the portfolio', async () => {
    const desk = new ChangingDesk();
    const change = await desk.settled(asks.sync);
    expect(change.told).toEqual(desk.service.told);
    expect(change.evidence).toContainEqual({
      label: 'Expiry date',
      before: null,
      after: '2027-05-06',
      speaks: 'neither',
    });
    expect(desk.learned).toContainEqual(expect.objectContaining({ source: 'sync', told: desk.service.told }));
  });
});
