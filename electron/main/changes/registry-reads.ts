import { type Change, emptyChangeFilter, isProvableAtRegistry } from '#shared/domain/change.ts';
import type { Beside } from '#shared/domain/renewal-proof.ts';
import type { RegistryReading } from '#shared/domain/registry.ts';
import { mapOk, type Result } from '#shared/result.ts';
import { withinTime } from '../jobs/waiting.ts';
import type { Context } from './ledger.ts';

/** How long a renewal waits for its registry: one that is away costs the proof, and nothing else. */
const baselineTimeoutMs = 3_000;
/** What a review has read is the baseline of what is sent soon after it. */
const baselineFreshForMs = 5 * 60_000;

/** What the registry shows right before a change is sent; null where it is not asked, or does not answer in time. */
export async function baselineAt(
  context: Pick<Context, 'registry' | 'timer' | 'now' | 'onBug'>,
  of: { readonly accountId: string; readonly domain: string },
  signal: AbortSignal,
): Promise<RegistryReading | null> {
  const { registry, now } = context;
  if (registry === undefined) return null;
  const notBefore = new Date(now().getTime() - baselineFreshForMs).toISOString();
  return await withinTime(context, baselineTimeoutMs, (tooLate) =>
    registry.read(of, { notBefore, signal: AbortSignal.any([signal, tooLate]) }),
  );
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

/** IANA's ids of the registrars of the login's other names under the TLD of a name that it ordered; empty where none is known (H2). */
export async function registrarsBeside(
  { registry, portfolio }: Pick<Context, 'registry' | 'portfolio'>,
  { what, accountId, domain }: Change,
): Promise<readonly string[]> {
  if (registry === undefined || what.kind !== 'register') return [];
  const found = await portfolio.registrarsBeside(accountId, domain);
  return found.ok ? found.value : [];
}

/** Assumed: no service carries a renewal out, and no registry shows one, later than this after it was sent. */
const showsWithinMs = 7 * 86_400_000;

/**
 * When another renewal of the domain was sent, at whichever account, that the registry may show in place of this one: each moves the expiry.
 * One that was sent before may be carried out or shown late; not where it was refused, or the registry had proven it. Fails with: `storage`.
 */
export async function renewedBeside(
  { journal }: Pick<Context, 'journal'>,
  { id, domain, sentAt }: Change,
): Promise<Result<Beside | null>> {
  const filter = { ...emptyChangeFilter, kinds: ['renew' as const], domain };
  const at = sentAt ?? '';
  const from = new Date(Date.parse(at) - showsWithinMs).toISOString();
  return mapOk(await journal.list({ filter, offset: 0, limit: 50 }), ({ changes }) => {
    const others = changes.filter((other) => other.id !== id && (other.sentAt ?? '') >= from);
    if (others.some((other) => (other.sentAt ?? '') >= at)) return 'renewed-since';
    const isOver = ({ state, proof }: Change): boolean => state === 'refused' || proof === 'registry';
    return others.every(isOver) ? null : 'renewed-before';
  });
}
