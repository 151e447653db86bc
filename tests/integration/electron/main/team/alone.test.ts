import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { aDirectory } from '../../../../support/workspace/a-workspace.ts';

const script = fileURLToPath(new URL('../../../../support/services/loads-alone.ts', import.meta.url));

/** Those of a team: our room, and the packages that speak to a PostgreSQL. */
const ofTeams = (urls: readonly string[]): readonly string[] =>
  urls.flatMap((url) => /\/electron\/main\/team\/.*$|\/node_modules\/pg[^/]*\/.*$/.exec(url)?.[0] ?? []);

it('a workspace in no team loads the way into one alone: no other module of the room, nothing of PostgreSQL', () => {
  const directory = aDirectory();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script, join(directory.path, 'workspace')],
    {
      encoding: 'utf8',
    },
  );
  directory.remove();
  expect(status, stderr).toBe(0);
  const { state, alone, withTeam } = JSON.parse(stdout) as Readonly<{
    state: string;
    alone: readonly string[];
    withTeam: readonly string[];
  }>;
  expect(state).toBe('confirmed');
  expect(ofTeams(alone)).toEqual(['/electron/main/team/open-team.ts']);
  // It would be seen: this is what a team needs.
  expect(ofTeams(withTeam)).toEqual(
    expect.arrayContaining(['/electron/main/team/connection.ts', '/node_modules/pg/lib/client.js']),
  );
});
