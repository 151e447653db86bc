import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../../electron/main/reseller/transport/outcome.ts';
import { calls, readNames } from '../../../../support/fuzz/calls.ts';
import { aClient, answered } from './a-client.ts';

const lost: Outcome = { kind: 'lost', stage: 'flushed', why: 'connection-lost', status: 0 };

/** A transfer code is asked for once: see client.test.ts. */
const repeatable = readNames.filter((name) => name !== 'readEppCode');

describe.each(repeatable)('%s', (name) => {
  it.each<[string, Outcome, number, object]>([
    [
      'a refused connection',
      { kind: 'not-sent', why: 'connection-refused' },
      3,
      { kind: 'unreachable', why: 'connection-refused' },
    ],
    ['a lost connection', lost, 3, { kind: 'unreachable', why: 'connection-lost' }],
    [
      'a body cut short',
      { ...lost, stage: 'headers', status: 200 },
      3,
      { kind: 'unreadable', status: 200, why: 'cut-short' },
    ],
    [
      'a body over the limit',
      { ...lost, why: 'too-large', status: 200 },
      1,
      { kind: 'unreadable', why: 'too-large' },
    ],
    ['a 502', answered('', 502), 3, { kind: 'refused', why: 'server', status: 502 }],
    ['C3: a redirect', answered('{"error":"moved"}', 302), 1, { kind: 'refused', why: 'redirect', said: '' }],
    ['a page with 200', answered('<html></html>'), 1, { kind: 'unreadable', status: 200, why: 'not-json' }],
    ['nothing with 200', answered(''), 1, { kind: 'unreadable', why: 'empty' }],
    [
      'JSON that is too deep',
      answered('['.repeat(99) + ']'.repeat(99)),
      1,
      { kind: 'unreadable', why: 'too-deep' },
    ],
    [
      'client mistake 3: an error inside a 200',
      answered('{"error":"Closed today"}'),
      1,
      { kind: 'refused', status: 200, said: 'Closed today' },
    ],
    [
      'an error object',
      answered('{"error":{"message":"Closed today"}}', 400),
      1,
      { kind: 'refused', said: 'Closed today' },
    ],
    [
      'the refused address',
      answered('{"error":"IP 203.0.113.7 is not allowed"}', 403),
      1,
      { kind: 'refused', why: 'address', said: 'IP 203.0.113.7 is not allowed' },
    ],
    [
      'a plain 401',
      answered('Invalid API Token', 401),
      1,
      { kind: 'refused', why: 'credentials', said: 'Invalid API Token' },
    ],
    ['a plain 401 inside a 200', answered('Invalid API Token'), 1, { kind: 'refused', why: 'credentials' }],
    ['being cancelled', { kind: 'cancelled' }, 1, { kind: 'cancelled' }],
  ])('after %s', async (_case, outcome, requests, error) => {
    const { client, sent } = aClient({ answer: () => outcome });
    expect(await calls[name](client)).toMatchObject({ ok: false, error });
    expect(sent).toHaveLength(requests);
    expect(sent.every(({ way }) => way === 'read')).toBe(true);
  });
});
