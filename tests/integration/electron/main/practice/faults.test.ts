import { describe, expect, it } from 'vitest';
import type {
  AnswerFault,
  DeliveryFaults,
  FaultPlan,
} from '../../../../../electron/main/practice/faults/fault.ts';
import { plannedTroubles, type PracticeService } from '../../../../../electron/main/practice/service.ts';
import { askForBytes, askSample, get, type Heard, post, registration, send, start } from './ask.ts';
import { createChooser } from '../../../../../electron/main/practice/faults/choose.ts';

describe('a fault of the answer', () => {
  const versionWith = async (fault: AnswerFault): Promise<Heard> =>
    askSample(await start({ faults: [{ fault }] }), 'version');

  it('status 429 says when to come again where it is told to', async () => {
    const heard = await versionWith({ kind: 'status', status: 429, retryAfterS: 7 });
    expect([heard.status, heard.headers['retry-after']]).toEqual([429, '7']);
  });
});

describe('rules', () => {
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
        expect([
          (await askSample(met, operation)).status,
          (await askSample(spared, operation)).status,
        ]).toEqual([500, 200]);
      },
    );

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
  });
});

describe('as a showcase', () => {
  const showcase = { isShowcase: true } as const;
  const lock = [['lockstatus', 'unlocked']] as const;

  it('owns the dozen domains and one with each trouble but the missing one', async () => {
    const names = (await start(showcase)).domains().map(({ name }) => name);
    expect(names.slice(0, 12)).toEqual((await start()).domains().map(({ name }) => name));
    expect(names.slice(12)).toEqual(['refused-change.com', 'uncertain-change.com', 'slow-answer.com']);
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
