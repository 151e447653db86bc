import { assertNever } from '#shared/assert-never.ts';
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

/** What a change does, in a few words: “Lock”, “Renew for 1 year”. */
export function whatTitle(what: ChangeWhat): string {
  switch (what.kind) {
    case 'register':
      return `Register for ${years(what.periodYears)}`;
    case 'renew':
      return `Renew for ${years(what.periodYears)}`;
    case 'contacts':
      return `Change ${what.roles.map(({ name }) => name).join(', ') || 'contacts'}`;
    case 'lock':
      return what.state === 'locked' ? 'Lock' : 'Unlock';
    case 'nameservers':
      return 'Set nameservers';
    case 'child-register':
      return `New child nameserver ${what.host}`;
    case 'child-modify':
      return `Change address of ${what.host}`;
    case 'child-delete':
      return `Delete child nameserver ${what.host}`;
    case 'sync':
      return 'Sync';
    default:
      return assertNever(what);
  }
}

export const changeTitle = ({ what }: Pick<Change, 'what'>): string => whatTitle(what);
