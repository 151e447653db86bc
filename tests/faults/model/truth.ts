import { type ChangeState, isPaid } from '../../../shared/domain/change-kinds.ts';
import {
  type Evidence,
  type Found,
  readableFamilies,
  readParts,
  stateText,
  wantedOf,
  wantedText,
} from './evidence.ts';
import {
  addressOf,
  type JournalSeen,
  lastEntry,
  type SeenChange,
  type SeenEntry,
  sendingSeq,
  stateNow,
} from './journal-seen.ts';
import { foreignIds } from './histories.ts';
import { isProvenUnknowing } from './proof.ts';
import type { AnsweredRead, Post } from './reseller.ts';
import type { Evidence as Evidenced } from '../../../shared/domain/change.ts';
import type { Price } from '../../../shared/domain/finding.ts';
import type { SpendingLimits } from '../../../shared/domain/limits.ts';
import type { LimitsThen } from './workspace-here.ts';

/** The POSTs of a change. */
const postsOf = ({ posts, journal }: Evidence, change: SeenChange): readonly Post[] =>
  posts.filter((post) => journal.changeOf(post)?.id === change.id);

/** Out of the backup of another computer, which another service served. */
const isForeign = ({ id }: SeenChange): boolean => id.startsWith(foreignIds);

/** What is called done and is not. */
export function calledDone(evidence: Evidence): readonly Found[] {
  return [...evidence.journal.changes.values()].flatMap((change): readonly Found[] => {
    const state = stateNow(change);
    if ((state !== 'confirmed' && state !== 'applied') || isForeign(change)) return [];
    const posts = postsOf(evidence, change);
    const isTrue = posts.some(
      (post) => post.doneAtMs !== null || post.lie === 'clear-yes' || cameAbout(evidence, change, post),
    );
    if (isTrue || isProvenUnknowing(evidence, change)) return [];
    if (posts.length === 0 && isSoWithout(evidence, change)) return [];
    const says = `${change.kind} ${change.domain} is called ${state}, and ${change.login} did not carry it out.`;
    return [{ fault: faultOfTruth(change, posts), about: change.id, says }];
  });
}

/** It is as it was asked for, whoever did it. */
function cameAbout({ resellerOf }: Evidence, { family, domain, entries }: SeenChange, post: Post): boolean {
  const wanted = wantedText(family, post.body);
  const untilMs = entries.at(-1)?.atMs ?? post.atMs;
  const states = resellerOf(post.login).statesBetween(domain, post.atMs, untilMs);
  return wanted !== null && states.some((state) => stateText(family, state) === wanted);
}

/** It never arrived, and was to become what it is: by itself, or by another change that is lost with a file. */
function isSoWithout(evidence: Evidence, change: SeenChange): boolean {
  const isAnother = ({ login, domain, family }: Post): boolean =>
    login === change.login && domain === change.domain && family === change.family;
  return (
    wasSoAlready(evidence, change) ||
    evidence.posts.some((post) => isAnother(post) && cameAbout(evidence, change, post))
  );
}

function wasSoAlready({ resellerOf }: Evidence, { family, domain, login, entries }: SeenChange): boolean {
  const [planned] = entries.map(({ event }) => event);
  const wanted = planned?.type === 'planned' ? wantedOf(planned.what) : null;
  const [fromMs, toMs] = [entries[0]?.atMs ?? 0, entries.at(-1)?.atMs ?? 0];
  const states = resellerOf(login).statesBetween(domain, fromMs, toMs);
  return wanted !== null && states.some((state) => stateText(family, state) === wanted);
}

const deniedStates: ReadonlySet<ChangeState> = new Set<ChangeState>([
  'refused',
  'not-applied',
  'withdrawn',
  'planned',
]);

/** What is called refused or not done and was carried out. */
export function calledNotDone(evidence: Evidence): readonly Found[] {
  return [...evidence.journal.changes.values()].flatMap((change): readonly Found[] => {
    const last = lastEntry(change);
    if (last === undefined || !deniedStates.has(last.state)) return [];
    const posts = postsOf(evidence, change).filter(
      (post) => post.doneAtMs !== null && post.epoch === last.epoch,
    );
    const [post] = posts.filter((each) => !isExcepted(evidence, change, each));
    if (post === undefined) return [];
    const says = `${change.kind} ${change.domain} is called ${last.state}, and ${change.login} carried it out by POST ${post.number}.`;
    return [{ fault: faultOfTruth(change, posts), about: change.id, says }];
  });
}

/** Where nothing that can be read could have shown that it was carried out. */
function isExcepted(evidence: Evidence, change: SeenChange, post: Post): boolean {
  const concludedMs = lastEntry(change)?.atMs ?? 0;
  if (wasUndone(evidence, change, post, concludedMs) || wasAcceptedUnheard(change, post)) return true;
  if (post.lie !== 'defined-no') return false;
  if (hasNothingToCompare(evidence, change)) return true;
  if (change.kind === 'renew' && isChargedInTime(evidence, post)) return false;
  const part = change.kind === 'renew' ? 'credits' : readParts[change.family];
  if (part === undefined) return true;
  const isOfPost = (read: AnsweredRead): boolean =>
    read.login === post.login && read.atMs >= post.atMs && read.atMs <= concludedMs && read.isShown;
  const isRead = (read: AnsweredRead): boolean =>
    isOfPost(read) &&
    read.part === part &&
    (part === 'credits'
      ? post.chargedAtMs !== null && read.ofMs >= post.chargedAtMs
      : read.domain === change.domain);
  return !evidence.reads.some(isRead);
}

