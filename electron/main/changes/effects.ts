import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Change, isSuggestedBySync, syncedExpiryLabel, tookEffect } from '#shared/domain/change.ts';
import { yearsLater } from '#shared/domain/expiry.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Observed } from '../portfolio/observations.ts';
import { resultOf } from '../workspace/sqlite.ts';
import { kindInMain } from './kinds/index.ts';
import { note, type ReadBackResult } from './kinds/kind.ts';
import type { Context } from './ledger.ts';

/**
 * Passes observations of a change to the portfolio: what was read, and the effect of the change where it is done. They are as
 * old as the change's last entry, however late they are passed on: what was read since is kept.
 */
export async function informPortfolio(
  context: Context,
  change: Change,
  result: Pick<ReadBackResult, 'observed'>,
): Promise<void> {
  const { portfolio, onBug } = context;
  const at = change.changedAt;
  const isDone = tookEffect(change);
  const tell = (observed: Observed): Promise<void> =>
    portfolio.observe(change.accountId, change.domain, observed).catch(onBug);
  const read = result.observed;
  const effect = isDone ? kindInMain(change.what.kind).effect(change.what, change.sentAt) : null;
  // Of contacts nothing is known by the change alone, but that the account has the domain (H16).
  const made = isDone ? { ...effect, isEffect: true, baseline: change.before?.registry } : null;
  // What was read proves what it shows; the rest of what was sent is known by the change alone.
  if (read !== undefined) await tell({ at, source: isDone ? 'change' : 'read', ...made, ...read });
  else if (made !== null)
    await tell({ at, source: change.state === 'settled' ? 'typed' : 'change', ...made });
  if (!isDone || change.syncAnswer === null) return;
  const connection = await context.connections.of(change.accountId);
  if (connection.ok && !connection.value.account.options.expiryFromSync) {
    await tell({ at, source: 'sync', syncAnswer: { ...change.syncAnswer, expiresOn: null } });
    return;
  }
  // Before the portfolio takes the new expiry.
  await suggestRenewal(context, change);
  await tell({ at, source: 'sync', syncAnswer: change.syncAnswer });
}

/** A sync that shows the expiry later by the whole period of an uncertain renewal is evidence for that: a person decides. */
async function suggestRenewal(
  { journal, ledger, portfolio }: Pick<Context, 'journal' | 'ledger' | 'portfolio'>,
  { accountId, service, domain, syncAnswer }: Change,
): Promise<void> {
  const after = syncAnswer?.expiresOn ?? null;
  if (after === null) return;
  const last = await journal.lastOf({ accountId, service, domain });
  const renewal = last.ok ? last.value.find(({ what }) => what.kind === 'renew') : undefined;
  const found = await portfolio.find(accountId, domain);
  const before = found.ok ? found.value.expiresOn : null;
  // After a restore, the same sync is told again.
  if (renewal === undefined || isSuggestedBySync(renewal)) return;
  if (before === null || !isBroughtBy(renewal, before, after)) return;
  const evidence = [...renewal.evidence, note(syncedExpiryLabel, 'for', before.value, after)];
  await ledger.append(renewal.id, { type: 'read-back', verdict: 'no-proof', evidence, error: null });
}

/** An expected expiry is not known, and one that was read since the renewal may include it. */
const isBroughtBy = (
  { state, what, sentAt }: Change,
  before: NonNullable<Domain['expiresOn']>,
  after: string,
): boolean =>
  state === 'uncertain' &&
  what.kind === 'renew' &&
  before.source !== 'expected' &&
  before.at < (sentAt ?? '') &&
  after >= yearsLater(before.value, what.periodYears);

/**
 * After a restore, the portfolio is the backup's, and the journal knows more: what its changes since then did is passed to the
 * portfolio again, as it was when each was done. A change that is uncertain proves nothing, and is not among them. Once: how far
 * it came is stored, so that a start that is killed loses nothing and a name that is removed by hand stays so. Fails with: `storage`.
 */
export async function expectAgain(context: Context): Promise<Result<null>> {
  for (let beyond = 0; ;) {
    const page = await resultOf(() => context.effectsSinceBackup(beyond));
    if (!page.ok) return page;
    // One by one: a renewal counts from what the registration before it left.
    for (const { change, isOurs } of page.value) {
      if (isOurs) await informPortfolio(context, change, {});
      await nextTurn(); // Each waits for the disk; there may be thousands, while the window starts.
    }
    const last = page.value.at(-1);
    if (last === undefined) return ok(null);
    beyond = last.change.number;
  }
}
