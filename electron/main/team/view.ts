import { z } from 'zod';
import { instant } from '#shared/areas/common-schemas.ts';
import { teamClaim, teamPerson } from '#shared/areas/team.ts';
import { loginIn } from '#shared/domain/account.ts';
import { longestOwnTexts, ownTexts } from '#shared/domain/domain-parts.ts';
import { mostPeople, mostReplaced, type TeamTrouble } from '#shared/domain/team-troubles.ts';
import type {
  TeamAsk,
  TeamClaim,
  TeamEdits,
  TeamPerson,
  TeamPlace,
  TeamPreview,
} from '#shared/domain/team-view.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import { readable } from '#shared/schema-type.ts';
import { createMutex } from '../system/queue.ts';
import type { Secret } from '../system/secret.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { approvalNames, type ApprovalsDeps, askApproval, decide, setLimits, workOf } from './approvals.ts';
import { openIn, releaseOne } from './claims.ts';
import type { DatabaseProblem, TeamConnection, TeamProblem } from './connection.ts';
import { follow, type FollowDeps, type Followed, statusOf } from './following.ts';
import type { Team, TeamWay } from './team.ts';
import { parseTeamUrl } from './team-url.ts';

/** It was not done. */
interface Refused {
  readonly kind: 'refused';
  readonly why: TeamTrouble;
}

const refused = (why: TeamTrouble): Refused => ({ kind: 'refused', why });

export interface TeamViewDeps extends FollowDeps, ApprovalsDeps {
  readonly workspace: FollowDeps['workspace'] & ApprovalsDeps['workspace'];
  readonly team: { readonly open: () => Promise<Team> };
  /** The logins of this workspace: user and address. */
  readonly logins: () => Promise<Result<readonly string[]>>;
  /** A team was joined or left. */
  readonly onMembership: () => void;
  readonly newId: () => string;
}