/** The service said done, and did it long afterwards; the program had ended before it could hear that. */
const wasAcceptedUnheard = ({ entries }: SeenChange, { trouble }: Post): boolean =>
  trouble.kind === 'accepts' && !entries.some(({ event }) => event.type === 'answered');

/** After a no the credit is looked at until so long after it (G5): what is charged and shown by then is seen. */
const looksForMs = 29_000;

const isChargedInTime = ({ resellerOf }: Evidence, { chargedAtMs, doneAtMs, login }: Post): boolean =>
  chargedAtMs !== null &&
  doneAtMs !== null &&
  chargedAtMs + resellerOf(login).billing.lagMs <= doneAtMs + looksForMs;

/** Whether it was called this change's alone or shared with another. */
const isCredit = ({ label }: Evidenced): boolean => label.startsWith('Credit');

/** Without a keychain nothing personal is kept to be compared with (0030), and reading back says so. */
function hasNothingToCompare({ hasKeychain }: Evidence, change: SeenChange): boolean {
  if (change.kind === 'renew') return couldNotCompare(change);
  return !hasKeychain && (change.kind === 'contacts' || change.kind === 'register');
}

/** The program has written down that it did not get to see the credit before or after. */
function couldNotCompare({ entries }: SeenChange): boolean {
  const sent = entries.findLast((entry) => entry.event.type === 'sending')?.event;
  if (sent?.type === 'sending' && sent.before.credit === null) return true;
  const event = entries.findLast((entry) => entry.event.type === 'read-back')?.event;
  const credit = event?.type === 'read-back' ? event.evidence.find(isCredit) : undefined;
  return credit !== undefined && (credit.before === null || credit.after === null);
}

/** Somebody else made it as it was before the program could read it. */
function wasUndone(
  { resellerOf }: Evidence,
  { family, domain }: SeenChange,
  post: Post,
  concludedMs: number,
): boolean {
  if (!readableFamilies.has(family) || family === 'register') return false;
  const wanted = wantedText(family, post.body);
  const states = resellerOf(post.login).statesBetween(domain, post.doneAtMs ?? post.atMs, concludedMs);
  return states.some((state) => stateText(family, state) !== wanted);
}

/** Which row of section F a wrong word about a change shows. */
function faultOfTruth(change: SeenChange, posts: readonly Post[]): string {
  const last = lastEntry(change);
  if (last !== undefined && last.login !== change.login) return 'F10';
  const isLate = posts.some((post) => post.lie === 'defined-no' && post.chargedAtMs !== post.doneAtMs);
  if (isLate || posts.some(({ trouble }) => trouble.kind === 'both'))
    return last !== undefined && deniedStates.has(last.state) ? 'G5' : 'G1';
  const isUnclear = posts.some(
    ({ trouble }) => trouble.kind === 'says' || trouble.kind === 'busy' || trouble.kind === 'page',
  );
  if (isUnclear && last?.state === 'refused') return 'F2';
  return change.kind === 'register' ? 'F11' : 'F13';
}

/** What is spent by one change, as it was written down before it was sent. */
interface Spent {
  readonly accountId: string;
  /** Where it was planned to go: limits are of the login (G13). */
  readonly service: string;
  readonly batchId: string | null;
  readonly atMs: number;
  readonly price: Price;
  /** By how many cents the credit fell with it, as far as nothing else can have used it; 0 where that is not known. */
  readonly fall: number;
}

/**
 * The limit that a POST went over, in words; null where it went over none. Those count that were set when its entry `sending` was
 * written: from then on it is on its way.
 */
export function limitGoneOver(evidence: Evidence, post: Post): string | null {
  const { journal, startMs } = evidence;
  const change = journal.changeOf(post);
  const seq = change === null ? null : sendingSeq(change, post);
  const price = change === null ? null : priceOf(change);
  if (change === null || seq === null || price === null || post.limits === null) return null;
  const before = [...journal.changes.values()].flatMap((other): readonly Spent[] =>
    other === change ? [] : spentBefore(journal, other, seq, post.epoch),
  );
  const dayMs = startOfDayMs(post.atMs, startMs);
  const { workspace, account } = limitsAt(evidence, post, post.limits, change, seq);
  const service = serviceOf(change);
  const of = (limits: SpendingLimits | null, mine: readonly Spent[]): string | null =>
    limits === null
      ? null
      : (overOne(limits, price) ??
        overMany(
          limits.daySum,
          limits.dayCount,
          mine.filter(({ atMs }) => atMs >= dayMs),
          { price, service },
          'a day',
        ) ??
        (change.batchId === null
          ? null
          : overMany(
              limits.batchSum,
              limits.batchCount,
              mine.filter(({ batchId }) => batchId === change.batchId),
              { price, service },
              'a batch',
            )));
  const own = before.filter((each) => each.accountId === change.accountId || each.service === service);
  return of(workspace, before) ?? of(account, own);
}

