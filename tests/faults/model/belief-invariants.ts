import type { BeforeState } from '../../../shared/changes/parts.ts';
import { creditLabel, sharedCreditLabel } from '../../../shared/domain/limits.ts';
import { consentOf, isElsewhere, words } from './blocks.ts';
import type { Evidence, Found, Invariant } from './evidence.ts';
import { isSettledAsNotDone, lastEntry, type SeenChange, type SeenEntry, stateNow } from './journal-seen.ts';
import type { ShownAtRegistry } from './registries.ts';
import type { Post } from './reseller.ts';

/** What must hold whatever an answer, a registry, a price or an assistant says (section H). */
export const beliefInvariants: readonly Invariant[] = [
  {
    name: 'proven-is-ours',
    holds: 'H2',
    says: 'No registration is proven, by a registry or by reading back, that this login did not make.',
    check: provenOfAnother,
  },
  {
    name: 'answered-ends',
    holds: 'H3',
    says: 'A change whose answer is written down is read back, and does not stay on its way.',
    check: leftSending,
  },
  {
    name: 'agreed-price',
    holds: 'H6',
    says: 'A renewal does not go out at a price that had become another one a quarter of an hour before; after more was taken than was agreed to, and than a person has seen before, its batch waits for one.',
    check: (evidence) => [...atAnOldPrice(evidence), ...afterAnOvercharge(evidence)],
  },
  {
    name: 'charge-is-told',
    holds: 'H1, H8',
    says: 'Of what is paid and was accepted, it is written down whether it was seen charged; a fall of the credit while another charge of the login is outstanding is not called its own.',
    check: (evidence) => [...notTold(evidence), ...fallOfAnother(evidence)],
  },
  {
    name: 'no-is-followed',
    holds: 'H5',
    says: 'After a no to a renewal that its registry can prove, that is asked for it while registries are switched on.',
    check: notFollowed,
  },
  {
    name: 'nothing-guessed',
    holds: 'H12',
    says: 'What an assistant is told of a proposal of contacts is the same whatever the contacts are.',
    check: ({ wrongs }) =>
      wrongs
        .filter(({ invariant }) => invariant === 'nothing-guessed')
        .map(({ says }) => ({ fault: 'H12', about: says, says })),
  },
];

const minute = 60_000;

const postsOf = ({ posts, journal }: Evidence, { id }: SeenChange): readonly Post[] =>
  posts.filter((post) => journal.changeOf(post)?.id === id);

function provenOfAnother(evidence: Evidence): readonly Found[] {
  return [...evidence.journal.changes.values()].flatMap((change): readonly Found[] => {
    const state = stateNow(change);
    if (change.kind !== 'register' || (state !== 'confirmed' && state !== 'applied')) return [];
    const isProven = change.entries.some(
      ({ event }) => event.type === 'read-back' && event.verdict === 'agrees',
    );
    const posts = postsOf(evidence, change);
    const isOurs = posts.length === 0 || posts.some(({ doneAtMs }) => doneAtMs !== null);
    const isSold = evidence.resellerOf(change.login).stateAt(change.domain, evidence.nowMs).isSold;
    if (!isProven || isOurs || !isSold) return [];
    const says = `The registration of ${change.domain} is called proven, and somebody else made it.`;
    return [{ fault: 'H2', about: change.id, says }];
  });
}

/** Longer than every read-back after an answer, with all that it waits for. */
const readBackEndsMs = 15 * minute;

function leftSending({ journal, nowMs, epoch }: Evidence): readonly Found[] {
  return [...journal.changes.values()].flatMap((change): readonly Found[] => {
    const last = lastEntry(change);
    const isLeft = last?.event.type === 'answered' && last.state === 'sending' && last.epoch === epoch;
    if (!isLeft || nowMs - last.atMs < readBackEndsMs || !journal.isPresent(last.hash)) return [];
    const says = `${change.kind} ${change.domain} was answered, and is still on its way.`;
    return [{ fault: 'H3', about: change.id, says }];
  });
}

/** In cents; null where no price was given. */
function agreedCents(change: SeenChange): number | null {
  const sent = change.entries.findLast(({ event }) => event.type === 'sending')?.event;
  const price = sent?.type === 'sending' ? sent.consent?.price : null;
  return price?.kind === 'given' ? Math.round(Number(price.amount) * 100) : null;
}

const looksUpAgainMs = 16 * minute;

