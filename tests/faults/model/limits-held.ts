import { isPaid } from '../../../shared/domain/change-kinds.ts';
import type { Price } from '../../../shared/domain/finding.ts';
import type { SpendingLimits } from '../../../shared/domain/limits.ts';
import { type JournalSeen, type SeenChange, type SeenEntry, sendingSeq } from './journal-seen.ts';
import type { Post } from './reseller.ts';

/** What is spent by one change, as it was written down before it was sent. */
interface Spent {
  readonly accountId: string;
  readonly planId: string | null;
  readonly atMs: number;
  readonly price: Price;
}

/** The limit that a POST went over, in words; null where it went over none. @param startMs Of the virtual clock, UTC. */
export function limitGoneOver(journal: JournalSeen, post: Post, startMs: number): string | null {
  const change = journal.changeOf(post);
  const seq = change === null ? null : sendingSeq(change, post);
  const price = change === null ? null : priceOf(change);
  if (change === null || seq === null || price === null || post.limits === null) return null;
  const before = [...journal.changes.values()].flatMap((other): readonly Spent[] =>
    other === change ? [] : spentBefore(other, seq, post.epoch),
  );
  const dayMs = startOfDayMs(post.atMs, startMs);
  const { workspace, account } = post.limits;
  const of = (limits: SpendingLimits | null, mine: readonly Spent[]): string | null =>
    limits === null
      ? null
      : (overOne(limits, price) ??
        overMany(
          limits.daySum,
          limits.dayCount,
          mine.filter(({ atMs }) => atMs >= dayMs),
          price,
          'a day',
        ) ??
        (change.planId === null
          ? null
          : overMany(
              limits.batchSum,
              limits.batchCount,
              mine.filter(({ planId }) => planId === change.planId),
              price,
              'a batch',
            )));
  const own = before.filter(({ accountId }) => accountId === change.accountId);
  return of(workspace, before) ?? of(account, own);
}

function priceOf({ entries, kind }: SeenChange): Price | null {
  const sent = entries.findLast(({ event }) => event.type === 'sending')?.event;
  return isPaid(kind) && sent?.type === 'sending' ? (sent.consent?.price ?? null) : null;
}

/** What was spent by a change before an entry of the journal, or may have been. */
function spentBefore(change: SeenChange, seq: number, epoch: number): readonly Spent[] {
  const price = priceOf(change);
  // After a restore the numbers of entries say nothing of those of before: what is told of them is left to the others.
  const known = change.entries.filter((entry) => entry.epoch === epoch && entry.seq < seq);
  if (price === null || known.length !== entriesIn(change, epoch, seq)) return [];
  const last = known.at(-1);
  const sent = known.findLast(({ event }) => event.type === 'sending');
  if (last === undefined || sent === undefined || !mayHaveCost(last)) return [];
  return [{ accountId: change.accountId, planId: change.planId, atMs: sent.atMs, price }];
}

const entriesIn = ({ entries }: SeenChange, epoch: number, seq: number): number =>
  entries.filter((entry) => entry.epoch < epoch || entry.seq < seq).length;

function mayHaveCost({ state, event }: SeenEntry): boolean {
  if (state === 'settled') return event.type === 'settled' && event.as === 'applied';
  return state === 'confirmed' || state === 'applied' || state === 'sending' || state === 'uncertain';
}

/** Midnight of the machine's own time zone, by the virtual clock. */
function startOfDayMs(atMs: number, startMs: number): number {
  const date = new Date(startMs + atMs);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime() - startMs;
}

const cents = (price: Price): number | null =>
  price.kind === 'given' ? Math.round(Number(price.amount) * 100) : null;

function overOne({ changeSum }: SpendingLimits, price: Price): string | null {
  const most = changeSum === null ? Number.POSITIVE_INFINITY : Number(changeSum) * 100;
  return (cents(price) ?? 0) > most ? `the limit of ${changeSum ?? ''} for a change` : null;
}

function overMany(
  sum: string | null,
  count: number | null,
  spent: readonly Spent[],
  price: Price,
  span: string,
): string | null {
  const amount = cents(price);
  if (amount === null) {
    const unpriced = spent.filter((each) => cents(each.price) === null).length + 1;
    return count !== null && unpriced > count ? `the limit of ${count} changes for ${span}` : null;
  }
  const currency = price.kind === 'given' ? price.currency : null;
  const same = spent.filter((each) => each.price.kind === 'given' && each.price.currency === currency);
  const total = same.reduce((all, each) => all + (cents(each.price) ?? 0), amount);
  return sum !== null && total > Number(sum) * 100 ? `the limit of ${sum} for ${span}` : null;
}
