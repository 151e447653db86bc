// A PostgreSQL server of the tests' own: Debian's programs, a folder, a socket and a port of its own, run by an ordinary user.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { asUser, canBecome, ordinaryUser, ownFolder } from '../../../scripts/lib/arrange.mjs';
import { isRoot } from '../../../scripts/lib/paths.mjs';
import { postgresPrograms } from '../../../scripts/lib/postgres.mjs';

/** Where a server is. It can be written down, so that other processes of one run use the same server. */
export interface PostgresPlace {
  /** PostgreSQL's programs. */
  readonly programs: string;
  /** Ours alone; the socket and the data are in it. */
  readonly folder: string;
  /** On 127.0.0.1. Everybody needs a password there (SCRAM); over the socket, nobody does. */
  readonly port: number;
  /** What is put before a program so that an ordinary user runs it: PostgreSQL refuses to run as root. */
  readonly asOrdinaryUser: readonly string[];
}

export interface PostgresOptions {
  /** Makes commits wait for the disk. Without it a server that is killed may lose what it has confirmed. */
  readonly isDurable?: boolean;
  /** Lines of postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The server ends soon after this process has ended, however that came about. */
  readonly ownerPid?: number;
  /** In which language it speaks, as `de_DE`: made from the system's sources in a folder of its own. */
  readonly language?: string;
}

/** Why there can be no server here; null where there can. */
export function whyNoPostgres(): string | null {
  if (postgresPrograms() === null) return 'PostgreSQL is not installed';
  if (!isRoot) return null;
  const user = ordinaryUser();
  return user !== undefined && canBecome(user) ? null : 'root cannot run it as an ordinary user here';
}

/** Makes a cluster, and starts its server on a free port. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresPlace> {
  const programs = postgresPrograms();
  const user = isRoot ? ordinaryUser() : undefined;
  if (programs === null) throw new Error('PostgreSQL is not installed');
  const folder = ownFolder(mkdtempSync(join(tmpdir(), 'namedesk-pg-')), user);
  const place = { programs, folder, port: 0, asOrdinaryUser: user ? asUser(user) : [] };
  const cluster = ['-D', dataOf(place), '-U', 'postgres', '--encoding=UTF8', '--locale=C', '--no-sync'];
  mustRun(place, 'initdb', [...cluster, '--auth-local=trust', '--auth-host=scram-sha-256']);
  // Asked for now, as late as can be: another program may take it.
  const started = { ...place, port: await freePort() };
  const { language } = options;
  if (language !== undefined)
    mustRun(place, '/usr/bin/localedef', ['-i', language, '-f', 'UTF-8', join(folder, `${language}.UTF-8`)]);
  startAgain(started, options);
  return started;
}

/** Starts the server of a cluster that is there, as after {@link stopPostgres}: in the same place, with what is in it. */
export function startAgain(place: PostgresPlace, options: PostgresOptions = {}): void {
  const { isDurable = false, settings = {}, ownerPid = process.pid } = options;
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(place.port),
    unix_socket_directories: place.folder,
    max_connections: '200',
    shared_buffers: '32MB',
    fsync: isDurable ? 'on' : 'off',
    synchronous_commit: isDurable ? 'on' : 'off',
    full_page_writes: isDurable ? 'on' : 'off',
    ...(options.language !== undefined && { lc_messages: `${options.language}.UTF-8` }),
    ...settings,
  };
  const switches = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const started = [
    '-D',
    dataOf(place),
    '-l',
    logOf(place),
    '-w',
    '-t',
    '120',
    '-o',
    switches.map(quoted).join(' '),
  ];
  mustRun(place, 'pg_ctl', [...started, 'start']);
  endWith(ownerPid, place);
}

/**
 * Stops the server, by the process id in its own folder.
 *
 * @param how `at-once` is what a power cut leaves: no connection is closed, nothing more is written.
 */
export async function stopPostgres(
  place: PostgresPlace,
  how: 'in-order' | 'at-once' = 'in-order',
): Promise<void> {
  const pid = pidOf(place);
  if (pid === null) return;
  // SIGINT is PostgreSQL's fast, SIGQUIT its immediate shutdown.
  process.kill(pid, how === 'at-once' ? 'SIGQUIT' : 'SIGINT');
  while (existsSync(`/proc/${pid}`)) await wait(20);
}

/** Stops the server and removes its folder. */
export async function endPostgres(place: PostgresPlace): Promise<void> {
  await stopPostgres(place, 'at-once');
  rmSync(place.folder, { recursive: true, force: true });
}

/** The server's process; null where none runs. */
export function pidOf(place: PostgresPlace): number | null {
  const file = join(dataOf(place), 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  return existsSync(`/proc/${pid}`) ? pid : null;
}

/** What one of PostgreSQL's programs prints, run over the socket as the superuser: `pg_dump`, `psql`. */
export const outputOf = (place: PostgresPlace, program: string, ...args: readonly string[]): string =>
  mustRun(place, program, ['-h', place.folder, '-p', String(place.port), '-U', 'postgres', ...args]);

/** What the server has logged. */
export const serverLog = (place: PostgresPlace): string => readFileSync(logOf(place), 'utf8');

/** Connection options of the superuser, without a password. */
export const asSuperuser = ({ folder, port }: PostgresPlace, database = 'postgres') => ({
  host: folder,
  port,
  user: 'postgres',
  database,
});

const dataOf = ({ folder }: PostgresPlace): string => join(folder, 'data');
const logOf = ({ folder }: PostgresPlace): string => join(folder, 'server.log');
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

function mustRun(
  { programs, folder, asOrdinaryUser }: PostgresPlace,
  program: string,
  args: readonly string[],
): string {
  const [command = '', ...rest] = [...asOrdinaryUser, resolve(programs, program), ...args];
  // pg_ctl's server would keep a pipe open for as long as it runs: its output goes to the log.
  const stdio = program === 'pg_ctl' ? 'ignore' : 'pipe';
  const done = spawnSync(command, rest, {
    cwd: folder,
    encoding: 'utf8',
    stdio,
    maxBuffer: 1 << 28,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', LOCPATH: folder },
  });
  if (done.status === 0) return done.stdout;
  const log = join(folder, 'server.log');
  const said = program === 'pg_ctl' && existsSync(log) ? readFileSync(log, 'utf8') : done.stderr;
  throw new Error(`${program} ended with ${done.status ?? done.signal}:\n${said}`);
}

/** A test run that is killed leaves no server behind. */
function endWith(ownerPid: number, place: PostgresPlace): void {
  const pid = pidOf(place);
  if (pid === null) throw new Error('The server has no process');
  const runs = `[ "$(readlink /proc/${pid}/cwd)" = ${dataOf(place)} ]`; // The number may be another process's by then.
  const script = `while [ -d /proc/${ownerPid} ] && ${runs}; do sleep 1; done; ${runs} && kill -QUIT ${pid}`;
  // `env` runs what it is given, so that there is a command even where nobody has to be become.
  spawn('env', [...place.asOrdinaryUser, 'sh', '-c', script], {
    stdio: 'ignore',
    detached: true,
    cwd: '/',
  }).unref();
}

/** Free when it was asked for: between that and its use, another program might take it. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}
