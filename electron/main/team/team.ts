import { typablePassword } from '#shared/areas/secret-windows.ts';
import type { TeamRole } from '#shared/domain/team-troubles.ts';
import type { RefusedOutcome } from '#shared/domain/team-view.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { Vault } from '../accounts/vault.ts';
import { Secret } from '../system/secret.ts';
import type { Given } from '../system/timing.ts';
import type { Membership } from '../workspace/repositories/team.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  catchUp,
  type CatchUpDeps,
  type CaughtUp,
  claimingWhatWasSeen,
  placeOf,
  type Verified,
  verifyHistory,
} from './catch-up.ts';
import {
  type AboutTeam,
  answerOf,
  createTeamConnection,
  isTooOld,
  ofApp,
  ofTeam,
  orApp,
  type PasswordFault,
  refused,
  type TeamConnection,
  type TeamFault,
  type TeamProblem,
} from './connection.ts';
import { type OpenClaim, openIn, release, type ReleaseAsk, releaseAllOf } from './claims.ts';
import { createTeamFeed, type FeedDeps } from './feed.ts';
import { checkServer, setUpTeam, type SqlConnection } from './schema.ts';
import { newPassword, scramVerifier } from './scram.ts';
import { parseTeamUrl, type TeamUrl, textOfTeamUrl } from './team-url.ts';

export interface TeamDeps
  extends
    Pick<FeedDeps, 'onNews' | 'onApplied' | 'onBug'>,
    Pick<CatchUpDeps, 'onForgotten'>,
    Given<'newId' | 'now' | 'timer'> {
  readonly workspace: Pick<Workspace, 'team' | 'teamFacts' | 'teamOutbox'>;
  readonly vault: Vault;
}

/** How a database is reached that the workspace has not joined. */
export interface TeamWay {
  readonly url: TeamUrl;
  readonly user: string;
  readonly caFile: string | null;
  readonly password: Secret;
}

export interface TeamStatus {
  readonly membership: Membership;
  /** What the database says; why it says nothing otherwise. */
  readonly about: Result<AboutTeam, TeamFault>;
  readonly isTooOld: boolean;
  readonly caughtUp: CaughtUp | Verified | null;
  readonly open: readonly OpenClaim[];
  /** Outcomes of this workspace that the database did not take. */
  readonly refused: readonly RefusedOutcome[];
}

/** An entry that is given out once: nobody can read the password afterwards. */
export interface Invited {
  readonly user: string;
  readonly password: Secret;
}

export interface InviteAsk {
  readonly name: string;
  readonly role: TeamRole;
  /** Somebody who is in the team already gets this role and a new password. */
  readonly again: boolean;
  /** The server takes no verifier: it gets the password itself, over the connection that has been verified. */
  readonly isPlain: boolean;
}

/** The entry of the keychain: one for each workspace and team. */
const entryOf = ({ deskId }: Pick<Membership, 'deskId'>): string => `team-${deskId}`;

/** The joined team's connection, one for all who ask, and its password. */
function createOwnConnection(deps: TeamDeps) {
  const { vault, timer } = deps;
  // In memory alone: one as long as this process runs, and those of running commands, of which the last one counts.
  let kept: Secret | null = null;
  let given: readonly Secret[] = [];
  let open: ReturnType<typeof opened> | null = null;

  function opened({ deskId, user, caFile, ...membership }: Membership) {
    const url = parseTeamUrl(membership.url);
    if (!url.ok) throw new Error('The address of the team is not one that was stored');
    const password = () => passwordOf({ deskId });
    const target = { url: url.value, user, caFile, password };
    const connection = claimingWhatWasSeen(createTeamConnection({ target, timer }), deps);
    const feed = createTeamFeed({ ...deps, store: deps.workspace.teamFacts, connection, user });
    return { deskId, connection, feed };
  }

  async function passwordOf(membership: Pick<Membership, 'deskId'>): Promise<Result<Secret, PasswordFault>> {
    const inMemory = given.at(-1) ?? kept;
    if (inMemory !== null) return ok(inMemory);
    const read = await vault.read(entryOf(membership));
    if (!read.ok) return fail(read.error.kind === 'keychain' ? read.error : { kind: 'no-password' });
    return read.value === null ? fail({ kind: 'no-password' }) : ok(read.value);
  }

  async function close(): Promise<void> {
    const before = open;
    open = null;
    await before?.connection.close();
  }

  return {
    passwordOf,
    usePassword: (password: Secret) => {
      given = [...given, password];
      return () => void (given = given.filter((each) => each !== password));
    },
    keepInMemory: (password: Secret | null) => void (kept = password),
    /** Takes the password out of the keychain. @returns It, where it was there. */
    async takeOut(membership: Membership, isForced: boolean): Promise<Result<Secret | null>> {
      const read = await vault.read(entryOf(membership));
      const removed = read.ok || isForced ? await vault.remove(entryOf(membership)) : read;
      // Where it was never in the keychain, one that cannot be opened is no reason to stay.
      const isNeeded = !isForced && given.length === 0 && kept === null;
      if (!removed.ok && isNeeded) return removed;
      return ok(read.ok ? read.value : null);
    },
    /** In memory where the keychain does not take it any more. */
    async putBack(membership: Membership, password: Secret | null): Promise<void> {
      if (password !== null && !(await vault.write(entryOf(membership), password)).ok) kept ??= password;
    },
    isInMemory: () => given.length > 0 || kept !== null,
    close,
    of(membership: Membership) {
      if (open?.deskId !== membership.deskId) {
        void close();
        open = opened(membership);
      }
      return open;
    },
  };
}

