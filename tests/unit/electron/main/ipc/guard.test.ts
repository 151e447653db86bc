import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/result.ts';
import { routes } from '../../../../../electron/route-names.ts';
import { channelOf } from '#shared/routes.ts';
import { actions } from '../../../../../electron/main/actions.ts';
import { createEmit } from '../../../../../electron/main/app/events.ts';
import {
  type Attempt,
  handlersWithoutWorkspace,
  retryWhileLocked,
} from '../../../../../electron/main/app/handlers.ts';
import {
  bytesLimit,
  guardAll,
  guarded,
  isAcceptablePayload,
  payloadLimit,
} from '../../../../../electron/main/ipc/guard.ts';
import { fromTrusted, trustOnly } from '../../../../../electron/main/ipc/sender.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { aCaller, aFrame, aListeningLog } from '../../../../support/ipc/callers.ts';
import { processorMs } from '../../../../support/time/processor-time.ts';

const incident = fail({ kind: 'bug', incidentId: 'K7QD-2MXA-9RTB' });

describe('a guarded request', () => {
  function aGuardedRequest(
    answer: () => Promise<Result<unknown>> = () => Promise.resolve(ok({ label: 'x' })),
  ) {
    const listening = aListeningLog();
    const handler = vi.fn<(input: unknown) => Promise<Result<unknown>>>(answer);
    const call = guarded({
      name: 'area.method',
      input: z.object({ id: z.string() }),
      output: z.object({ label: z.string() }),
      handler,
      isLocked: () => false,
      log: listening.log,
    });
    return { ...listening, handler, call };
  }

  it('hands the parsed input on and answers with the handler’s outcome', async () => {
    const { call, handler, bugs } = aGuardedRequest();
    expect(await call({ id: 'a', stray: 1 })).toEqual(ok({ label: 'x' }));
    expect(handler).toHaveBeenCalledExactlyOnceWith({ id: 'a' });
    expect(bugs).toEqual([]);
  });

  it('A11 refuses what is too large before the schema looks at it', async () => {
    const { call, handler, refused } = aGuardedRequest();
    const answer = await call({ id: 'x'.repeat(13_000_000) });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
    expect(handler).not.toHaveBeenCalled();
    expect(refused).toEqual([{ guard: 'size' }]);
  });

  it('A11 names the field that does not fit the schema', async () => {
    const { call, handler, refused } = aGuardedRequest();
    const answer = await call({ id: 5 });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'id' } });
    expect(handler).not.toHaveBeenCalled();
    expect(refused).toEqual([{ guard: 'input' }]);
  });

  it('A12 leaves behind what the answer’s schema does not name', async () => {
    const { call } = aGuardedRequest(() => Promise.resolve(ok({ label: 'x', apiKey: 'canary' })));
    expect(await call({ id: 'a' })).toEqual(ok({ label: 'x' }));
  });

  it('A12 leaves behind what rides along in a failure', async () => {
    const error = { kind: 'no-key', apiKey: 'canary' } as const;
    const { call } = aGuardedRequest(() => Promise.resolve(fail(error)));
    expect(await call({ id: 'a' })).toEqual(fail({ kind: 'no-key' }));
  });

  it.each<readonly [string, unknown, string]>([
    ['a secret deep within', { accounts: [{ key: new Secret('canary') }] }, 'answer.accounts.0.key'],
    ['a date', { at: new Date(0) }, 'answer.at'],
    ['a map', new Map([['key', 'canary']]), 'answer'],
    ['a function', [{ reveal: () => 'canary' }], 'answer.0.reveal'],
    ['an error', { cause: new Error('canary') }, 'answer.cause'],
    ['a large number that JSON does not have', [1n], 'answer.0'],
  ])(
    'A12 an action that answers with %s answers with an incident, which names the place',
    async (_case, value, place) => {
      const { bugs, refused, log } = aListeningLog();
      const ask = {
        name: 'area.method',
        input: z.object({}),
        handler: () => ok(value),
        isLocked: () => false,
        log,
      };
      expect(await guarded(ask)({})).toEqual(incident);
      expect(refused).toEqual([{ guard: 'output' }]);
      expect(bugs).toEqual([new Error(`area.method: ${place} is not plain`)]);
      const plain = { a: [null, true, 1, 'x', undefined, { bytes: new Uint8Array(2) }] };
      expect(await guarded({ ...ask, handler: () => ok(plain) })({})).toEqual(ok(plain));
    },
  );

  it('answers an answer outside its schema with an incident', async () => {
    const { call, refused, bugs } = aGuardedRequest(() => Promise.resolve(ok({ label: 5 })));
    expect(await call({ id: 'a' })).toEqual(incident);
    expect(refused).toEqual([{ guard: 'output' }]);
    expect(bugs).toHaveLength(1);
  });

  it.each([
    ['a handler that throws', () => Promise.reject(new Error('canary'))],
    [
      'a handler that throws at once',
      () => {
        throw new Error('canary');
      },
    ],
  ])('answers %s with an incident, and nothing of what was thrown', async (_case, answer) => {
    const { call, bugs } = aGuardedRequest(answer);
    expect(await call({ id: 'a' })).toEqual(incident);
    expect(bugs).toEqual([new Error('canary')]);
  });
});

