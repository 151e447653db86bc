import { describe, expect, it } from 'vitest';
import { contactFields, contactRoles } from '../../../../../electron/main/practice/account.ts';
import { asciiName } from '../../../../../electron/main/practice/findings/names.ts';
import { tldOf } from '../../../../../electron/main/practice/findings/tlds.ts';
import { startingDomains } from '../../../../../electron/main/practice/portfolio.ts';

const domains = [...startingDomains(new Date('2026-02-21T12:00:00Z')).values()];

describe('the portfolio to start with', () => {
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
