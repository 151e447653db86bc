import { describe, expect, it } from 'vitest';
import type { DeliveryFaults, FaultPlan } from '../../../../../../electron/main/practice/faults/fault.ts';
import type { PracticeService } from '../../../../../../electron/main/practice/service.ts';
import { get, post, send } from '../ask.ts';
import { askForBytes } from '../bytes.ts';
import { servicesOfThisFile } from '../running.ts';
import { askSample } from '../samples.ts';

const start = servicesOfThisFile();
const failing = (status: number): { readonly kind: 'status'; readonly status: number } => ({
  kind: 'status',
  status,
});

/** The statuses of three requests, one after the other. */
const threeStatuses = async (service: PracticeService): Promise<readonly number[]> => {
  const first = await get(service, '/version');
  const second = await get(service, '/version');
  const third = await get(service, '/version');
  return [first.status, second.status, third.status];
};

describe('a fault plan', () => {
  it('fails the first n requests and then no more', async () => {
    const service = await start({ faults: [{ fault: failing(503), times: 2 }] });
    expect(await threeStatuses(service)).toEqual([503, 503, 200]);
  });

  it('follows its rules in their order', async () => {
    const faults: FaultPlan = [
      { fault: failing(500), times: 1 },
      { fault: failing(429), times: 1 },
    ];
    const service = await start({ faults });
    expect(await threeStatuses(service)).toEqual([500, 429, 200]);
  });

  it('meets the operations that it names alone', async () => {
    const service = await start({ faults: [{ fault: failing(500), operation: ['version', 'tlds'] }] });
    const heard = await Promise.all(
      (['version', 'tlds', 'credits'] as const).map((operation) => askSample(service, operation)),
    );
    expect(heard.map(({ status }) => status)).toEqual([500, 500, 200]);
  });

  it.each(['lock-read', 'renew', 'register', 'lookup'] as const)(
    'meets the domain that it names alone, on %s',
    async (operation) => {
      const domains = {
        'lock-read': 'orbit-hosting.net',
        renew: 'orbit-hosting.net',
        register: 'available-harbour.com',
        lookup: 'harbour-books.dev',
      };
      const met = await start({ faults: [{ fault: failing(500), domain: domains[operation] }] });
      const spared = await start({ faults: [{ fault: failing(500), domain: 'oakline.io' }] });
      expect([(await askSample(met, operation)).status, (await askSample(spared, operation)).status]).toEqual(
        [500, 200],
      );
    },
  );

  it('does not spend a rule on a request that it does not fit', async () => {
    const service = await start({ faults: [{ fault: failing(500), operation: 'tlds', times: 1 }] });
    await get(service, '/version');
    expect((await get(service, '/tlds')).status).toBe(500);
  });

  it('meets signed requests alone', async () => {
    const service = await start({ faults: [{ fault: failing(500) }] });
    expect((await send(service, 'GET', '/version')).status).toBe(401);
  });

  it('combines an odd answer with an odd delivery and a wrong Date', async () => {
    const service = await start({
      faults: [
        { fault: { kind: 'json', value: { a: 1 } } },
        { fault: { kind: 'break', after: 'part-of-body', by: 'fin' } },
        { fault: { kind: 'date-header', offsetS: -7_200 } },
      ],
    });
    const heard = await askForBytes(service, 'version');
    expect([heard.body, heard.ending]).toEqual(['{"a', 'fin']);
    expect(heard.head).toContain('Date: Sat, 21 Feb 2026 12:30:00 GMT');
  });

  it('leaves the Date header out where it says so', async () => {
    const service = await start({ faults: [{ fault: { kind: 'date-header', offsetS: 'absent' } }] });
    expect((await get(service, '/version')).headers['date']).toBeUndefined();
  });

  it.each([
    ['the latency of the service', { latencyMs: 120 }],
    ['the latency of a rule', { faults: [{ fault: { kind: 'latency', ms: 120 } }] as const }],
  ])('lets the answer wait for %s', async (_case, options) => {
    const service = await start(options);
    const startedAt = performance.now();
    expect((await get(service, '/version')).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(115);
  });
});

describe('the change behind a fault', () => {
  const isLockedAfter = async (faults: FaultPlan): Promise<boolean | undefined> => {
    const service = await start({ faults });
    await askForBytes(service, 'lock-write', 200);
    expect(service.requestCount()).toBe(1);
    return service.domain('orbit-hosting.net')?.isLocked;
  };

  it.each<[DeliveryFaults['break']['after'], boolean]>([
    ['request-head', true],
    ['request', true],
    ['part-of-head', false],
    ['head', false],
    ['part-of-body', false],
  ])('is made or not with a break after the %s: still locked %s', async (after, isLocked) => {
    expect(await isLockedAfter([{ fault: { kind: 'break', after, by: 'reset' } }])).toBe(isLocked);
  });

  it.each([
    [{ kind: 'status', status: 500 }, true],
    [{ kind: 'redirect', status: 307, location: 'http://127.0.0.1:9/' }, true],
    [{ kind: 'refusal', refusal: 'error-text' }, true],
    [{ kind: 'page', page: 'html' }, false],
    [{ kind: 'cut-json' }, false],
    [{ kind: 'empty-body' }, false],
    [{ kind: 'json', value: [] }, false],
  ] as const)('is made or not with %j: still locked %s', async (fault, isLocked) => {
    expect(await isLockedAfter([{ fault }])).toBe(isLocked);
  });

  it('is made and nobody is told: applied, then reset', async () => {
    const rule = { fault: { kind: 'break', after: 'request', by: 'reset' }, isApplied: true } as const;
    expect(await isLockedAfter([rule])).toBe(false);
  });

  it('is made behind a 500 where the rule says so, and is not behind a success where it says so', async () => {
    expect(await isLockedAfter([{ fault: failing(500), isApplied: true }])).toBe(false);
    const lie = { fault: { kind: 'shape', shape: 'success-text' }, isApplied: false } as const;
    expect(await isLockedAfter([lie])).toBe(true);
  });

  it('leads to a 400 when an order that was made and broken off is sent again', async () => {
    const service = await start({
      faults: [
        {
          fault: { kind: 'break', after: 'request', by: 'reset' },
          isApplied: true,
          operation: 'register',
          times: 1,
        },
      ],
    });
    await expect(askSample(service, 'register')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect((await askSample(service, 'register')).json()).toEqual({
      error: { message: 'Domain already exists' },
    });
    expect(service.credit()).toBe('479.02');
  });

  it('takes no credit where it is not made', async () => {
    const service = await start({ faults: [{ fault: failing(500) }] });
    await askSample(service, 'register');
    await post(service, '/order/domains/renew', [
      ['domain', 'oakline.io'],
      ['regperiod', '1'],
    ]);
    expect([service.credit(), service.domain('available-harbour.com')]).toEqual(['500.00', undefined]);
  });
});