describe('payload', () => {
  const ring: Record<string, unknown> = {};
  ring['itself'] = ring;
  const sparse: unknown[] = [];
  sparse.length = 4_294_967_295;

  it.each([
    ['nothing', undefined],
    ['an object of plain values', { a: 1, b: [true, null, 'x'], c: { d: undefined } }],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 })],
    ['a text at the limit', 'x'.repeat(12 * (payloadLimit - 1))],
    ['the bytes of a file', { bytes: new Uint8Array(4) }],
    ['as many bytes as a file may have', new Uint8Array(bytesLimit)],
  ])('A11 accepts %s', (_case, payload) => {
    expect(isAcceptablePayload(payload)).toBe(true);
  });

  it.each([
    ['a text beyond the limit', 'x'.repeat(12 * payloadLimit)],
    ['many short texts', Array.from({ length: payloadLimit }, () => 'x')],
    ['long names of fields', Object.fromEntries([['k'.repeat(payloadLimit), 1]])],
    ['an empty array of four thousand million places', sparse],
    ['a ring', ring],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['more bytes than a file may have', new Uint8Array(bytesLimit + 1)],
    ['numbers packed', new Float64Array(4)],
    ['bytes that another thread could change', new SharedArrayBuffer(4)],
    ['a regular expression', /x/],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['an error deep within', { a: [{ b: new Error('x') }] }],
  ])('A11 refuses %s', (_case, payload) => {
    expect(isAcceptablePayload(payload)).toBe(false);
  });

  it('A11 is quick with an array that claims four thousand million places', async () => {
    expect(await processorMs(() => isAcceptablePayload({ tlds: sparse }))).toBeLessThan(100);
  });
});

describe('where the workspace could not be opened', () => {
  const newer = { kind: 'storage', fault: 'newer-version' } as const;
  const about = {
    version: '1',
    electron: '2',
    platform: 'p',
    commandLine: ['namedesk'],
    isTrial: false,
    placeRisk: null,
  };
  const calls = guardAll(actions, handlersWithoutWorkspace(newer, about), {
    isLocked: () => false,
    log: aListeningLog().log,
  });
  const answerTo = (area: string, method: string) => calls.get(channelOf(area, method))?.({});

  it('every request says why', async () => {
    expect(await answerTo('accounts', 'list')).toEqual(fail(newer));
    expect(await answerTo('settings', 'read')).toEqual(fail(newer));
  });

  it('only where the workspace is can still be asked', async () => {
    expect(await answerTo('app', 'about')).toEqual(ok(about));
  });
});

