import { describe, expect, it } from 'vitest';
import { fieldError, isBusy } from '../../../../../../renderer/src/screens/change/flow-state.ts';
import { aFollowedChange } from '../../../../../support/fake-change-flow.ts';
import { lock } from './a-flow.ts';

describe('a reason that belongs to a field', () => {
  const failed = (field: string) =>
    ({
      step: 'failed',
      ask: lock,
      planned: null,
      error: { kind: 'invalid-input', field, reason: 'No' },
    }) as const;

  it('is found under each of the names that the field has', () => {
    expect(fieldError(failed('nameserver'), 'host', 'nameserver')).toBe('No');
    expect(fieldError(failed('ask.nameservers.1'), 'nameservers.1')).toBe('No');
    expect(fieldError(failed('address'), 'host')).toBeNull();
  });
});

describe('an editor', () => {
  it.each([
    ['uncertain', true],
    ['planned', true],
    ['confirmed', false],
    ['refused', false],
    ['settled', false],
  ] as const)('whose change is %s waits for it: %s', (state, isWaiting) => {
    const over = { step: 'over', ask: lock, entries: [], doing: null, error: null } as const;
    expect(isBusy({ ...over, change: aFollowedChange({ state }) })).toBe(isWaiting);
  });
});
