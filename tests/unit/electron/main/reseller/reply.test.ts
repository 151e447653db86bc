import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { toReadResult } from '../../../../../electron/main/reseller/decode.ts';
import {
  givesTwice,
  isArray,
  type Json,
  member,
  parseJson,
  schemaMismatches,
  type Shape,
} from '../../../../../electron/main/reseller/json.ts';
import { maskedAnswer, redactSecrets, sanitize } from '../../../../../electron/main/reseller/mask.ts';
import { readEppCode, readLock } from '../../../../../electron/main/reseller/operations/domain.ts';
import { renew } from '../../../../../electron/main/reseller/operations/order.ts';
import {
  createDeviationLog,
  type Deviation,
  readReply,
  type Reply,
  retryAfterMs,
  retrying,
} from '../../../../../electron/main/reseller/reply.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { defaultAccountOptions } from '../../../../../shared/domain/account.ts';
import { oddPlaces } from '../../../../support/known-answers.ts';
import { createRandom } from '../../../../support/fuzz/random.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

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

describe('mask', () => {
  const answered = (text: string) => readReply({ kind: 'answered', status: 200, headers: {}, text });

  describe('a kept answer', () => {
    it('is the text as it came where nothing personal is in it', () => {
      expect(maskedAnswer(answered('[ "a" ]'), 'open')).toBe('[ "a" ]');
    });

    it('client mistake 7: keeps known names and the structure of a personal answer, and none of its values', () => {
      const body = {
        Registrant: { Phone: 49_123_456, Email: 'a@b.example', City: '' },
        success: true,
        list: ['x'],
      };
      expect(JSON.parse(maskedAnswer(answered(JSON.stringify(body)), 'personal'))).toEqual({
        Registrant: { Phone: '[masked]', Email: '[masked]', City: '' },
        success: true,
        '[name 3]': ['[masked]'],
      });
    });

    it('keeps nothing of a personal answer that is not JSON', () => {
      expect(maskedAnswer(answered('Ada Lovelace, London'), 'personal')).toBe(
        '[20 characters that are not JSON]',
      );
    });

    it('is cut at 64 KiB', () => {
      expect(maskedAnswer(answered('x'.repeat(100_000)), 'open')).toHaveLength(65_536);
    });

    it('is empty where no answer came', () => {
      expect(maskedAnswer({ kind: 'cancelled' }, 'open')).toBe('');
    });
  });

  describe("a service's words", () => {
    it.each([
      ['lose their markup', '<b>Warning</b>:\n no <i>way</i>', 'Warning : no way'],
      ['lose e-mail addresses', 'Sent to ada@lovelace.example.', 'Sent to [e-mail]'],
      ['lose control characters', 'a\u0000b\u202Ec', 'a b c'],
      ["keep the caller's address", 'IP 203.0.113.7 is not allowed', 'IP 203.0.113.7 is not allowed'],
    ])('%s', (_name, words, said) => {
      expect(sanitize(words, [])).toBe(said);
    });

    it('lose what was sent as a secret', () => {
      expect(sanitize('“+49.1234” is no phone number', [new Secret('+49.1234')])).toBe(
        '“[masked]” is no phone number',
      );
    });

    it('are cut at 300 characters', () => {
      expect(sanitize('x'.repeat(10_000), [])).toHaveLength(300);
    });

    it('keep words that equal a very short secret', () => {
      expect(redactSecrets('DE is a country', [new Secret('DE')])).toBe('DE is a country');
    });
  });
});

describe('a code where nobody expects it', () => {
  const input = { domain: 'example.com' };
  const call = valueOf(readEppCode.ask(input, defaultAccountOptions));
  const letters = Array.from('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789');
  const signs = Array.from('!#$%&*+-.:;=?@^_~<>"\'/\\');
  const digits = Array.from('23456789');

  /** Every six signs in a row, as they stand in JSON text. */
  const piecesOf = (code: string): readonly string[] =>
    Array.from({ length: code.length - 5 }, (_, from) =>
      JSON.stringify(code.slice(from, from + 6)).slice(1, -1),
    );

  const random = createRandom(20_261_121);
  const aCode = (): string =>
    Array.from({ length: 6 + random.int(26) }, (_, at) =>
      at % 4 === 2 ? random.pick(signs) : random.pick(letters),
    ).join('') + random.pick(digits);

  it('B9 is in nothing that is kept or said of an answer, whatever its place and the status', async ({
    annotate,
  }) => {
    const [statuses, finds] = [[200, 201, 302, 400, 401, 403, 404, 422, 429, 500, 503], [] as string[]];
    let looked = 0;
    for (const [place, written] of Object.entries(oddPlaces)) {
      for (const status of statuses) {
        for (let n = 0; n < 20; n += 1) {
          const code = aCode();
          const reply = readReply({ kind: 'answered', status, headers: {}, text: written(code) });
          const result = toReadResult({ operation: readEppCode, input, call, answeredAt: '' }, reply);
          const all = JSON.stringify([maskedAnswer(reply, readEppCode.answers), result]);
          looked += 1;
          if (piecesOf(code).some((piece) => all.includes(piece))) finds.push(`${place}, ${status}: ${all}`);
        }
      }
    }
    expect(finds).toEqual([]);
    await annotate(`figure: ${looked} codes in odd places, 0 found in answers and words`);
  });

  it.each([
    ['beside a name that nobody knows', { success: true, authinfo: 'aB3#xyz' }],
    ['as the message', { success: true, message: 'aB3#xyz' }],
    ['in an object', { success: true, eppcode: { value: 'aB3#xyz' } }],
    ['in words', { success: true, message: 'The code is aB3#xyz.' }],
    ['as a number', { success: true, pin: 123456 }],
  ])('is no word that it was e-mailed: %s', (_where, body) => {
    expect(readEppCode.judge(body, input, '').kind).toBe('unclear');
  });

  it.each([
    ['in words', { success: true, message: 'The code was sent to the registrant' }],
    ['with an address', { success: true, message: 'Sent to <b>ada@example.com</b>' }],
    ['with the domain', { success: true, domain: 'example.com' }],
    ['with what is empty', { status: 'success', message: '', error: null, eppcode: '' }],
    ['twice', { success: 'success', status: 'success', message: 'success' }],
  ])('a success alone is one: %s', (_how, body) => {
    expect(readEppCode.judge(body, input, '')).toEqual({
      kind: 'success',
      value: { kind: 'emailed-to-registrant' },
    });
  });
});

