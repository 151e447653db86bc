import type { ContactFields } from '#shared/domain/change.ts';
import type { CheckedFinding } from '#shared/domain/finding.ts';
import type { Reads } from '../reads.ts';
import { type Look, note, type Subject, unreadable } from './look.ts';
import { compareRegistrant } from './registrant.ts';

type Registration = Pick<Subject<'register'>, 'before' | 'past'>;

/**
 * Looks the name up, and where it is taken, asks whose it is: only the account that has it may read its contacts (C13).
 *
 * Source: docs/decisions/0010; Domain Reseller API v2.2, "Errors".
 */
export async function lookAtRegistration(
  subject: Registration,
  reads: Pick<Reads, 'finding' | 'contacts'>,
): Promise<Look> {
  const found = await reads.finding();
  if (!found.ok) return unreadable(found.error);
  const evidence = [lookedUp(subject, found.value)];
  switch (found.value.kind) {
    case 'available':
    case 'premium':
      return { verdict: 'as-before', evidence, error: null };
    case 'taken':
    case 'reserved':
      return await ownership(subject, reads, evidence);
    case 'invalid':
    case 'unknown':
      return unreadable({ kind: 'unreadable', status: 200, why: 'wrong-shape' }, evidence);
  }
}

const isFree: ReadonlySet<CheckedFinding['kind']> = new Set(['available', 'premium']);
const isGone: ReadonlySet<CheckedFinding['kind']> = new Set(['taken', 'reserved']);

function lookedUp({ before }: Registration, { kind }: CheckedFinding) {
  const speaks = isGone.has(kind) ? 'for' : isFree.has(kind) ? 'against' : 'neither';
  return note('Looked up', speaks, before?.finding ?? null, kind);
}

async function ownership(
  { past }: Registration,
  reads: Pick<Reads, 'contacts'>,
  evidence: Look['evidence'],
): Promise<Look> {
  const contacts = await reads.contacts();
  if (contacts.ok) return owned(past, contacts.value, evidence);
  const { error } = contacts;
  if (error.kind !== 'refused') return unreadable(error, evidence);
  return {
    verdict: 'no-proof',
    evidence: [...evidence, note('The service does not show its contacts to this account', 'against')],
    error: null,
  };
}

/** Its contacts are shown to this account, so this account has it; whether by this very change, the registrant tells. */
function owned(
  past: Registration['past'],
  contacts: readonly ContactFields[],
  evidence: Look['evidence'],
): Look {
  const shown = [...evidence, note('The service shows its contacts to this account', 'for')];
  const compared = past.personal && compareRegistrant(past.personal, contacts);
  if (compared?.hasOurEmail === true) {
    const kept = compared.other
      .slice(0, 20)
      .map((field) => note(`Registrant: ${field} is otherwise than it was sent`));
    return {
      verdict: 'agrees',
      evidence: [...shown, note('Its registrant is the one that was sent', 'for'), ...kept],
      error: null,
      learned: { isRegistered: true },
    };
  }
  return {
    // The service said done and it is here: enough. Without that word, somebody of this account may have ordered it elsewhere.
    verdict: past.answered === 'claimed' ? 'no-proof' : 'differs',
    evidence: [...shown, note('Its registrant is not known to be the one that was sent', 'against')],
    error: null,
  };
}
