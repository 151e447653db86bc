// @ts-check
// PostgreSQL's own programs, for the tests of a team: where they are, and how Debian installs them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The oldest version that a team may run on. */
export const oldestPostgres = 15;

/**
 * The folder of `initdb`, `postgres` and `pg_dump`: the newest installed version. Debian puts none of them on the path.
 *
 * @returns {string | null} Null where no version that would do is installed.
 */
export function postgresPrograms(folder = '/usr/lib/postgresql') {
  if (process.platform !== 'linux' || !existsSync(folder)) return null;
  const newestFirst = readdirSync(folder)
    .map(Number)
    .sort((a, b) => b - a);
  const found = newestFirst.find(
    (version) => version >= oldestPostgres && existsSync(join(folder, String(version), 'bin', 'initdb')),
  );
  return found === undefined ? null : join(folder, String(found), 'bin');
}

const settings = '/etc/postgresql-common/createcluster.d';

/**
 * For a shell of root: installs the server and starts none. Debian's package would make a cluster of its own, a service on port
 * 5432. The setting that prevents it is there while the package is installed, and no longer.
 */
export const installPostgres =
  `mkdir -p ${settings} && echo "create_main_cluster = false" > ${settings}/namedesk-tests.conf; ` +
  'DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends postgresql; ended=$?; ' +
  `rm -f ${settings}/namedesk-tests.conf; rmdir ${settings} 2>/dev/null; exit $ended`;
