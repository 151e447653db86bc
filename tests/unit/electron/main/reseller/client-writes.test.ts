import { describe, expect, it } from 'vitest';
import { type Result } from '#shared/result.ts';
import { Secret } from '../../../../../electron/main/accounts/secret.ts';
import { type ResellerClient } from '../../../../../electron/main/reseller/client.ts';
import { type Outcome } from '../../../../../electron/main/reseller/transport/outcome.ts';
import { aClient, aRegistrant, answered } from './a-client.ts';

const domain = 'example.com';
const nameservers = ['ns1.example.net', 'ns2.example.net'];
const child = { domain, nameserver: 'ns1.example.com' };
const contactUpdate = {
  domain,
  roles: [{ name: 'Registrant', fields: [{ name: 'Email', value: new Secret('ada@lovelace.example') }] }],
};

type Call = (client: ResellerClient, signal?: AbortSignal) => Promise<Result<object>>;
const withSignal = (signal?: AbortSignal) => (signal === undefined ? {} : { signal });

const writes: readonly (readonly [string, Call])[] = [
  ['writeContacts', (client, signal) => client.writeContacts(contactUpdate, withSignal(signal))],
  ['writeLock', (client, signal) => client.writeLock({ domain, state: 'locked' }, withSignal(signal))],
  [
    'register',
    (client, signal) =>
      client.register(
        { domain, periodYears: 1, nameservers, contacts: { registrant: aRegistrant } },
        withSignal(signal),
      ),
  ],
  ['renew', (client, signal) => client.renew({ domain, periodYears: 1 }, withSignal(signal))],
  ['sync', (client, signal) => client.sync({ domain }, withSignal(signal))],
  [
    'writeNameservers',
    (client, signal) => client.writeNameservers({ domain, nameservers }, withSignal(signal)),
  ],
  [
    'registerChildNameserver',
    (client, signal) =>
      client.registerChildNameserver({ ...child, ipAddress: '192.0.2.1' }, withSignal(signal)),
  ],
  [
    'modifyChildNameserver',
    (client, signal) =>
      client.modifyChildNameserver(
        { ...child, currentIpAddress: '192.0.2.1', newIpAddress: '192.0.2.2' },
        withSignal(signal),
      ),
  ],
  ['deleteChildNameserver', (client, signal) => client.deleteChildNameserver(child, withSignal(signal))],
];

const lost: Outcome = { kind: 'lost', stage: 'flushed', why: 'connection-lost', status: 0 };

describe.each(writes)('C2, client mistake 4: %s', (_name, call) => {
  it.each<[string, Outcome, object]>([
    [
      'a connection that was refused',
      { kind: 'not-sent', why: 'connection-refused' },
      { kind: 'not-sent', why: 'connection-refused' },
    ],
    ['a lost answer', lost, { kind: 'uncertain', why: 'no-complete-answer' }],
    ['a time-out', { ...lost, why: 'no-answer-in-time' }, { kind: 'uncertain', why: 'no-complete-answer' }],
    [
      'an answer over the limit',
      { ...lost, why: 'too-large' },
      { kind: 'uncertain', why: 'no-complete-answer' },
    ],
    [
      'a half answer that began with 200',
      { ...lost, stage: 'headers', status: 200 },
      { kind: 'uncertain', why: 'no-complete-answer' },
    ],
    ['a 500', answered('{"error":"Server error"}', 500), { kind: 'uncertain', why: 'server-error' }],
    ['a 502 page', answered('<html></html>', 502), { kind: 'uncertain', why: 'server-error' }],
    ['a 408', answered('', 408), { kind: 'uncertain', why: 'server-error' }],
    [
      'C3: a redirect',
      answered('', 307, { location: 'https://evil.example/' }),
      { kind: 'uncertain', why: 'redirected' },
    ],
    ['an empty 200', answered(''), { kind: 'uncertain', why: 'answer-not-understood' }],
    ['a page with 200', answered('<html></html>'), { kind: 'uncertain', why: 'answer-not-understood' }],
    ['cut JSON with 200', answered('{"succ'), { kind: 'uncertain', why: 'answer-not-understood' }],
    ['[] with 200', answered('[]'), { kind: 'uncertain', why: 'answer-not-understood' }],
    ['a 201', answered('"success"', 201), { kind: 'uncertain', why: 'answer-not-understood' }],
    [
      'a 400 with an error',
      answered('{"error":"Registry closed"}', 400),
      { kind: 'refused', status: 400, said: 'Registry closed' },
    ],
    [
      'a refusal inside a 200',
      answered('{"error":"Registry closed"}'),
      { kind: 'refused', status: 200, why: 'other' },
    ],
    ['a 401 in plain text', answered('Invalid API Token', 401), { kind: 'refused', why: 'credentials' }],
    ['a 429', answered('', 429), { kind: 'refused', why: 'rate' }],
    ['being cancelled before a byte left', { kind: 'cancelled' }, { kind: 'cancelled' }],
  ])('is sent once and is honest after %s', async (_case, outcome, error) => {
    const { client, sent } = aClient({ answer: () => outcome });
    expect(await call(client)).toMatchObject({ ok: false, error });
    expect(sent.map(({ way, method }) => `${way} ${method}`)).toEqual(['once POST']);
  });

  it('is done when the answer says so', async () => {
    const { client, sent } = aClient({ answer: () => answered('"success"') });
    expect(await call(client)).toMatchObject({ ok: true });
    expect(sent).toHaveLength(1);
  });

  it('passes the signal on', async () => {
    const { signal } = new AbortController();
    const { client, sent } = aClient({ answer: () => answered('"success"') });
    await call(client, signal);
    expect(sent[0]?.signal).toBe(signal);
  });
});
