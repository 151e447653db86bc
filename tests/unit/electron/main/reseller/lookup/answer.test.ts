import { describe, expect, it } from 'vitest';
import type { FindingKind } from '#shared/domain/finding.ts';
import type { JsonObject } from '../../../../../../electron/main/reseller/json.ts';
import { decide } from '../../../../../../electron/main/reseller/lookup/answer.ts';

const free = {
  isAvailable: true,
  isValidDomain: true,
  isPremium: false,
  status: 'available for registration',
};

describe('C17, client mistake 8: what a lookup result says', () => {
  it.each<[string, JsonObject, FindingKind]>([
    ['a published available one', free, 'available'],
    ['available, validity not given', { isAvailable: true }, 'available'],
    ['available and premium', { ...free, isPremium: true }, 'premium'],
    ['premium in PHP’s way', { ...free, isPremium: '1' }, 'premium'],
    ['not premium in PHP’s way', { ...free, isPremium: '' }, 'available'],
    ['premium by its prices alone', { isAvailable: true, premiumCostPricing: { register: 9 } }, 'premium'],
    ['empty premium prices', { isAvailable: true, premiumCostPricing: [] }, 'available'],
    ['a published reserved one', { ...free, isAvailable: false, status: 'reserved' }, 'reserved'],
    ['not available', { ...free, isAvailable: false, status: 'registered' }, 'taken'],
    ['not available, whatever the status claims', { ...free, isAvailable: false }, 'taken'],
    ['reserved in other letters', { isAvailable: false, status: 'Reserved' }, 'taken'],
    ['invalid', { ...free, isAvailable: false, isValidDomain: false }, 'invalid'],
    ['invalid though available', { ...free, isValidDomain: false }, 'invalid'],
    ['the text "true"', { ...free, isAvailable: 'true' }, 'unknown'],
    ['the text "1"', { ...free, isAvailable: '1' }, 'unknown'],
    ['the number 1', { ...free, isAvailable: 1 }, 'unknown'],
    ['the number 0', { ...free, isAvailable: 0 }, 'unknown'],
    ['null', { ...free, isAvailable: null }, 'unknown'],
    [
      'no decision, though the status text says available',
      { status: 'available for registration' },
      'unknown',
    ],
    ['no decision, though legacyStatus says available', { legacyStatus: 'available' }, 'unknown'],
    ['available with a validity that is no boolean', { ...free, isValidDomain: 'true' }, 'unknown'],
    ['available with a null validity', { ...free, isValidDomain: null }, 'unknown'],
    ['available with an error', { ...free, error: 'Registry timeout' }, 'unknown'],
    ['nothing at all', {}, 'unknown'],
  ])('%s', (_name, result, kind) => {
    expect(decide(result).kind).toBe(kind);
  });

  it('says why it is unknown', () => {
    expect(decide({ error: 'x' }).cause).toBe('error-in-answer');
    expect(decide({}).cause).toBe('no-decision');
    expect(decide(free).cause).toBeNull();
  });
});
