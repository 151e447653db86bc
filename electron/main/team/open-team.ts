import type { Team, TeamDeps } from './team.ts';

/** The way into a team. What speaks to its database is loaded by its first use: alone, nothing of it is. */
export interface TeamDoor {
  readonly open: () => Promise<Team>;
  readonly close: () => Promise<void>;
}

export function createTeamDoor(deps: TeamDeps): TeamDoor {
  let team: Promise<Team> | undefined;
  return {
    open: () => (team ??= import('./team.ts').then(({ createTeam }) => createTeam(deps))),
    close: async () => (await team)?.close(),
  };
}
