import type { Consent, Evidence, Found, Invariant, Violation } from './evidence.ts';
import type { Wrong } from './desk.ts';
import {
  isDoneAfter,
  isSettledAsNotDone,
  wasSentBy,
  type JournalSeen,
  type SeenChange,
  stateAt,
  stateNow,
} from './journal-seen.ts';
import {
  consentOf,
  faultOfTwo,
  isElsewhere,
  isOpenState,
  paidByAnother,
  paidFamilies,
  pastABlock,
  stateKnown,
  wereDoubtsEnded,
  words,
} from './blocks.ts';
import { beliefInvariants } from './belief-invariants.ts';
import { portfolioInvariants } from './portfolio-invariants.ts';
import { scriptsInvariants } from './scripts-invariants.ts';
import { teamInvariants } from './team-invariants.ts';
import { stepsAndUndoInvariants } from './undo-invariants.ts';
import { calledDone, calledNotDone, limitGoneOver } from './truth.ts';
import type { Post } from './reseller.ts';

/** What must hold after each step, whatever happened before. */
export const invariants: readonly Invariant[] = [
  {
    name: 'consent',
    holds: 'F1, F3, F10, C8',
    says: 'A POST goes out for a consent of a person, to the login that was shown, given since the last restore, and once for each.',
    check: postsWithoutConsent,
  },
  {
    name: 'paid-once',
    holds: 'F1, F3, F5',
    says: 'A name is never paid for again unless the person was shown the order before.',
    check: paidAgain,
  },
  {
    name: 'latest-state',
    holds: 'F1, F6, F7',
    says: 'What a change replaces is still as the person was shown it.',
    check: changedSinceShown,
  },
  {
    name: 'no-block-lifted',
    holds: 'C7, C10, F5',
    says: 'While a change is on its way or uncertain, no other one of its family goes out for the same domain at the same login.',
    check: pastABlock,
  },
  {
    name: 'written-first',
    holds: 'C6',
    says: 'Each POST has its entry "sending" on the disk before it leaves.',
    check: notWrittenFirst,
  },
  {
    name: 'nothing-lost',
    holds: 'D4, D5, F13',
    says: 'Entries of the journal are never changed and never vanish, restores included.',
    check: ({ journal, vanished }) =>
      [...journal.broken, ...vanished].map((says) => ({ fault: 'F13', about: says, says })),
  },
  {
    name: 'done-is-done',
    holds: 'C5, F13',
    says: 'Nothing is called done that is not. Excepted: the service said so and lied.',
    check: calledDone,
  },
  {
    name: 'not-done-is-not-done',
    holds: 'F2, F10, F11, C5',
    says: 'Nothing is called refused or not done that was carried out. Excepted: the service denied it by a defined no, and nothing that could be read spoke against that.',
    check: calledNotDone,
  },
  {
    name: 'short-wait',
    holds: 'F6',
    says: 'A write waits for its place 30 s at most.',
    check: waitedLong,
  },
  {
    name: 'fresh-consent',
    holds: 'F13 (the gate), G3, G6',
    says: 'A review ends with the process. A consent to a single change is 15 minutes old at most when it is sent; a batch is applied within 15 minutes of its review, and sends nothing after 12 hours without sending.',
    check: oldConsents,
  },
  {
    name: 'restore-is-told',
    holds: 'F4',
    says: 'A window that opens after a restore is told of it, whoever started first.',
    check: ({ untoldRestores }) =>
      untoldRestores === 0
        ? []
        : [
            {
              fault: 'F4',
              about: 'window',
              says: 'The window was not told that a backup took the workspace’s place.',
            },
          ],
  },
  {
    name: 'restore-ends-all',
    holds: 'F3',
    says: 'After a restore no batch goes on and nothing is planned: what was carried out since the backup was made is not begun again.',
    check: ({ notEnded }) =>
      notEnded.map((count, index) => ({
        fault: 'F3',
        about: `restore ${index}`,
        says: `A restore has left ${count} batches and planned changes to go on.`,
      })),
  },
  {
    name: 'restore-is-looked-at',
    holds: 'F3',
    says: 'Nothing that is paid goes out before somebody has looked at what a restore did.',
    check: ({ posts }) =>
      posts
        .filter(({ family, isUnseenRestore }) => isUnseenRestore && paidFamilies.has(family))
        .map((post) => ({
          fault: 'F3',
          about: `POST ${post.number}`,
          says: `${words(post)} goes out, and nobody has looked at the restore.`,
        })),
  },
  {
    name: 'account-stays',
    holds: 'F5, F10',
    says: 'An account that a change is open for is not removed, and keeps its login.',
    check: lostAccounts,
  },
  {
    name: 'limits-hold',
    holds: 'F12',
    says: 'Nothing that is paid goes over a limit that nobody confirmed by typing.',
    check: pastALimit,
  },
  {
    name: 'draft-is-kept',
    holds: 'F8',
    says: 'What was typed just before another account is chosen is kept at the one before.',
    check: ({ wrongs }) => seenWrong(wrongs, 'draft-is-kept', 'F8'),
  },
  {
    name: 'premium-price',
    holds: 'F14',
    says: 'A premium name is shown at the premium price that the service gave, or at none.',
    check: ({ wrongs }) => seenWrong(wrongs, 'premium-price', 'F14'),
  },
  {
    name: 'careful-removal',
    holds: 'F16',
    says: 'An account with anything in it is removed by typing its label, is kept in a backup, and can be had back.',
    check: ({ wrongs }) => seenWrong(wrongs, 'careful-removal', 'F16'),
  },
  {
    name: 'code-once',
    holds: 'F17',
    says: 'A service is asked for a transfer code once for each question that was confirmed; copying the one that is shown asks nothing.',
    check: ({ wrongs }) => seenWrong(wrongs, 'code-once', 'F17'),
  },
  {
    name: 'foreign-is-told',
    holds: 'G10',
    says: 'What another computer paid, as its restored backup tells, is not paid again unless the person was shown that.',
    check: paidByAnother,
  },
  {
    name: 'own-key',
    holds: 'G7',
    says: 'No service is sent the key of another login.',
    check: ({ strayKeys }) =>
      strayKeys.map((request) => ({
        fault: 'G7',
        about: request,
        says: `${request} came with the key of another login.`,
      })),
  },
  {
    name: 'no-bug',
    holds: 'F13',
    says: 'Nothing is thrown that nobody expects.',
    check: ({ bugs }) =>
      bugs.map((bug, index) => ({
        fault: 'F13',
        about: `bug ${index}`,
        says: `Thrown: ${bug instanceof Error ? (bug.stack ?? bug.message) : JSON.stringify(bug)}`,
      })),
  },
  ...portfolioInvariants,
  ...stepsAndUndoInvariants,
  ...teamInvariants,
  ...scriptsInvariants,
  ...beliefInvariants,
];