function atAnOldPrice(evidence: Evidence): readonly Found[] {
  return evidence.posts.flatMap((post): readonly Found[] => {
    const change = post.kind === 'renew' ? evidence.journal.changeOf(post) : null;
    const agreed = change === null ? null : agreedCents(change);
    const { renewalPrices } = evidence.resellerOf(post.login);
    const then = renewalPrices.findLast(({ atMs }) => atMs <= post.atMs);
    if (agreed === null || then === undefined || then.cents <= agreed) return [];
    if (post.atMs - then.atMs < looksUpAgainMs) return [];
    const says = `${words(post)} was agreed to at ${agreed / 100}, and costs ${then.cents / 100} since long before.`;
    return [{ fault: 'H6', about: `POST ${post.number}`, says }];
  });
}

/** In cents. */
interface Overcharge {
  readonly agreed: number;
  readonly taken: number;
}

/** Where reading back has seen that more was taken than was agreed to, and by nothing else; else null. */
function overchargeOf(change: SeenChange): Overcharge | null {
  const agreed = agreedCents(change);
  const event = lastEntry(change)?.event;
  const credit =
    event?.type === 'read-back' ? event.evidence.find(({ label }) => label === creditLabel) : undefined;
  if (change.kind !== 'renew' || agreed === null || credit?.before == null || credit.after == null)
    return null;
  const taken = Math.round((Number(credit.before) - Number(credit.after)) * 100);
  return taken > agreed ? { agreed, taken } : null;
}

/** In proportion to what was agreed to; beyond it where that was nothing. */
const isNoMore = (one: Overcharge, than: Overcharge): boolean =>
  one.agreed === 0 || than.agreed === 0
    ? one.taken - one.agreed <= than.taken - than.agreed
    : one.taken * than.agreed <= than.taken * one.agreed;

function afterAnOvercharge(evidence: Evidence): readonly Found[] {
  const { posts, journal, clicks } = evidence;
  return posts.flatMap((post): readonly Found[] => {
    const mine = journal.changeOf(post);
    const consent = mine?.batchId == null ? null : consentOf(evidence, post);
    if (mine === null || consent === null) return [];
    const charged = [...journal.changes.values()].flatMap((change) => {
      const endedMs = lastEntry(change)?.atMs ?? Infinity;
      const more = change.batchId === mine.batchId ? overchargeOf(change) : null;
      const isBefore = change !== mine && endedMs < post.atMs;
      return isBefore && more !== null ? [{ change, endedMs, more }] : [];
    });
    // Whoever goes on has seen what was taken until then, and is stopped again only where it is more still: taxes may be the same for all.
    const seen = charged.filter(({ endedMs }) =>
      clicks.some(
        ({ id, atMs }) => (id === mine.batchId || id === mine.id) && atMs >= endedMs && atMs <= post.atMs,
      ),
    );
    const before = charged.find(
      ({ endedMs, more }) => consent.givenAtMs < endedMs && !seen.some((shown) => isNoMore(more, shown.more)),
    );
    if (before === undefined) return [];
    const says = `${words(post)} goes out after more was taken for ${before.change.domain} in its batch than was agreed to.`;
    return [{ fault: 'H6', about: `POST ${post.number}`, says }];
  });
}

/** The credit that a reading compares; null where it has none, or only on one side. */
function creditIn({ event }: SeenEntry): { readonly label: string; readonly fell: number } | null {
  if (event.type !== 'read-back') return null;
  const credit = event.evidence.find(({ label }) => label === creditLabel || label === sharedCreditLabel);
  if (credit?.before == null || credit.after == null) return null;
  return { label: credit.label, fell: Math.round((Number(credit.before) - Number(credit.after)) * 100) };
}

const isAccepted = ({ entries }: SeenChange): boolean =>
  entries.some(({ event }) => event.type === 'answered' && event.outcome === 'done');

function notTold({ journal }: Evidence): readonly Found[] {
  return [...journal.changes.values()].flatMap((change): readonly Found[] => {
    const compared = change.entries.filter((entry) => creditIn(entry) !== null);
    const isTold = compared.some(({ event }) => event.type === 'read-back' && event.charge !== undefined);
    if (!isAccepted(change) || compared.length === 0 || isTold) return [];
    const says = `${change.kind} ${change.domain} was accepted, and nothing says whether it was charged.`;
    return [{ fault: 'H1', about: change.id, says }];
  });
}

/** For so long a charge is waited for. */
const outstandingMs = 60 * minute;

