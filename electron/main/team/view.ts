import type { TeamTrouble } from '#shared/domain/team-troubles.ts';
import type { TeamClaim, TeamEdits, TeamPlace, TeamPreview, TeamStatus } from '#shared/domain/team-view.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { Client, Input } from '#shared/routes.ts';
import { createMutex } from '../system/queue.ts';
import type { Secret } from '../system/secret.ts';
import type { TeamConnection, TeamProblem } from './connection.ts';
import { follow, type FollowDeps, type Followed, statusOf } from './following.ts';
import type { TeamDoor } from './open-team.ts';
import { approvalNames, type ApprovalsDeps, askApproval, decide, setLimits, workOf } from './approvals.ts';
import { type Answer, claimsOf, editsOf, peopleOf, type Refused } from './shared-rows.ts';
import { releaseOne } from './claims.ts';
import type { Team, TeamWay } from './team.ts';
import { parseTeamUrl } from './team-url.ts';

const refused = (why: TeamTrouble): Refused => ({ kind: 'refused', why });

/** The team as the window shows it: how it is joined and left, who is at work, what others did and have open. */
export interface TeamView extends Deciding {
  readonly status: () => Promise<Result<TeamStatus | null>>;
  readonly preview: (place: TeamPlace, password: Secret) => Promise<Result<TeamPreview | Refused>>;
  readonly init: (place: TeamPlace, password: Secret, name: string) => Promise<Result<TeamPreview | Refused>>;
  readonly join: (ticket: string) => Promise<Result<Answer<'join'>>>;
  readonly leave: () => Promise<Result<Answer<'leave'>>>;
  readonly people: () => Promise<Result<Answer<'people'>>>;
  /** @returns The person's password, which is stored nowhere. */
  readonly invite: (asked: Input<'team', 'invite'>) => Promise<Result<Secret | Refused>>;
  readonly exclude: (name: string) => Promise<Result<Answer<'exclude'>>>;
  readonly changePassword: (next: Secret) => Promise<Result<Answer<'changePassword'>>>;
  /** Empty where the database does not answer. */
  readonly claims: () => Promise<Result<readonly TeamClaim[]>>;
  /** Nothing where no team is joined. */
  readonly edits: (of: Input<'team', 'edits'>) => Promise<Result<TeamEdits>>;
  readonly release: (asked: Input<'team', 'release'>) => Promise<Result<Answer<'release'>>>;
  readonly acceptServer: () => Promise<Result<Answer<'acceptServer'>>>;
  readonly close: () => Promise<void>;
}

export interface TeamViewDeps extends FollowDeps, ApprovalsDeps {
  readonly workspace: FollowDeps['workspace'] & ApprovalsDeps['workspace'];
  readonly team: TeamDoor;
  /** The logins of this workspace: user and address. */
  readonly logins: () => Promise<Result<readonly string[]>>;
  /** A team was joined or left. */
  readonly onMembership: () => void;
  readonly newId: () => string;
}

export async function createTeamView(deps: TeamViewDeps): Promise<TeamView> {
  const team = await deps.team.open();
  const inTurn = createMutex();
  const preparing = createPreparing(deps, team);
  const { current, unfollow, within } = createFollowing(deps, team, inTurn);

  async function changed<T>(result: Result<T, TeamProblem>, done: Answer<'join'> | Answer<'leave'>) {
    // Also a team that was not left after all is followed again.
    await current();
    if (!result.ok) return refusal(result.error);
    preparing.forget();
    deps.onMembership();
    deps.onChange(true);
    return ok(done);
  }

  return {
    async status() {
      const joined = await inTurn(current);
      const membership = await team.membership();
      if (!joined.ok || !membership.ok) return joined.ok ? mapOk(membership, () => null) : joined;
      if (membership.value === null) return ok(null);
      const { value: member } = membership;
      return mapOk(await deps.workspace.teamFacts.counts(), (counts) =>
        statusOf(member, joined.value, counts),
      );
    },
    preview: (place, password) => preparing.prepare(place, password, null),
    init: (place, password, name) => preparing.prepare(place, password, name),
    join: (ticket) =>
      inTurn(async () => {
        const way = preparing.take(ticket);
        if (way === null) return ok(refused('expired'));
        return (await changed(await team.join(way, true), { kind: 'joined' })) as Result<Answer<'join'>>; // As given.
      }),
    leave: () =>
      inTurn(async () => {
        const joined = await current();
        if (!joined.ok) return joined;
        unfollow();
        const left = await team.leave(isShutOut(joined.value));
        return (await changed(left, { kind: 'left' })) as Result<Answer<'leave'>>; // As given.
      }),
    people: () => within(peopleOf),
    invite: async (asked) => orRefused(await team.invite(null, asked), ({ password }) => password),
    exclude: async (name) =>
      orRefused(await team.exclude(null, name), (open) => ({ kind: 'excluded', open })),
    changePassword: async (next) => orRefused(await team.changePassword(next), () => ({ kind: 'changed' })),
    claims: async () => mapOk(await within(claimsOf), (claims) => ('kind' in claims ? [] : claims)),
    async edits(asked) {
      const joined = await inTurn(current);
      if (!joined.ok) return joined;
      return joined.value === null
        ? ok({ edits: [], replaced: [] })
        : await editsOf(deps.workspace.teamFacts, joined.value, asked);
    },
    release: async (asked) =>
      orRefused(
        await team.asMember((connection, { deskId }) => releaseOne(connection, deskId, asked)),
        () => ({ kind: 'released' }),
      ),
    acceptServer: async () => orRefused(await team.acceptServer(), () => ({ kind: 'accepted' })),
    ...deciding(deps, team),
    async close() {
      preparing.forget();
      await inTurn(() => {
        unfollow();
        return Promise.resolve();
      });
    },
  };
}

