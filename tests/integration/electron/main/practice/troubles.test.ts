import { describe, expect, it } from 'vitest';
import { createChooser } from '../../../../../electron/main/practice/faults/choose.ts';
import { plannedTroubles } from '../../../../../electron/main/practice/service.ts';
import { get, post, registration, servicesOfThisFile } from './ask.ts';

const start = servicesOfThisFile();

describe('as a showcase', () => {
  const showcase = { isShowcase: true } as const;
  const lock = [['lockstatus', 'unlocked']] as const;

  it('owns the dozen domains and one with each trouble but the missing one', async () => {
    const names = (await start(showcase)).domains().map(({ name }) => name);
    expect(names.slice(0, 12)).toEqual((await start()).domains().map(({ name }) => name));
    expect(names.slice(12)).toEqual(['refused-change.com', 'uncertain-change.com', 'slow-answer.com']);
  });

  it('has domains with several sets of nameservers, locks and expiries', async () => {
    const domains = (await start(showcase)).domains();
    const distinct = (of: (domain: (typeof domains)[number]) => unknown) => new Set(domains.map(of)).size;
    expect(distinct(({ nameservers }) => nameservers.join())).toBeGreaterThan(3);
    expect(distinct(({ expiryOn }) => expiryOn)).toBeGreaterThan(8);
    expect(distinct(({ isLocked }) => isLocked)).toBe(2);
  });

  it('finds the same as without, and gives most names a price, also premium ones', async () => {
    const lookUp = async (service: Awaited<ReturnType<typeof start>>, name: string) =>
      (
        (
          await post(service, '/domains/lookup', [
            ['searchTerm', name],
            ['tldsToInclude[]', 'com'],
            ['premiumEnabled', '1'],
          ])
        ).json() as readonly { readonly isAvailable: boolean; readonly pricing: object }[]
      )[0];
    const [plain, shown] = [await start(), await start(showcase)];
    const names = Array.from({ length: 40 }, (_, index) => `quay-side-${index}`);
    const found = await Promise.all(names.map((name) => lookUp(shown, name)));
    const before = await Promise.all(names.map((name) => lookUp(plain, name)));
    expect(found.map((one) => one?.isAvailable)).toEqual(before.map((one) => one?.isAvailable));
    const priced = found.filter((one) => JSON.stringify(one?.pricing).includes('10.49'));
    expect(priced.length).toBeGreaterThan(20);
    expect(await lookUp(shown, 'premium-quay')).toMatchObject({
      isAvailable: true,
      pricing: { '1': { register: { price: '262.25' }, renew: { price: '10.99' } } },
    });
  });

  it('refuses every change to a domain that begins with refused-, and answers reads', async () => {
    const service = await start(showcase);
    const path = '/domains/refused-change.com/lock';
    expect((await post(service, path, lock)).status).toBe(400);
    expect(service.domain('refused-change.com')?.isLocked).toBe(true);
    expect((await get(service, path)).status).toBe(200);
  });

  it('makes a change to a domain that begins with uncertain-, and loses the answer', async () => {
    const service = await start(showcase);
    await expect(post(service, '/domains/uncertain-change.com/lock', lock)).rejects.toThrow();
    expect(service.domain('uncertain-change.com')?.isLocked).toBe(false);
  });

  it('does not have a domain that begins with missing-', async () => {
    const heard = await get(await start(showcase), '/domains/missing-domain.com/lock');
    expect(heard.json()).toEqual({ error: 'Domain not found' });
  });

  it('is again as at the start once it is reset', async () => {
    const service = await start(showcase);
    const before = service.domains();
    await post(service, '/order/domains/register', registration);
    await post(service, '/domains/harbour-books.com/lock', lock);
    service.reset();
    expect([service.domains(), service.credit()]).toEqual([before, '500.00']);
  });
});

it('a domain that begins with slow- answers late, and lookups do not', () => {
  const chooser = createChooser(plannedTroubles);
  const slow = () => ['slow-answer.com'];
  expect(chooser.onRequest('lock-read', slow).latencyMs).toBe(4_000);
  expect(chooser.onRequest('lookup', slow).latencyMs).toBe(0);
});
