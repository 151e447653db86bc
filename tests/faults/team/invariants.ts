import type { ClaimNow, Entry, Move } from './database.ts';
import type { Plan } from './plan.ts';
import type { DeskReport } from './protocol.ts';
import type { SeatedDesk } from './seat.ts';
import type { SeenPost, Strikes } from './strikes.ts';

/** All that is known once everything was brought back. */
export interface Evidence {
  readonly plan: Plan;
  readonly desks: readonly SeatedDesk[];
  readonly strikes: Pick<Strikes, 'restores' | 'isForgotten'>;
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
  ...untoldTwice(evidence),
];

const matterOf = ({ path, account }: SeenPost, domain: string): string => {
  const family = path.split('/').at(-1) ?? '';
  return family === 'register' ? `${domain} ${family}` : `${account} ${domain} ${family}`;
};

/** What did something at a service, and what had done the same before it. */
interface Effect {
  readonly post: SeenPost;
  readonly matter: string;
  readonly before: SeenPost | null;
  /** The server was put back in between, and has forgotten the one before. */
  readonly isAfterLoss: boolean;
}

/** Of each change. */
function domainsIn({ claims, desks }: Evidence): ReadonlyMap<string, string> {
  const domains = new Map(claims.map(({ changeId, domain }) => [changeId, domain]));
  for (const { id, domain } of desks.flatMap(changesOf)) domains.set(id, domain);
  return domains;
}

function effectsIn(evidence: Evidence): readonly Effect[] {
  const { posts, strikes } = evidence;
  const domains = domainsIn(evidence);
  const lastOf = new Map<string, SeenPost>();
  return posts.flatMap((post) => {
    const domain = domains.get(post.changeId);
    // A write without any claim is found as such.
    if (!post.hasEffect || domain === undefined) return [];
    const matter = matterOf(post, domain);
    const before = lastOf.get(matter) ?? null;
    lastOf.set(matter, post);
    const isAfterLoss = before !== null && strikes.isForgotten(before.changeId, post.changeId);
    return [{ post, matter, before, isAfterLoss }];
  });
}

const changesOf = ({ reports }: SeatedDesk) => reports.flatMap(({ changes }) => changes);

/** Effects that a server which was put back had forgotten, and that were repeated by somebody who could not know of them. */
export const repeatedAfterLoss = (evidence: Evidence): number =>
  effectsIn(evidence).filter(({ isAfterLoss }) => isAfterLoss).length;

/** What was paid for twice, since the server had forgotten the first, every desk says once both are told (T9). */
function untoldTwice(evidence: Evidence): readonly string[] {
  const told = new Set(
    evidence.claims.filter(({ outcome }) => outcome === 'took-effect').map(({ changeId }) => changeId),
  );
  const domains = domainsIn(evidence);
  const consents = new Map(evidence.desks.flatMap(changesOf).map(({ id, teamEffect }) => [id, teamEffect]));
  return effectsIn(evidence).flatMap(({ post, matter, before, isAfterLoss }) => {
    const isCharged = /(?:renew|register)$/.test(matter);
    const consented = consents.get(post.changeId);
    // Told again before it was repeated: whoever repeated it had seen it. A desk whose workspace was put back cannot say.
    if (consented === undefined || consented === before?.changeId) return [];
    if (!isAfterLoss || before === null || !isCharged || before.changeId === post.changeId) return [];
    if (!told.has(post.changeId) || !told.has(before.changeId)) return [];
    const domain = domains.get(post.changeId) ?? '';
    return evidence.reports.flatMap(({ paidTwice }, desk) =>
      paidTwice.includes(domain)
        ? []
        : [`untold: desk ${desk} does not say that ${matter} was paid for twice`],
    );
  });
}

