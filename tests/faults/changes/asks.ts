import type { PracticeDomain } from '../../../electron/main/practice/operations/domains.ts';
import { findingOf } from '../../../electron/main/practice/findings.ts';
import type { PracticeService } from '../../../electron/main/practice/service.ts';
import type { ChangeAsk } from '../../../shared/changes/index.ts';
import type { ChangeKind } from '../../../shared/domain/change-kinds.ts';
import type { RegistrationContact } from '../../../shared/changes/register.ts';

/** A change, whether reading can prove it, and whether it has happened at the service. */
export interface AskedChange {
  readonly domain: string;
  readonly ask: ChangeAsk;
  readonly canBeProven: boolean;
  /** Null where the service shows nothing of it. */
  readonly isDone: (service: PracticeService) => boolean | null;
}

/** Owned from the start, locked, with two child nameservers. */
const owned = 'orbit-hosting.net';
const hosts = ['a.elsewhere.example', 'b.elsewhere.example'];
const [first, second, third] = [1, 2, 3].map((n) => `ns${n}.${owned}`);

/**
 * The change of a kind on a service as it is at its start.
 *
 * @param label Of what is registered, a part: in one workspace a name is bought once, whatever the account.
 */
export function askOf(kind: ChangeKind, service: PracticeService, label: string): AskedChange {
  return kind === 'register' ? registration(label) : { domain: owned, ...onOwned[kind](ownedBy(service)) };
}

type OnOwned = (domain: PracticeDomain) => Omit<AskedChange, 'domain'>;

const onOwned: Readonly<Record<Exclude<ChangeKind, 'register'>, OnOwned>> = {
  lock: () => ({
    ask: { kind: 'lock', state: 'unlocked' },
    canBeProven: true,
    isDone: (service) => !ownedBy(service).isLocked,
  }),
  nameservers: () => ({
    ask: { kind: 'nameservers', nameservers: hosts },
    canBeProven: true,
    isDone: (service) => ownedBy(service).nameservers.join(' ') === hosts.join(' '),
  }),
  contacts: ({ contacts: { Registrant } }) => ({
    ask: {
      kind: 'contacts',
      roles: [
        {
          name: 'Registrant',
          fields: Object.entries({ ...Registrant, City: 'Newport' }).map(([name, value]) => ({
            name,
            value,
          })),
        },
      ],
    },
    canBeProven: true,
    isDone: (service) => ownedBy(service).contacts.Registrant.City === 'Newport',
  }),
  renew: ({ expiryOn }) => ({
    ask: { kind: 'renew', periodYears: 1, addons: {} },
    canBeProven: false,
    isDone: (service) => ownedBy(service).expiryOn !== expiryOn,
  }),
  'child-register': () => ({
    ask: { kind: 'child-register', host: third ?? '', address: '192.0.2.77' },
    canBeProven: false,
    isDone: (service) => ownedBy(service).childNameservers.has(third ?? ''),
  }),
  'child-modify': ({ childNameservers }) => ({
    ask: {
      kind: 'child-modify',
      host: first ?? '',
      currentAddress: childNameservers.get(first ?? '') ?? '',
      newAddress: '192.0.2.78',
    },
    canBeProven: false,
    isDone: (service) => ownedBy(service).childNameservers.get(first ?? '') === '192.0.2.78',
  }),
  'child-delete': () => ({
    ask: { kind: 'child-delete', host: second ?? '' },
    canBeProven: false,
    isDone: (service) => !ownedBy(service).childNameservers.has(second ?? ''),
  }),
  sync: () => ({ ask: { kind: 'sync' }, canBeProven: false, isDone: () => null }),
};

function ownedBy(service: PracticeService): PracticeDomain {
  const domain = service.domain(owned);
  if (domain === undefined) throw new Error('The practice service has lost a domain');
  return domain;
}

const registrant: RegistrationContact = {
  firstname: 'Ada',
  lastname: 'Quay',
  fullname: '',
  companyname: 'Quay Ltd',
  email: 'ada@quay.example',
  address1: '1 Quay',
  address2: '',
  city: 'Newport',
  state: '',
  postcode: 'NP20 1AA',
  country: 'GB',
  phonenumber: '+44.1633550100',
};

/** @param part Of the label. */
export function registration(part: string): AskedChange {
  const label = freeLabel(part.replaceAll(/[^a-z0-9-]/g, ''));
  const domain = `${label}.com`;
  return {
    domain,
    ask: {
      kind: 'register',
      periodYears: 1,
      nameservers: hosts,
      contacts: { registrant },
      addons: {},
      idnLanguage: null,
      domainFields: {},
    },
    canBeProven: true,
    isDone: (service) => service.domain(domain) !== undefined,
  };
}

function freeLabel(part: string): string {
  for (let n = 0; ; n += 1) {
    const label = `quay-${part}-${n}`;
    if (findingOf(serviceSeed, label, 'com') === 'available') return label;
  }
}

/** Of every practice service here. */
export const serviceSeed = 1;
