import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { Secret } from '../../../../../electron/main/accounts/secret.ts';
import type { KeptAnswer } from '../../../../../electron/main/reseller/client.ts';
import type { Outcome } from '../../../../../electron/main/reseller/transport/outcome.ts';
import { aRegistrant } from '../../../../support/fuzz/calls.ts';
import { aClient, answered, key } from './a-client.ts';

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
    const { client, sent } = aClient({ answer: () => answered('"1.00"'), options: { sendTimestamp: true } });
    await client.readCredits();
    expect(sent[0]?.headers['timestamp']).toBe('1772361000');
  });

  it('is not sent without a key', async () => {
    const { client, sent } = aClient({
      answer: () => answered('"1.00"'),
      key: () => Promise.resolve(fail({ kind: 'no-key' })),
    });
    expect(await client.readCredits()).toEqual({ ok: false, error: { kind: 'no-key' } });
    expect(sent).toEqual([]);
  });

  it.each(['ada lovelace', 'ada\r\nx: y', 'ädä@example.com', ''])(
    'is not sent for the user name “%s”',
    async (username) => {
      const { client, sent } = aClient({ answer: () => answered('"1.00"'), username });
      expect(await client.readCredits()).toMatchObject({
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
    await client.readCredits();
    expect(new Set(sent.map(({ headers }) => headers['token'])).size).toBe(2);
  });
});

describe('client mistake 7: what is kept of an answer', () => {
  it('is without the key and the token, should the service repeat them', async () => {
    const { client } = aClient({
      answer: ({ headers }) => answered(JSON.stringify([`.${key.reveal()}`, `.${headers['token'] ?? ''}`])),
    });
    expect(await client.listTlds()).toEqual({
      ok: true,
      value: { tlds: ['.[masked]', '.[masked]'], answer: '[".[masked]",".[masked]"]' },
    });
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

describe('deviations', () => {
  it('are told with place and count', async () => {
    const { client, deviations } = aClient({ answer: () => answered('{"credit":"1.00"}') });
    await client.readCredits();
    await client.readCredits();
    expect(
      deviations.map(({ operation, path, expected, seen, count }) => [
        operation,
        path,
        expected,
        seen,
        count,
      ]),
    ).toEqual([
      ['readCredits', '', 'string with a decimal amount', 'object', 1],
      ['readCredits', '', 'string with a decimal amount', 'object', 2],
    ]);
  });
});

it('a key that changed signs the next request', async () => {
  const keys = [new Secret('first'), new Secret('second')];
  let asked = 0;
  const { client, sent } = aClient({
    answer: () => answered('"1.00"'),
    key: () => Promise.resolve(ok(keys[asked++] ?? key)),
  });
  await client.readCredits();
  await client.readCredits();
  expect(sent[0]?.headers['token']).not.toBe(sent[1]?.headers['token']);
});
