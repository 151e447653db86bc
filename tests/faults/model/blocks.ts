import type { ChangeFamily, ChangeState } from '../../../shared/domain/change-kinds.ts';
import { type Consent, type Evidence, type Found, readParts, stateText, wantedText } from './evidence.ts';
import { foreignNames } from './histories.ts';
import {
  addressOf,
  entryBefore,
  isDoneAfter,
  type JournalSeen,
  type SeenChange,
  stateAt,
  wasSentAt,
} from './journal-seen.ts';
import type { AnsweredRead, Post } from './reseller.ts';

export const paidFamilies: ReadonlySet<ChangeFamily> = new Set<ChangeFamily>(['renew', 'register']);

export const words = ({ number, kind, domain, login }: Post): string =>
  `POST ${number} (${kind} ${domain} at ${login})`;

/** The consent that a POST was sent for; null where there is none. */
export function consentOf(
  { journal, consents }: Pick<Evidence, 'journal' | 'consents'>,
  post: Post,
): Consent | null {
  const change = journal.changeOf(post);
  if (change === null) return null;
  const isFor = (consent: Consent): boolean =>
    consent.domain === post.domain &&
    consent.kind === post.kind &&
    consent.givenAtMs <= post.atMs &&
    (consent.sets === null || consent.sets === wantedText('lock', post.body)) &&
    (change.batchId === null ? consent.changeId === change.id : consent.batchId === change.batchId);
  return consents.findLast(isFor) ?? null;
}

export const isOpenState = (state: ChangeState | null): boolean =>
  state === 'sending' || state === 'uncertain';

/** What of two changes kept the one from being seen at the other. */
export function faultOfTwo(
  journal: JournalSeen,
  { one, other, post }: { readonly one: SeenChange; readonly other: SeenChange | null; readonly post: Post },
): string {
  if (journal.wasForgotten(one, post))
    return journal.replaced.has(entryBefore(one, post)?.hash ?? '') ? 'G3' : 'F3';
  if (addressOf(one) !== (other && addressOf(other))) return 'G4';
  return one.accountId === other?.accountId ? 'F13' : 'F5';
}

export function pastABlock(evidence: Evidence): readonly Found[] {
  const { journal } = evidence;
  return evidence.posts.flatMap((post): readonly Found[] => {
    const mine = journal.changeOf(post);
    return [...journal.changes.values()].flatMap((other): readonly Found[] => {
      const isSame =
        other.login === post.login && other.domain === post.domain && other.family === post.family;
      const state = isSame && other.id !== mine?.id ? stateAt(other, post) : null;
      if (!isOpenState(state) || isDoubted(evidence, other, post)) return [];
      if (isElsewhere(evidence, other, { other: mine, post }) && isToldOf(evidence, other, post)) return [];
      const fault = faultOfTwo(journal, { one: other, other: mine, post });
      const says = `${words(post)} goes out while another ${other.kind} of the domain is ${state}.`;
      return [{ fault, about: `POST ${post.number}`, says }];
    });
  });
}

/** Lost with a damaged file whose journal could not be read to its end. */
const isUnreadable = ({ journal, unreadable }: Evidence, change: SeenChange, post: Post): boolean =>
  unreadable.has(change.id) && journal.wasForgotten(change, post);

/**
 * Lost with a file that was damaged or that an older one was put in the place of: all that can be known is that something of the
 * login is, and that counts for what is paid, until a later one for the name takes effect (G2).
 */
function isDoubted(evidence: Evidence, other: SeenChange, post: Post): boolean {
  const { journal } = evidence;
  const isLost =
    journal.replaced.has(entryBefore(other, post)?.hash ?? '') || isUnreadable(evidence, other, post);
  if (!isLost) return false;
  if (wereDoubtsEnded(evidence, other, post)) return true;
  const shown = consentOf(evidence, post)?.shown;
  if (!paidFamilies.has(other.family) || shown?.mayBeDone === true) return true;
  return [...journal.changes.values()].some(
    (later) =>
      isDoneAfter(later, other) &&
      (shown?.changes.includes(later.id) === true || shown?.renewedAt.some((at) => wasSentAt(later, at))),
  );
}

/** She has said since that she knows what was paid. */
export const wereDoubtsEnded = ({ doubtsEnded }: Evidence, other: SeenChange, post: Post): boolean =>
  doubtsEnded.some(
    ({ epoch, atMs }) =>
      epoch > (entryBefore(other, post)?.epoch ?? 0) && epoch <= post.epoch && atMs <= post.atMs,
  );

/** The program had not been told that both addresses are one service, so the one is told of beside the other and blocks nothing (0028). */
export const isElsewhere = (
  { toldSame }: Evidence,
  one: SeenChange,
  { other, post }: { readonly other: SeenChange | null; readonly post: Pick<Post, 'atMs'> },
): boolean =>
  (toldSame.get(one.login) ?? Infinity) >= post.atMs && addressOf(one) !== (other && addressOf(other));

export function paidByAnother(evidence: Evidence): readonly Found[] {
  const { posts, foreignAt } = evidence;
  const [first] = foreignAt;
  if (first === undefined) return [];
  const isNamed = ({ kind, login, domain, epoch }: Post): boolean =>
    kind === 'renew' && login === 'North' && foreignNames.includes(domain) && epoch >= first.epoch;
  return posts
    .filter((post) => isNamed(post) && !isForeignShown(evidence, post, first))
    .map((post) => ({
      fault: 'G10',
      about: `POST ${post.number}`,
      says: `${words(post)} may have been paid by another computer, and nobody was shown that.`,
    }));
}

/** The person was shown it, was shown what was paid later, or has said that she knows. */
function isForeignShown(
  { doubtsEnded, journal, startMs, ...evidence }: Evidence,
  post: Post,
  first: Evidence['foreignAt'][number],
): boolean {
  const shown = consentOf({ journal, ...evidence }, post)?.shown;
  if (doubtsEnded.some(({ epoch, atMs }) => epoch >= first.epoch && atMs <= post.atMs)) return true;
  if (shown === undefined || shown.mayBeDone) return shown !== undefined;
  const paidMs = [
    ...shown.changes.map((id) => journal.changes.get(id)?.entries[0]?.atMs ?? 0),
    ...shown.renewedAt.map((at) => Date.parse(at) - startMs),
  ];
  return paidMs.some((atMs) => atMs > first.atMs);
}

/** What is not paid is a matter of each service alone. After a later payment she is shown that one. */
function isToldOf(evidence: Evidence, other: SeenChange, post: Post): boolean {
  const shown = consentOf(evidence, post)?.shown;
  const isLaterShown = shown?.changes.some((id) => isDoneAfter(evidence.journal.changes.get(id), other));
  return !paidFamilies.has(other.family) || shown?.isToldElsewhere === true || isLaterShown === true;
}

/** What was read so long before is compared with; what changes in between, nobody can see. */
const blindMs = 60_000;

/** The state that the program could know right before a POST; null where nothing can be read, or the service did not show it. */
export function stateKnown({ reads, resellerOf }: Evidence, post: Post): string | null {
  const { family, domain, login, atMs } = post;
  const isOfIt = (read: AnsweredRead): boolean =>
    read.login === login && read.domain === domain && read.part === readParts[family] && read.atMs <= atMs;
  const last = reads.findLast(isOfIt);
  if (last !== undefined && !last.isShown && last.atMs > atMs - blindMs) return null;
  const shown = reads.findLast((read) => isOfIt(read) && read.isShown && read.atMs > atMs - blindMs);
  return stateText(family, shown?.there ?? resellerOf(login).stateAt(domain, atMs - 1));
}