type OwnConnection = ReturnType<typeof createOwnConnection>;

/** Work on the connection of the joined team, or on another one. */
function createWorkingOn(deps: TeamDeps, own: OwnConnection) {
  const joined = (): Result<Membership, TeamProblem> => {
    const membership = deps.workspace.team.read();
    return membership === null ? refused('not-joined') : ok(membership);
  };

  /** Work on the connection of the joined team. */
  const asMember = <T>(
    work: (connection: TeamConnection, membership: Membership) => Promise<Result<T, TeamProblem>>,
  ): Promise<Result<T, TeamProblem>> =>
    orApp(async () => {
      const membership = joined();
      return membership.ok ? await work(own.of(membership.value).connection, membership.value) : membership;
    });

  /** Over the given way, or the joined team's connection. */
  const onEither = <T>(
    way: TeamWay | null,
    work: (connection: TeamConnection) => Promise<Result<T, TeamProblem>>,
  ) => (way === null ? asMember(work) : over(way, deps, work));

  return { joined, asMember, onEither };
}

/** The team of this workspace, and teams that it may join. */
export type Team = ReturnType<typeof createTeam>;

export function createTeam(deps: TeamDeps) {
  const { workspace } = deps;
  const store = workspace.team;
  const own = createOwnConnection(deps);

  const { joined, asMember, onEither } = createWorkingOn(deps, own);

  const script = <T>(way: TeamWay, work: (client: SqlConnection) => Promise<T>) =>
    over(way, deps, async (connection): Promise<Result<T, TeamProblem>> => {
      const done = await connection.script(work);
      return done.ok ? done : ofTeam(done.error);
    });

  return {
    membership: store.read,
    /** The connection of the joined team, one for all who ask; null where none was joined. */
    connection: () => {
      const membership = store.read();
      return membership === null ? null : own.of(membership).connection;
    },
    /** A password in place of the keychain's, or of the one that is kept in memory. @returns Takes it back. */
    usePassword: own.usePassword,
    init: (way: TeamWay, name: string) => script(way, (client) => setUpTeam(client, name)),
    /** What a server lacks that a team asks of it: tried, and rolled back. */
    check: (way: TeamWay) => script(way, checkServer),
    /** What the database says, for somebody who may join. */
    preview: (way: TeamWay) => previewOf(way, deps),
    /** @param isKept False keeps the password in memory alone. */
    async join(way: TeamWay, isKept: boolean): Promise<Result<Membership, TeamProblem>> {
      if (store.read() !== null) return refused('joined-already');
      const done = await join(way, isKept, deps);
      if (done.ok && !isKept) own.keepInMemory(way.password);
      return done.ok ? joined() : done;
    },
    /** @param way Null is the joined team. */
    invite: (way: TeamWay | null, ask: InviteAsk) => onEither(way, (connection) => invite(connection, ask)),
    /** @returns How many sessions of the person are open still, where the team may not end them. */
    exclude: (way: TeamWay | null, user: string) => onEither(way, (connection) => exclude(connection, user)),
    /** Sets one's own password, in place of the one that was given out. Where it fails, the one before holds, unless it says otherwise. */
    changePassword: (next: Secret) =>
      asMember((connection, membership) => changePassword(connection, membership, next, { deps, own })),
    /** @param isWhole Verifies the whole history as well, from its first entry. */
    status: (isWhole: boolean) =>
      asMember((connection, membership) => statusOf(connection, membership, deps, isWhole)),
    /** Its entries stay in the workspace. @param isForced Though changes of this desk are not settled. */
    leave: (isForced: boolean) =>
      asMember((connection, membership) => leave(connection, membership, { deps, own, isForced })),
    /** As an admin: every desk has told the database again what it has sent. */
    acceptServer: () =>
      asMember(async (connection, { deskId: desk }) =>
        mapOk(answerOf(await connection.call('accept_server', { desk })), () => null),
      ),
    release: (ask: ReleaseAsk) => asMember((connection, membership) => release(connection, membership, ask)),
    releaseAllOf: (person: string, ask: Omit<ReleaseAsk, 'domain'>) =>
      asMember((connection, membership) => releaseAllOf(connection, membership, person, ask)),
    catchUp: () => asMember((connection) => catchUp({ ...deps, store, connection })),
    /**
     * Publishes what was changed here of the portfolio, and takes over what others have changed; of a history that is not the one that
     * was seen, nothing.
     */
    sync: () =>
      asMember(async (_, membership) =>
        membership.fault === null ? await own.of(membership).feed.sync() : ofTeam({ kind: 'history' }),
      ),
    asMember,
    close: own.close,
  };
}

