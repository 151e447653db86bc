import type { ClaimNow, Entry, Move } from './database.ts';
import type { Plan } from './plan.ts';
import type { DeskReport } from './protocol.ts';
import type { SeatedDesk } from './seat.ts';
import type { SeenPost, Strikes } from './strikes.ts';

/** All that is known once everything was brought back. */
export interface Evidence {
  readonly plan: Plan;
  readonly desks: readonly SeatedDesk[];
  readonly strikes: Pick<Strikes, 'restores'>;
  readonly posts: readonly SeenPost[];
  readonly reports: readonly DeskReport[];
  readonly untold: readonly { readonly open: number; readonly waiting: number }[];
  readonly refusals: readonly string[];
  readonly disagreements: readonly string[];
  readonly probe: string | null;
  readonly entries: readonly Entry[];
  readonly claims: readonly ClaimNow[];
  readonly moves: readonly Move[];
  readonly brokenAt: number | null;
}

export const violationsIn = (evidence: Evidence): readonly string[] => [
  ...doublePosts(evidence),
  ...postsWithoutClaims(evidence),
  ...lostEntries(evidence),
  ...falseFrees(evidence),
  ...disagreements(evidence),
];

const matterOf = ({ path, account }: SeenPost, domain: string): string => {
  const family = path.split('/').at(-1) ?? '';
  return family === 'register' ? `${domain} ${family}` : `${account} ${domain} ${family}`;
};

/** A name is bought once, whatever the account; and of what took effect, each was consented to by somebody who knew of the one before. */
function doublePosts({ posts, desks, claims, strikes }: Evidence): readonly string[] {
  const known = new Map(desks.flatMap(({ reports }) => reports.flatMap(({ changes }) => changes)).map((one) => [one.id, one]));
  const domains = new Map(claims.map(({ changeId, domain }) => [changeId, domain]));
  const effects = posts.filter(({ hasEffect }) => hasEffect);
  const twice = effects.filter(({ changeId }, at) => effects.findIndex((one) => one.changeId === changeId) < at);
  const found = twice.map(({ changeId, path }) => `double: ${changeId} was sent twice to ${path}`);
  const lastOf = new Map<string, SeenPost>();
  for (const effect of effects) {
    const domain = domains.get(effect.changeId) ?? known.get(effect.changeId)?.domain;
    if (domain === undefined) continue; // A write without any claim is found as such.
    const matter = matterOf(effect, domain);
    const before = lastOf.get(matter);
    lastOf.set(matter, effect);
    if (matter.endsWith(' register') && before !== undefined) found.push(`double: ${matter} by desks ${before.desk} and ${effect.desk}`);
    const consented = known.get(effect.changeId)?.teamEffect;
    // A desk whose workspace was put back cannot say what its person has consented to.
    if (consented === undefined || strikes.restores.length > 0) continue;
    if (consented !== (before?.changeId ?? null))
      found.push(`double: desk ${effect.desk} had ${matter} done upon a consent that knew of ${consented}, and not of ${before?.changeId ?? null}`);
  }
  return found;
}

/** Each write comes under its own desk's claim, that is marked as sent and the only one. */
function postsWithoutClaims({ posts, plan }: Evidence): readonly string[] {
  return posts.flatMap(({ changeId, desk, path, open, isOrphaned }) => {
    if (plan.desks[desk]?.isOld === true) return [`old: desk ${desk} has sent to ${path}`];
    const isClaimed = open.some((one) => one.changeId === changeId && one.state === 'sent');
    const isAlone = open.every((one) => one.changeId === changeId);
    if (isAlone && (isClaimed || isOrphaned)) return [];
    const beside = open.map((one) => `${one.changeId} ${one.state}`).join(', ');
    return [`double: desk ${desk} has sent ${changeId} to ${path} while open were: ${beside || 'none'}`];
  });
}

/** What came to a service is in the team's journal, with its end; or its desk has said that the history was put back. */
function lostEntries({ posts, entries, desks, strikes, brokenAt, untold }: Evidence): readonly string[] {
  const found = brokenAt === null ? [] : [`lost: the chain of the journal is broken at ${brokenAt}`];
  for (const [desk, { open, waiting }] of untold.entries())
    if (open + waiting > 0) found.push(`lost: desk ${desk} has not told ${open} and ${waiting}`);
  const isRestored = strikes.restores.length > 0;
  for (const { changeId, desk, path, hasEffect } of posts) {
    const own = entries.filter((entry) => entry.changeId === changeId);
    const isMarked = own.some(({ event }) => event === 'sent');
    const end = own.findLast(({ event }) => event === 'settled' || event === 'released');
    if (isRestored && desks[desk]?.hasSaidFault === true) continue;
    if (end === undefined || (!isMarked && !isRestored))
      found.push(`lost: of ${path} by desk ${desk} (${changeId}) the journal has ${own.map(({ event }) => event).join(', ') || 'nothing'}`);
    else if (end.event === 'settled' && (end.body.outcome === 'took-effect') !== hasEffect)
      found.push(`lost: of ${path} by desk ${desk} (${changeId}) the journal says ${String(end.body.outcome)}, and it was ${hasEffect ? '' : 'not '}done`);
  }
  return found;
}

const isHeldFast = (state: string | null): boolean => state === 'sent' || state === 'uncertain';

/** What was sent is freed by its own desk's outcome, or by an admin who has read it back. */
function falseFrees({ moves, entries }: Evidence): readonly string[] {
  return moves.flatMap(({ changeId, before, after, within, who, by }) => {
    if (!isHeldFast(before) || isHeldFast(after)) return [];
    const isOwn = within === 'settle' && who === by;
    const isReadBack = entries.some(
      ({ event, body, changeId: id }) => event === 'released' && id === changeId && body.readBack !== undefined,
    );
    if (isOwn || (within === 'release' && isReadBack)) return [];
    return [`freed: ${changeId}, ${before}, was made ${after ?? 'nothing'} by ${who} within ${within}`];
  });
}

/** In the end, nothing is open but what nobody has sent, and everybody says the same. */
function disagreements(evidence: Evidence): readonly string[] {
  const { claims, reports, refusals, probe, plan } = evidence;
  const open = claims.filter(({ state }) => isHeldFast(state));
  const isOld = (desk: number): boolean => plan.desks[desk]?.isOld === true;
  return [
    ...open.map(({ changeId, state }) => `open: ${changeId} is still ${state}`),
    ...reports.flatMap(({ changes }, desk) =>
      changes
        .filter(({ state }) => state === 'sending' || state === 'uncertain')
        .map(({ id, state }) => `open: at desk ${desk}, ${id} is still ${state}`),
    ),
    ...reports.flatMap(({ bugs }, desk) => bugs.map((bug) => `bug: at desk ${desk}: ${bug}`)),
    ...evidence.disagreements.filter((_, __) => !reports.some((_, desk) => isOld(desk) && false)).map((one) => `disagree: ${one}`),
    ...refusals.map((one) => `restored: ${one}`),
    ...(probe === null ? [] : [`stuck: ${probe}`]),
  ];
}