describe('opened when free', () => {
  /** Tries that end as `ends` says, the last one for ever; time passes when the test says so. */
  function aPlace(ends: readonly ('busy' | 'opened' | 'failed')[]) {
    const happened: string[] = [];
    const sleeping: (() => void)[] = [];
    let tries = 0;
    const place = retryWhileLocked<string>({
      open() {
        const end = ends[Math.min(tries, ends.length - 1)] ?? 'failed';
        tries += 1;
        happened.push(end);
        const attempt: Attempt<string> = { opened: `${end} ${tries}`, isBusy: end === 'busy' };
        return Promise.resolve(attempt);
      },
      sleep: (_durationMs, signal) =>
        new Promise((resolve, reject) => {
          sleeping.push(resolve);
          signal.addEventListener('abort', () => reject(new Error('stopped')));
        }),
      onFreed: () => void happened.push('freed'),
      onBug: () => void happened.push('bug'),
    });
    const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
    return {
      place,
      happened,
      pass: async () => {
        await settle();
        sleeping.shift()?.();
        await settle();
      },
      settle,
    };
  }

  it('is what the first try gave where nobody is in the way', async () => {
    const { place, happened, settle } = aPlace(['opened']);
    expect(await place.current()).toBe('opened 1');
    await settle();
    expect(happened).toEqual(['opened']);
  });

  it('does not try again what failed for another reason', async () => {
    const { place, happened, pass } = aPlace(['failed', 'opened']);
    await pass();
    expect(await place.current()).toBe('failed 1');
    expect(happened).toEqual(['failed']);
  });

  it('tries until the other process has gone, and says so once', async () => {
    const { place, happened, pass } = aPlace(['busy', 'busy', 'opened']);
    expect(await place.current()).toBe('busy 1');
    await pass();
    await pass();
    await pass();
    expect(await place.current()).toBe('opened 3');
    expect(happened).toEqual(['busy', 'busy', 'opened', 'freed']);
  });

  it('tries no more when it is stopped, and that is no mistake', async () => {
    const { place, happened, settle } = aPlace(['busy']);
    await settle();
    expect(await place.stop()).toBe('busy 1');
    expect(happened).toEqual(['busy']);
  });
});

describe('every action', () => {
  const names = Object.entries(routes).flatMap(([area, methods]) =>
    methods.map((method) => [area, method] as const),
  );

  /** Handlers that keep what reaches them, and the requests in front of them. */
  function servedRequests() {
    const reached: unknown[] = [];
    const handler = (input: unknown) => {
      reached.push(input);
      return Promise.resolve(fail({ kind: 'cancelled' }));
    };
    const requests = guardAll(actions, () => handler, {
      isLocked: () => false,
      log: aListeningLog().log,
    });
    return { reached, requests };
  }

  const strangers = [
    aCaller({ id: 2 }),
    aCaller({ senderFrame: null }),
    aCaller({ mainFrame: aFrame(), senderFrame: aFrame() }),
    aCaller({ frame: aFrame('https://evil.example', '/') }),
    aCaller({ frame: { origin: 'app://main', url: 'about:blank' } }),
    aCaller({ frame: { origin: 'null', url: 'app://main/' } }),
  ];

  /** Names of fields that the schemas know, so that more than the outermost check is reached. */
  const fieldNames = [
    'id',
    'accountId',
    'place',
    'label',
    'tlds',
    'name',
    'searchId',
    'domain',
    'text',
    'link',
    'options',
  ];
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
  });
  const payload = fc.oneof(
    anything,
    fc.dictionary(fc.constantFrom(...fieldNames), fc.oneof(anything, fc.string(), fc.array(fc.string()))),
  );

  const runs = 1_000;
  /** The same for every request: making them takes longer than sending them. */
  const payloads = fc.sample(payload, runs);

  it('A11 is served, and nothing else is', async ({ annotate }) => {
    const { requests } = servedRequests();
    expect([...requests.keys()].sort()).toEqual(
      names.map(([area, method]) => channelOf(area, method)).sort(),
    );
    await annotate(
      `figure: ${names.length} requests × ${strangers.length} strangers and ${runs} payloads each, 0 let through`,
    );
  });

  it.each(names)('A11 %s.%s is closed to six kinds of strangers', async (area, method) => {
    const { requests, reached } = servedRequests();
    const { log, bugs } = aListeningLog();
    const [name, isTrusted] = [channelOf(area, method), trustOnly(() => 1, 'app://main')];
    const ask = fromTrusted({ name, isTrusted, log }, async (payload) => {
      reached.push(payload);
      return (await requests.get(name)?.(payload)) ?? fail({ kind: 'cancelled' });
    });
    for (const stranger of strangers) expect(await ask(stranger, {})).toEqual(incident);
    expect(bugs).toHaveLength(strangers.length);
    expect(reached).toEqual([]);
  });

  it.each(names)(
    `A11 %s.%s lets none of ${runs} payloads through that its schema refuses`,
    async (area, method) => {
      const { requests, reached } = servedRequests();
      const schemas: Readonly<Record<string, Readonly<Record<string, { input: z.ZodType }>>>> = actions;
      const schema = schemas[area]?.[method]?.input;
      const letThrough: string[] = [];
      for (const sent of payloads) {
        const before = reached.length;
        const answer = await requests.get(channelOf(area, method))?.(sent);
        const isStopped = reached.length === before || schema?.safeParse(sent).success === true;
        if (answer?.ok !== false || !isStopped) letThrough.push(fc.stringify(sent));
      }
      expect(letThrough).toEqual([]);
    },
  );
});