/** A connection for as long as the work takes. */
async function over<T>(
  way: TeamWay,
  { timer }: TeamDeps,
  work: (connection: TeamConnection) => Promise<T>,
): Promise<T> {
  const { password, ...rest } = way;
  const target = { ...rest, password: () => Promise.resolve(ok(password)) };
  const connection = createTeamConnection({ target, timer });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const previewOf = (way: TeamWay, deps: TeamDeps) =>
  over(way, deps, async (connection) => member(await connection.about()));

async function join(way: TeamWay, isKept: boolean, deps: TeamDeps): Promise<Result<null, TeamProblem>> {
  const { workspace, vault, now, newId } = deps;
  const about = await previewOf(way, deps);
  if (!about.ok) return about;
  const deskId = newId();
  // First the password: a team without one could not be asked, and a password without a team is removed.
  const kept = isKept ? await vault.write(entryOf({ deskId }), way.password) : ok(null);
  if (!kept.ok) return ofApp(kept.error);
  const { team: teamId, name } = about.value;
  const { url, user, caFile } = way;
  const as = { teamId, name, url: textOfTeamUrl(url), user, caFile, deskId, joinedAt: now().toISOString() };
  const stored = await resultOf(() => workspace.team.join(as));
  if (stored.ok && stored.value.joined) return ok(null);
  if (isKept) await vault.remove(entryOf({ deskId }));
  return stored.ok ? refused('joined-already') : ofApp(stored.error);
}

interface Leaving {
  readonly deps: TeamDeps;
  readonly own: OwnConnection;
  readonly isForced: boolean;
}

async function leave(
  connection: TeamConnection,
  membership: Membership,
  { deps, own, isForced }: Leaving,
): Promise<Result<Membership, TeamProblem>> {
  if (!isForced && (await hasUnsettled(connection, membership.deskId, deps))) return refused('unsettled');
  const password = await own.takeOut(membership, isForced);
  if (!password.ok) return ofApp(password.error);
  const left = await resultOf(() => deps.workspace.team.leave({ isForced }));
  if (!left.ok || !left.value.left) {
    // A change was begun while the keychain took its time.
    await own.putBack(membership, password.value);
    return left.ok ? refused('unsettled') : ofApp(left.error);
  }
  own.keepInMemory(null);
  await own.close();
  return ok(membership);
}

/** Who is connected belongs to the team: others may know its database, and have no role in it. */
function member(about: Result<AboutTeam, TeamFault>): Result<AboutTeam, TeamProblem> {
  if (!about.ok) return about.error.kind === 'forbidden' ? refused('no-role') : ofTeam(about.error);
  return about.value.role === null ? refused('no-role') : ok(about.value);
}

async function invite(
  connection: TeamConnection,
  { name: user, role, again, isPlain }: InviteAsk,
): Promise<Result<Invited, TeamProblem>> {
  const password = new Secret(newPassword());
  const proof = isPlain ? { password: password.reveal() } : { verifier: scramVerifier(password) };
  const called = await connection.call('invite', { name: user, role, again, ...proof });
  if (!called.ok && called.error.kind === 'rejected' && !isPlain) return refused('verifier');
  return mapOk(answerOf(called), () => ({ user, password }));
}

/** Twice: a session that was begun before the first exclusion was committed ends as well. @returns How many are open still. */
async function exclude(connection: TeamConnection, user: string): Promise<Result<number, TeamProblem>> {
  const done = answerOf(await connection.call('exclude', { name: user }));
  if (!done.ok) return done;
  const again = answerOf(await connection.call('exclude', { name: user }));
  return ok((again.ok ? again.value.open : done.value.open) ?? 0);
}

const setPassword = (connection: TeamConnection, password: Secret) =>
  connection.query(`ALTER ROLE CURRENT_USER PASSWORD '${scramVerifier(password)}'`);

/** The server first, and the keychain once it has said yes; where the keychain refuses, the server gets the password before it again. */
async function changePassword(
  connection: TeamConnection,
  membership: Membership,
  next: Secret,
  { deps, own }: Omit<Leaving, 'isForced'>,
): Promise<Result<null, TeamProblem>> {
  if (!typablePassword.test(next.reveal())) return refused('password');
  const before = await own.passwordOf(membership);
  if (!before.ok) return ofTeam(before.error);
  const set = await setPassword(connection, next);
  if (!set.ok && !(set.error.kind === 'unknown' && (await isAccepted(membership, next, deps))))
    return ofTeam(set.error);
  if (own.isInMemory()) {
    own.keepInMemory(next);
    return ok(null);
  }
  const kept = await deps.vault.write(entryOf(membership), next);
  if (kept.ok) return ok(null);
  const isBack = (await setPassword(connection, before.value)).ok;
  if (isBack) return ofApp(kept.error);
  own.keepInMemory(next);
  return refused('password-not-kept');
}

/** Whether the server takes this password; false also where it does not answer. */
async function isAccepted({ url: text, user, caFile }: Membership, password: Secret, deps: TeamDeps) {
  const url = parseTeamUrl(text);
  return url.ok && (await over({ url: url.value, user, caFile, password }, deps, (to) => to.about())).ok;
}

/** Nobody else could tell the team what this desk has not told it. A database that cannot be asked keeps nobody from leaving. */
async function hasUnsettled(
  connection: TeamConnection,
  deskId: string,
  { workspace }: TeamDeps,
): Promise<boolean> {
  const open = await openIn(connection, "desk = $1 AND state <> 'held'", deskId);
  if (open.ok && open.value.length > 0) return true;
  const untold = workspace.teamOutbox.counts();
  return untold.open + untold.waiting > 0;
}

/** The whole history, where nothing was found to be wrong with it yet. */
const verified = async (
  connection: TeamConnection,
  { now }: TeamDeps,
  here: Membership,
  found: CaughtUp,
): Promise<Result<CaughtUp | Verified, TeamFault>> =>
  found.kind === 'fault' ? ok(found) : await verifyHistory({ connection, now }, placeOf(here));

async function statusOf(
  connection: TeamConnection,
  membership: Membership,
  deps: TeamDeps,
  isWhole: boolean,
): Promise<Result<TeamStatus, TeamProblem>> {
  const { workspace } = deps;
  const refusedOnes = workspace.teamOutbox.refusedOnes();
  const about = await connection.about();
  const unasked = { membership, about, isTooOld: false, caughtUp: null, open: [] };
  if (!about.ok) return ok({ ...unasked, refused: refusedOnes });
  const caughtUp = await catchUp({ ...deps, store: workspace.team, connection });
  if (!caughtUp.ok) return caughtUp;
  const open = await openIn(connection, 'true');
  if (!open.ok) return ofTeam(open.error);
  const here = workspace.team.read() ?? membership;
  const history = isWhole ? await verified(connection, deps, here, caughtUp.value) : caughtUp;
  if (!history.ok) return ofTeam(history.error);
  return ok({
    membership: here,
    about,
    isTooOld: isTooOld(about.value),
    caughtUp: history.value,
    open: open.value,
    refused: refusedOnes,
  });
}