/** The limits when an entry was written, by those on the disk when its request arrived and what was changed in between. */
function limitsAt(
  { limitChanges }: Evidence,
  { epoch }: Post,
  onArrival: LimitsThen,
  { accountId }: SeenChange,
  seq: number,
): LimitsThen {
  const changed = (whose: string | null) =>
    limitChanges.find((each) => each.accountId === whose && each.epoch === epoch && each.entries >= seq);
  const [workspace, account] = [changed(null), changed(accountId)];
  return {
    workspace: workspace?.was ?? onArrival.workspace,
    account: account === undefined ? onArrival.account : account.was,
  };
}

function priceOf({ entries, kind }: SeenChange): Price | null {
  const sent = entries.findLast(({ event }) => event.type === 'sending')?.event;
  return isPaid(kind) && sent?.type === 'sending' ? (sent.consent?.price ?? null) : null;
}

/** What was spent by a change before an entry of the journal, or may have been. */
function spentBefore(journal: JournalSeen, change: SeenChange, seq: number, epoch: number): readonly Spent[] {
  const price = priceOf(change);
  // After a restore the numbers of entries say nothing of those of before: what is told of them is left to the others.
  const known = change.entries.filter((entry) => entry.epoch === epoch && entry.seq < seq);
  if (price === null || known.length !== entriesIn(change, epoch, seq)) return [];
  const last = known.at(-1);
  const sent = known.findLast(({ event }) => event.type === 'sending');
  if (last === undefined || sent === undefined || !mayHaveCost(last)) return [];
  const fall = fallOf(journal, change, known);
  const { accountId, batchId } = change;
  return [{ accountId, service: serviceOf(change), batchId, atMs: sent.atMs, price, fall }];
}

const serviceOf = (change: SeenChange): string => `${change.login} ${addressOf(change) ?? ''}`;

/** An order is not charged any more so long after it was sent, unless something is heard of it. */
const longestOrderMs = 10 * 60_000;

const isOpen = (state: ChangeState): boolean => state === 'sending' || state === 'uncertain';

/** The credit before and after as it was written down, whoever that was said to belong to. */
function fallOf(journal: JournalSeen, change: SeenChange, known: readonly SeenEntry[]): number {
  const sent = known.findLast(({ event }) => event.type === 'sending')?.event;
  const read = known.findLast(({ event }) => event.type === 'read-back');
  if (sent?.type !== 'sending' || sent.before.credit == null || read?.event.type !== 'read-back') return 0;
  const after = read.event.evidence.find(isCredit)?.after ?? null;
  const sinceMs = read.atMs - (Date.parse(read.at) - Date.parse(sent.before.readAt));
  const isOrderedBeside = [...journal.changes.values()].some(
    (other) =>
      other !== change &&
      other.login === change.login &&
      isPaid(other.kind) &&
      other.entries.some(
        ({ event, atMs }) =>
          event.type === 'sending' && atMs >= sinceMs - longestOrderMs && atMs <= read.atMs,
      ) &&
      (isOpen(stateNow(other)) || (lastEntry(other)?.atMs ?? 0) >= sinceMs),
  );
  if (after === null || isOrderedBeside) return 0;
  return Math.max(0, Math.round((Number(sent.before.credit) - Number(after)) * 100));
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

const leastCents = (price: Price): number =>
  price.kind === 'not-given' ? Math.round(Number(price.atLeast?.amount ?? 0) * 100) : (cents(price) ?? 0);

const currencyOf = (price: Price): string | null => {
  if (price.kind === 'given') return price.currency;
  return price.kind === 'not-given' ? (price.atLeast?.currency ?? null) : null;
};

function overOne({ changeSum }: SpendingLimits, price: Price): string | null {
  const most = changeSum === null ? Number.POSITIVE_INFINITY : Number(changeSum) * 100;
  return leastCents(price) > most ? `the limit of ${changeSum ?? ''} for a change` : null;
}

function overMany(
  sum: string | null,
  count: number | null,
  spent: readonly Spent[],
  { price, service }: Pick<Spent, 'price' | 'service'>,
  span: string,
): string | null {
  if (cents(price) === null) {
    const unpriced = spent.filter((each) => cents(each.price) === null).length + 1;
    if (count !== null && unpriced > count) return `the limit of ${count} changes for ${span}`;
  }
  if (leastCents(price) === 0 && cents(price) === null) return null;
  // A fall says nothing of its currency: it counts with the price, or with prices that name none either (G11). Without a currency, the
  // money of one login is like that of no other (H17).
  const total = spent
    .filter((other) => currencyOf(other.price) === currencyOf(price))
    .filter((other) => currencyOf(price) !== null || other.service === service)
    .reduce((all, { price: other, fall }) => all + Math.max(leastCents(other), fall), leastCents(price));
  return sum !== null && total > Number(sum) * 100 ? `the limit of ${sum} for ${span}` : null;
}
