import { describe, expect, it } from 'vitest';
import { appError } from '#shared/areas/error-schema.ts';
import type { AppError } from '#shared/errors.ts';
import { sentencesFor } from '../../../shared/error-sentences.ts';
import {
  doubts,
  keychainFaults,
  reachFailures,
  refusalReasons,
  storageFaults,
  unreadableReasons,
} from '#shared/domain/failures.ts';

const breakableJournals = ['changes', 'accesses'] as const;

const errors: readonly (readonly [name: string, error: AppError])[] = [
  ['invalid-input', { kind: 'invalid-input', field: 'label', reason: 'An account needs a name' }],
  ['no-account', { kind: 'no-account' }],
  ['no-key', { kind: 'no-key' }],
  ...keychainFaults.map((fault) => [`keychain ${fault}`, { kind: 'keychain', fault }] as const),
  ...refusalReasons.map(
    (why) => [`refused ${why}`, { kind: 'refused', why, status: 403, said: 'No.' }] as const,
  ),
  ...reachFailures.map((why) => [`unreachable ${why}`, { kind: 'unreachable', why }] as const),
  ...reachFailures.map((why) => [`not-sent ${why}`, { kind: 'not-sent', why }] as const),
  ...unreadableReasons.map((why) => [`unreadable ${why}`, { kind: 'unreadable', status: 200, why }] as const),
  ...doubts.map((why) => [`uncertain ${why}`, { kind: 'uncertain', why }] as const),
  ...storageFaults.map((fault) => [`storage ${fault}`, { kind: 'storage', fault }] as const),
  ...breakableJournals.map(
    (journal) => [`journal-broken ${journal}`, { kind: 'journal-broken', journal, seq: 7 }] as const,
  ),
  ['cancelled', { kind: 'cancelled' }],
  ['bug', { kind: 'bug', incidentId: 'ab12cd' }],
];

describe('sentencesFor', () => {
  it.each(errors)('says of %s what happened, what was changed and what to do next', (_, error) => {
    const { happened, changed, next } = sentencesFor(error);
    for (const text of [happened, changed, next]) expect(text).toMatch(/^[A-Z].*[.)]$/s);
  });

  it.each(errors)('says of %s neither "failed" nor "something went wrong"', (_, error) => {
    const { happened, changed, next } = sentencesFor(error);
    expect(`${happened} ${changed} ${next}`).not.toMatch(
      /something went wrong|unexpected|\bfailed\b|undefined/i,
    );
  });

  it.each(errors.filter(([, error]) => error.kind !== 'uncertain'))(
    'says of %s that nothing was changed',
    (_, error) => {
      expect(sentencesFor(error).changed).toBe('Nothing was changed.');
    },
  );

  it('F3 says why nothing paid is sent in words that hold after a restore, with an older file and beside another workspace', () => {
    const { happened, next } = sentencesFor({ kind: 'restore-unacknowledged' });
    expect(`${happened} ${next}`).toMatch(/paid/);
    expect(`${happened} ${next}`).not.toMatch(/backup|restore/i);
  });

  it.each([true, false])(
    'F3 says of a change withdrawn with a file that was put back that the file may be a backup or an older one',
    (mayBeDone) => {
      const { happened, changed } = sentencesFor({ kind: 'from-backup', mayBeDone });
      expect(happened).toMatch(/backup or an older file/);
      expect(changed).not.toMatch(/backup/);
    },
  );

  it.each(doubts)(
    'C12 says of a change in doubt (%s) that nobody knows, and never offers to send it again',
    (why) => {
      const { changed, remedies } = sentencesFor({ kind: 'uncertain', why });
      expect(changed).toBe('We don’t know whether this was done.');
      expect(remedies).toEqual([]);
    },
  );

  it('B3 gives each keychain state its own message and its own remedy', () => {
    const said = keychainFaults.map((fault) => sentencesFor({ kind: 'keychain', fault }));
    expect(new Set(said.map(({ happened }) => happened)).size).toBe(keychainFaults.length);
    expect(new Set(said.map(({ next }) => next)).size).toBe(keychainFaults.length);
  });

  it('B4 offers to keep the key in memory where the keychain cannot, and nowhere else', () => {
    const offering = errors.filter(([, error]) => sentencesFor(error).remedies.includes('keep-in-memory'));
    expect(offering.map(([, error]) => error.kind)).toEqual(keychainFaults.map(() => 'keychain'));
  });

  it('H23 names the key as a possible cause of a page over 401, and leads to it; over another status it does not', () => {
    const over = (status: number) => sentencesFor({ kind: 'unreadable', why: 'blocked', status });
    expect(over(401).happened).toMatch(
      /blocks this, or the key or the e-mail address is wrong .* \(HTTP 401\)/,
    );
    expect(over(401).next).toContain('Check the e-mail address and the key.');
    expect(over(401).remedies).toEqual(['try-again', 'enter-key', 'edit-account']);
    expect(over(403).happened).toContain('the service did not judge the key');
    expect(over(403).remedies).toEqual(['try-again']);
  });

  it('quotes the service where it said something, and says so where it did not', () => {
    const refused = { kind: 'refused', why: 'other', status: 400 } as const;
    expect(sentencesFor({ ...refused, said: 'Invalid API Token' }).happened).toContain(
      '“Invalid API Token” (HTTP 400)',
    );
    expect(sentencesFor({ ...refused, said: '' }).happened).toContain('no words (HTTP 400)');
  });

  it('D4 says of each journal that does not hold together what is not done until it does', () => {
    const said = breakableJournals.map((journal) =>
      sentencesFor({ kind: 'journal-broken', journal, seq: 7 }),
    );
    expect(said.map(({ happened }) => happened)).toEqual([
      'The journal of changes fails its check at entry 7, so no change is sent to any service.',
      'The journal of codes fails its check at line 7, so no transfer code is requested.',
    ]);
  });

  it('names the incident of a bug, so that it can be reported', () => {
    expect(sentencesFor({ kind: 'bug', incidentId: 'ab12cd' }).happened).toContain('ab12cd');
  });
});

it('reads a broken journal that was kept before there were two as that of changes', () => {
  const kept: unknown = JSON.parse('{"kind":"journal-broken","seq":7}');
  expect(appError.parse(kept)).toEqual({ kind: 'journal-broken', journal: 'changes', seq: 7 });
});
