import { describe, expect, it } from 'vitest';
import type { ContactFields } from '#shared/changes/kind.ts';
import type { BeforeState } from '#shared/changes/parts.ts';
import { type CheckedFinding, notGiven } from '#shared/domain/finding.ts';
import { readBackOnce, seenText, whatOf } from '../../../../../electron/main/changes/kinds/index.ts';
import { asks } from '../../../../support/changes/a-changes-world.ts';
import { registrant } from '../../../../support/changes/a-service.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';
import type { ChangeAsk, ChangeWhat } from '#shared/changes/index.ts';
import type { WriteOutcome, Change } from '#shared/domain/change.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import type { DomainReads } from '../../../../../electron/main/changes/present.ts';

const readAt = '2026-03-01T10:30:00.000Z';
const offline: AppError = { kind: 'unreachable', why: 'offline' };
const refused: AppError = { kind: 'refused', why: 'permission', status: 403, said: '' };

const finding = (kind: CheckedFinding['kind']): CheckedFinding => ({
  domain: 'example.com',
  tld: 'com',
  kind,
  cause: null,
  message: '',
  checkedAt: readAt,
  prices: [],
});

interface Scene {
  readonly what: ChangeWhat;
  readonly before?: Omit<BeforeState, 'readAt'> | null;
  readonly answered?: WriteOutcome;
  readonly sent?: ChangeAsk | null;
  /** What the person saw before it was sent. */
  readonly present?: string;
  readonly reads?: Partial<DomainReads>;
  readonly syncAnswer?: Change['syncAnswer'];
}

const unasked = () => Promise.reject(new Error('Not to be read'));
const nothingRead: DomainReads = {
  lock: unasked,
  nameservers: unasked,
  contacts: unasked,
  credit: unasked,
  finding: unasked,
  registry: () => Promise.resolve(ok(null)),
};

/** Stands for the HMAC under the change’s key. */
const keyed = (text: string): string => `keyed ${text}`;

const readBack = ({
  what,
  before = {},
  answered,
  sent = null,
  present = '',
  reads = {},
  syncAnswer = null,
}: Scene) =>
  readBackOnce(
    { what, before: before === null ? null : { readAt, ...before }, syncAnswer, sentAt: readAt },
    {
      registrars: [],
      sent: sent && { ask: sent, keyed },
      past: {
        digest: '',
        consent: {
          at: readAt,
          service: { baseUrl: 'practice', username: '' },
          present,
          lastEffect: null,
          price: null,
          premiumAccepted: false,
          limits: [],
        },
        answered: answered ?? null,
        isClaimed: answered === 'done',
        isPending: false,
        endedAt: null,
      },
    },
    { ...nothingRead, ...reads },
  );

const read =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value));

describe('F7 the state that a change depends on', () => {
  it('F7 is another one where the service shows no nameserver than where it shows nothing', () => {
    const seen = (nameservers?: readonly string[]) =>
      seenText(asks.nameservers, { before: nameservers === undefined ? {} : { nameservers } }, null);
    expect([seen(), seen([])]).toEqual(['', 'none']);
    expect(seen(['B.dns.example.', 'a.dns.example'])).toBe(seen(['a.dns.example', 'b.dns.example']));
  });
});

const inContacts = { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['City'] }] } as const;
const hosts = { kind: 'nameservers', nameservers: ['ns1.bäckerei.example', 'NS2.example.NET.'] } as const;
const ordered = whatOf(asks.register, { contacts: null, finding: null });
const failures: Readonly<Record<string, AppError>> = {
  offline,
  refused,
  'not-found': { kind: 'refused', why: 'not-found', status: 403, said: '' },
};

