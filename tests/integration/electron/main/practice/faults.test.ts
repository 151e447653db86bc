import { describe, expect, it } from 'vitest';
import {
  type AnswerFault,
  type DeliveryFault,
  type DeliveryFaults,
  type FaultPlan,
  refusals,
} from '../../../../../electron/main/practice/faults/fault.ts';
import { plannedTroubles, type PracticeService } from '../../../../../electron/main/practice/service.ts';
import {
  askForBytes,
  askSample,
  type Bytes,
  get,
  type Heard,
  post,
  registration,
  send,
  start,
} from './ask.ts';
import { createChooser } from '../../../../../electron/main/practice/faults/choose.ts';

describe('a fault of the answer', () => {
  const versionWith = async (fault: AnswerFault): Promise<Heard> =>
    askSample(await start({ faults: [{ fault }] }), 'version');

  it.each([408, 429, 500, 502, 503])('status %i comes with a page, not with JSON', async (status) => {
    const heard = await versionWith({ kind: 'status', status });
    expect(heard.status).toBe(status);
    expect(heard.headers['content-type']).toMatch(/^text\/html/);
    expect(heard.headers['retry-after']).toBeUndefined();
    expect(heard.json).toThrow(SyntaxError);
  });

  it('status 429 says when to come again where it is told to', async () => {
    const heard = await versionWith({ kind: 'status', status: 429, retryAfterS: 7 });
    expect([heard.status, heard.headers['retry-after']]).toEqual([429, '7']);
  });

  it.each([301, 302, 303, 307, 308] as const)('redirect %i names its location', async (status) => {
    const location = 'http://127.0.0.1:9/elsewhere';
    const heard = await versionWith({ kind: 'redirect', status, location });
    expect([heard.status, heard.headers['location']]).toEqual([status, location]);
  });

  it.each([
    ['error-text', 400, { error: 'The request was refused' }],
    ['error-object', 400, { error: { message: 'The request was refused', code: 1001 } }],
    ['message', 400, { message: 'The request was refused' }],
    ['status-error', 200, { status: 'error', message: 'The request was refused' }],
    ['success-false', 200, { success: false, message: 'The request was refused' }],
    ['empty-array', 400, []],
    ['empty-object', 400, {}],
    ['not-allowed', 403, { error: 'Action is not allowed' }],
    ['address', 403, { error: 'Your IP address 127.0.0.1 is not allowed to use this API' }],
    ['no-credit', 500, { error: 'Reseller does not have enough credits on his account' }],
  ] as const)('refusal %s answers %i', async (refusal, status, value) => {
    const heard = await versionWith({ kind: 'refusal', refusal });
    expect([heard.status, heard.json()]).toEqual([status, value]);
  });

  it.each([
    ['invalid-token', 401, 'Invalid API Token'],
    ['action-not-found', 404, 'Action not found'],
  ] as const)('refusal %s answers %i with a plain text', async (refusal, status, text) => {
    const heard = await versionWith({ kind: 'refusal', refusal });
    expect([heard.status, heard.text]).toEqual([status, text]);
  });

  it.each(Object.keys(refusals) as (keyof typeof refusals)[])(
    'refusal %s comes inside a 200 too',
    async (refusal) => {
      const heard = await versionWith({ kind: 'refusal', refusal, status: 200 });
      expect([heard.status, heard.text]).toEqual([200, refusals[refusal].body]);
    },
  );

  it.each([
    ['[]', []],
    ['{}', {}],
    ['null', null],
    ['true', true],
    ['0', 0],
    ['""', ''],
    ['{"credits":"500.00"}', { credits: '500.00' }],
  ])('json answers %s', async (text, value) => {
    const heard = await versionWith({ kind: 'json', value });
    expect([heard.status, heard.text]).toEqual([200, text]);
  });

  it('json takes another status', async () => {
    expect((await versionWith({ kind: 'json', value: [], status: 500 })).status).toBe(500);
  });

  it.each([
    ['html', /^<!DOCTYPE html>.*<\/html>$/],
    ['php-warning', /^<br \/>\n<b>Warning<\/b>.*<br \/>\n$/s],
    ['php-warning-and-json', /^<br \/>\n<b>Warning<\/b>.*<br \/>\n"2\.2\.0"$/s],
  ] as const)('page %s comes with a 200 and is no JSON', async (page, text) => {
    const heard = await versionWith({ kind: 'page', page });
    expect(heard.status).toBe(200);
    expect(heard.headers['content-type']).toMatch(/^text\/html/);
    expect(heard.text).toMatch(text);
    expect(heard.json).toThrow(SyntaxError);
  });

  it('cut-json ends in the middle, under a length that agrees', async () => {
    const heard = await versionWith({ kind: 'cut-json' });
    expect([heard.status, heard.text, heard.headers['content-length']]).toEqual([200, '"2.', '3']);
  });

  it('empty-body has nothing in it', async () => {
    const heard = await versionWith({ kind: 'empty-body' });
    expect([heard.status, heard.text, heard.headers['content-length']]).toEqual([200, '', '0']);
  });

  it('deep-json is as deep as it was told', async () => {
    expect((await versionWith({ kind: 'deep-json', depth: 100 })).text).toBe(
      '['.repeat(100) + ']'.repeat(100),
    );
  });

  it('huge-body is the right answer and very long', async () => {
    const heard = await versionWith({ kind: 'huge-body', bytes: 6_000_000 });
    expect(heard.text).toHaveLength(6_000_007);
    expect(heard.json()).toBe('2.2.0');
  });

  it('huge-headers are as long as they were told', async () => {
    const heard = await versionWith({ kind: 'huge-headers', bytes: 10_000 });
    expect(heard.headers['x-padding']).toHaveLength(10_000);
    expect(heard.json()).toBe('2.2.0');
  });

  it('answer is whatever its maker says, and knows the operation', async () => {
    const next = (operation: string) => ({ status: 418, body: `nö ${operation} 🌊` });
    const heard = await versionWith({ kind: 'answer', next });
    expect([heard.status, heard.text]).toEqual([418, 'nö version 🌊']);
  });
});

