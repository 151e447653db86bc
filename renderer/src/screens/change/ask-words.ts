import { assertNever } from '#shared/assert-never.ts';
import type { ChangeAsk, ChangeWhat, LockState } from '#shared/domain/change.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { counted } from '../../lib/format.ts';

/** `1 year`, `2 years`. */
export const yearsText = (years: number): string => counted(years, 'year', 'years');

const lockVerb = (state: LockState): string => (state === 'locked' ? 'Lock' : 'Unlock');

/** What will be done, as the title of its review. */
export function askTitle(ask: ChangeAsk | ChangeWhat): string {
  switch (ask.kind) {
    case 'register':
      return `Register for ${yearsText(ask.periodYears)}`;
    case 'renew':
      return `Renew for ${yearsText(ask.periodYears)}`;
    case 'contacts':
      return 'Change contacts';
    case 'lock':
      return lockVerb(ask.state);
    case 'nameservers':
      return 'Set nameservers';
    case 'child-register':
      return `New child nameserver ${toUnicode(ask.host)}`;
    case 'child-modify':
      return `Change address of ${toUnicode(ask.host)}`;
    case 'child-delete':
      return `Delete child nameserver ${toUnicode(ask.host)}`;
    case 'sync':
      return 'Sync';
    default:
      return assertNever(ask);
  }
}

/** What the button says that sends it. */
export function askVerb(ask: ChangeAsk | ChangeWhat): string {
  switch (ask.kind) {
    case 'register':
      return `Order for ${yearsText(ask.periodYears)}`;
    case 'renew':
      return `Renew for ${yearsText(ask.periodYears)}`;
    case 'lock':
      return lockVerb(ask.state);
    case 'child-register':
      return 'Register the host';
    case 'child-delete':
      return 'Delete the host';
    case 'sync':
      return 'Sync';
    case 'contacts':
    case 'nameservers':
    case 'child-modify':
      return 'Send';
    default:
      return assertNever(ask);
  }
}