const rolesOf = (email: string, name = 'Registrant', ...more: ContactFields['fields']): ContactFields[] => [
  { name, fields: [{ name: 'E-Mail', value: email }, ...more] },
];
const withCity = (city: string): ContactFields => ({
  ...registrant,
  fields: registrant.fields.map((field) => (field.name === 'City' ? { ...field, value: city } : field)),
});
/** By their words in the tables. */
const contactsShown: Readonly<Record<string, readonly ContactFields[]>> = {
  'as sent': [withCity(' Oxford ')],
  'as sent, and Admin': [{ name: 'Admin', fields: [] }, withCity('Oxford')],
  'as before': [registrant],
  OXFORD: [withCity('OXFORD')],
  Bath: [withCity('Bath')],
  'no such role': [{ name: 'data', fields: [] }],
  ours: rolesOf('ada@example.com'),
  theirs: rolesOf('eve@example.com'),
  'ours in part': rolesOf('ada@example.com', 'Registrant', { name: 'Contact_Name', value: 'A. Lovelace' }),
  'ours as Admin': rolesOf('ada@example.com', 'Admin'),
  'an empty address': rolesOf(''),
  'no field': [{ name: 'Registrant', fields: [] }],
  'an owner': [{ name: 'Owner', fields: [] }],
};
const registeredAt = { since: '2026-03-01T10:30:10Z', long: '2019-01-01T00:00:00Z' } as const;

/** What is read of a part, by its words: `-` is not read. */
const reading =
  <T>(words: string, value: (words: string) => T) =>
  () => {
    if (words === '-') throw new Error('Not to be read');
    const error = failures[words];
    return Promise.resolve(error === undefined ? ok(value(words)) : fail(error));
  };
const listIn = (words: string): readonly string[] => (words === 'none' ? [] : words.split(' '));
const known = <T extends object>(words: string, value: (words: string) => T): T | null | object =>
  ({ 'not read': null, 'not shown': {} })[words] ?? value(words);

const evidenceIn = (words: string): object => {
  const [label, shown = ''] = words.split(': ');
  const [before = '', after = '', speaks] = shown.split(/ > | (?=\w+$)/);
  const there = (value: string): string | null => (value === '-' ? null : value);
  const one = { label, before: there(before), after: there(after), speaks };
  return { evidence: expect.arrayContaining([one]) as unknown };
};

const also: Readonly<Record<string, (...words: (string | undefined)[]) => object>> = {
  error: (name = '') => ({ error: name === 'unreadable' ? { kind: name } : (failures[name] ?? null) }),
  contradicts: (nothing) => ({ contradictsNo: nothing === undefined }),
  charge: (charge) => ({ charge }),
  hears: (name = '') => ({ observed: { [name]: expect.anything() as unknown } }),
  at: (_the, _registry, proof, why) => ({ registry: { proof, why: why ?? null } }),
};

/** `verdict; error E; contradicts; charge C; at the registry P W; hears NAME; LABEL: before > after speaks`. */
function comesTo(words: string): object {
  const [verdict, ...rest] = words.split('; ');
  return rest.reduce<object>(
    (all, one) => {
      const [first = '', ...others] = one.split(' ');
      return { ...all, ...(also[first]?.(...others) ?? evidenceIn(one)) };
    },
    { verdict },
  );
}

type SceneOf = (...cells: string[]) => Scene;