describe('a fault of the delivery', () => {
  /** How long a connection may stay silent before it counts as hanging. */
  const timeoutMs = 300;

  const bytesWith = async (fault: DeliveryFault, waitMs?: number): Promise<Bytes> =>
    askForBytes(await start({ faults: [{ fault }] }), 'tlds', waitMs);

  const endings = [
    ['reset', 'reset'],
    ['fin', 'fin'],
    ['hang', 'open'],
  ] as const;

  it('is observable against a delivery in order', async () => {
    const heard = await askForBytes(await start(), 'tlds');
    expect(heard.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect([heard.body.endsWith('.com.tr"]'), heard.ending]).toEqual([true, 'fin']);
  });

  describe.each(endings)('a break by %s', (by, ending) => {
    it.each(['request-head', 'request'] as const)(
      'after the %s leaves no byte of an answer',
      async (after) => {
        const heard = await bytesWith({ kind: 'break', after, by }, timeoutMs);
        expect(heard).toEqual({ head: '', body: '', ending, arrivals: 0 });
      },
    );

    it('after part of the head leaves a head that does not end', async () => {
      const heard = await bytesWith({ kind: 'break', after: 'part-of-head', by }, timeoutMs);
      expect(heard.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect([heard.head.includes('Content-Length: '), heard.body, heard.ending]).toEqual([
        false,
        '',
        ending,
      ]);
    });

    it('after the head leaves a whole head and no body', async () => {
      const heard = await bytesWith({ kind: 'break', after: 'head', by }, timeoutMs);
      expect(heard.head).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nContent-Length: \d+$/s);
      expect([heard.body, heard.ending]).toEqual(['', ending]);
    });

    it('after part of the body leaves a body shorter than its length says', async () => {
      const heard = await bytesWith({ kind: 'break', after: 'part-of-body', by }, timeoutMs);
      expect(heard.body).toMatch(/^\["\.com",/);
      expect([heard.body.length < declaredLength(heard), heard.ending]).toEqual([true, ending]);
    });
  });

  it('drip gives the head at once and then a byte a second', async () => {
    const heard = await bytesWith({ kind: 'drip' }, timeoutMs);
    expect(heard.head).toMatch(/Content-Length: \d+$/);
    expect([heard.body, heard.ending]).toEqual(['', 'open']);
  });

  it('drip at a higher rate gives every byte by itself, and then ends', async () => {
    const service = await start({ faults: [{ fault: { kind: 'drip', bytesPerSecond: 100 } }] });
    const heard = await askForBytes(service, 'version');
    expect([heard.body, heard.ending]).toEqual(['"2.2.0"', 'fin']);
    expect(heard.arrivals).toBeGreaterThan(4);
  });

  it.each([
    ['more', 64],
    ['less', -4],
  ] as const)('wrong-content-length declares %s than there is', async (declares, difference) => {
    const heard = await bytesWith({ kind: 'wrong-content-length', declares });
    expect(heard.body.endsWith('.com.tr"]')).toBe(true);
    expect([declaredLength(heard) - heard.body.length, heard.ending]).toEqual([difference, 'fin']);
  });

  it('not-http is no HTTP', async () => {
    const heard = await bytesWith({ kind: 'not-http' });
    expect([heard.head, heard.ending]).toEqual(['220 mail.example ESMTP ready\r\n', 'fin']);
  });

  const declaredLength = ({ head }: Bytes): number => Number(/Content-Length: (\d+)/.exec(head)?.[1]);
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
        expect([
          (await askSample(met, operation)).status,
          (await askSample(spared, operation)).status,
        ]).toEqual([500, 200]);
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
});

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
