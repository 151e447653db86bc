import { creditLabel } from '../../../shared/domain/limits.ts';
import { consentOf, words } from './blocks.ts';
import type { Evidence, Found, Invariant } from './evidence.ts';
import { lastEntry, type SeenChange, stateNow } from './journal-seen.ts';
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
    says: 'A renewal does not go out at a price that had become another one a quarter of an hour before; after more was taken than was agreed to, its batch waits for a person.',
    check: (evidence) => [...atAnOldPrice(evidence), ...afterAnOvercharge(evidence)],
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

/** Whether reading back has seen that more was taken than was agreed to, and by nothing else. */
function sawOvercharge(change: SeenChange): boolean {
  const agreed = agreedCents(change);
  const event = lastEntry(change)?.event;
  const credit =
    event?.type === 'read-back' ? event.evidence.find(({ label }) => label === creditLabel) : undefined;
  if (agreed === null || credit?.before == null || credit.after == null) return false;
  return Math.round((Number(credit.before) - Number(credit.after)) * 100) > agreed;
}

function afterAnOvercharge(evidence: Evidence): readonly Found[] {
  const { posts, journal, clicks } = evidence;
  return posts.flatMap((post): readonly Found[] => {
    const mine = journal.changeOf(post);
    const consent = mine?.batchId == null ? null : consentOf(evidence, post);
    if (mine === null || consent === null) return [];
    const before = [...journal.changes.values()].find((other) => {
      const endedMs = lastEntry(other)?.atMs ?? Infinity;
      const isBefore = other !== mine && other.batchId === mine.batchId && endedMs < post.atMs;
      if (!isBefore || other.kind !== 'renew' || !sawOvercharge(other)) return false;
      const isGoneOn = clicks.some(
        ({ id, atMs }) => (id === mine.batchId || id === mine.id) && atMs >= endedMs,
      );
      return consent.givenAtMs < endedMs && !isGoneOn;
    });
    if (before === undefined) return [];
    const says = `${words(post)} goes out after more was taken for ${before.domain} in its batch than was agreed to.`;
    return [{ fault: 'H6', about: `POST ${post.number}`, says }];
  });
}
