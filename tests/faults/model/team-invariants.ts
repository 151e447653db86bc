import { consentOf, words } from './blocks.ts';
import type { Evidence, Found, Invariant } from './evidence.ts';
import type { Post } from './reseller.ts';
import type { TeamSeen } from './colleague.ts';

/** What must hold where several desks share one database. Their rows are T1 to T3 in place of those of section F. */
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
    check: (evidence) => ofEach(evidence, pastAColleague),
  },
  {
    name: 'team-seen',
    holds: 'G16, F1',
    says: 'Nothing goes out that was agreed to before another desk’s change of its family took effect.',
    check: (evidence) => ofEach(evidence, unseenOfTeam),
  },
];

type Check = (evidence: Evidence, team: TeamSeen, post: Post) => Found | null;

function ofEach(evidence: Evidence, check: Check): readonly Found[] {
  const { team, posts } = evidence;
  return team === null ? [] : posts.flatMap((post) => check(evidence, team, post) ?? []);
}

const about = ({ number }: Post): string => `POST ${number}`;

/** The mark under which a POST goes out; none that the database was told the end of before. */
const markOf = ({ journal }: Evidence, { ours }: TeamSeen, post: Post) =>
  ours.findLast(
    ({ changeId, atMs, told }) =>
      changeId === journal.changeOf(post)?.id &&
      atMs <= post.atMs &&
      (told === null || told.atMs >= post.atMs),
  );

function unmarked(evidence: Evidence, team: TeamSeen, post: Post): Found | null {
  const mark = markOf(evidence, team, post);
  if (mark !== undefined) return null;
  const isAway = team.away.some(({ fromMs, untilMs }) => fromMs <= post.atMs && post.atMs < untilMs);
  const why = isAway ? 'while the team’s database is away' : 'and the team’s database does not know';
  return { fault: 'T1', about: about(post), says: `${words(post)} goes out ${why}.` };
}

/** Ben’s changes of what a POST changes, by the name under which this desk has claimed it. */
function colleaguesOf(evidence: Evidence, team: TeamSeen, post: Post) {
  const mark = markOf(evidence, team, post);
  return team.colleagues.filter(({ matter, atMs }) => matter === mark?.matter && atMs <= post.atMs);
}

function pastAColleague(evidence: Evidence, team: TeamSeen, post: Post): Found | null {
  const open = colleaguesOf(evidence, team, post).find(
    ({ told }) => told === null || told.atMs > post.atMs || told.outcome === 'uncertain',
  );
  if (open === undefined) return null;
  return { fault: 'T2', about: about(post), says: `${words(post)} goes out while Ben’s is under way.` };
}

function unseenOfTeam(evidence: Evidence, team: TeamSeen, post: Post): Found | null {
  const consent = consentOf(evidence, post);
  if (consent === null) return null;
  const later = colleaguesOf(evidence, team, post).find(
    ({ told }) => told?.outcome === 'took-effect' && told.atMs <= post.atMs && told.atMs > consent.shown.atMs,
  );
  if (later === undefined) return null;
  return { fault: 'T3', about: about(post), says: `${words(post)} was agreed to before Ben’s took effect.` };
}
