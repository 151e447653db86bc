import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../../electron/main/reseller/transport/outcome.ts';
import { calls, writeNames } from '../../../../support/fuzz/calls.ts';
import { aClient, answered } from './a-client.ts';

const lost: Outcome = { kind: 'lost', stage: 'flushed', why: 'connection-lost', status: 0 };

describe.each(writeNames)('C2, client mistake 4: %s', (name) => {
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
      { kind: 'uncertain', why: 'unclear-refusal', said: 'Registry closed' },
    ],
    [
      'a refusal inside a 200 that is defined',
      answered('{"error":"Insufficient funds"}'),
      { kind: 'refused', status: 200, why: 'credit', said: 'Insufficient funds' },
    ],
    ['a 401 in plain text', answered('Invalid API Token', 401), { kind: 'refused', why: 'credentials' }],
    ['a 429', answered('', 429), { kind: 'refused', why: 'rate' }],
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
