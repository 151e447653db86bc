import type { LockState } from '#shared/domain/change.ts';
import { judged, type Look, note, type ReadBackOf, type Subject } from './look.ts';

/** Reads the lock and compares. Source: docs/decisions/0010. */
export const lookAtLock = async (subject: Subject<'lock'>, reads: ReadBackOf<'lock'>): Promise<Look> =>
  judged(await reads.lock(), (now) => judgeLock(subject, now));

function judgeLock({ what, before }: Subject<'lock'>, now: LockState): Look {
  const was = before?.lock ?? null;
  const isWanted = now === what.state;
  const evidence = [note('Registrar lock', isWanted ? 'for' : 'against', was, now)];
  const otherwise = was === now ? 'as-before' : 'differs';
  return { verdict: isWanted ? 'agrees' : otherwise, evidence, error: null, learned: { lock: now } };
}