/** The database lets this person in no more: what it was not told can be told by nobody here, and nothing is gained by staying. */
const isShutOut = (followed: Followed | null): boolean =>
  followed?.away?.why === 'login' || followed?.away?.why === 'forbidden';

/** The team that is joined, followed while it is. */
function createFollowing(deps: TeamViewDeps, team: Team, inTurn: ReturnType<typeof createMutex>) {
  let followed: Followed | null = null;

  function unfollow(): void {
    followed?.stop();
    followed = null;
  }

  /** What is followed is the team that is joined, whoever joined or left it: a command line may have done so. */
  async function current(): Promise<Result<Followed | null>> {
    const membership = await team.membership();
    if (!membership.ok) return membership;
    if (membership.value?.deskId === followed?.deskId) return ok(followed);
    unfollow();
    const connection = await team.connection();
    if (!connection.ok || connection.value === null || membership.value === null)
      return connection.ok ? ok(null) : connection;
    followed = follow(deps, team, connection.value, membership.value);
    return ok(followed);
  }

  /** Work on the connection of the team that is joined. */
  async function within<T>(
    work: (connection: TeamConnection, of: Followed) => Promise<T>,
  ): Promise<Result<T | Refused>> {
    const joined = await inTurn(current);
    if (!joined.ok) return joined;
    return ok(
      joined.value === null ? refused('not-joined') : await work(joined.value.connection, joined.value),
    );
  }
  return { current, unfollow, within };
}

/** Limits of the team, and what a second person approves. */
type Deciding = Pick<Client['team'], 'work' | 'setLimits' | 'askApproval' | 'approvalNames' | 'decide'>;

function deciding(deps: TeamViewDeps, team: Team): Deciding {
  const inTeam = async <T>(work: Parameters<typeof team.asMember<T>>[0]) =>
    orRefused(await team.asMember(work), (answer) => answer);
  return {
    work: () => inTeam((...member) => workOf(deps, ...member)),
    setLimits: (limits) => inTeam((...member) => setLimits(...member, limits)),
    askApproval: (asked) => inTeam((...member) => askApproval(deps, ...member, asked)),
    approvalNames: (of) => inTeam((connection) => approvalNames(connection, of)),
    decide: (asked) => inTeam((...member) => decide(...member, asked)),
  };
}

interface Prepared {
  readonly ticket: string;
  readonly way: TeamWay;
}

/** What may be joined: shown to a person, and kept with its password until it is joined or another is asked for. */
function createPreparing({ workspace, logins, newId }: TeamViewDeps, team: Team) {
  let prepared: Prepared | null = null;
  return {
    /** @param setUpAs The name of the team that is made before; null where there is one. */
    async prepare(
      { url: text, user, caFile }: TeamPlace,
      password: Secret,
      setUpAs: string | null,
    ): Promise<Result<TeamPreview | Refused>> {
      prepared = null;
      const url = parseTeamUrl(text);
      if (!url.ok) return ok(refused('address'));
      const way = { url: url.value, user, caFile, password };
      const made = setUpAs === null ? null : await team.init(way, setUpAs);
      if (made?.ok === false) return refusal(made.error);
      const trouble = made === null ? null : setUpTroubles[made.value.kind];
      if (trouble !== null) return ok(refused(trouble));
      const about = await team.preview(way);
      if (!about.ok) return refusal(about.error);
      const { name, role, seq } = about.value;
      const toShare = await workspace.teamFacts.toShare();
      if (!toShare.ok) return toShare;
      return mapOk(await logins(), (own) => {
        prepared = { ticket: newId(), way };
        const { ticket } = prepared;
        return { kind: 'ready', ticket, name, role, entries: seq, logins: own, toShare: toShare.value };
      });
    },
    take: (ticket: string): TeamWay | null => (prepared?.ticket === ticket ? prepared.way : null),
    forget: () => void (prepared = null),
  };
}

const setUpTroubles = {
  made: null,
  upgraded: null,
  current: 'has-team',
  mended: null,
  newer: 'newer-schema',
  'old-server': 'old-server',
  'not-allowed': 'not-allowed',
} as const satisfies Readonly<Record<string, TeamTrouble | null>>;

const orRefused = <T, U>(result: Result<T, TeamProblem>, of: (value: T) => U): Result<U | Refused> =>
  result.ok ? ok(of(result.value)) : refusal(result.error);

/** What the team refused or its database met with; a failure of this workspace is one of any request. */
function refusal(problem: TeamProblem): Result<Refused> {
  if (problem.of === 'app') return fail(problem.error);
  return ok(refused(problem.of === 'refusal' ? problem.why : problem.fault.kind));
}
