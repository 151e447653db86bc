import type { ContactFields } from '#shared/domain/change.ts';
import type { CheckedFinding } from '#shared/domain/finding.ts';
import { isNo, type Look, lookAtCredit, note, type ReadBackOf, type Subject, unreadable } from './look.ts';
import { compareRegistrant } from './registrant.ts';

type Registration = Pick<Subject<'register'>, 'before' | 'past'>;

/**
 * Looks the name up, and where it is taken, asks whose it is: only the account that has it may read its contacts (C13). The
 * credit stands beside what does not decide it, and contradicts what would (F2).
 *
 * Source: docs/decisions/0010; Domain Reseller API v2.2, "Errors".
 */
export async function lookAtRegistration(
  subject: Registration,
  reads: ReadBackOf<'register'>,
): Promise<Look> {
  const found = await reads.finding();
  if (!found.ok) return unreadable(found.error);
  const evidence = [lookedUp(subject, found.value)];
  switch (found.value.kind) {
    case 'available':
    case 'premium':
      return await stillFree(subject, reads, evidence);
    case 'taken':
    case 'reserved':
      return await ownership(subject, reads, evidence);
    case 'invalid':
    case 'unknown':
      return unreadable({ kind: 'unreadable', status: 200, why: 'wrong-shape' }, evidence);
  }
}

/** That nobody has it is no proof where the service said done, or where something was paid: a registry can be slow (F11). */
async function stillFree(
  subject: Registration,
  reads: Pick<ReadBackOf<'register'>, 'credit'>,
  evidence: Look['evidence'],
): Promise<Look> {
  const credit = await lookAtCredit(subject, reads);
  const isDoubtful = credit.hasFallen || subject.past.isClaimed;
  return {
    verdict: isDoubtful ? 'differs' : 'as-before',
    evidence: [...evidence, credit.evidence],
    error: null,
    contradictsNo: credit.contradictsNo,
  };
}

const isFree: ReadonlySet<CheckedFinding['kind']> = new Set(['available', 'premium']);
const isGone: ReadonlySet<CheckedFinding['kind']> = new Set(['taken', 'reserved']);

function lookedUp({ before }: Registration, { kind }: CheckedFinding) {
  const speaks = isGone.has(kind) ? 'for' : isFree.has(kind) ? 'against' : 'neither';
  return note('Looked up', speaks, before?.finding ?? null, kind);
}

async function ownership(
  subject: Registration,
  reads: ReadBackOf<'register'>,
  evidence: Look['evidence'],
): Promise<Look> {
  const contacts = await reads.contacts();
  if (contacts.ok) return owned(subject.past, contacts.value, evidence);
  const { error } = contacts;
  const isNotShown = error.kind === 'refused';
  // It was free a moment before: that it is taken now may be this order, whatever was answered to it.
  const isContradiction = isNo(subject.past.answered);
  if (!isNotShown && !isContradiction) return unreadable(error, evidence);
  const credit = await lookAtCredit(subject, reads);
  return {
    verdict: isContradiction ? 'differs' : 'no-proof',
    evidence: [...evidence, ...(isNotShown ? [note(notShown)] : []), credit.evidence],
    error: isNotShown ? null : error,
    contradictsNo: isContradiction,
  };
}

const notShown =
  'It is taken, and its contacts are not shown to this account: it may be yours, or somebody else’s';

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
    verdict: past.isClaimed ? 'no-proof' : 'differs',
    evidence: [
      ...shown,
      note('Its registrant is not known to be the one that was sent', past.isClaimed ? 'neither' : 'against'),
    ],
    error: null,
  };
}