/** What is broken now. */
export const violationsIn = (evidence: Evidence): readonly Violation[] =>
  invariants.flatMap(({ name, check }) => check(evidence).map((found) => ({ invariant: name, ...found })));

const second = 1_000;
const minute = 60 * second;
const longestWaitMs = 30 * second;
const longestConsentMs = 15 * minute;
const seenWrong = (
  wrongs: readonly Wrong[],
  invariant: Wrong['invariant'],
  fault: string,
): readonly Found[] =>
  wrongs.filter((wrong) => wrong.invariant === invariant).map(({ says }) => ({ fault, about: says, says }));

/** Of changes that were planned since the last restore: one that a restore brought back may have another login than was written down. */
function lostAccounts({ journal, accounts, resellerOf, epoch }: Evidence): readonly Found[] {
  return [...journal.changes.values()].flatMap((change): readonly Found[] => {
    const isOpen = stateNow(change) === 'planned' || isOpenState(stateNow(change));
    if (!isOpen || change.entries.some((entry) => entry.epoch !== epoch) || accounts.length === 0) return [];
    const reseller = change.login === 'nobody' ? null : resellerOf(change.login);
    const isThere = accounts.some(
      (each) =>
        each.id === change.accountId &&
        !each.isRemoved &&
        reseller?.isAt(each.baseUrl) === true &&
        each.username === reseller.login.username,
    );
    if (isThere) return [];
    const says = `The account of ${change.kind} ${change.domain}, which is ${stateNow(change)}, is removed or has another login.`;
    return [{ fault: 'F5', about: `change ${change.id}`, says }];
  });
}

function pastALimit(evidence: Evidence): readonly Found[] {
  const { limitsTyped } = evidence;
  return evidence.posts.flatMap((post): readonly Found[] => {
    if (!paidFamilies.has(post.family)) return [];
    const consent = consentOf(evidence, post);
    const isTyped =
      consent?.isLimitTyped === true ||
      limitsTyped.some(({ batchId, atMs }) => batchId === consent?.batchId && atMs <= post.atMs);
    const limit = isTyped ? null : limitGoneOver(evidence, post);
    return limit === null
      ? []
      : [
          {
            fault: 'F12',
            about: `POST ${post.number}`,
            says: `${words(post)} goes over ${limit}, unconfirmed.`,
          },
        ];
  });
}