describe('a body as JSON', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

  it.each([
    ['a bare string', '"success"', 'success'],
    ['a number', ' 1.5 ', 1.5],
    ['null', 'null', null],
    ['64 levels', nested(64), JSON.parse(nested(64)) as unknown],
  ])('is %s', (_name, text, value) => {
    expect(parseJson(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['nothing', '', 'empty'],
    ['blanks', ' \n', 'empty'],
    ['a page', '<html></html>', 'not-json'],
    ['cut JSON', '{"a":', 'not-json'],
    ['a warning before JSON', '<br /><b>Warning</b>: x{"a":1}', 'not-json'],
    ['C16: 65 levels', nested(65), 'too-deep'],
    ['C16: a million levels', nested(1_000_000), 'too-deep'],
    ['65 levels of objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 'too-deep'],
  ])('is unusable when it is %s', (_name, text, why) => {
    expect(parseJson(text)).toEqual(fail(why));
  });

  it.each([
    ['in the answer itself', '{"success":false,"success":true}', true],
    ['with space around the colon', '{"a" : 1,\n"b"\t:2,"a"\r\n:\n1}', true],
    ['spelled in another way', '{"error":"no","err\\u006fr":""}', true],
    ['deep in it', '[1,{"a":[[{"b":{},"c":"","b":{}}]]}]', true],
    ['in a value that is not kept', '{"a":{"b":1,"b":2},"a":3}', true],
    ['beside one that is nested too deep to be kept', `{"a":${nested(100_000)},"a":1}`, true],
    ['of the prototype', '{"__proto__":1,"__proto__":2}', true],
    ['with an empty name', '{"":1,"":2}', true],
    ['in two objects', '[{"a":1},{"a":{"a":1}}]', false],
    ['as texts that look like members', '{"a":":x","b":"\\":1,\\"b\\":2","c":" : ","d":"\\\\"}', false],
    ['in other letters', '{"a":1,"A":2}', false],
  ])('H1 says whether a member is given twice: %s', (_where, text, isTwice) => {
    const parsed = parseJson(text);
    expect(parsed.ok && givesTwice(parsed.value)).toBe(isTwice);
  });

  it('H1 says of each entry of a list whether a member is given twice in it', () => {
    const parsed = parseJson('[{"a":1},{"a":{"b":1,"b":2}},{"a":[]},"a"]');
    if (!parsed.ok || !isArray(parsed.value)) throw new Error('It is a list');
    expect(parsed.value.map(givesTwice)).toEqual([false, true, false, false]);
    expect(givesTwice(parsed.value)).toBe(true);
  });

  it("never finds the prototype's members", () => {
    expect(member({}, 'constructor')).toBeUndefined();
    const parsed = parseJson('{"__proto__": {"isAvailable": true}}');
    expect(parsed.ok && member(Object(parsed.value) as never, 'isAvailable')).toBeUndefined();
  });
});

describe('where an answer is not as documented', () => {
  const shape: Shape = {
    each: { members: { name: 'string', prices: { map: { members: { register: 'object' } } } } },
  };

  it('is nowhere when it is', () => {
    expect(schemaMismatches([{ name: 'a', prices: { '1': { register: {} } } }], shape)).toEqual([]);
  });

  it.each<[string, Json, string, string, string]>([
    ['the answer itself', {}, '', 'array', 'object'],
    ['an element', ['x'], '[]', 'object', 'string'],
    ['a member of another kind', [{ name: 1, prices: {} }], '[].name', 'string', 'number'],
    ['a missing member', [{ name: 'a' }], '[].prices', 'object', 'missing'],
    ['a member that nobody documented', [{ name: 'a', prices: {}, extra: null }], '[].*', 'nothing', 'null'],
    [
      'below an open name',
      [{ name: 'a', prices: { '1': { register: [] } } }],
      '[].prices.*.register',
      'object',
      'array',
    ],
  ])('is at %s', (_name, value, path, expected, seen) => {
    expect(schemaMismatches(value, shape)).toEqual([{ path, expected, seen }]);
  });

  it('is named once however often it occurs', () => {
    expect(schemaMismatches([1, 2, 3], shape)).toHaveLength(1);
  });

  it('tells a text of another form without quoting it', () => {
    expect(schemaMismatches('1', { text: /^locked$/, called: 'locked' })).toEqual([
      { path: '', expected: 'locked', seen: 'other text' },
    ]);
  });

  it('does not quote a value that stands in a name’s place', () => {
    expect(schemaMismatches({ 'ada@lovelace.example': 1 }, { members: {} })).toEqual([
      { path: '*', expected: 'nothing', seen: 'number' },
    ]);
  });
});
