import { afterEach, describe, expect, it } from 'vitest';
import { type APortfolioDesk, aPortfolioDesk } from '../../../../support/portfolio/a-portfolio-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const open: APortfolioDesk[] = [];

afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close();
});

const names = Array.from({ length: 10_000 }, (_, index) => `name-${String(index).padStart(5, '0')}.com`);

/** A desk with 10,000 names in the portfolio, and a service that knows every name. */
async function aLargeDesk(): Promise<APortfolioDesk> {
  const locked = { kind: 'json', value: 'locked' } as const;
  const acme = { kind: 'json', value: { Registrant: { Company_Name: 'Acme' } } } as const;
  const desk = await aPortfolioDesk({
    service: {
      rememberRequests: 0,
      faults: [
        { operation: 'lock-read', fault: locked },
        { operation: 'contact-read', fault: acme },
      ],
    },
  });
  open.push(desk);
  await desk.connections.override(desk.accountId, { concurrency: 16, requestsPerSecond: 0 });
  const added = valueOf(await desk.portfolio.add(desk.accountId, names.join('\n'), [], 'typed'));
  expect([added.added.length, added.refused]).toEqual([10_000, []]);
  return desk;
}

describe('a portfolio of 10,000 names', () => {
  it('is read name by name, told in batches, and listed with all that is known', async () => {
    const desk = await aLargeDesk();
    const { portfolio, accountId } = desk;
    const before = desk.announcements.length;
    const started = valueOf(await portfolio.readAgain(accountId, names, ['contacts']));
    const over = await desk.ended(started.id);
    expect(over).toMatchObject({ total: 10_000, done: 10_000, failed: 0, error: null });
    expect(desk.service.requestCount()).toBe(10_000);
    expect(desk.announcements.length - before).toBeLessThan(1_000);
    const listed = valueOf(await portfolio.list(accountId));
    expect(listed.map(({ name }) => name)).toEqual(names);
    expect(listed.every(({ registrant }) => registrant?.value === 'Acme')).toBe(true);
    expect(desk.bugs).toEqual([]);
  });

  it('stops being read when that is cancelled, and keeps what was read until then', async () => {
    const desk = await aLargeDesk();
    const { portfolio, accountId } = desk;
    const started = valueOf(await portfolio.readAgain(accountId, names, ['lock']));
    await desk.done(started.id, 100);
    portfolio.cancelReading(started.id);
    const over = await desk.ended(started.id);
    const asked = desk.service.requestCount();
    expect(over).toMatchObject({ isFinished: true, error: { kind: 'cancelled' } });
    expect(asked).toBeLessThan(10_000);
    const listed = valueOf(await portfolio.list(accountId));
    expect(listed.filter(({ lock }) => lock !== null)).toHaveLength(over.done);
    const again = valueOf(await portfolio.readAgain(accountId, names.slice(-5), ['lock']));
    expect(await desk.ended(again.id)).toMatchObject({ total: 5, done: 5, error: null });
    expect(desk.service.requestCount()).toBe(asked + 5);
  });
});
