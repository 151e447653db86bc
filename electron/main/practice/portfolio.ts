import type { Contact, ContactSet, PracticeDomain } from './account.ts';
import { daysAfter } from './days.ts';
import { emptyContact } from './operations/registration-contacts.ts';

/** [name, days until it expires, locked, child nameservers] */
const rows: readonly (readonly [string, number, boolean, readonly (readonly [string, string])[]])[] = [
  ['harbour-books.com', 212, true, []],
  ['harbour-books.net', 212, true, []],
  ['lindenhof-garten.de', 31, true, []],
  ['xn--bckerei-schmidt-0kb.de', 74, true, []],
  ['northwind-cycles.co.uk', 9, true, []],
  ['cape-coffee.co.za', 143, false, []],
  ['sunstone-surf.com.au', 365, true, []],
  ['quiet-harbor.org', 500, true, []],
  [
    'orbit-hosting.net',
    88,
    true,
    [
      ['ns1.orbit-hosting.net', '192.0.2.11'],
      ['ns2.orbit-hosting.net', '198.51.100.12'],
    ],
  ],
  ['paperplane.studio', 27, false, []],
  ['oakline.io', 640, true, []],
  ['old-lighthouse.info', -6, true, []],
];

const registeredDaysAgo = 700;

const people: readonly Contact[] = [
  {
    Contact_Name: 'Anna Schmidt',
    Company_Name: 'Lindenhof GmbH',
    Address_1: 'Lindenallee 4',
    Address_2: '',
    City: 'Lübeck',
    State: 'Schleswig-Holstein',
    ZIP_code: '23552',
    Country: 'DE',
    Phone: '+49.4515550142',
    Email: 'anna.schmidt@lindenhof.example',
  },
  {
    Contact_Name: 'Thabo Nkosi',
    Company_Name: 'Cape Coffee (Pty) Ltd',
    Address_1: '12 Long Street',
    Address_2: 'Floor 3',
    City: 'Cape Town',
    State: 'Western Cape',
    ZIP_code: '8001',
    Country: 'ZA',
    Phone: '+27.215550173',
    Email: 'thabo@cape-coffee.example',
  },
  {
    Contact_Name: "Siobhán O'Neill",
    Company_Name: '',
    Address_1: '7 Quay & Co. Walk',
    Address_2: '',
    City: 'Galway',
    State: '',
    ZIP_code: 'H91 E2K4',
    Country: 'IE',
    Phone: '+353.915550118',
    Email: 'siobhan@harbour-books.example',
  },
];

/** Each domain's contacts by its place in the list; every third has a registrant alone, its other roles without data. */
function contactsAt(index: number): ContactSet {
  const Registrant = people[index % people.length] ?? emptyContact;
  const other = index % 3 === 2 ? emptyContact : (people[(index + 1) % people.length] ?? emptyContact);
  return { Registrant, Admin: other, Tech: other, Billing: other };
}

/** One of so many more that nobody would type: `more-0.com` and so on, unlocked. */
const oneMore = (index: number): (typeof rows)[number] => [`more-${index}.com`, 100, false, []];

/**
 * The domains that the account owns at the start: one about to expire, one expired, some unlocked, one an IDN.
 *
 * @param more How many there are beside them.
 */
export function startingDomains(now: Date, more = 0): Map<string, PracticeDomain> {
  return new Map(
    [...rows, ...Array.from({ length: more }, (_, index) => oneMore(index))].map(
      ([name, days, isLocked, children], index) => [
        name,
        {
          name,
          registeredOn: daysAfter(now, -registeredDaysAgo),
          expiryOn: daysAfter(now, days),
          isLocked,
          nameservers: ['ns1.practice-dns.example', 'ns2.practice-dns.example'],
          contacts: contactsAt(index),
          childNameservers: new Map(children),
        },
      ],
    ),
  );
}
