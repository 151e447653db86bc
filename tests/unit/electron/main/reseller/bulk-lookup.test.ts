import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import type { Exchange } from '../../../../../electron/main/reseller/exchange.ts';
import type { Outcome } from '../../../../../electron/main/reseller/transport/outcome.ts';
import { aClient, answered, key, type Setting } from './a-client.ts';

const input = { label: 'example', tlds: ['com', 'co.uk'] };
const lost: Outcome = { kind: 'lost', stage: 'sending', why: 'no-answer-in-time', status: 0 };

async function bytesOf(answer: Outcome, setting: Partial<Setting> = {}) {
  const { client, sent } = aClient({ answer: () => answer, ...setting });
  const result = await client.lookupBytes(input, { tries: 1 });
  return { sent, result, text: result.ok ? Buffer.from(result.value.bytes).toString() : null };
}

describe('a look-up for bulk sessions', () => {
  it('sends the very request of a single look-up', async () => {
    const { client, sent } = aClient({ answer: () => answered('[]'), options: { premiumEnabled: true } });
    await client.lookup(input);
    await client.lookupBytes(input);
    await client.lookupBytes(input);
    const [single, ...bulk] = sent.map(({ method, url, headers, body }) => ({ method, url, headers, body }));
    expect(bulk).toEqual([single, single]);
  });

  it('asks for other TLDs when it is given another list', async () => {
    const { client, sent } = aClient({ answer: () => answered('[]') });
    await client.lookupBytes(input);
    await client.lookupBytes({ label: 'other', tlds: ['net'] });
    expect(sent[1]?.body).toBe('searchTerm=other&tldsToInclude%5B%5D=net&premiumEnabled=0');
  });

  it.each(['[]', ' \r\n\t[{"a":1}]', '[ not JSON'])(
    'hands %j on as it came, whether it can be read or not',
    async (list) => {
      const { text, result } = await bytesOf(answered(list));
      expect(text).toBe(list);
      expect(result).toMatchObject({ value: { answeredAtMs: Date.parse('2026-03-01T10:30:00Z') } });
    },
  );

  it.each(['{"0":{"domainName":"example.com"}}', '{"domainName":"example.com","isAvailable":true}'])(
    'hands on the results of %s, which are no list',
    async (results) => expect((await bytesOf(answered(results))).text).toBe(results),
  );

  it.each<[string, Outcome, object]>([
    ['a refusal inside a 200', answered('{"error":"Closed"}'), { kind: 'refused', said: 'Closed' }],
    ['a bare refusal', answered('"Invalid API Token"'), { kind: 'refused', why: 'credentials' }],
    ['a list under a 500', answered('[]', 500), { kind: 'refused', why: 'server', status: 500 }],
    ['a page', answered('<html>'), { kind: 'unreadable', why: 'not-json' }],
    ['nothing', answered(''), { kind: 'unreadable', why: 'empty' }],
    ['an object without results', answered('{"a":1}'), { kind: 'unreadable', why: 'wrong-shape' }],
    ['C3: a redirect', answered('', 302), { kind: 'refused', why: 'redirect' }],
    ['no answer', lost, { kind: 'unreachable', why: 'no-answer-in-time' }],
  ])('fails for %s as a single look-up does', async (_case, outcome, error) => {
    const { result, sent } = await bytesOf(outcome);
    expect(result).toMatchObject({ ok: false, error });
    expect(sent).toHaveLength(1);
  });

  it('tries three times unless told otherwise', async () => {
    const { client, sent } = aClient({ answer: () => lost });
    await client.lookupBytes(input);
    expect(sent).toHaveLength(3);
  });

  it.each<[string, Parameters<typeof aClient>[0]['key'], object, object]>([
    ['a key', () => Promise.resolve(fail({ kind: 'no-key' })), input, { kind: 'no-key' }],
    ['TLDs', undefined, { label: 'example', tlds: [] }, { kind: 'invalid-input', field: 'tlds' }],
    ['a label', undefined, { label: '-', tlds: ['com'] }, { kind: 'invalid-input', field: 'label' }],
  ])('is not sent without %s', async (_case, keyOf, asked, error) => {
    const { client, sent } = aClient({ answer: () => answered('[]'), ...(keyOf && { key: keyOf }) });
    expect(await client.lookupBytes({ ...input, ...asked })).toMatchObject({ error });
    expect(sent).toEqual([]);
  });

  it('B8: its answer has lost the key and the token before anyone sees it', async () => {
    const { client } = aClient({
      answer: ({ headers }) => answered(JSON.stringify([key.reveal(), headers['token']])),
    });
    const result = await client.lookupBytes(input);
    expect(result.ok && Buffer.from(result.value.bytes).toString()).toBe('["[masked]","[masked]"]');
  });

  it('C14: is signed anew for the other hour when the credentials are refused near the turn', async () => {
    const { result, sent } = await bytesOf(answered(''), {
      now: () => new Date('2026-03-01T10:59:30Z'),
      answer: (_request, count) => (count === 1 ? answered('Invalid API Token', 401) : answered('[]')),
    });
    expect(result.ok).toBe(true);
    expect(new Set(sent.map(({ headers }) => headers['token'])).size).toBe(2);
  });
});

describe('every exchange', () => {
  const heard = async (outcome: Outcome, call: 'lookup' | 'lookupBytes' = 'lookupBytes') => {
    const exchanges: Exchange[] = [];
    let nowMs = Date.parse('2026-03-01T10:30:00Z');
    const { client } = aClient({
      answer: () => ((nowMs += 250), outcome),
      now: () => new Date(nowMs),
      nowMs: () => nowMs,
      onExchange: (exchange) => exchanges.push(exchange),
    });
    await client[call](input, { tries: 1 });
    return exchanges;
  };
  const nothing = { isBulk: true, status: 0, refusal: null, failure: null, retryAfterMs: 0, durationMs: 250 };

  it.each<[string, Outcome, Partial<Exchange>]>([
    ['an answer', answered('[]'), { status: 200 }],
    ['a refusal', answered('{"error":"Closed"}'), { status: 200, refusal: 'other' }],
    [
      'a pause',
      answered('', 429, { 'retry-after': '7' }),
      { status: 429, refusal: 'rate', retryAfterMs: 7_000 },
    ],
    ['a failure', lost, { failure: 'no-answer-in-time' }],
    ['being given up', { kind: 'cancelled' }, {}],
  ])('tells of %s', async (_case, outcome, expected) =>
    expect(await heard(outcome)).toEqual([{ ...nothing, ...expected }]),
  );

  it('takes as long as it took, whatever the clock of the machine is set to meanwhile', async () => {
    const exchanges: Exchange[] = [];
    let [clockMs, elapsedMs] = [Date.parse('2026-03-01T10:30:00Z'), 0];
    const { client } = aClient({
      answer: () => ((clockMs += 48 * 3_600_000), (elapsedMs += 250), answered('[]')),
      now: () => new Date(clockMs),
      nowMs: () => elapsedMs,
      onExchange: (exchange) => exchanges.push(exchange),
    });
    await client.lookupBytes(input, { tries: 1 });
    expect(exchanges.map(({ durationMs }) => durationMs)).toEqual([250]);
  });

  it('is told for each try of a single look-up as well', async () =>
    expect(await heard(lost, 'lookup')).toHaveLength(3));
});
