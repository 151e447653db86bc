import type { ChangeState } from '../../../shared/domain/change-kinds.ts';
import { readableFamilies, stateText, wantedText } from './consents.ts';
import type { Evidence, Found } from './evidence.ts';
import { lastEntry, type SeenChange, stateNow } from './journal-seen.ts';
import type { AnsweredRead, Post } from './reseller.ts';

/** The POSTs of a change. */
const postsOf = ({ posts, journal }: Evidence, change: SeenChange): readonly Post[] =>
  posts.filter((post) => journal.changeOf(post)?.id === change.id);

/** What is called done and is not. */
export function calledDone(evidence: Evidence): readonly Found[] {
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
  if (wasUndone(evidence, change, post, concludedMs)) return true;
  if (post.lie !== 'defined-no') return false;
  if (change.kind === 'renew' && couldNotCompare(change)) return true;
  const part = { renew: 'credits', register: 'lookup' }[change.kind as string];
  const isOfPost = (read: AnsweredRead): boolean =>
    read.login === post.login && read.atMs >= post.atMs && read.atMs <= concludedMs && read.isShown;
  const isRead = (read: AnsweredRead): boolean =>
    isOfPost(read) && (part === undefined ? read.domain === change.domain : read.part === part);
  return !evidence.reads.some(isRead);
}

/** The program has written down that it did not get to see the credit before or after. */
function couldNotCompare({ entries }: SeenChange): boolean {
  const event = entries.findLast((entry) => entry.event.type === 'read-back')?.event;
  const credit =
    event?.type === 'read-back' ? event.evidence.find(({ label }) => label === 'Credit') : undefined;
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

/** Of what costs nothing and can be read, a service is given this long; see `knownFaults`. */
const slowMs = 30_000;

/** Which row of section F a wrong word about a change shows. */
function faultOfTruth(change: SeenChange, posts: readonly Post[]): string {
  const last = lastEntry(change);
  if (last !== undefined && last.login !== change.login) return 'F10';
  const isUnclear = posts.some(
    ({ trouble }) => trouble.kind === 'says' || trouble.kind === 'busy' || trouble.kind === 'page',
  );
  if (isUnclear && last?.state === 'refused') return 'F2';
  if (change.kind === 'register') return 'F11';
  const saidAtMs = last?.atMs ?? 0;
  const isLater = posts.some(
    ({ doneAtMs, atMs }) => doneAtMs !== null && doneAtMs > saidAtMs && saidAtMs - atMs >= slowMs,
  );
  return isLater && change.kind !== 'renew' ? 'F13 (slow)' : 'F13';
}
