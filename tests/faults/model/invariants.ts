import type { ChangeFamily, ChangeState } from '../../../shared/domain/change.ts';
import { type Click, type Consent, readableFamilies, stateText, wantedText } from './consents.ts';
import { type JournalSeen, lastEntry, type SeenChange, stateAt, stateNow } from './journal-seen.ts';
import type { AnsweredRead, Post, Reseller } from './reseller.ts';

/** Everything that the invariants are checked against: what the services did, what people agreed to, what is written down. */
export interface Evidence {
  readonly posts: readonly Post[];
  readonly reads: readonly AnsweredRead[];
  readonly consents: readonly Consent[];
  readonly clicks: readonly Click[];
  readonly journal: JournalSeen;
  readonly resellerOf: (login: string) => Reseller;
  readonly nowMs: number;
  readonly epoch: number;
  /** A restore of which the window was not told when it opened. */
  readonly untoldRestores: number;
  /** A restore could not read the journal of the file before to its end, and the window has said so. */
  readonly hasUnreadRestore: boolean;
  /** Entries that are neither in the workspace nor in a file that was put away. */
  readonly vanished: readonly string[];
  readonly bugs: readonly unknown[];
}

/** Something that must never be. */
export interface Violation {
  /** Of the list below. */
  readonly invariant: string;
  /** The row of section F that it shows; `F13` where none of the others fits. */
  readonly fault: string;
  /** What it is about, so that it is told once. */
  readonly about: string;
  readonly says: string;
}

interface Invariant {
  readonly name: string;
  /** The requirements that it holds. */
  readonly holds: string;
  readonly says: string;
  readonly check: (evidence: Evidence) => readonly Found[];
}

type Found = Omit<Violation, 'invariant'>;

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
    holds: 'F13 (the gate)',
    says: 'A consent to a single change is 15 minutes old at most when it is sent; a batch is applied within 15 minutes of its review.',
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
];

/** What is broken now. */
export const violationsIn = (evidence: Evidence): readonly Violation[] =>
  invariants.flatMap(({ name, check }) => check(evidence).map((found) => ({ invariant: name, ...found })));

const paidFamilies: ReadonlySet<ChangeFamily> = new Set<ChangeFamily>(['renew', 'register']);
const second = 1_000;
const minute = 60 * second;
const longestWaitMs = 30 * second;
const longestConsentMs = 15 * minute;
/** What was read so long before is compared with; what changes in between, nobody can see. */
const blindMs = 60 * second;

const words = ({ number, kind, domain, login }: Post): string =>
  `POST ${number} (${kind} ${domain} at ${login})`;

/** The consent that a POST was sent for; null where there is none. */
function consentOf({ journal, consents }: Evidence, post: Post): Consent | null {
  const change = journal.changeOf(post);
  if (change === null) return null;
  const isFor = (consent: Consent): boolean =>
    consent.domain === post.domain &&
    consent.kind === post.kind &&
    (change.planId === null ? consent.changeId === change.id : consent.planId === change.planId);
  return consents.findLast(isFor) ?? null;
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
          fault: post.epoch > before.epoch ? 'F3' : 'F1',
          about,
          says: `${words(post)} goes out for the same consent as POST ${before.number}.`,
        },
      ];
    }
    if (consent.login !== post.login) {
      return [{ fault: 'F10', about, says: `${words(post)} was agreed to for ${consent.login}.` }];
    }
    return consent.epoch < post.epoch
      ? [
          {
            fault: 'F3',
            about,
            says: `${words(post)} was agreed to before the restore: it comes out of the backup.`,
          },
        ]
      : [];
  });
}

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

const isSettledAsNotDone = ({ entries }: SeenChange): boolean =>
  entries.some(({ event }) => event.type === 'settled' && event.as === 'not-applied');

function paidAgain(evidence: Evidence): readonly Found[] {
  const { journal } = evidence;
  return evidence.posts.flatMap((post): readonly Found[] => {
    const first = paidFamilies.has(post.family) && post.doneAtMs !== null && effectiveBefore(evidence, post);
    if (first === undefined || first === false) return [];
    const [change, mine, consent] = [
      journal.changeOf(first),
      journal.changeOf(post),
      consentOf(evidence, post),
    ];
    if (change === null || mine === null || consent === null || isSeen(consent, change, post)) return [];
    if (isUnreadable(evidence, change)) return [];
    const isOther = change.accountId !== mine.accountId;
    const fault = isForgotten(journal, change) ? 'F3' : isOther ? 'F5' : 'F1';
    const says = `${words(post)} pays again: POST ${first.number} was paid before, and nobody was shown that.`;
    return [{ fault, about: `POST ${post.number}`, says }];
  });
}

/** The person was told of the change; of one that is open, another invariant tells. */
const isSeen = (consent: Consent, change: SeenChange, post: Post): boolean =>
  consent.shown.changes.includes(change.id) || isOpenState(stateAt(change, post));

const isOpenState = (state: ChangeState | null): boolean => state === 'sending' || state === 'uncertain';

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