function postsWithoutConsent(evidence: Evidence): readonly Found[] {
  const used = new Map<Consent, Post>();
  return evidence.posts.flatMap((post): readonly Found[] => {
    const about = `POST ${post.number}`;
    const consent = consentOf(evidence, post);
    if (consent === null) return [{ fault: 'F13', about, says: `${words(post)} was agreed to by nobody.` }];
    const before = used.get(consent);
    used.set(consent, post);
    if (before !== undefined) {
      return [
        {
          fault: post.age > before.age ? faultOfAge(evidence, before.age) : 'F1',
          about,
          says: `${words(post)} goes out for the same consent as POST ${before.number}.`,
        },
      ];
    }
    if (consent.login !== post.login) {
      return [{ fault: 'F10', about, says: `${words(post)} was agreed to for ${consent.login}.` }];
    }
    const isOfThen = evidence.ages.slice(consent.age, post.age).every((age) => age === 'put-back');
    if (isOfThen && (consent.age === post.age || evidence.journal.knewAllSent(post))) return [];
    const says = `${words(post)} was agreed to before the restore: it comes out of the file of before.`;
    return [{ fault: faultOfAge(evidence, consent.age), about, says }];
  });
}

/** @param age In which something was agreed to that went out in a later one. */
const faultOfAge = ({ ages }: Evidence, age: number): string => (ages[age] === 'put-back' ? 'G3' : 'F3');

/** The last change of the family that took effect before a POST, as far as anybody could know. */
function effectiveBefore({ posts, journal }: Evidence, post: Post): Post | undefined {
  return posts.findLast((each) => {
    const isSame = each.login === post.login && each.domain === post.domain && each.family === post.family;
    if (!isSame || each.doneAtMs === null || each.doneAtMs > post.atMs || each.number >= post.number)
      return false;
    const change = journal.changeOf(each);
    // A person said that it was not done, or the service did: nobody can know better.
    return each.lie !== 'defined-no' && !(change !== null && isSettledAsNotDone(change));
  });
}

function paidAgain(evidence: Evidence): readonly Found[] {
  const { journal } = evidence;
  return evidence.posts.flatMap((post): readonly Found[] => {
    const first = paidFamilies.has(post.family) && post.doneAtMs !== null && effectiveBefore(evidence, post);
    if (first === undefined || first === false) return [];
    const [change, mine] = [journal.changeOf(first), journal.changeOf(post)];
    const consent = consentOf(evidence, post);
    if (change === null || mine === null || consent === null) return [];
    return paidUnseen(evidence, { post, first, change, mine, consent });
  });
}

interface PaidTwice {
  readonly post: Post;
  readonly first: Post;
  readonly change: SeenChange;
  readonly mine: SeenChange;
  readonly consent: Consent;
}

function paidUnseen(evidence: Evidence, { post, first, change, mine, consent }: PaidTwice): readonly Found[] {
  const { journal } = evidence;
  if (isSeen(journal, consent, change, post)) return [];
  const isTold = isElsewhere(evidence, change, { other: mine, post }) && consent.shown.isToldElsewhere;
  if (isTold || (journal.wasForgotten(change, post) && wereDoubtsEnded(evidence, change, post))) return [];
  const other = faultOfTwo(journal, { one: change, other: mine, post });
  const fault = other === 'F13' ? 'F1' : other;
  const says = `${words(post)} pays again: POST ${first.number} was paid before, and nobody was shown that.`;
  return [{ fault, about: `POST ${post.number}`, says }];
}

/** The person was told of the change, or of a later one that took effect; of one that is open, another invariant tells. */
const isSeen = (journal: JournalSeen, consent: Consent, change: SeenChange, post: Post): boolean =>
  consent.shown.changes.some((id) => id === change.id || isDoneAfter(journal.changes.get(id), change)) ||
  isOpenState(stateAt(change, post)) ||
  (consent.shown.mayBeDone && (stateNow(change) === 'withdrawn' || journal.wasForgotten(change, post))) ||
  // A team says when it was told of it, which is later.
  consent.shown.renewedAt.some((at) => wasSentBy(change, at));

