import type { Operation } from '../../../../../electron/main/practice/wire.ts';
import type { PracticeService } from '../../../../../electron/main/practice/service.ts';
import { type Fields, get, type Heard, post } from './ask.ts';

interface Sample {
  readonly path: string;
  /** Null for a GET. */
  readonly fields: Fields | null;
}

const domain = '/domains/orbit-hosting.net';

export const registration: Fields = [
  ['domain', 'available-harbour.com'],
  ['regperiod', '2'],
  ['nameservers[ns1]', 'ns1.example.net'],
  ['nameservers[ns2]', 'ns2.example.net'],
  ['contacts[registrant][firstname]', 'Ada'],
  ['contacts[registrant][lastname]', 'Byron'],
  ['contacts[registrant][email]', 'ada@example.org'],
  ['contacts[registrant][postcode]', 'SW1A 1AA'],
];

/** One request for each operation that the service, left in peace, carries out. */
export const samples: Readonly<Record<Operation, Sample>> = {
  lookup: {
    path: '/domains/lookup',
    fields: [
      ['searchTerm', 'harbour-books'],
      ['tldsToInclude[]', 'com'],
      ['tldsToInclude[]', 'dev'],
      ['premiumEnabled', '0'],
    ],
  },
  credits: { path: '/billing/credits', fields: null },
  tlds: { path: '/tlds', fields: null },
  version: { path: '/version', fields: null },
  'contact-read': { path: `${domain}/contact`, fields: null },
  'contact-write': { path: `${domain}/contact`, fields: [['contactdetails[Registrant][City]', 'Bath']] },
  'lock-read': { path: `${domain}/lock`, fields: null },
  'lock-write': { path: `${domain}/lock`, fields: [['lockstatus', 'unlocked']] },
  register: { path: '/order/domains/register', fields: registration },
  renew: {
    path: '/order/domains/renew',
    fields: [
      ['domain', 'orbit-hosting.net'],
      ['regperiod', '1'],
    ],
  },
  eppcode: { path: `${domain}/eppcode`, fields: null },
  sync: { path: `${domain}/sync`, fields: [] },
  'nameservers-read': { path: `${domain}/nameservers`, fields: null },
  'nameservers-write': {
    path: `${domain}/nameservers`,
    fields: [
      ['ns1', 'ns1.example.net'],
      ['ns2', 'ns2.example.net'],
    ],
  },
  'child-register': {
    path: `${domain}/nameservers/register`,
    fields: [
      ['nameserver', 'ns3.orbit-hosting.net'],
      ['ipaddress', '203.0.113.3'],
    ],
  },
  'child-modify': {
    path: `${domain}/nameservers/modify`,
    fields: [
      ['nameserver', 'ns1.orbit-hosting.net'],
      ['currentipaddress', '192.0.2.11'],
      ['newipaddress', '203.0.113.1'],
    ],
  },
  'child-delete': {
    path: `${domain}/nameservers/delete`,
    fields: [['nameserver', 'ns1.orbit-hosting.net']],
  },
};

/** Sends the operation's sample. */
export function askSample(service: PracticeService, operation: Operation): Promise<Heard> {
  const { path, fields } = samples[operation];
  return fields === null ? get(service, path) : post(service, path, fields);
}