function fallOfAnother(evidence: Evidence): readonly Found[] {
  if (evidence.team !== null) return [];
  return [...evidence.journal.changes.values()].flatMap((change): readonly Found[] => {
    const posts = postsOf(evidence, change);
    const [post] = posts;
    if (post === undefined || posts.length > 1) return [];
    const wrong = change.entries.find((entry) => {
      const credit = creditIn(entry);
      const isOwn = credit?.label === creditLabel && credit.fell > 0;
      return isOwn && (post.chargedAtMs === null || post.chargedAtMs > entry.atMs);
    });
    const other = wrong === undefined ? undefined : outstanding(evidence, change, wrong);
    if (other === undefined) return [];
    const says = `The credit fell by the charge of ${other.domain}, and ${change.domain} is said to have been charged.`;
    return [{ fault: 'H8', about: change.id, says }];
  });
}

/** Another change that was accepted before and written down as not seen charged by then. */
function outstanding(evidence: Evidence, change: SeenChange, read: SeenEntry): SeenChange | undefined {
  return [...evidence.journal.changes.values()].find((other) => {
    if (other === change || other.login !== change.login || !isAccepted(other)) return false;
    if (isElsewhere(evidence, change, { other, post: read })) return false;
    const known = other.entries.filter(({ epoch, seq }) => epoch === read.epoch && seq < read.seq);
    if (known.length !== other.entries.filter(({ atMs }) => atMs < read.atMs).length) return false;
    // A person is believed who says that it was not done.
    if (isSettledAsNotDone({ ...other, entries: known })) return false;
    const told = known.findLast(({ event }) => event.type === 'read-back' && event.charge !== undefined);
    const isOpen = told?.event.type === 'read-back' && told.event.charge === 'not-yet';
    const sentMs = known.find(({ event }) => event.type === 'sending')?.atMs ?? 0;
    return isOpen && read.atMs - sentMs < outstandingMs;
  });
}

/** Long after the last look at a registry within the hour after a change was sent. */
const followsWithinMs = 59 * minute;

function notFollowed(evidence: Evidence): readonly Found[] {
  const { journal, registries, nowMs } = evidence;
  return [...journal.changes.values()].flatMap((change): readonly Found[] => {
    const last = lastEntry(change);
    if (change.kind !== 'renew' || last?.state !== 'refused') return [];
    const sent = provableSince(evidence, change);
    const isDue = nowMs - last.atMs > followsWithinMs && journal.isPresent(last.hash);
    if (sent === null || !isDue || !registries.wasOnSince(sent.atMs)) return [];
    // Each look writes the state anew: counted from the first one.
    const refusedMs = change.entries.find(({ state }) => state === 'refused')?.atMs ?? last.atMs;
    const looks = registries.said.filter(({ name, atMs }) => name === change.domain && atMs >= sent.atMs);
    // One that shows, before the no is believed, that something else moved the name ends the matter: no later one can prove it.
    if (looks.some(({ atMs, shown }) => atMs > refusedMs || isMoved(sent.registry, shown))) return [];
    const says = `The no to renew ${change.domain} is believed, and its registry was not asked since.`;
    return [{ fault: 'H5', about: change.id, says }];
  });
}

type Registry = NonNullable<BeforeState['registry']>;

/** When a change went out, and what its registry showed of the expiry right before, at an account that is still there; else null. */
function provableSince(
  { epoch, accounts }: Evidence,
  change: SeenChange,
): { readonly atMs: number; readonly registry: Registry } | null {
  const sent = change.entries.findLast(({ event }) => event.type === 'sending');
  const isThere = accounts.some(({ id, isRemoved }) => id === change.accountId && !isRemoved);
  if (sent?.event.type !== 'sending' || sent.epoch !== epoch || !isThere) return null;
  const { readAt, registry } = sent.event.before;
  if (registry?.expiresAt == null || registry.expiresAt <= readAt) return null;
  return registry.statuses.some((status) => provesNothing.has(status)) ? null : { atMs: sent.atMs, registry };
}

/** Whether a registry shows another date, registrar, registration or transfer than before. */
function isMoved(before: Registry, shown: ShownAtRegistry | null): boolean {
  if (shown === null || shown.expiresAt === null) return false;
  const at = (instant: string | null) => (instant === null ? null : Date.parse(instant));
  const dates = ['expiresAt', 'registeredAt', 'transferredAt'] as const;
  return shown.registrar !== before.registrar || dates.some((date) => at(shown[date]) !== at(before[date]));
}

/** Of a domain that has one of these, or has expired, its registry proves no renewal: it moves the date, or ends the domain, by itself. */
const provesNothing: ReadonlySet<string> = new Set(['auto renew period', 'pending delete']);