function changedSinceShown(evidence: Evidence): readonly Found[] {
  return evidence.posts.flatMap((post): readonly Found[] => {
    const consent = consentOf(evidence, post);
    // At another login, another invariant tells.
    if (consent?.shown.state == null || consent.login !== post.login) return [];
    const there = stateKnown(evidence, post);
    if (there === null || there === consent.shown.state) return [];
    const says = `${words(post)} replaces "${there}", and the person was shown "${consent.shown.state}".`;
    return [{ fault: isSentAgain(evidence, post) ? 'F7' : 'F6', about: `POST ${post.number}`, says }];
  });
}

const isSentAgain = ({ clicks, journal }: Evidence, post: Post): boolean =>
  clicks.some(({ what, id }) => what === 'send' && id === journal.changeOf(post)?.id);

function notWrittenFirst({ posts, journal }: Evidence): readonly Found[] {
  return posts.flatMap((post): readonly Found[] => {
    const change = journal.changeOf(post);
    const state = change === null ? null : stateAt(change, post);
    if (state === 'sending') return [];
    return [
      {
        fault: 'F13',
        about: `POST ${post.number}`,
        says: `${words(post)} leaves while its change is ${state ?? 'not written down'}.`,
      },
    ];
  });
}

/** The longest time in which nothing of the login was under way while a write waited. */
function waitedLong(evidence: Evidence): readonly Found[] {
  return evidence.posts.flatMap((post): readonly Found[] => {
    const change = evidence.journal.changeOf(post);
    if (change === null) return [];
    const sinceMs = waitingSince(evidence, change, post);
    const busy = evidence.reads
      .filter(({ login, atMs }) => login === post.login && atMs > sinceMs && atMs < post.atMs)
      .map(({ atMs }) => atMs);
    const moments = [sinceMs, ...busy, post.atMs];
    const waitedMs = Math.max(
      ...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment)),
    );
    if (waitedMs <= longestWaitMs + longestAnswerMs) return [];
    const says = `${words(post)} waited for ${Math.round(waitedMs / minute)} minutes and went out then.`;
    return [{ fault: 'F6', about: `POST ${post.number}`, says }];
  });
}

/** An exchange that ends by the client's patience is under way for as long. */
const longestAnswerMs = 61 * second;

/** When a person last wanted this to be sent, or a batch had it written down. */
function waitingSince({ clicks, consents }: Evidence, change: SeenChange, post: Post): number {
  const planned = change.entries[0]?.atMs ?? post.atMs;
  const sent = clicks.findLast(
    ({ what, id, atMs }) => what === 'send' && id === change.id && atMs <= post.atMs,
  );
  if (change.batchId !== null) return sent?.atMs ?? planned;
  const consent = consents.find(({ changeId }) => changeId === change.id);
  return sent?.atMs ?? Math.min(planned, consent?.givenAtMs ?? planned);
}

function oldConsents(evidence: Evidence): readonly Found[] {
  return evidence.posts.flatMap((post): readonly Found[] => {
    const consent = consentOf(evidence, post);
    const change = evidence.journal.changeOf(post);
    if (consent === null || change === null) return [];
    if (consent.run !== consent.shown.run) {
      const says = `${words(post)} was shown in an earlier run of the program than it was agreed to.`;
      return [{ fault: 'G3', about: `POST ${post.number}`, says }];
    }
    const untilMs = consent.batchId === null && !isSentAgain(evidence, post) ? post.atMs : consent.givenAtMs;
    const ageMs = untilMs - consent.shown.atMs;
    const about = `POST ${post.number}`;
    const restMs = restOf(evidence, consent, post);
    if (restMs > longestRestMs) {
      const says = `${words(post)} goes out ${Math.round(restMs / minute)} minutes after its batch sent something last.`;
      return [{ fault: 'G6', about, says }];
    }
    if (ageMs <= longestConsentMs) return [];
    const says = `${words(post)} was shown ${Math.round(ageMs / minute)} minutes before.`;
    return [{ fault: 'F13 (age)', about, says }];
  });
}

/** The minute is for the request itself. */
const longestRestMs = 12 * 60 * minute + minute;

/** For how long the batch of a POST had sent nothing, since its consent or the change before; 0 outside a batch. */
function restOf({ journal }: Evidence, { batchId, givenAtMs }: Consent, post: Post): number {
  if (batchId === null) return 0;
  const sent = [...journal.changes.values()]
    .filter((change) => change.batchId === batchId && change !== journal.changeOf(post))
    .flatMap(({ entries }) => entries.filter(({ event }) => event.type === 'sending').map(({ atMs }) => atMs))
    .filter((atMs) => atMs <= post.atMs);
  return post.atMs - Math.max(givenAtMs, ...sent);
}
