import {
  type Change,
  emptyChangeFilter,
  isProvableAtRegistry,
  isUncharged,
  nextRegistryRead,
} from '#shared/domain/change.ts';
import type { Beside } from '#shared/domain/renewal-proof.ts';
import type { RegistryReading } from '#shared/domain/registry.ts';
import { mapOk, type Result } from '#shared/result.ts';
import { sleepingUntil, withinTime } from '../jobs/waiting.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Context } from './ledger.ts';
import { kindInMain } from './kinds/index.ts';
import { informPortfolio } from './effects.ts';

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
  const found = await resultOf(() => portfolio.registrarsBeside(accountId, domain));
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

/** While a batch runs, registries are not asked. */
const duringBatchMs = 30_000;
/** The system may sleep in between, and its clock may be set: the time is looked at so often. */
const longestSleepMs = 10 * 60_000;

/** Waits until a time, and until no batch runs. False where the program ends. */
function waitingIn({ timer, closing, now, isBatchRunning }: Context): (at: string) => Promise<boolean> {
  const sleep = sleepingUntil(timer, closing);
  async function batchesEnd(): Promise<boolean> {
    while ((await isBatchRunning?.()) === true) if (!(await sleep(duringBatchMs))) return false;
    return !closing.aborted;
  }
  /** One wait for all: after a long batch, there is one for each of its changes. */
  let waiting: Promise<boolean> | null = null;
  return async (at) => {
    for (;;) {
      const leftMs = Date.parse(at) - now().getTime();
      if (leftMs <= 0) break;
      if (!(await sleep(Math.min(leftMs, longestSleepMs)))) return false;
    }
    waiting ??= batchesEnd().finally(() => (waiting = null));
    return await waiting;
  };
}

/** Changes that a later reading of their registry may prove, each read again at its times until one does. */
export function createRegistryProofs(
  context: Context,
  readBack: { readonly afterDoubt: (change: Change) => Promise<unknown> },
) {
  const { registry, ledger, track, now, onBug } = context;
  const waitUntil = waitingIn(context);
  const followed = new Set<string>();

  async function follow(id: string): Promise<void> {
    let triedAt = '';
    for (;;) {
      const found = await ledger.find(id);
      if (!found.ok || !awaitsProof(found.value)) return;
      const change = found.value;
      const readAt = change.registry?.at ?? '';
      const last = readAt > triedAt ? readAt : triedAt;
      const next = nextRegistryRead(change, last || null);
      if (next === null || !(await waitUntil(next))) return;
      await readNow(id);
      // Also where it is switched off meanwhile, was taken from the cache, or could not be written down: the next time is a later one.
      triedAt = now().toISOString();
    }
  }

  async function readNow(id: string): Promise<void> {
    const found = await ledger.find(id);
    if (!found.ok || !awaitsProof(found.value)) return;
    const change = found.value;
    // The registry tells when a name was registered, and only its contacts for whom: all of it is read anew (H2).
    if (change.what.kind === 'register' && change.state === 'uncertain') await readBack.afterDoubt(change);
    else await readRegistry(context, change);
  }

  return {
    /** Does nothing for a change that needs no proof, or is followed already. */
    follow(change: Change) {
      if (registry === undefined || followed.has(change.id) || !awaitsProof(change)) return;
      followed.add(change.id);
      track(
        follow(change.id)
          .catch(onBug)
          .then(() => followed.delete(change.id)),
      );
    },
  };
}

/** What its registry alone shows of it. */
async function readRegistry(context: Context, change: Change): Promise<void> {
  const { id, what } = change;
  const reading = await readAtRegistry(context, change, context.closing);
  const beside = await renewedBeside(context, change);
  if (reading === null || !beside.ok) return;
  const registrars = await registrarsBeside(context, change);
  // Of an order that is done, nothing is asked unless its registrant was read back.
  const owner = what.kind === 'register' ? 'ours' : null;
  const around = { beside: beside.value, owner, registrars } as const;
  const shown = kindInMain(what.kind).atRegistry(change, reading, around);
  if (shown === null) return;
  // Of what was accepted and charged, or refused, an answer that says nothing is not worth an entry.
  const isInDoubt = change.state === 'uncertain' || isUncharged(change);
  if (shown.registry.why === 'no-answer' && !isInDoubt) return;
  const others = change.evidence.filter(({ label }) => label !== shown.evidence.label);
  const written = await context.ledger.append(id, {
    type: 'read-back',
    verdict: shown.registry.proof === 'proven' ? 'agrees' : 'no-proof',
    evidence: [...others, shown.evidence],
    error: null,
    registry: shown.registry,
  });
  if (written.ok && shown.registry.proof === 'proven') await informPortfolio(context, written.value, {});
}

const awaitsProof = (change: Change): boolean => nextRegistryRead(change) !== null;
