import { describe, expect, it } from 'vitest';
import { isUncharged } from '#shared/domain/change.ts';
import { notGiven, type Price } from '#shared/domain/finding.ts';
import { asks, ChangesWorld, domain } from '../../../../support/changes/a-changes-world.ts';
import type { AppError } from '#shared/errors.ts';

const given = (amount: string): Price => ({ kind: 'given', amount, currency: null });
const unreadableCredit: AppError = { kind: 'unreadable', status: 200, why: 'wrong-shape' };

/** A service whose next answer is a yes to something that it never charges. */
function unchargedWorld(kind: 'renew' | 'register', price: Price): ChangesWorld {
  const world = new ChangesWorld();
  world.service.renewalPrice = price;
  world.service.price = price;
  if (kind === 'register') world.service.free(domain);
  world.service.behaviours.push({ outcome: 'done', isApplied: true });
  world.service.onWrite = () => {
    world.service.credit = 500;
    return Promise.resolve();
  };
  return world;
}

describe('H1 a yes to what is paid', () => {
  it.each(
    (['renew', 'register'] as const).flatMap((kind) =>
      [notGiven, given('0.00'), given('10.00'), { kind: 'unreadable', raw: 'ten' } as const].map(
        (price) => [kind, price] as const,
      ),
    ),
  )('H1 whose credit did not fall is accepted and not seen charged, to %s at %j', async (kind, price) => {
    const world = unchargedWorld(kind, price);
    const change = await world.settled(asks[kind]);
    expect(change).toMatchObject({ state: 'confirmed', charge: 'not-yet' });
    expect(isUncharged(change)).toBe(true);
    // 0, 5 and 30 s after the answer, and never taken for a no.
    expect(await world.events(change.id)).not.toContain('read-back differs');
  });

  it('H1 that was not seen charged is said in the next review, at no known price too', async () => {
    const world = unchargedWorld('renew', notGiven);
    await world.settled(asks.renew);
    const { warnings } = await world.review(asks.renew);
    expect(warnings.find(({ id }) => id === 'renewed-before')?.text).toMatch(
      /^Accepted before, .* not yet charged: it may not have been done/,
    );
  });

  it.each(['before', 'after', 'both'] as const)(
    'H1 whose credit could not be read %s has nothing to say',
    async (when) => {
      const world = unchargedWorld('renew', notGiven);
      const fail = () => world.service.failing.set('credit', unreadableCredit);
      if (when !== 'after') fail();
      world.service.onWrite = () => {
        world.service.credit = 500;
        if (when === 'before') world.service.failing.delete('credit');
        else fail();
        return Promise.resolve();
      };
      const change = await world.settled(asks.renew);
      expect(change.state).toBe('confirmed');
      expect(isUncharged(change)).toBe(false);
    },
  );
});
