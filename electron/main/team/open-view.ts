import type { TeamView, TeamViewDeps } from './view.ts';

/** The way to what the window shows of a team; loaded by its first use. */
export interface TeamViewDoor {
  readonly open: () => Promise<TeamView>;
  readonly close: () => Promise<void>;
}

export function createTeamViewDoor(deps: TeamViewDeps): TeamViewDoor {
  let view: Promise<TeamView> | undefined;
  return {
    open: () => (view ??= import('./view.ts').then(({ createTeamView }) => createTeamView(deps))),
    close: async () => (await view)?.close(),
  };
}