/** Of each kind, what the columns of its table are. */
const sceneOf: Readonly<Record<string, SceneOf>> = {
  contacts: (sent = '', seen = '', now = '') => ({
    what: inContacts,
    sent: sent === 'known' ? asks.contacts : null,
    present: seen === 'read' ? seenText(asks.contacts, { before: {}, contacts: [registrant] }, keyed) : '',
    reads: { contacts: reading(now, (words) => contactsShown[words] ?? []) },
  }),
  lock: (was = '', now = '') => ({
    what: asks.lock,
    before: known(was, (lock) => ({ lock: lock as 'locked' })),
    reads: { lock: reading(now, (lock) => lock as 'locked') },
  }),
  nameservers: (was = '', now = '') => ({
    what: hosts,
    before: known(was, (names) => ({ nameservers: listIn(names) })),
    reads: { nameservers: reading(now, listIn) },
  }),
  child: (kind = '') => ({ what: asks[kind as 'child-delete'] }),
  sync: () => ({
    what: asks.sync,
    syncAnswer: { active: true, expired: null, transferredAway: false, expiresOn: '2027-05-06' },
  }),
  renewal: (was = '', now = '', answered = '') => ({
    what: { ...asks.renew, price: notGiven },
    before: known(was, (credit) => ({ credit })),
    ...(answered !== '-' && { answered: answered as WriteOutcome }),
    reads: { credit: reading(now, (credit) => credit) },
  }),
  registration: (found = '', account = '', credit = '', answered = '', sent = '', at = '') => ({
    what: ordered,
    before: { finding: 'available', credit: '500.00' },
    sent:
      {
        known: asks.register,
        'not known': null,
        'without an address': {
          ...asks.register,
          contacts: { registrant: { ...asks.register.contacts.registrant, email: '' } },
        },
      }[sent] ?? null,
    ...(answered !== '-' && { answered: answered as WriteOutcome }),
    reads: {
      finding: reading(found, (kind) => finding(kind as 'taken')),
      contacts: reading(account, (words) => contactsShown[words] ?? []),
      credit: reading(credit, (amount) => amount),
      ...(at !== '-' && {
        registry: read(
          aReading({ at: '2026-03-01T10:31:00.000Z', registeredAt: registeredAt[at as 'since'] }),
        ),
      }),
    },
  }),
};

