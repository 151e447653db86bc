// @ts-check
// The application never runs as root: where root asks for it, it runs as an ordinary user made for it.
import { read } from './run.mjs';
import { say } from './say.mjs';

/** @typedef {{ name: string, uid: number, gid: number, home: string }} User */

const name = 'namedesk';
const home = '/var/lib/namedesk';

/** @returns {User | undefined} */
function lookUp() {
  const [, , uid, gid, , homeFolder] = read('getent', ['passwd', name]).stdout.trim().split(':');
  return homeFolder === undefined
    ? undefined
    : { name, uid: Number(uid), gid: Number(gid), home: homeFolder };
}

/** @returns {User | undefined} The user, made now if need be; none where root may not make one. */
export function ordinaryUser() {
  const known = lookUp();
  if (known) return known;
  const options = ['--system', '--user-group', '--create-home', '--home-dir', home];
  const made = read('useradd', [...options, '--shell', '/usr/sbin/nologin', name]);
  if (made.code === 0)
    say(`made the user ${name} (home ${home}), because the application does not run as root`);
  return lookUp();
}

/**
 * What to put before a command so that the user runs it; pid, stdin and output stay as they are.
 *
 * @param {User} user
 */
export const asUser = ({ uid, gid }) => ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--init-groups'];

/** @param {User} user */
export function canBecome(user) {
  const [command = '', ...args] = [...asUser(user), 'true'];
  return read(command, args).code === 0;
}

/** What an ordinary user's program needs of root's environment; everything else in it is root's own. */
const passedOn = /^(PATH|LANG|LANGUAGE|LC_\w+|TZ|TERM|(https?|no|all)_proxy)$/i;

/**
 * @param {User} user
 * @param {NodeJS.ProcessEnv} env
 * @param {{ temporary: string, runtime: string }} folders Of the user's own, for this run.
 * @returns {Record<string, string>}
 */
export const environmentOf = (user, env, folders) => ({
  ...Object.fromEntries(
    Object.entries(env).flatMap(([key, value]) => (value && passedOn.test(key) ? [[key, value]] : [])),
  ),
  HOME: user.home,
  USER: user.name,
  LOGNAME: user.name,
  TMPDIR: folders.temporary,
  XDG_RUNTIME_DIR: folders.runtime,
});
