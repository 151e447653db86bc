import { describe, expect, it } from 'vitest';
import type { CodeTaken } from '#shared/domain/code.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Codes } from '../../../../../electron/main/codes/codes.ts';
import type { AccountStatus } from '../../../../../electron/main/connections/status-board.ts';
import {
  createNoteConnections,
  noteChanges,
  notedCodes,
  noteCodeExport,
} from '../../../../../electron/main/diagnostics/noted.ts';
import type { Logger } from '../../../../../electron/main/system/log.ts';
import { aChange } from '../../../../support/a-change.ts';
import { aSaving } from '../../../../support/fake-codes.ts';

/** A log that keeps what is noted. */
function aLog() {
  const noted: unknown[] = [];
  const note: Logger['note'] = (event, fields) => void noted.push([event, fields]);
  return { note, noted };
}

const accountId = '3f2b1c9e-0000-4000-8000-0123456789ab';

describe('what is noted of changes', () => {
  it('is what they came to, not that they are planned or on their way', () => {
    const { note, noted } = aLog();
    const states = ['planned', 'sending', 'uncertain', 'confirmed'] as const;
    noteChanges(
      { note },
      states.map((state) => aChange({ accountId, state, attempts: 2 })),
    );
    expect(noted).toEqual([
      ['change.uncertain', { accountId, what: 'lock' }],
      ['change.moved', { accountId, what: 'lock', state: 'confirmed', attempts: 2 }],
    ]);
  });
});

describe('what is noted of the way to a service', () => {
  const status = (changes: Partial<AccountStatus> = {}): AccountStatus => ({
    accountId,
    connection: 'online',
    error: null,
    credit: null,
    clockSkewMs: null,
    ...changes,
  });

  it('is each time that it becomes another one, for each account', () => {
    const { note, noted } = aLog();
    const noteConnection = createNoteConnections({ note });
    const credit = { amount: '12.00', readAt: '2026-02-21T14:00:00.000Z' };
    noteConnection(status());
    noteConnection(status({ credit, clockSkewMs: 200 }));
    noteConnection(
      status({ connection: 'offline', error: { kind: 'unreachable', why: 'name-not-resolved' } }),
    );
    noteConnection(
      status({ connection: 'offline', error: { kind: 'unreachable', why: 'no-answer-in-time' } }),
    );
    noteConnection(status({ accountId: aChange().id }));
    noteConnection(status({ accountId: null }));
    expect(noted.map((line) => JSON.stringify(line))).toEqual([
      expect.stringContaining('"online","why":"none"'),
      expect.stringContaining('"offline","why":"name-not-resolved"'),
      expect.stringContaining('"offline","why":"no-answer-in-time"'),
      expect.stringContaining(aChange().id),
    ]);
  });
});

describe('what is noted of a code', () => {
  const retrievedAt = '2026-02-21T14:00:00.000Z';
  const failure = (error: AppError): Result<CodeTaken> => fail(error);

  it.each<[string, Result<CodeTaken>, string | null]>([
    ['was copied', ok({ kind: 'copied', retrievedAt, clearsAt: retrievedAt }), 'code'],
    ['was shown', ok({ kind: 'revealed', retrievedAt, hidesAt: retrievedAt }), 'code'],
    ['was e-mailed', ok({ kind: 'emailed', retrievedAt }), 'emailed'],
    ['is unclear', ok({ kind: 'unclear', retrievedAt, status: 200, answer: 'canary' }), 'unclear'],
    ['was not confirmed', ok({ kind: 'declined', why: 'closed' }), null],
    ['had no answer', failure({ kind: 'unreachable', why: 'no-answer-in-time' }), 'no-answer'],
    ['could not be sent', failure({ kind: 'not-sent', why: 'name-not-resolved' }), 'not-sent'],
    ['has no key', failure({ kind: 'no-key' }), 'not-asked'],
  ])('B10 is what it came to where it %s, and neither code nor domain', async (_case, taken, outcome) => {
    const { note, noted } = aLog();
    // As much of it as is called.
    const codes = { take: () => Promise.resolve(taken) } as unknown as Codes;
    expect(await notedCodes(codes, { note }).take(accountId, 'canary.com', 'copy')).toBe(taken);
    expect(noted).toEqual(outcome === null ? [] : [['code.taken', { accountId, deed: 'copy', outcome }]]);
  });
});

describe('what is noted of a saving of codes', () => {
  it('B10 is how it ended, not that it runs, and not where the file is', () => {
    const { note, noted } = aLog();
    const { outcomes } = aSaving();
    for (const state of ['running', 'done'] as const)
      noteCodeExport({ note }, aSaving({ accountId, state, total: 3, outcomes: { ...outcomes, code: 2 } }));
    expect(noted).toEqual([['codes.saved', { accountId, state: 'done', total: 3, fetched: 2 }]]);
  });
});
