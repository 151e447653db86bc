import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import type { KeptAnswer } from '../../../../../electron/main/reseller/client.ts';
import type { RequestStats } from '../../../../../electron/main/reseller/reply.ts';
import type { Outcome } from '../../../../../electron/main/reseller/transport/outcome.ts';
import { aRegistrant, calls, readNames, writeNames } from '../../../../support/named-operations.ts';
import { aClient, answered, key, type Setting } from './a-client.ts';

describe('client', () => {
  const domain = 'example.com';
  const nameservers = ['ns1.example.net', 'ns2.example.net'];

  const lost: Outcome = { kind: 'lost', stage: 'flushed', why: 'connection-lost', status: 0 };

  describe('the transfer code', () => {
    it('is asked for once, over a connection of its own', async () => {
      const { client, sent } = aClient({ answer: () => lost });
      expect(await client.readEppCode({ domain })).toMatchObject({ error: { kind: 'unreachable' } });
      expect(sent.map(({ way, method }) => `${way} ${method}`)).toEqual(['once GET']);
    });

    it('client mistake 7: is in no kept answer', async () => {
      const kept: KeptAnswer[] = [];
      const { client } = aClient({ answer: () => answered('{"eppcode":"aB3$x-secret"}') });
      const result = await client.readEppCode({ domain }, { onAnswer: (answer) => kept.push(answer) });
      expect(JSON.stringify([result, kept])).not.toContain('aB3$x');
      expect(kept).toEqual([{ operation: 'readEppCode', status: 200, answer: '{"eppcode":"[masked]"}' }]);
    });
  });

  describe('a request', () => {
    it('has both headers and nothing that nobody documented', async () => {
      const { client, sent } = aClient({ answer: () => answered('"success"') });
      await client.writeLock({ domain, state: 'locked' });
      expect(Object.keys(sent[0]?.headers ?? {})).toEqual([
        'username',
        'token',
        'accept',
        'accept-encoding',
        'content-type',
        'content-length',
      ]);
      expect(sent[0]).toMatchObject({
        url: 'https://h.example/api/index.php/domains/example.com/lock',
        body: 'lockstatus=locked',
        headers: {
          username: 'test@example.com',
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': '17',
        },
      });
    });

    it('has a timestamp when the account is set to it', async () => {
      const { client, sent } = aClient({
        answer: () => answered('"1.00"'),
        options: { sendTimestamp: true },
      });
      await client.readCredits(null);
      expect(sent[0]?.headers['timestamp']).toBe('1772361000');
    });

    it('is not sent without a key', async () => {
      const { client, sent } = aClient({
        answer: () => answered('"1.00"'),
        key: () => Promise.resolve(fail({ kind: 'no-key' })),
      });
      expect(await client.readCredits(null)).toEqual(fail({ kind: 'no-key' }));
      expect(sent).toEqual([]);
    });

    it.each(['ada lovelace', 'ada\r\nx: y', 'ädä@example.com', ''])(
      'is not sent for the user name “%s”',
      async (username) => {
        const { client, sent } = aClient({ answer: () => answered('"1.00"'), username });
        expect(await client.readCredits(null)).toMatchObject({
          error: { kind: 'invalid-input', field: 'username' },
        });
        expect(sent).toEqual([]);
      },
    );

    it('client mistake 1: is signed at the moment of sending, on each try', async () => {
      const times = ['2026-03-01T10:30:00Z', '2026-03-01T11:30:00Z'];
      let tries = 0;
      const { client, sent } = aClient({
        now: () => new Date(times[Math.min(tries, 1)] ?? ''),
        answer: () => ((tries += 1), lost),
      });
      await client.readCredits(null);
      expect(new Set(sent.map(({ headers }) => headers['token'])).size).toBe(2);
    });
  });

  describe('client mistake 7: what is kept of an answer', () => {
    it('is without the key and the token, should the service repeat them', async () => {
      const { client } = aClient({
        answer: ({ headers }) => answered(JSON.stringify([`.${key.reveal()}`, `.${headers['token'] ?? ''}`])),
      });
      expect(await client.listTlds(null)).toEqual({
        ok: true,
        value: { tlds: ['.[masked]', '.[masked]'], answer: '[".[masked]",".[masked]"]' },
      });
    });

    it('(G9) is without them in another spelling as well, also where a list is not decoded', async () => {
      const escaped = (text: string): string =>
        Array.from(text, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join('');
      const { client } = aClient({
        answer: ({ headers }) =>
          answered(`[".${escaped(key.reveal())}",".${escaped(headers['token'] ?? '')}"]`),
      });
      const masked = '[".[masked]",".[masked]"]';
      expect(await client.listTlds(null)).toMatchObject({ value: { answer: masked } });
      const list = await client.lookupBytes({ label: 'example', tlds: ['com'] });
      expect(list.ok && Buffer.from(list.value.bytes).toString()).toBe(masked);
    });

    it('is without the contact data that were sent, also in the words of a refusal', async () => {
      const kept: KeptAnswer[] = [];
      const { client } = aClient({ answer: () => answered('{"error":"“email of Ada” is no address"}', 400) });
      const order = { domain, periodYears: 1, nameservers, contacts: { registrant: aRegistrant } };
      const result = await client.register(order, { onAnswer: (answer) => kept.push(answer) });
      expect(result).toMatchObject({ error: { said: '“[masked]” is no address' } });
      expect(kept).toEqual([{ operation: 'register', status: 400, answer: '{"error":"[masked]"}' }]);
    });

    it('is told also where the outcome is uncertain', async () => {
      const kept: KeptAnswer[] = [];
      const { client } = aClient({ answer: () => answered('{"error":"Out of credit"}', 500) });
      await client.renew({ domain, periodYears: 1 }, { onAnswer: (answer) => kept.push(answer) });
      expect(kept).toEqual([{ operation: 'renew', status: 500, answer: '{"error":"Out of credit"}' }]);
    });
  });
});

describe('bulk lookup', () => {
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
      const [single, ...bulk] = sent.map(({ method, url, headers, body }) => ({
        method,
        url,
        headers,
        body,
      }));
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
      const exchanges: RequestStats[] = [];
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
    const nothing = {
      of: 'bulk',
      status: 0,
      refusal: null,
      failure: null,
      retryAfterMs: 0,
      durationMs: 250,
    };

    it.each<[string, Outcome, Partial<RequestStats>]>([
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
      const exchanges: RequestStats[] = [];
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
});

describe('client reads', () => {
  const lost: Outcome = { kind: 'lost', stage: 'flushed', why: 'connection-lost', status: 0 };
  const cutShort: Outcome = { ...lost, stage: 'headers', status: 200 };
  const notSent: Outcome = { kind: 'not-sent', why: 'connection-refused' };
  const tooDeep = '['.repeat(99) + ']'.repeat(99);

  const unreachable = (why: string) => ({ kind: 'unreachable', why });
  const unreadable = (why: string) => ({ kind: 'unreadable', status: 200, why });
  const refused = (said: string, more: object = {}) => ({ kind: 'refused', said, ...more });
  const credentials = { kind: 'refused', why: 'credentials', said: 'Invalid API Token' };

  /** A transfer code is asked for once: see above. */
  const repeatable = readNames.filter((name) => name !== 'readEppCode');

  describe.each(repeatable)('%s', (name) => {
    it.each<[string, Outcome, number, object]>([
      ['a refused connection', notSent, 3, unreachable('connection-refused')],
      ['a lost connection', lost, 3, unreachable('connection-lost')],
      ['a body cut short', cutShort, 3, unreadable('cut-short')],
      ['a body over the limit', { ...lost, why: 'too-large', status: 200 }, 1, unreadable('too-large')],
      ['a 502', answered('', 502), 3, { kind: 'refused', why: 'server', status: 502 }],
      ['C3: a redirect', answered('{"error":"moved"}', 302), 1, refused('', { why: 'redirect' })],
      ['a page with 200', answered('<html></html>'), 1, unreadable('not-json')],
      ['nothing with 200', answered(''), 1, unreadable('empty')],
      ['JSON that is too deep', answered(tooDeep), 1, unreadable('too-deep')],
      ['client mistake 3: an error inside a 200', answered('{"error":"Closed"}'), 1, refused('Closed')],
      ['an error object', answered('{"error":{"message":"Closed"}}', 400), 1, refused('Closed')],
      [
        'the refused address',
        answered('{"error":"IP 203.0.113.7 is not allowed"}', 403),
        1,
        refused('IP 203.0.113.7 is not allowed', { why: 'address' }),
      ],
      ['a plain 401', answered('Invalid API Token', 401), 1, credentials],
      ['a plain 401 inside a 200', answered('Invalid API Token'), 1, credentials],
      ['being cancelled', { kind: 'cancelled' }, 1, { kind: 'cancelled' }],
    ])('after %s', async (_case, outcome, requests, error) => {
      const { client, sent } = aClient({ answer: () => outcome });
      expect(await calls[name](client)).toMatchObject({ ok: false, error });
      expect(sent).toHaveLength(requests);
      expect(sent.every(({ way }) => way === 'read')).toBe(true);
    });
  });
});

describe('client writes', () => {
  const lost: Outcome = { kind: 'lost', stage: 'flushed', why: 'connection-lost', status: 0 };

  const doubt = (why: string, said?: string) => ({ kind: 'uncertain', why, ...(said && { said }) });
  const noAnswer = doubt('no-complete-answer');
  const notUnderstood = doubt('answer-not-understood');
  const notSent = { kind: 'not-sent', why: 'connection-refused' } as const;
  const redirect = answered('', 307, { location: 'https://evil.example/' });
  const noCredit = { kind: 'refused', status: 200, why: 'credit', said: 'Insufficient funds' };

  describe.each(writeNames)('C2, client mistake 4: %s', (name) => {
    it.each<[string, Outcome, object]>([
      ['a connection that was refused', notSent, notSent],
      ['a lost answer', lost, noAnswer],
      ['a time-out', { ...lost, why: 'no-answer-in-time' }, noAnswer],
      ['an answer over the limit', { ...lost, why: 'too-large' }, noAnswer],
      ['a half answer that began with 200', { ...lost, stage: 'headers', status: 200 }, noAnswer],
      ['a 500', answered('{"error":"Server error"}', 500), doubt('server-error')],
      ['a 502 page', answered('<html></html>', 502), doubt('server-error')],
      ['a 408', answered('', 408), doubt('server-error')],
      ['C3: a redirect', redirect, doubt('redirected')],
      ['an empty 200', answered(''), notUnderstood],
      ['a page with 200', answered('<html></html>'), notUnderstood],
      ['cut JSON with 200', answered('{"succ'), notUnderstood],
      ['[] with 200', answered('[]'), notUnderstood],
      ['a 201', answered('"success"', 201), notUnderstood],
      ['a 400 with an error', answered('{"error":"Closed"}', 400), doubt('unclear-refusal', 'Closed')],
      ['a refusal inside a 200 that is defined', answered('{"error":"Insufficient funds"}'), noCredit],
      ['a 401 in plain text', answered('Invalid API Token', 401), { kind: 'refused', why: 'credentials' }],
      [
        'a 429',
        answered('', 429),
        name === 'register' ? doubt('unclear-refusal') : { kind: 'refused', why: 'rate' },
      ],
      ['being cancelled before a byte left', { kind: 'cancelled' }, { kind: 'cancelled' }],
    ])('is sent once and is honest after %s', async (_case, outcome, error) => {
      const { client, sent } = aClient({ answer: () => outcome });
      expect(await calls[name](client)).toMatchObject({ ok: false, error });
      expect(sent.map(({ way, method }) => `${way} ${method}`)).toEqual(['once POST']);
    });

    it('is done when the answer says so', async () => {
      const { client, sent } = aClient({ answer: () => answered('"success"') });
      expect(await calls[name](client)).toMatchObject({ ok: true });
      expect(sent).toHaveLength(1);
    });

    it('passes the signal on', async () => {
      const { signal } = new AbortController();
      const { client, sent } = aClient({ answer: () => answered('"success"') });
      await calls[name](client, { signal });
      expect(sent[0]?.signal).toBe(signal);
    });
  });
});