/** The state that the program could know right before a POST; null where nothing can be read, or the service did not show it. */
function stateKnown({ reads, resellerOf }: Evidence, post: Post): string | null {
  const { family, domain, login, atMs } = post;
  const isOfIt = (read: AnsweredRead): boolean =>
    read.login === login && read.domain === domain && read.part === readParts[family] && read.atMs <= atMs;
  const last = reads.findLast(isOfIt);
  if (last !== undefined && !last.isShown && last.atMs > atMs - blindMs) return null;
  const readAtMs = reads.findLast((read) => isOfIt(read) && read.isShown)?.atMs ?? 0;
  return stateText(
    family,
    resellerOf(login).stateAt(domain, readAtMs > atMs - blindMs ? readAtMs : atMs - 1),
  );
}

/** What is read of a family at the service. */
const readParts: Readonly<Partial<Record<ChangeFamily, string>>> = {
  register: 'lookup',
  lock: 'lock-read',
  nameservers: 'nameservers-read',
  contacts: 'contact-read',
};

const isSentAgain = ({ clicks, journal }: Evidence, post: Post): boolean =>
  clicks.some(({ what, id }) => what === 'send' && id === journal.changeOf(post)?.id);

function pastABlock(evidence: Evidence): readonly Found[] {
  const { journal } = evidence;
  return evidence.posts.flatMap((post): readonly Found[] => {
    const mine = journal.changeOf(post);
    return [...journal.changes.values()].flatMap((other): readonly Found[] => {
      const isSame =
        other.login === post.login && other.domain === post.domain && other.family === post.family;
      const state = isSame && other.id !== mine?.id ? stateAt(other, post) : null;
      if (!isOpenState(state) || isUnreadable(evidence, other)) return [];
      const fault = isForgotten(journal, other) ? 'F3' : other.accountId === mine?.accountId ? 'F13' : 'F5';
      const says = `${words(post)} goes out while another ${other.kind} of the domain is ${state}.`;
      return [{ fault, about: `POST ${post.number}`, says }];
    });
  });
}

/** A restore has brought back a file that does not know how the change stands. */
const isForgotten = (journal: JournalSeen, change: SeenChange): boolean =>
  !journal.isPresent(lastEntry(change)?.hash ?? '');

/**
 * Lost with a damaged file whose journal could not be read to its end. The window has said so, and a person has looked: nobody
 * here can know more.
 */
const isUnreadable = ({ journal, hasUnreadRestore }: Evidence, change: SeenChange): boolean =>
  hasUnreadRestore && isForgotten(journal, change);

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

/** The POSTs of a change. */
const postsOf = ({ posts, journal }: Evidence, change: SeenChange): readonly Post[] =>
  posts.filter((post) => journal.changeOf(post)?.id === change.id);

function calledDone(evidence: Evidence): readonly Found[] {
  return [...evidence.journal.changes.values()].flatMap((change): readonly Found[] => {
    const state = stateNow(change);
    if (state !== 'confirmed' && state !== 'applied') return [];
    const posts = postsOf(evidence, change);
    const isTrue = posts.some(
      (post) => post.doneAtMs !== null || post.lie === 'clear-yes' || cameAbout(evidence, change, post),
    );
    if (isTrue) return [];
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

const deniedStates: ReadonlySet<ChangeState> = new Set<ChangeState>([
  'refused',
  'not-applied',
  'withdrawn',
  'planned',
]);

function calledNotDone(evidence: Evidence): readonly Found[] {
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
  if (wasUndone(evidence, change, post, concludedMs)) return true;
  if (post.lie !== 'defined-no') return false;
  const part = { renew: 'credits', register: 'lookup' }[change.kind as string];
  const isOfPost = (read: AnsweredRead): boolean =>
    read.login === post.login && read.atMs >= post.atMs && read.atMs <= concludedMs && read.isShown;
  // A fall of the credit shows only against what it was before.
  const before = evidence.reads.findLast(
    (read) => read.login === post.login && read.part === 'credits' && read.atMs <= post.atMs,
  );
  if (part === 'credits' && before?.isShown !== true) return true;
  const isRead = (read: AnsweredRead): boolean =>
    isOfPost(read) && (part === undefined ? read.domain === change.domain : read.part === part);
  return !evidence.reads.some(isRead);
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
  const isUnclear = posts.some(
    ({ trouble }) => trouble.kind === 'says' || trouble.kind === 'busy' || trouble.kind === 'page',
  );
  if (isUnclear && last?.state === 'refused') return 'F2';
  if (change.kind === 'register') return 'F11';
  const isLater = posts.some(({ doneAtMs }) => doneAtMs !== null && doneAtMs > (last?.atMs ?? 0));
  return isLater ? 'F13 (slow)' : 'F13';
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
  if (change.planId !== null) return planned;
  const sent = clicks.findLast(
    ({ what, id, atMs }) => what === 'send' && id === change.id && atMs <= post.atMs,
  );
  const consent = consents.find(({ changeId }) => changeId === change.id);
  return sent?.atMs ?? Math.min(planned, consent?.givenAtMs ?? planned);
}

function oldConsents(evidence: Evidence): readonly Found[] {
  return evidence.posts.flatMap((post): readonly Found[] => {
    const consent = consentOf(evidence, post);
    const change = evidence.journal.changeOf(post);
    if (consent === null || change === null) return [];
    const untilMs = consent.planId === null && !isSentAgain(evidence, post) ? post.atMs : consent.givenAtMs;
    const ageMs = untilMs - consent.shown.atMs;
    if (ageMs <= longestConsentMs) return [];
    const says = `${words(post)} was shown ${Math.round(ageMs / minute)} minutes before.`;
    return [{ fault: 'F13 (age)', about: `POST ${post.number}`, says }];
  });
}
