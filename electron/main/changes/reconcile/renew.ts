import { type Credit, type Look, lookAtCredit, type ReadBackOf, type Subject } from './look.ts';

/**
 * No operation shows when a domain expires, so nothing proves a renewal. The credit is a hint: it is the whole account's. A no
 * is not believed where it fell (F2).
 *
 * Source: docs/decisions/0010; C10.
 */
export async function lookAtRenewal(
  subject: Pick<Subject<'renew'>, 'before' | 'past'>,
  reads: ReadBackOf<'renew'>,
): Promise<Look> {
  const { evidence, contradictsNo }: Credit = await lookAtCredit(subject, reads);
  return {
    verdict: contradictsNo ? 'differs' : 'no-proof',
    evidence: [evidence],
    error: null,
    contradictsNo,
  };
}
