import { describe, expect, it } from 'vitest';
import {
  contactFields,
  contactRoles,
  dayOf,
  daysAfter,
  startingDomains,
  yearsAfter,
} from '../../../../../electron/main/practice/account.ts';
import { asciiName, tldOf } from '../../../../../electron/main/practice/findings.ts';

describe('the portfolio to start with', () => {
  const domains = [...startingDomains(new Date('2026-02-21T12:00:00Z')).values()];

  it('has ten domains and more, each a name under a TLD that can be ordered', () => {
    expect(domains.length).toBeGreaterThanOrEqual(10);
    expect(domains.filter(({ name }) => asciiName(name) !== name || tldOf(name) === undefined)).toEqual([]);
  });

  it('has locked and unlocked ones, an expired one and an IDN', () => {
    expect(new Set(domains.map(({ isLocked }) => isLocked))).toEqual(new Set([true, false]));
    expect(domains.filter(({ expiryOn }) => expiryOn < '2026-02-21')).toHaveLength(1);
    expect(domains.filter(({ name }) => name.startsWith('xn--'))).toHaveLength(1);
  });

  it('has two nameservers and four roles of ten fields for each', () => {
    for (const { nameservers, contacts } of domains) {
      expect(nameservers).toHaveLength(2);
      expect(Object.keys(contacts)).toEqual(contactRoles);
      expect(Object.values(contacts).map(Object.keys)).toEqual(contactRoles.map(() => contactFields));
    }
  });

  it('names nobody that exists: every e-mail address is under .example', () => {
    const addresses = domains.map(({ contacts }) => contacts.Registrant.Email);
    expect(addresses.filter((address) => !address.endsWith('.example'))).toEqual([]);
  });
});

describe('days', () => {
  it.each([
    ['2026-02-21', 1, '2027-02-21'],
    ['2026-12-31', 10, '2036-12-31'],
    ['2028-02-29', 1, '2029-02-28'],
    ['2028-02-29', 4, '2032-02-29'],
    ['2026-01-31', 1, '2027-01-31'],
  ])('%s and %i years is %s', (day, years, expected) => {
    expect(yearsAfter(day, years)).toBe(expected);
  });

  it('are counted in UTC', () => {
    const at = new Date('2026-02-28T23:30:00Z');
    expect([dayOf(at), daysAfter(at, 1), daysAfter(at, -59)]).toEqual([
      '2026-02-28',
      '2026-03-01',
      '2025-12-31',
    ]);
  });
});
