import type { Change } from '#shared/domain/change.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Past } from '../past.ts';
import type { Reads } from '../reads.ts';
import { lookAtContacts } from './contacts.ts';
import { lookAtLock } from './lock.ts';
import type { Look } from './look.ts';
import { lookAtNameservers } from './nameservers.ts';
import { lookAtRegistration } from './register.ts';
import { lookAtRenewal } from './renew.ts';
import { lookAtChild, lookAtSync } from './unreadable-kinds.ts';

/** Reads once what a change should have brought about, and compares. Never writes (C9). */
export async function lookAt(change: Change, past: Past, reads: Reads): Promise<Look> {
  const { what, before, told } = change;
  switch (what.kind) {
    case 'lock':
      return await lookAtLock({ what, before, told, past }, reads);
    case 'nameservers':
      return await lookAtNameservers({ what, before, told, past }, reads);
    case 'contacts':
      return await lookAtContacts({ past }, reads);
    case 'register':
      return await lookAtRegistration({ before, past }, reads);
    case 'renew':
      return await lookAtRenewal({ before, past }, reads);
    case 'child-register':
    case 'child-modify':
    case 'child-delete':
      return lookAtChild();
    case 'sync':
      return lookAtSync({ told });
    default:
      return assertNever(what);
  }
}
