import { describe, expect, it } from 'vitest';
import type { ChangeWhat } from '#shared/changes/index.ts';
import { changeStates } from '#shared/domain/change-kinds.ts';
import type { Change } from '#shared/domain/change.ts';
import { resultWords } from '../../../../../renderer/src/changes/ChangeResult.tsx';
import { aFollowedChange } from '../../../../support/fake-change-flow.ts';

const said = (changes: Partial<Change>): string => {
  const { title, lines } = resultWords(aFollowedChange(changes));
  return [title, ...lines].join(' ');
};

const renewal: ChangeWhat = { kind: 'renew', periodYears: 1, addons: {}, price: { kind: 'not-given' } };
const refusal = { kind: 'refused', why: 'other', status: 200, said: 'Domain is on hold' } as const;

describe('what came of a change', () => {
  it.each(changeStates)('C12 in the state %s is never called failed', (state) => {
    expect(said({ state, error: { kind: 'uncertain', why: 'server-error' } })).not.toMatch(/fail/i);
  });

  it('tells a yes that was read back from one that is the service’s word alone', () => {
    expect(said({ state: 'confirmed', proof: 'read-back' })).toContain('reading back agrees');
    expect(said({ state: 'confirmed', proof: 'answer', what: renewal })).toContain(
      'its answer and the credit are all there is',
    );
  });

  it('quotes the service when it refused, and says how far it is known that nothing was changed', () => {
    const readBack = said({ state: 'refused', proof: 'read-back', error: refusal });
    expect(readBack).toContain('Domain is on hold');
    expect(readBack).toContain('Verified: nothing was changed.');
    expect(said({ state: 'refused', proof: 'answer', error: refusal })).toContain(
      'As far as we know, nothing was changed. Reading back did not decide it',
    );
    expect(said({ state: 'refused', proof: 'answer', error: refusal, what: renewal })).toContain(
      'As far as we know, nothing was changed. The service cannot show when a domain expires',
    );
  });

  it('of an uncertain one says what was checked', () => {
    expect(said({ state: 'uncertain', readBackAt: null })).toContain('Not verified yet.');
    expect(said({ state: 'uncertain', readBackAt: '2026-11-21T09:01:00.000Z' })).toContain(
      'nothing that decides it could be read',
    );
  });

  it('of an uncertain one that nothing can prove says to look elsewhere, and settle it', () => {
    expect(said({ state: 'uncertain', what: renewal })).toContain('Nothing in the API proves it');
    expect(said({ state: 'uncertain' })).toContain('Read back once more');
  });

  it('of a registration that was withdrawn just before says why', () => {
    expect(said({ state: 'withdrawn', error: { kind: 'not-available', finding: 'taken' } })).toContain(
      'the name is taken',
    );
  });

  it('of one that a person settled says how, with the note', () => {
    expect(said({ state: 'settled', settledAs: 'not-applied', note: 'Seen in the panel' })).toBe(
      'Marked as not done Note: Seen in the panel',
    );
  });
});
