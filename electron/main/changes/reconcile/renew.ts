import type { Reads } from '../reads.ts';
import { type Look, note, type Subject, unreadable } from './look.ts';

type Renewal = Pick<Subject<'renew'>, 'before' | 'past'>;

/**
 * No operation shows when a domain expires, so nothing proves a renewal. The credit is a hint: it is the whole account's.
 *
 * Source: docs/decisions/0010; C10.
 */
export async function lookAtRenewal({ before, past }: Renewal, reads: Pick<Reads, 'credit'>): Promise<Look> {
  const credit = await reads.credit();
  const was = before?.credit ?? null;
  const unshown = note('The service has no way to read when a domain expires');
  if (!credit.ok) {
    const evidence = [note('Credit', 'neither', was, null), unshown];
    // A no that nobody defined is not believed while not even the credit is known.
    return past.answered === 'refused-unconfirmed'
      ? unreadable(credit.error, evidence)
      : { verdict: 'no-proof', evidence, error: null };
  }
  const spent = was === null ? null : Number(was) - Number(credit.value);
  const speaks = spent === null ? 'neither' : spent > 0 ? 'for' : 'against';
  const isContradiction = past.answered === 'refused-unconfirmed' && speaks === 'for';
  return {
    verdict: isContradiction ? 'differs' : 'no-proof',
    evidence: [note('Credit', speaks, was, credit.value), unshown],
    error: null,
  };
}
