import type { Change, ChangeKind, ChangeState, ChangeWhat } from '#shared/domain/change.ts';
import { counted } from '../../lib/format.ts';

/** Each state in a word or two, the same on every screen. What is uncertain is never called failed. */
export const stateWords: Readonly<Record<ChangeState, string>> = {
  planned: 'Not sent',
  sending: 'On its way',
  confirmed: 'Confirmed',
  refused: 'Refused',
  uncertain: 'Uncertain',
  applied: 'Was done',
  'not-applied': 'Was not done',
  settled: 'Settled by hand',
  withdrawn: 'Withdrawn',
};

export const stateWord = (state: ChangeState): string => stateWords[state];

/** The kind of a change, as a filter calls it. */
export const kindWords: Readonly<Record<ChangeKind, string>> = {
  register: 'Register',
  renew: 'Renew',
  contacts: 'Contacts',
  lock: 'Registrar lock',
  nameservers: 'Nameservers',
  'child-register': 'New child nameserver',
  'child-modify': 'Change child nameserver',
  'child-delete': 'Delete child nameserver',
  sync: 'Sync',
};

const years = (periodYears: number): string => counted(periodYears, 'year', 'years');

const titles: {
  readonly [K in ChangeKind]: (what: Extract<ChangeWhat, { readonly kind: K }>) => string;
} = {
  register: ({ periodYears }) => `Register for ${years(periodYears)}`,
  renew: ({ periodYears }) => `Renew for ${years(periodYears)}`,
  contacts: ({ roles }) => `Change ${roles.map(({ name }) => name).join(', ') || 'contacts'}`,
  lock: ({ state }) => (state === 'locked' ? 'Lock' : 'Unlock'),
  nameservers: () => 'Set nameservers',
  'child-register': ({ host }) => `New child nameserver ${host}`,
  'child-modify': ({ host }) => `Change address of ${host}`,
  'child-delete': ({ host }) => `Delete child nameserver ${host}`,
  sync: () => 'Sync',
};

/** What a change does, in a few words: “Lock”, “Renew for 1 year”. */
export const whatTitle = (what: ChangeWhat): string =>
  // The entry of a kind takes what is of that kind: the table's type says so, and cannot be followed here.
  (titles[what.kind] as (given: ChangeWhat) => string)(what);

export const changeTitle = ({ what }: Pick<Change, 'what'>): string => whatTitle(what);
