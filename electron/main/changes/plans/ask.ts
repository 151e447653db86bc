import type { ChangeAsk } from '#shared/domain/change.ts';
import type { PlanAsk } from '#shared/domain/plan.ts';
import { assertNever } from '#shared/assert-never.ts';
import { presentText } from '../describe.ts';
import { plainHost } from '../hosts.ts';

/** What is asked of each domain. */
export const changeAskOf = (ask: PlanAsk): ChangeAsk => (ask.kind === 'renew' ? { ...ask, addons: {} } : ask);

/** What each domain is to become, for people. */
export function afterOf(ask: PlanAsk): string {
  switch (ask.kind) {
    case 'lock':
      return ask.state;
    case 'nameservers':
      return hostsText(ask.nameservers);
    case 'renew':
      return ask.periodYears === 1 ? 'renewed for 1 year' : `renewed for ${ask.periodYears} years`;
    default:
      return assertNever(ask);
  }
}

/** The present state in which there is nothing to change, to be compared with `presentText`; null where there is none. */
export function wantedText(ask: PlanAsk): string | null {
  switch (ask.kind) {
    case 'lock':
      return presentText('lock', { lock: ask.state });
    case 'nameservers':
      return presentText('nameservers', { nameservers: ask.nameservers });
    case 'renew':
      return null;
    default:
      return assertNever(ask);
  }
}

/** In their order, as they are compared. */
export const hostsText = (hosts: readonly string[]): string => hosts.map(plainHost).join(', ');