/** The team as the window shows it: how it is joined and left, who is at work, what others did and have open. */
export async function createTeamView(deps: TeamViewDeps) {
  const team = await deps.team.open();
  const inTurn = createMutex();
  const preparing = createPreparing(deps, team);
  const { current, following, unfollow, within } = createFollowing(deps, team, inTurn);

  function changed<T>(result: Result<unknown, TeamProblem>, done: T): Result<T | Refused> {
    // Also a team that was not left after all is followed again.
    if (!result.ok) {
      current();
      return refusal(result.error);
    }
    preparing.forget();
    deps.onChange(true);
    current();
    return ok(done);
  }

  /** From then on the team is asked, or no more, also where what was stored cannot be read again. */
  const membership = <T>(work: Promise<T>): Promise<T> => work.finally(deps.onMembership);

  return {
    async status() {
      const joined = await following();
      const membership = team.membership();
      return membership === null ? null : statusOf(membership, joined, deps.workspace.teamFacts.counts());
    },
    preview: (place: TeamPlace, password: Secret) => preparing.prepare(place, password, null),
    init: (place: TeamPlace, password: Secret, name: string) => preparing.prepare(place, password, name),
    join: (ticket: string) =>
      inTurn(async () => {
        const way = preparing.take(ticket);
        if (way === null) return ok(refused('expired'));
        return changed(await membership(team.join(way, true)), { kind: 'joined' } as const);
      }),
    leave: () =>
      inTurn(async () => {
        const joined = current();
        unfollow();
        return changed(await membership(team.leave(isShutOut(joined))), { kind: 'left' } as const);
      }),
    people: () => within(peopleOf),
    /** @returns The person's password, which is stored nowhere. */
    invite: async (asked: TeamAsk<'invite'>) =>
      orRefused(await team.invite(null, asked), ({ password }) => password),
    exclude: async (name: string) =>
      orRefused(await team.exclude(null, name), (open) => ({ kind: 'excluded', open }) as const),
    changePassword: async (next: Secret) =>
      orRefused(await team.changePassword(next), () => ({ kind: 'changed' }) as const),
    /** Empty where the database does not answer. */
    async claims() {
      const claims = await within(claimsOf);
      return 'kind' in claims ? [] : claims;
    },
    /** Nothing where no team is joined. */
    async edits(asked: TeamAsk<'edits'>) {
      const joined = await following();
      return joined === null
        ? { edits: [], replaced: [] }
        : await editsOf(deps.workspace.teamFacts, joined, asked);
    },
    release: (asked: TeamAsk<'release'>) => release(team, asked),
    acceptServer: async () => orRefused(await team.acceptServer(), () => ({ kind: 'accepted' }) as const),
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

async function release(team: Team, { isOfAll, by, ...asked }: TeamAsk<'release'>) {
  const released = isOfAll
    ? await team.releaseAllOf(by, asked)
    : await team.asMember(async (connection, { deskId }) =>
        mapOk(await releaseOne(connection, deskId, asked), () => ({ count: 1, stopped: null })),
      );
  return orRefused(
    released,
    ({ count, stopped }) => ({ kind: 'released', count, stopped: stopped && troubleOf(stopped) }) as const,
  );
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
  function current(): Followed | null {
    const membership = team.membership();
    if (membership?.deskId === followed?.deskId) return followed;
    unfollow();
    const connection = team.connection();
    if (connection === null || membership === null) return null;
    followed = follow(deps, team, connection, membership);
    return followed;
  }

  /** After whoever joins or leaves just now. */
  const following = () => inTurn(() => Promise.resolve(current()));

  /** Work on the connection of the team that is joined. */
  async function within<T>(
    work: (connection: TeamConnection, of: Followed) => Promise<T>,
  ): Promise<T | Refused> {
    const joined = await following();
    return joined === null ? refused('not-joined') : await work(joined.connection, joined);
  }
  return { current, following, unfollow, within };
}

/** Limits of the team, and what a second person approves. */
function deciding(deps: TeamViewDeps, team: Team) {
  const inTeam = async <T>(work: Parameters<typeof team.asMember<T>>[0]) =>
    orRefused(await team.asMember(work), (answer) => answer);
  return {
    work: () => inTeam((...member) => workOf(deps, ...member)),
    setLimits: (limits: TeamAsk<'setLimits'>) => inTeam((...member) => setLimits(...member, limits)),
    askApproval: (asked: TeamAsk<'askApproval'>) =>
      inTeam((...member) => askApproval(deps, ...member, asked)),
    approvalNames: (of: TeamAsk<'approvalNames'>) => inTeam((connection) => approvalNames(connection, of)),
    decide: (asked: TeamAsk<'decide'>) => inTeam((...member) => decide(...member, asked)),
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
      const toShare = workspace.teamFacts.toShare();
      return mapOk(await logins(), (own) => {
        prepared = { ticket: newId(), way };
        const { ticket } = prepared;
        return { kind: 'ready', ticket, name, role, entries: seq, logins: own, toShare };
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
const refusal = (problem: TeamProblem): Result<Refused> =>
  problem.of === 'app' ? fail(problem.error) : ok(refused(troubleOf(problem)));

const troubleOf = (problem: DatabaseProblem): TeamTrouble =>
  problem.of === 'refusal' ? problem.why : problem.fault.kind;

/** Whoever has set the team up was invited by nobody: an admin by the roles alone. */
const founders = `
  SELECT m.rolname::text, 'admin', NULL, NULL, NULL FROM namedesk.team t
  JOIN pg_catalog.pg_roles g ON g.rolname = 'namedesk_' || t.token || '_admin'
  JOIN pg_catalog.pg_auth_members of ON of.roleid = g.oid
  JOIN pg_catalog.pg_roles m ON m.oid = of.member AND m.rolcanlogin
  WHERE NOT EXISTS (SELECT FROM namedesk.people p WHERE p.role_id = m.oid)`;

interface People {
  readonly kind: 'people';
  readonly people: readonly TeamPerson[];
}

/** Who is in the team. */
export async function peopleOf(connection: TeamConnection): Promise<People | Refused> {
  const rows = await connection.query(
    `SELECT name, role, invited_by AS "invitedBy", invited_at AS "invitedAt", excluded_at AS "excludedAt" FROM namedesk.people
    UNION ALL ${founders}
    ORDER BY 5 NULLS FIRST, 3 NULLS FIRST, 1 LIMIT ${mostPeople}`,
  );
  if (!rows.ok) return refused(rows.error.kind);
  return { kind: 'people', people: readable(teamPerson, rows.value).read };
}

/** Those of this workspace are open changes of its own journal. */
async function claimsOf(connection: TeamConnection, { deskId }: Followed): Promise<readonly TeamClaim[]> {
  const open = await openIn(connection, 'desk <> $1', deskId);
  // Which desk has it is of no use to a person.
  return open.ok ? readable(teamClaim, open.value).read : [];
}

const replacedRow = z.object({
  field: z.enum(ownTexts),
  at: instant,
  by: teamPerson.shape.name,
  text: z.string().max(longestOwnTexts.note),
});

/** Without the database, only what is stored here: who edited what last. */
async function editsOf(
  store: Workspace['teamFacts'],
  { connection, user }: Followed,
  of: TeamAsk<'edits'>,
): Promise<TeamEdits> {
  const { login, facts } = store.ofDomain(of);
  const edits = facts
    .filter(({ by }) => by !== user)
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .flatMap(({ field: name, at, by }): TeamEdits['edits'] => {
      const field = name.startsWith('tag ') ? 'tags' : ownTexts.find((each) => each === name);
      return field === undefined ? [] : [{ field, at, by }];
    });
  const lastOf = [...new Map(edits.toReversed().map((edit) => [edit.field, edit])).values()];
  const { baseUrl, username } = loginIn(login ?? '');
  const rows = await connection.query(selectReplaced, [of.domain, baseUrl, username, [...ownTexts]]);
  const { read: replaced } = readable(replacedRow, rows.ok ? rows.value : []);
  return { edits: lastOf, replaced };
}

const selectReplaced = `
  SELECT h.field, to_char(h.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, h.by, h.value #>> '{}' AS text
  FROM namedesk.shared_history h
  WHERE h.topic = 'domain' AND h.key = $1 AND h.service_base_url = $2 AND h.service_username = $3 AND h.field = ANY ($4)
    AND h.value IS NOT NULL
  ORDER BY h.number DESC LIMIT ${mostReplaced}`;
