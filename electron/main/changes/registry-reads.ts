import { type Change, emptyChangeFilter, isProvableAtRegistry } from '#shared/domain/change.ts';
import type { RegistryReading } from '#shared/domain/registry.ts';
import { mapOk, type Result } from '#shared/result.ts';
import type { Context } from './ledger.ts';

/** How long a renewal waits for its registry: one that is away costs the proof, and nothing else. */
const baselineTimeoutMs = 3_000;
/** What a review has read is the baseline of what is sent soon after it. */
const baselineFreshForMs = 5 * 60_000;

/** What the registry shows right before a change is sent; null where it is not asked, or does not answer in time. */
export async function baselineAt(
  { registry, timer, now }: Pick<Context, 'registry' | 'timer' | 'now'>,
  of: { readonly accountId: string; readonly domain: string },
  signal: AbortSignal,
): Promise<RegistryReading | null> {
  if (registry === undefined) return null;
  const [tooLate, read] = [new AbortController(), new AbortController()];
  timer.sleep(baselineTimeoutMs, read.signal).then(
    () => tooLate.abort(),
    () => undefined,
  );
  const notBefore = new Date(now().getTime() - baselineFreshForMs).toISOString();
  try {
    return await registry.read(of, { notBefore, signal: AbortSignal.any([signal, tooLate.signal]) });
  } finally {
    read.abort();
  }
}

/** Reading back after an answer reads three times within half a minute: not all of these need the registry. */
const againAfterMs = 20_000;

/** What the registry shows now of a change that was sent; null where it is not asked, or cannot prove such a change. */
export async function readAtRegistry(
  { registry, now }: Pick<Context, 'registry' | 'now'>,
  change: Change,
  signal: AbortSignal,
): Promise<RegistryReading | null> {
  if (registry === undefined || change.sentAt === null || !isProvableAtRegistry(change)) return null;
  const since = new Date(now().getTime() - againAfterMs).toISOString();
  const notBefore = since > change.sentAt ? since : change.sentAt;
  return await registry.readOfChange(change, { notBefore, signal });
}

/** Whether another renewal of the domain was sent since, at whichever account: each moves the expiry. Fails with: `storage`. */
export async function isRenewedSince(
  { journal }: Pick<Context, 'journal'>,
  { id, domain, sentAt }: Change,
): Promise<Result<boolean>> {
  const filter = { ...emptyChangeFilter, kinds: ['renew' as const], domain };
  return mapOk(await journal.list({ filter, offset: 0, limit: 50 }), ({ changes }) =>
    changes.some((other) => other.id !== id && other.sentAt !== null && other.sentAt >= (sentAt ?? '')),
  );
}
