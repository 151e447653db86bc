import { consentOf, words } from './blocks.ts';
import type { Evidence, Found, Invariant } from './evidence.ts';
import type { SeenEntry } from './journal-seen.ts';
import type { Post } from './reseller.ts';
import type { Marked, TeamSeen } from './team-here.ts';

/** What must hold where several desks share one database. Their rows are T1 to T4 in place of those of section F. */
export const teamInvariants: readonly Invariant[] = [
  {
    name: 'marked-first',
    holds: 'G16',
    says: 'Each POST of a desk in a team is marked as sent in the team’s database before it leaves; so none leaves while that is away.',
    check: (evidence) => ofEach(evidence, unmarked),
  },
  {
    name: 'one-desk',
    holds: 'G16, F1',
    says: 'While another desk’s change is marked as sent or uncertain, none of its family goes out for the same domain at the same login.',
    check: (evidence) => ofEach(evidence, pastAnother),
  },
  {
    name: 'team-seen',
    holds: 'G16, F1',
    says: 'Nothing goes out that was agreed to before another desk’s change of its family took effect.',
    check: (evidence) => ofEach(evidence, unseenOfTeam),
  },
  {
    name: 'told-truly',
    holds: 'G16',
    says: 'What the team’s database is told of an attempt is what the desk’s own journal says; of one whose POST left, never that nothing was sent.',
    check: (evidence) => evidence.team?.own.flatMap((mark) => toldOtherwise(evidence, mark)) ?? [],
  },
];

type Check = (evidence: Evidence, team: TeamSeen, post: Post) => Found | null;

function ofEach(evidence: Evidence, check: Check): readonly Found[] {
  const { team, posts } = evidence;
  return team === null ? [] : posts.flatMap((post) => check(evidence, team, post) ?? []);
}

const about = ({ number }: Post): string => `POST ${number}`;

/** What the database was told of an attempt last, at a moment; null where that was nothing. */
const outcomeAt = ({ told }: Marked, atMs: number): string | null =>
  told.findLast((each) => each.atMs <= atMs)?.outcome ?? null;

/** The mark under which a POST goes out; none that the database was told the end of before. */
const markOf = ({ journal }: Evidence, { own }: TeamSeen, post: Post) =>
  own.findLast(
    (mark) =>
      mark.changeId === journal.changeOf(post)?.id &&
      mark.atMs <= post.atMs &&
      mark.told.every(({ atMs }) => atMs >= post.atMs),
  );

function unmarked(evidence: Evidence, team: TeamSeen, post: Post): Found | null {
  const mark = markOf(evidence, team, post);
  if (mark !== undefined) return null;
  const isAway = team.away.some(({ fromMs, untilMs }) => fromMs <= post.atMs && post.atMs < untilMs);
  const why = isAway ? 'while the team’s database is away' : 'and the team’s database does not know';
  return { fault: 'T1', about: about(post), says: `${words(post)} goes out ${why}.` };
}

/** Other desks’ changes of what a POST changes, by the name under which this desk has claimed it, or tried to. */
function othersOf({ journal }: Evidence, { matters, others }: TeamSeen, post: Post) {
  const matter = matters.get(journal.changeOf(post)?.id ?? '');
  return others.filter((mark) => mark.matter === matter && mark.atMs <= post.atMs);
}

function pastAnother(evidence: Evidence, team: TeamSeen, post: Post): Found | null {
  const open = othersOf(evidence, team, post).find(
    (mark) => (outcomeAt(mark, post.atMs) ?? 'uncertain') === 'uncertain',
  );
  if (open === undefined) return null;
  return {
    fault: 'T2',
    about: about(post),
    says: `${words(post)} goes out while ${open.by}’s is under way.`,
  };
}

function unseenOfTeam(evidence: Evidence, team: TeamSeen, post: Post): Found | null {
  const consent = consentOf(evidence, post);
  if (consent === null) return null;
  const later = othersOf(evidence, team, post).find(({ told }) => {
    const tookEffectMs = told.find(({ outcome }) => outcome === 'took-effect')?.atMs ?? Infinity;
    return tookEffectMs <= post.atMs && tookEffectMs > consent.shown.atMs;
  });
  if (later === undefined) return null;
  const says = `${words(post)} was agreed to before ${later.by}’s took effect.`;
  return { fault: 'T3', about: about(post), says };
}

function toldOtherwise({ journal, posts }: Evidence, { changeId, atMs, told }: Marked): readonly Found[] {
  const change = journal.changes.get(changeId);
  if (change === undefined) return [];
  const isSent = (untilMs: number): boolean =>
    posts.some(
      (post) => journal.changeOf(post)?.id === changeId && post.atMs >= atMs && post.atMs <= untilMs,
    );
  const isSo = ({ outcome, atMs: toldMs }: Marked['told'][number]): boolean =>
    outcome === 'unsent' ? !isSent(toldMs) : change.entries.some((entry) => outcomeIn(entry) === outcome);
  return told
    .filter((each) => !isSo(each))
    .map(({ outcome }) => ({
      fault: 'T4',
      about: changeId,
      says: `The team is told that ${change.kind} ${change.domain} is ${outcome}, which its desk does not say.`,
    }));
}

/** What an entry says of its change, in the team's words; null where it is on its way. */
function outcomeIn({ state, event }: SeenEntry): string | null {
  if (state === 'settled')
    return event.type === 'settled' && event.as === 'applied' ? 'took-effect' : 'had-no-effect';
  if (state === 'confirmed' || state === 'applied') return 'took-effect';
  if (state === 'uncertain') return state;
  return state === 'planned' || state === 'sending' ? null : 'had-no-effect';
}
