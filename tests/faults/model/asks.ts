import type { PracticeDomain } from '../../../electron/main/practice/operations/domains.ts';
import type { AskOf, ChangeAsk } from '../../../shared/changes/index.ts';
import { type RegistrationContact, registrationFields } from '../../../shared/changes/register.ts';
import type { FullBatchAsk } from '../../../shared/domain/batch.ts';
import { registrantWith } from './evidence.ts';
import { freeDomains, ownedDomains } from './reseller.ts';
import type { Wanted, WantedOfMany } from './steps.ts';

const nameserverSets = [
  ['ns1.practice-dns.example', 'ns2.practice-dns.example'],
  ['a.dns.example', 'b.dns.example'],
  ['one.dns.example', 'two.dns.example', 'three.dns.example'],
] as const;

/** What is asked of a domain, as an editor that was opened just now has it. */
export function askOf(wanted: Wanted, domain: string, there: PracticeDomain | undefined): ChangeAsk {
  switch (wanted.kind) {
    case 'lock':
    case 'sync':
      return wanted;
    case 'nameservers':
      return { kind: 'nameservers', nameservers: [...(nameserverSets[wanted.set] ?? [])] };
    case 'contacts': {
      const contacts = there?.contacts.Registrant;
      return { kind: 'contacts', roles: [registrantWith({ ...contacts }, wanted.city)] };
    }
    case 'renew':
      return { kind: 'renew', periodYears: wanted.years, addons: {} };
    case 'register':
      return registerAsk(wanted.years);
    case 'child':
      return childAsk(wanted.do, domain, there?.childNameservers);
  }
}

const registerAsk = (periodYears: number): AskOf<'register'> => ({
  kind: 'register',
  periodYears,
  nameservers: [...nameserverSets[0]],
  contacts: { registrant: ada },
  addons: {},
  idnLanguage: null,
  domainFields: {},
});

export const batchAskOf = (wanted: WantedOfMany): FullBatchAsk => {
  if (wanted.kind === 'register') return registerAsk(wanted.years);
  if (wanted.kind === 'renew') return { kind: 'renew', periodYears: wanted.years };
  if (wanted.kind === 'lock') return wanted;
  if (wanted.kind === 'contacts') {
    const fields = [{ name: 'City', value: wanted.city }];
    const roles = [{ name: 'Registrant', fields }];
    return { kind: 'contacts', roles, ...(wanted.unlocks === true && { unlocks: true as const }) };
  }
  return { kind: 'nameservers', nameservers: [...(nameserverSets[wanted.set] ?? [])] };
};

function childAsk(
  deed: 'register' | 'modify' | 'delete',
  domain: string,
  children: ReadonlyMap<string, string> | undefined,
): ChangeAsk {
  const host = `ns1.${domain}`;
  const there = children?.get(host) ?? '192.0.2.1';
  if (deed === 'register') return { kind: 'child-register', host, address: '192.0.2.1' };
  if (deed === 'delete') return { kind: 'child-delete', host };
  const newAddress = there === '192.0.2.2' ? '192.0.2.3' : '192.0.2.2';
  return { kind: 'child-modify', host, currentAddress: there, newAddress };
}

const values: Readonly<Record<string, string>> = {
  firstname: 'Ada',
  lastname: 'Lovelace',
  email: 'ada@example.com',
  address1: '12 St James Square',
  city: 'London',
  postcode: 'SW1Y 4JH',
  country: 'GB',
  phonenumber: '+44.2075550123',
};
const ada = Object.fromEntries(
  registrationFields.map((name) => [name, values[name] ?? '']),
) as unknown as RegistrationContact; // Built from the list of fields itself: every one of them is there.

/** The names that a batch is for: own ones, or free ones to be registered. */
export const namesOfMany = (kind: string, numbers: readonly number[]): readonly string[] => {
  const from = kind === 'register' ? freeDomains : ownedDomains;
  return numbers.map((number) => from[number] ?? from[0]);
};