const table = `
contacts      | sent  | seen | now                | comes to
              | known | read | as sent            | agrees
              | known | read | as sent, and Admin | agrees
              | known | read | as before          | as-before
              | known | read | OXFORD             | differs
              | known | read | Bath               | differs; The service shows another City for the registrant: - > - against
              | known | read | no such role       | no-proof
              | known | not  | as before          | differs
              | not   | read | as before          | no-proof
              | known | read | offline            | unreadable; error offline
lock          | was       | now      | comes to
              | locked    | unlocked | agrees; error none; hears lock; Registrar lock: locked > unlocked for
              | locked    | locked   | as-before; Registrar lock: locked > locked against
              | unlocked  | locked   | differs; Registrar lock: unlocked > locked against
              | not shown | locked   | differs; Registrar lock: - > locked against
              | not shown | unlocked | agrees
              | not read  | locked   | differs
              | locked    | offline  | unreadable; error offline
              | locked    | refused  | unreadable; error refused
nameservers   | was       | now                                                     | comes to
              | a.x b.x   | ns2.example.net NS1.xn--bckerei-5wa.example..           | agrees; error none; hears nameservers
              | a.x b.x   | B.x. a.x                                                | as-before
              | a.x b.x   | ns2.example.net                                         | differs
              | a.x b.x   | ns2.example.net ns1.xn--bckerei-5wa.example c.example   | differs
              | a.x b.x   | none                                                    | differs
              | not shown | a.x b.x                                                 | differs
              | not read  | a.x b.x                                                 | differs
              | a.x b.x   | refused                                                 | unreadable; error refused
child         | kind           | comes to
              | child-register | no-proof; error none
              | child-modify   | no-proof; error none
              | child-delete   | no-proof; error none
sync          | comes to
              | no-proof; Expiry date: - > 2027-05-06 neither
              | no-proof; Active: - > yes neither
              | no-proof; Transferred away: - > no neither
renewal       | credit was | credit is | answered            | comes to
              | 500.00     | 490.00    | -                   | no-proof; Credit: 500.00 > 490.00 for
              | 500.00     | 500.00    | -                   | no-proof; Credit: 500.00 > 500.00 against
              | 490.00     | 500.00    | -                   | no-proof; Credit: 490.00 > 500.00 neither
              | not shown  | 500.00    | -                   | no-proof; Credit: - > 500.00 neither
              | not read   | refused   | -                   | no-proof; error none
              | 500.00     | 490.00    | refused             | differs; contradicts
              | 500.00     | 490.00    | refused-unconfirmed | differs; contradicts
              | 500.00     | 500.00    | refused             | no-proof
              | 500.00     | 510.00    | refused             | no-proof
              | 500.00     | offline   | refused-unconfirmed | no-proof
              | 500.00     | 500.00    | done                | no-proof; Credit: 500.00 > 500.00 neither
registration  | looked up | account          | credit  | answered            | sent               | registered | comes to
              | available | -                | 500.00  | -                   | known              | -          | as-before; contradicts nothing; charge not-yet; error none; Credit: 500.00 > 500.00 against
              | premium   | -                | 500.00  | -                   | known              | -          | as-before; Looked up: available > premium against
              | available | -                | 490.00  | refused             | known              | -          | differs; contradicts; Credit: 500.00 > 490.00 for
              | available | -                | 490.00  | refused-unconfirmed | known              | -          | differs; contradicts
              | available | -                | 490.00  | uncertain           | known              | -          | differs; contradicts nothing
              | available | -                | 500.00  | done                | known              | -          | differs
              | taken     | refused          | 500.00  | refused             | known              | -          | differs; contradicts
              | taken     | offline          | 500.00  | refused-unconfirmed | known              | -          | differs; contradicts
              | taken     | ours             | 490.00  | -                   | known              | -          | agrees; hears isRegistered; Credit: 500.00 > 490.00 for
              | reserved  | ours             | refused | -                   | known              | -          | agrees; hears isRegistered
              | taken     | ours in part     | refused | -                   | known              | -          | agrees; The service shows another Name for the registrant: - > - neither
              | taken     | theirs           | refused | done                | known              | -          | no-proof
              | taken     | theirs           | refused | refused             | known              | -          | differs
              | taken     | theirs           | refused | uncertain           | known              | -          | differs
              | taken     | ours             | refused | -                   | not known          | -          | differs
              | taken     | ours as Admin    | refused | -                   | known              | -          | differs
              | taken     | no field         | refused | -                   | known              | -          | differs
              | taken     | an empty address | refused | -                   | without an address | -          | differs
              | taken     | refused          | offline | -                   | known              | -          | no-proof; error none
              | taken     | refused          | 500.00  | done                | known              | -          | no-proof; charge not-yet
              | taken     | offline          | 500.00  | -                   | known              | -          | unreadable; error offline
              | taken     | ours             | 500.00  | done                | known              | since      | agrees; error none; at the registry proven; Registered, at the registry: - > 2026-03-01T10:30:10Z for
              | taken     | an owner         | 500.00  | done                | known              | since      | no-proof; error none; at the registry not-yet registrant-not-known
              | taken     | not-found        | 500.00  | done                | known              | since      | differs; at the registry not-yet not-in-account
              | taken     | offline          | 500.00  | -                   | known              | since      | unreadable; error offline; at the registry not-yet account-not-read
              | taken     | refused          | 500.00  | done                | known              | long       | no-proof; at the registry cannot registered-before
              | taken     | refused          | 500.00  | refused             | known              | since      | differs
              | invalid   | -                | -       | -                   | known              | -          | unreadable; error unreadable; Looked up: available > invalid neither
              | unknown   | -                | -       | -                   | known              | -          | unreadable; error unreadable
              | offline   | -                | -       | -                   | known              | -          | unreadable; error offline
`;

/** Each row, with its title and its cells; the last cell is what it comes to. */
function* rowsIn(text: string): Generator<readonly [title: string, kind: string, cells: readonly string[]]> {
  let [kind, heads]: [string, readonly string[]] = ['', []];
  for (const line of text.trim().split('\n')) {
    const [first = '', ...cells] = line.split('|').map((cell) => cell.trim());
    if (first !== '') [kind, heads] = [first, cells];
    else
      yield [
        `reading back ${kind}: ${cells.map((cell, at) => `${heads[at] ?? ''} ${cell}`).join(', ')}`,
        kind,
        cells,
      ];
  }
}

describe('C10 F2 F11 F14 G1 G12 H2 what is read back', () => {
  for (const [title, kind, cells] of rowsIn(table))
    it(title, async () => {
      const scene = sceneOf[kind];
      if (scene === undefined) throw new Error(`No kind: ${kind}`);
      expect(await readBack(scene(...cells))).toMatchObject(comesTo(cells.at(-1) ?? ''));
    });
});
