import { isSameSet } from '../hosts.ts';
import { judged, type Look, note, type ReadBackOf, type Subject } from './look.ts';

/** Reads the nameservers and compares them as a set. Source: docs/decisions/0010. */
export const lookAtNameservers = async (
  subject: Subject<'nameservers'>,
  reads: ReadBackOf<'nameservers'>,
): Promise<Look> => judged(await reads.nameservers(), (now) => judgeNameservers(subject, now));

function judgeNameservers({ what, before }: Subject<'nameservers'>, now: readonly string[]): Look {
  const was = before?.nameservers ?? null;
  const isWanted = isSameSet(now, what.nameservers);
  const evidence = [note('Nameservers', isWanted ? 'for' : 'against', was && was.join(', '), now.join(', '))];
  const otherwise = was !== null && isSameSet(now, was) ? 'as-before' : 'differs';
  return { verdict: isWanted ? 'agrees' : otherwise, evidence, error: null, learned: { nameservers: now } };
}