/** A name is bought once, whatever the account; and of what took effect, each was consented to by somebody who knew of the one before. */
function doublePosts(evidence: Evidence): readonly string[] {
  const known = new Map(evidence.desks.flatMap(changesOf).map((change) => [change.id, change]));
  const effects = effectsIn(evidence);
  return effects.flatMap(({ post, matter, before, isAfterLoss }, at) => {
    const { changeId, desk } = post;
    const isAgain = effects.findIndex((one) => one.post.changeId === changeId) < at;
    if (isAgain) return [`double: desk ${desk} has sent ${changeId} twice: ${matter}`];
    if (before === null || isAfterLoss) return [];
    if (matter.endsWith(' register')) return [`double: ${matter} by desks ${before.desk} and ${desk}`];
    const consented = known.get(changeId)?.teamEffect;
    // A desk whose workspace was put back cannot say what its person has consented to.
    if (consented === undefined || consented === before.changeId) return [];
    return [
      `double: ${matter} by desk ${desk}, upon a consent that knew of ${consented}, and not of ${before.changeId}`,
    ];
  });
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
function lostEntries(evidence: Evidence): readonly string[] {
  const { posts, desks, strikes, brokenAt, untold } = evidence;
  const found = brokenAt === null ? [] : [`lost: the chain of the journal is broken at ${brokenAt}`];
  for (const [desk, { open, waiting }] of untold.entries())
    if (open + waiting > 0) found.push(`lost: desk ${desk} has not told ${open} and ${waiting}`);
  const isRestored = strikes.restores.length > 0;
  for (const post of posts) {
    const at = desks[post.desk];
    // Told again is what a desk knows: not where its workspace was put back as well.
    if (isRestored && at?.isPutBack === true) continue;
    const missing = missingOf(evidence, post);
    if (missing !== null)
      found.push(`lost: of ${post.path} by desk ${post.desk} (${post.changeId}) the journal ${missing}`);
  }
  return found;
}

/**
 * The service shows the name as bought: by a change that the server had forgotten, so that this one could be claimed. It is the team's, and
 * nobody has paid twice.
 */
const isOfForgotten = (evidence: Evidence, { changeId, path, account }: SeenPost): boolean =>
  path.endsWith('/register') &&
  effectsIn(evidence).some(
    ({ post, matter }) =>
      post.account === account &&
      matter === `${domainsIn(evidence).get(changeId) ?? ''} register` &&
      evidence.strikes.isForgotten(post.changeId, changeId),
  );

function missingOf(evidence: Evidence, post: SeenPost): string | null {
  const isRestored = evidence.strikes.restores.length > 0;
  const own = evidence.entries.filter((entry) => entry.changeId === post.changeId);
  const isMarked = own.some(({ event }) => event === 'sent');
  const end = own.findLast(({ event }) => event === 'settled' || event === 'released');
  if (end === undefined || (!isMarked && !isRestored))
    return `has ${own.map(({ event }) => event).join(', ') || 'nothing'}`;
  const isSaidDone = end.body.outcome === 'took-effect';
  if (end.event !== 'settled' || isSaidDone === post.hasEffect) return null;
  if (isSaidDone && isOfForgotten(evidence, post)) return null;
  return `says ${String(end.body.outcome)}, and it was ${post.hasEffect ? '' : 'not '}done`;
}

const isHeldFast = (state: string | null): boolean => state === 'sent' || state === 'uncertain';

/** What was sent is freed by its own desk's outcome, or by an admin who has read it back. */
function falseFrees({ moves, entries }: Evidence): readonly string[] {
  return moves.flatMap(({ changeId, before, after, within, who, by }) => {
    if (!isHeldFast(before) || isHeldFast(after)) return [];
    const isOwn = within === 'settle' && who === by;
    const isReadBack = entries.some(
      ({ event, body, changeId: id }) =>
        event === 'released' && id === changeId && body.readBack !== undefined,
    );
    if (isOwn || (within === 'release' && isReadBack)) return [];
    return [`freed: ${changeId}, ${before}, was made ${after ?? 'nothing'} by ${who} within ${within}`];
  });
}

/** In the end, nothing is open but what nobody has sent, and everybody says the same. */
function disagreements(evidence: Evidence): readonly string[] {
  const { claims, reports, refusals, probe } = evidence;
  const open = claims.filter(({ state }) => isHeldFast(state));
  return [
    ...open.map(({ changeId, state }) => `open: ${changeId} is still ${state}`),
    ...reports.flatMap(({ changes }, desk) =>
      changes
        .filter(({ state }) => state === 'sending' || state === 'uncertain')
        .map(({ id, state }) => `open: at desk ${desk}, ${id} is still ${state}`),
    ),
    ...reports.flatMap(({ bugs }, desk) => bugs.map((bug) => `bug: at desk ${desk}: ${bug}`)),
    ...evidence.disagreements.map((one) => `disagree: ${one}`),
    ...refusals.map((one) => `restored: ${one}`),
    ...(probe === null ? [] : [`stuck: ${probe}`]),
  ];
}
