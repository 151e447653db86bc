import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { readLock } from '../../../../../electron/main/reseller/operations/domain.ts';
import { renew } from '../../../../../electron/main/reseller/operations/order.ts';
import {
  createDeviationLog,
  type Deviation,
  readReply,
  type Reply,
  retryAfterMs,
  retrying,
} from '../../../../../electron/main/reseller/reply.ts';

describe('retry', () => {
  const now = () => new Date('2026-03-01T10:00:00Z');

  const answered = (status: number, headers = {}, text = ''): Reply =>
    readReply({ kind: 'answered', status, headers, text });

  /** Answers with each of `replies` in turn, the last one for ever. */
  async function run(replies: readonly Reply[], random = 0.5) {
    let sent = 0;
    const pausesMs: number[] = [];
    const result = await retrying(
      () => Promise.resolve(ok(replies[Math.min(sent++, replies.length - 1)] as Reply)),
      { now, random: () => random, sleep: (ms) => (pausesMs.push(ms), Promise.resolve()) },
      undefined,
    );
    return { sent, pausesMs, result };
  }

  const lost: Reply = { kind: 'lost', stage: 'sending', why: 'connection-lost', status: 0 };

  describe('C9 a read', () => {
    it.each<[string, Reply]>([
      ['a lost connection', lost],
      ['a refused connection', { kind: 'not-sent', why: 'connection-refused' }],
      ['a 408', answered(408)],
      ['a 429', answered(429)],
      ['a 500 without words', answered(500)],
      ['a 502', answered(502)],
      ['a 503', answered(503)],
      ['a 504', answered(504)],
    ])('is sent three times at most after %s, with growing pauses', async (_name, reply) => {
      const { sent, pausesMs } = await run([reply]);
      expect([sent, pausesMs]).toEqual([3, [400, 800]]);
    });

    it.each<[string, Reply]>([
      ['an answer', answered(200)],
      ['a 400', answered(400)],
      ['a 401', answered(401)],
      ['a redirect', answered(302)],
      ['a 500 that says why', answered(500, {}, '{"error":"Reseller does not have enough credits"}')],
      ['a body over the limit', { ...lost, why: 'too-large' }],
      ['being cancelled', { kind: 'cancelled' }],
    ])('is sent once when it meets %s', async (_name, reply) => {
      expect((await run([reply])).sent).toBe(1);
    });

    it('ends with the first answer', async () => {
      const { sent, result } = await run([lost, answered(200)]);
      expect(sent).toBe(2);
      expect(result).toMatchObject({ ok: true, value: { status: 200 } });
    });

    it('pauses between half and one and a half times the base', async () => {
      expect((await run([lost], 0)).pausesMs[0]).toBe(200);
      expect((await run([lost], 0.999)).pausesMs[0]).toBeCloseTo(600, 0);
    });

    it('waits as long as Retry-After asks', async () => {
      expect((await run([answered(429, { 'retry-after': '7' }), answered(200)])).pausesMs).toEqual([7_000]);
    });

    it('gives up when Retry-After asks for too much', async () => {
      expect((await run([answered(429, { 'retry-after': '3600' })])).sent).toBe(1);
    });

    it('is not sent again after its signal was aborted during the pause', async () => {
      const abort = new AbortController();
      let sent = 0;
      await retrying(
        () => ((sent += 1), Promise.resolve(ok(lost))),
        {
          now,
          random: () => 0,
          sleep: (_ms, signal) => (abort.abort(), Promise.reject(signal?.reason as Error)),
        },
        abort.signal,
      );
      expect(sent).toBe(1);
    });

    it('is not sent again without a key', async () => {
      let sent = 0;
      const result = await retrying(
        () => ((sent += 1), Promise.resolve(fail({ kind: 'no-key' }))),
        { now, random: () => 0, sleep: () => Promise.resolve() },
        undefined,
      );
      expect([sent, result]).toEqual([1, { ok: false, error: { kind: 'no-key' } }]);
    });
  });

  describe('Retry-After', () => {
    it.each([
      ['seconds', '2', 2_000],
      ['a date', 'Sun, 01 Mar 2026 10:00:05 GMT', 5_000],
      ['a date gone by', 'Sun, 01 Mar 2026 09:00:00 GMT', 0],
      ['nonsense', 'soon', 0],
      ['nothing', undefined, 0],
    ])('is read as %s', (_name, header, waitMs) => {
      expect(retryAfterMs(header, now())).toBe(waitMs);
    });
  });
});

describe('deviations', () => {
  function answer(text: string, status = 200) {
    const reply = readReply({ kind: 'answered', status, headers: {}, text });
    if (reply.kind !== 'answered') throw new Error('It was answered');
    return reply;
  }

  function aLog() {
    const seen: Deviation[] = [];
    const now = () => new Date('2026-03-01T10:00:00Z');
    return { seen, count: createDeviationLog({ now, onDeviation: (deviation) => seen.push(deviation) }) };
  }

  it('a deviation is counted per place, with its last time and no values', () => {
    const { seen, count } = aLog();
    count(readLock, answer('"LOCKED by Ada"'));
    count(readLock, answer('"secret"'));
    count(readLock, answer('{"lockstatus":"locked"}'));
    const common = {
      operation: 'readLock',
      path: '',
      expected: 'locked or unlocked',
      lastSeenAt: '2026-03-01T10:00:00.000Z',
    };
    expect(seen).toEqual([
      { ...common, seen: 'other text', count: 1 },
      { ...common, seen: 'other text', count: 2 },
      { ...common, seen: 'object', count: 1 },
    ]);
  });

  it.each([
    ['a documented answer', readLock, '"locked"', 200],
    ['a refusal', readLock, '{"error":"no"}', 200],
    ['another status', readLock, '{"a":1}', 500],
    ['an answer that is no JSON', readLock, '<html>', 200],
    ['an operation whose shape is not documented', renew, '{"a":1}', 200],
  ] as const)('%s is no deviation', (_name, operation, text, status) => {
    const { seen, count } = aLog();
    count(operation, answer(text, status));
    expect(seen).toEqual([]);
  });
});