describe('sender', () => {
  const isTrusted = trustOnly(() => 1, 'app://main');

  it('A11 lets the top frame of our window through', () => {
    expect(isTrusted(aCaller())).toEqual({ trusted: true });
  });

  const top = aFrame();

  it.each([
    ['another window', aCaller({ id: 2 }), 'other-window'],
    ['a frame that is gone', aCaller({ senderFrame: null }), 'frame-gone'],
    ['a frame within our page', aCaller({ mainFrame: top, senderFrame: aFrame() }), 'not-top-frame'],
    ['our window at another site', aCaller({ frame: aFrame('https://evil.example', '/') }), 'other-origin'],
    ['our window at the key page', aCaller({ frame: aFrame('app://key', '/') }), 'other-origin'],
    ['a name that only begins like ours', aCaller({ frame: aFrame('app://main.evil', '/') }), 'other-origin'],
    [
      'an empty address with our origin',
      aCaller({ frame: { origin: 'app://main', url: '' } }),
      'other-origin',
    ],
    [
      'about:blank with our origin',
      aCaller({ frame: { origin: 'app://main', url: 'about:blank' } }),
      'other-origin',
    ],
    [
      'our address with an opaque origin',
      aCaller({ frame: { origin: 'null', url: 'app://main/' } }),
      'other-origin',
    ],
  ] as const)('A11 refuses %s and says why', (_case, caller, why) => {
    expect(isTrusted(caller)).toEqual({ trusted: false, why });
  });

  it('A11 trusts nobody while there is no window', () => {
    expect(trustOnly(() => null, 'app://main')(aCaller())).toEqual({ trusted: false, why: 'other-window' });
  });

  describe('what a page asks', () => {
    function aDoor(
      pass: (payload: unknown) => Promise<Result<unknown>> = (payload) => Promise.resolve(ok(payload)),
    ) {
      const passed = vi.fn(pass);
      const listening = aListeningLog();
      return {
        ...listening,
        passed,
        ask: fromTrusted({ name: 'a.channel', isTrusted, log: listening.log }, passed),
      };
    }

    it('A11 is passed on as it is where its sender is trusted, and the answer too', async () => {
      const { ask, bugs } = aDoor();
      expect(await ask(aCaller(), { id: 'a' })).toEqual(ok({ id: 'a' }));
      expect(bugs).toEqual([]);
    });

    it('A11 is answered with an incident where a stranger asks it, and passed on to nobody', async () => {
      const { ask, passed, refused, bugs } = aDoor();
      expect(await ask(aCaller({ id: 2 }), { id: 'a' })).toEqual(incident);
      expect(passed).not.toHaveBeenCalled();
      expect(refused).toEqual([{ guard: 'sender' }]);
      expect(bugs).toEqual([new Error('a.channel was called by a stranger: other-window')]);
    });

    it('is answered with an incident where the backend throws, or has died', async () => {
      const why = new Error('The backend died');
      const { ask, refused, bugs } = aDoor(() => Promise.reject(why));
      expect(await ask(aCaller(), {})).toEqual(incident);
      expect([refused, bugs]).toEqual([[], [why]]);
    });
  });
});

describe('events', () => {
  const searchId = '1f7d4f8e-9d0c-4b1e-8a44-0d7f0f3c5a11';

  it('A12 tells the page what the event’s schema names, and leaves the rest behind', () => {
    const send = vi.fn();
    const announce = createEmit(send, aListeningLog().log);
    announce('search.finished', { searchId, failures: [], cancelled: false, ...{ apiKey: 'canary' } });
    expect(send).toHaveBeenCalledExactlyOnceWith('search.finished', {
      searchId,
      failures: [],
      cancelled: false,
    });
  });

  it('does not send what is outside its schema, and logs that as a bug', () => {
    const send = vi.fn();
    const { log, bugs } = aListeningLog();
    createEmit(send, log)('search.finished', { searchId: 'x', failures: [], cancelled: false });
    expect(send).not.toHaveBeenCalled();
    expect(bugs).toHaveLength(1);
  });
});
