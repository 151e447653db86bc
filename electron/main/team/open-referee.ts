import { practiceLogin, serviceKey } from '#shared/domain/account.ts';
import { ok, type Result } from '#shared/result.ts';
import { localReferee, type Matter, type Referee } from '../changes/referee.ts';
import type { Timer } from '../system/timing.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { TeamDatabase, TeamReferee } from './referee.ts';

export interface RefereeDoorDeps {
  readonly workspace: Pick<Workspace, 'team' | 'teamOutbox'>;
  /** Opens the team that was joined, with its first use. */
  readonly team: {
    readonly open: () => Promise<{
      /** Null where none was joined. */
      readonly connection: () => Promise<Result<TeamDatabase | null>>;
    }>;
  };
  readonly onBug: (thrown: unknown) => unknown;
  readonly timer: Timer;
  readonly now: () => Date;
}

/** The referee of this workspace: its team's, where it has joined one. What speaks to a team's database is loaded only then. */
export interface RefereeDoor {
  readonly referee: Referee;
  /** At the start, before anything is sent: tells the team what it was not told before. */
  readonly start: () => Promise<void>;
  /** The team's database has forgotten something that it was told. */
  readonly tellAgain: () => void;
  /** The workspace has joined a team, or left it. */
  readonly changed: () => void;
  readonly close: () => Promise<void>;
}

export function createRefereeDoor(deps: RefereeDoorDeps): RefereeDoor {
  const { workspace, team, onBug } = deps;
  let opening: Promise<Result<TeamReferee | null>> | null = null;

  async function open(): Promise<Result<TeamReferee | null>> {
    const membership = await workspace.team.read();
    if (!membership.ok || membership.value === null) return membership.ok ? ok(null) : membership;
    const [opened, { createTeamReferee }] = await Promise.all([team.open(), import('./referee.ts')]);
    const database = await opened.connection();
    // It was left meanwhile.
    if (!database.ok || database.value === null) return database.ok ? ok(null) : database;
    const { deskId: desk } = membership.value;
    const referee = createTeamReferee({
      ...deps,
      database: database.value,
      store: workspace.teamOutbox,
      desk,
    });
    const takenUp = await referee.takeUp();
    return takenUp.ok ? ok(referee) : takenUp;
  }

  /** Fails with: `storage`. Then it is not known whether there are others, and nothing may be sent. */
  async function opened(): Promise<Result<TeamReferee | null>> {
    opening ??= open();
    const current = opening;
    const result = await current.catch((thrown: unknown) => {
      if (opening === current) opening = null;
      throw thrown;
    });
    if (!result.ok && opening === current) opening = null;
    return result;
  }

  /** The practice service of one desk is not that of another: what is bought there is nobody else's matter. */
  async function over<T>(
    { service }: Matter,
    ask: (referee: Referee) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (serviceKey(service) === practiceLogin) return await ask(localReferee);
    const found = await opened();
    return found.ok ? await ask(found.value ?? localReferee) : found;
  }

  /** Where it cannot be opened, the next start notes what was claimed and not begun. */
  async function tell(ask: (referee: Referee) => Promise<void>): Promise<void> {
    const found = await opened();
    if (found.ok && found.value !== null) await ask(found.value);
  }

  async function end(): Promise<void> {
    const before = opening;
    opening = null;
    const found = await before;
    if (found?.ok === true) await found.value?.close();
  }

  return {
    referee: {
      last: (matter) => over(matter, (referee) => referee.last(matter)),
      claim: (claim) => over(claim, (referee) => referee.claim(claim)),
      markSent: (claim) => over(claim, (referee) => referee.markSent(claim)),
      settle: (changeId) => tell((referee) => referee.settle(changeId)),
      release: (changeId) => tell((referee) => referee.release(changeId)),
    },
    async start() {
      await opened();
    },
    tellAgain: () => void opened().then((found) => found.ok && found.value?.tellAgain(), onBug),
    changed: () => void end().catch(onBug),
    close: end,
  };
}
