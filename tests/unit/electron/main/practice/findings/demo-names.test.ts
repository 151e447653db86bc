import { describe, expect, it } from 'vitest';
import { demoFinding, isPriced } from '../../../../../../electron/main/practice/findings/demo-names.ts';

describe('demoFinding', () => {
  it.each([
    ['example', 'com', 'taken'],
    ['example', 'net', 'taken'],
    ['example', 'org', 'taken'],
    ['example', 'dev', 'available'],
    ['www', 'com', 'reserved'],
    ['nic', 'de', 'reserved'],
    ['whois', 'io', 'reserved'],
    ['available-1', 'com', 'available'],
    ['priced-1', 'com', 'available'],
    ['premium-1', 'com', 'premium'],
    ['reserved-1', 'com', 'reserved'],
    ['taken-1', 'com', 'taken'],
  ])('fixes %s under %s: %s', (label, tld, finding) => {
    expect(demoFinding(label, tld)).toBe(finding);
  });

  it.each(['examples', 'my-premium', 'wwww', 'unavailable'])('leaves %s to the seed', (label) => {
    expect(demoFinding(label, 'com')).toBeNull();
  });

  it('gives prices to what begins with priced', () => {
    expect(['priced', 'priced-x', 'overpriced'].map(isPriced)).toEqual([true, true, false]);
  });
});
