// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- no import would bring the declaration into the programs that check this file
/// <reference path="./pg-client.d.ts" />
import { readFile } from 'node:fs/promises';
import Client from 'pg/lib/client.js';
import { z } from 'zod';
import type { AppError, KeychainFault } from '#shared/errors.ts';
import { teamRefusals, type TeamRefusal, teamRoles } from '#shared/domain/team-troubles.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { createMutex } from '../system/queue.ts';
import type { Secret } from '../system/secret.ts';
import { createBackoff, type Timer } from '../system/timing.ts';
import { resultOf } from '../workspace/sqlite.ts';
import { leastDesk, oldestSchema, schemaVersion } from './schema.ts';
import { isLoopback, type TeamUrl } from './team-url.ts';

/** Who connects, and where. */
export interface TeamTarget {
  readonly url: TeamUrl;
  readonly user: string;
  /** Asked for each connection. */
  readonly password: () => Promise<Result<Secret, PasswordFault>>;
  /** The file of the authority that vouches for the server, in place of the system's. */
  readonly caFile: string | null;
}

export type PasswordFault =
  { readonly kind: 'no-password' } | { readonly kind: 'keychain'; readonly fault: KeychainFault };

/**
 * Why a statement has no answer. But for `unknown`, nothing of it was done. None holds a text of the server, which may repeat what it was
 * sent; `code` is an SQLSTATE or one of Node's.
 */
export type TeamFault =
  | PasswordFault
  /** No connection: the server, or the way to it. */
  | { readonly kind: 'unreachable'; readonly code: string }
  /** The server's certificate is not one that its name and the authority vouch for. */
  | { readonly kind: 'untrusted'; readonly code: string }
  /** The server has no TLS. */
  | { readonly kind: 'unencrypted' }
  /** The server did not prove that it knows the password (SCRAM), so that it may be another one. */
  | { readonly kind: 'unproven' }
  | { readonly kind: 'ca-file' }
  | { readonly kind: 'login' }
  | { readonly kind: 'no-database' }
  | { readonly kind: 'no-team' }
  /** The team's schema is older than this Namedesk can work with. */
  | { readonly kind: 'old-schema'; readonly schema: number }
  | { readonly kind: 'forbidden' }
  /** The server's history is not the one that this workspace has seen. */
  | { readonly kind: 'history' }
  | { readonly kind: 'rejected'; readonly code: string }
  /** A session of somebody holds what is to be written. */
  | { readonly kind: 'blocked'; readonly by: string | null }
  /** It was sent, and no answer came: it may have been committed. */
  | { readonly kind: 'unknown' };

/** A failure of the database, or what was asked for cannot be done as things are. */
export type DatabaseProblem =
  { readonly of: 'team'; readonly fault: TeamFault } | { readonly of: 'refusal'; readonly why: TeamRefusal };

/** Why something about a team did not come about: also a failure of this computer. */
export type TeamProblem = DatabaseProblem | { readonly of: 'app'; readonly error: AppError };

export const ofTeam = (fault: TeamFault): Result<never, DatabaseProblem> => fail({ of: 'team', fault });
export const ofApp = (error: AppError): Result<never, TeamProblem> => fail({ of: 'app', error });
/** A failure of this computer that the work meets with is its value. */
export async function orApp<T>(work: () => Promise<Result<T, TeamProblem>>): Promise<Result<T, TeamProblem>> {
  const done = await resultOf(work);
  return done.ok ? done.value : ofApp(done.error);
}
export const refused = (why: TeamRefusal): Result<never, DatabaseProblem> => fail({ of: 'refusal', why });

const functionAnswer = z.object({
  kind: z.string(),
  why: z.string().optional(),
  seq: z.int().nullish(),
  by: z.string().optional(),
  open: z.int().optional(),
});
type Answer = z.output<typeof functionAnswer>;

/** Where the database says it in another word. */
const otherWords = new Map([
  ['taken', 'name-taken'],
  ['no-read-back', 'no-finding'],
]);
const refusal = z.enum(teamRefusals).catch('forbidden');

/** What a function of the schema has answered, where it has not refused. */
export function answerOf(called: Result<unknown, TeamFault>): Result<Answer, DatabaseProblem> {
  if (!called.ok) return ofTeam(called.error);
  const parsed = functionAnswer.parse(called.value);
  if (parsed.kind === 'forbidden') return refused('forbidden');
  const { kind, why = '' } = parsed;
  return kind === 'refused' ? refused(refusal.parse(otherWords.get(why) ?? why)) : ok(parsed);
}

/** The functions of the schema; each takes one object and returns one, in one transaction of its own. */
export type TeamFunction =
  | 'claim'
  | 'mark_sent'
  | 'settle'
  | 'release'
  | 'read_back'
  | 'last'
  | 'status'
  | 'invite'
  | 'exclude'
  | 'publish'
  | 'ask_approval'
  | 'decide'
  | 'set_limits'
  | 'free_name'
  | 'accept_server';

const aboutTeam = z.object({
  team: z.string(),
  name: z.string(),
  schema: z.int(),
  leastDesk: z.int(),
  by: z.string(),
  role: z.enum(teamRoles).nullable(),
  seq: z.int(),
  isElsewhere: z.boolean(),
});

/** What the server says of the team and of the person. */
export type AboutTeam = z.output<typeof aboutTeam>;

/** Whether this Namedesk knows too little of the team's schema to write: then it reads only. */
export const isTooOld = ({ leastDesk: least }: AboutTeam): boolean => least > schemaVersion;

/** One person's connection to the team's database. One statement at a time, each a transaction of its own. */
export type TeamConnection = ReturnType<typeof createTeamConnection>;

export interface TeamConnectionDeps {
  readonly target: TeamTarget;
  readonly timer: Timer;
  readonly timeouts?: Partial<Timeouts>;
}

interface Timeouts {
  readonly connectMs: number;
  /** The server gives up a statement after this time; what waits for a lock, after half of it. */
  readonly statementMs: number;
  /** Without an answer for this long, the line is taken for lost. */
  readonly answerMs: number;
  readonly pollMs: number;
}

const usual: Timeouts = { connectMs: 10_000, statementMs: 10_000, answerMs: 15_000, pollMs: 15_000 };

const reconnects = { firstMs: 500, longestMs: 30_000 };

/** For a script that needs the connection for itself, as a set-up does. What it throws is classified. */
type Script = <T>(work: (client: Client) => Promise<T>) => Promise<Result<T, TeamFault>>;

const closed = fail({ kind: 'unreachable', code: 'closed' } as const);

export function createTeamConnection({ target, timer, timeouts }: TeamConnectionDeps) {
  const times = { ...usual, ...timeouts };
  const inTurn = createMutex();
  const ending = new AbortController();
  const isClosed = (): boolean => ending.signal.aborted;
  let open: Client | null = null;
  let ring: (() => void) | null = null;

  function drop(client: Client): void {
    if (open === client) open = null;
    void endOf(client, timer);
  }

  async function connected(): Promise<Result<Client, TeamFault>> {
    if (isClosed()) return closed;
    if (open !== null) return ok(open);
    const made = await connect(target, times, timer);
    if (!made.ok) return made;
    if (isClosed()) {
      drop(made.value);
      return closed;
    }
    const client = made.value;
    client.on('error', () => drop(client));
    client.on('end', () => drop(client));
    client.on('notification', () => ring?.());
    open = client;
    return made;
  }

  /** Work on the connection, with a limit of time after which the connection is given up. */
  const script: Script = (work) =>
    inTurn(async () => {
      const client = await connected();
      if (!client.ok) return client;
      const answered = work(client.value).then(ok, (thrown: unknown) => fail(faultOfStatement(thrown)));
      const result = await inTime(answered, times.answerMs, timer);
      if (!result.ok && result.error.kind === 'unknown') drop(client.value);
      return result;
    });

  const query = createQuery(script, timer);

  const reconnectForever = (): Promise<void> =>
    untilAborted(ending.signal, timer, async () => {
      const reached = await inTurn(connected);
      if (reached.ok) ring?.();
      return reached.ok ? times.pollMs : null;
    });

  return {
    /** The function's answer. A person who may not call it gets `{ kind: 'forbidden' }`. */
    async call(name: TeamFunction, p: object): Promise<Result<unknown, TeamFault>> {
      const rows = await query(`SELECT namedesk.${name}($1) AS answer`, [JSON.stringify(p)]);
      if (!rows.ok) return rows.error.kind === 'forbidden' ? ok({ kind: 'forbidden' }) : rows;
      return ok(answerRow.parse(rows.value[0]).answer);
    },
    async about(): Promise<Result<AboutTeam, TeamFault>> {
      const rows = await query('SELECT namedesk.about() AS answer');
      if (!rows.ok) return rows;
      const { answer } = answerRow.parse(rows.value[0]);
      // A dump that is being put back has tables with nothing in them for a while.
      return answer === null ? fail({ kind: 'no-team' }) : usable(aboutTeam.parse(answer));
    },
    query,
    script,
    /** Told when there may be news: at once, at each doorbell, after each reconnection, and every 15 s. Reconnects for as long as it listens. */
    listen(listener: () => void) {
      const isFirst = ring === null;
      ring = listener;
      if (isFirst) void reconnectForever();
    },
    async close() {
      ending.abort();
      const client = open;
      open = ring = null;
      if (client !== null) await endOf(client, timer);
    },
  };
}

/** Where the line is dead, nobody would say for many minutes that it is closed. */
const closingMs = 2_000;

function createQuery(script: Script, timer: Timer) {
  const rowsOf = (text: string, values: readonly unknown[]) =>
    script(async (client) => (await client.query<Record<string, unknown>>(text, [...values])).rows);
  const holder = async () => {
    const rows = await rowsOf(selectHolder, []);
    return rows.ok ? (holderRow.safeParse(rows.value[0]).data ?? null) : null;
  };
  return async (
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Result<readonly unknown[], TeamFault>> => {
    const rows = await rowsOf(text, values);
    if (rows.ok || rows.error.kind !== 'blocked') return rows;
    const once = await holder();
    await timer.sleep(holdsForMs).catch(() => undefined);
    const again = await holder();
    // Whoever holds it for a moment is none of those that keep others waiting.
    return fail({ kind: 'blocked', by: once !== null && once.held === again?.held ? once.by : null });
  };
}

/** Throws away what was not sent, says goodbye and closes the socket. */
async function endOf(client: Client, timer: Timer): Promise<void> {
  const limit = new AbortController();
  const cut = timer.sleep(closingMs, limit.signal).then(
    () => client.connection.stream.destroy(),
    () => undefined, // It was closed in time.
  );
  await Promise.race([client.end().catch(() => undefined), cut]);
  limit.abort();
}

/** Without an answer after that time, it is not known whether it was carried out. By our own clock: pg's `query_timeout` has another. */
async function inTime<T>(
  answered: Promise<Result<T, TeamFault>>,
  mostMs: number,
  timer: Timer,
): Promise<Result<T, TeamFault>> {
  const limit = new AbortController();
  const isLate = (): Result<never, TeamFault> => fail({ kind: 'unknown' });
  const late = timer.sleep(mostMs, limit.signal).then(isLate, isLate);
  const result = await Promise.race([answered, late]);
  limit.abort();
  return result;
}

/** Tries again and again. @param attempt Gives the pause until the next one; null where it has failed. */
async function untilAborted(
  ended: AbortSignal,
  timer: Timer,
  attempt: () => Promise<number | null>,
): Promise<void> {
  const backoff = createBackoff(reconnects);
  while (!ended.aborted) {
    const pauseMs = await attempt();
    if (pauseMs !== null) backoff.goesWell();
    await timer.sleep(pauseMs ?? backoff.nextMs(), ended).catch(() => undefined);
  }
}

const answerRow = z.object({ answer: z.unknown() });

/** Whose transaction has locked the one row that each entry of the journal, or each charged change, has to lock (T3). */
const selectHolder = `
  SELECT a.usename::text AS by, l.transactionid::text AS held FROM (SELECT xmax FROM namedesk.head UNION ALL SELECT xmax FROM namedesk.team) held
  JOIN pg_catalog.pg_locks l ON l.locktype = 'transactionid' AND l.transactionid = held.xmax AND l.granted
  JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid AND a.pid <> pg_catalog.pg_backend_pid()
  LIMIT 1`;
const holderRow = z.object({ by: z.string(), held: z.string() });
/** Longer than any entry of the journal takes. */
const holdsForMs = 300;

const usable = (about: AboutTeam): Result<AboutTeam, TeamFault> =>
  about.schema < oldestSchema ? fail({ kind: 'old-schema', schema: about.schema }) : ok(about);

/**
 * The version that a function reads is what this desk knows, whatever the schema is. Compiling a statement (JIT) takes some milliseconds,
 * and tens of megabytes of each connection; the server would do it for `about()`, whose rows it overestimates.
 */
const settings = `-c search_path=pg_catalog -c jit=off -c namedesk.schema=${Math.max(schemaVersion, leastDesk)}`;

async function connect(
  target: TeamTarget,
  times: Timeouts,
  timer: Timer,
): Promise<Result<Client, TeamFault>> {
  const { url, user } = target;
  const password = await target.password();
  if (!password.ok) return password;
  const ssl = await encryptionOf(target);
  if (!ssl.ok) return ssl;
  const client = new ScramClient({
    host: url.host,
    port: url.port,
    database: url.database,
    user,
    // A text would stay with the client for as long as it is connected, and none would be looked for in files of other programs.
    password: () => password.value.reveal(),
    ssl: ssl.value,
    enableChannelBinding: true,
    application_name: 'namedesk',
    connectionTimeoutMillis: times.connectMs,
    statement_timeout: times.statementMs,
    lock_timeout: Math.round(times.statementMs / 2),
    idle_in_transaction_session_timeout: times.statementMs,
    options: settings,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // Without a listener, a connection that is lost between two statements would end the program.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (!client.isProven) throw unproven();
    const heard = await inTime(client.query('LISTEN namedesk').then(ok), times.answerMs, timer);
    if (!heard.ok) throw Object.assign(new Error('The server does not answer'), { code: 'ETIMEDOUT' });
    return ok(client);
  } catch (thrown) {
    void endOf(client, timer);
    return fail(faultOfConnection(thrown));
  }
}

/** What the server has to prove; false is a connection without encryption, to this computer itself. */
async function encryptionOf({ url, caFile }: TeamTarget): Promise<Result<object | false, TeamFault>> {
  if (caFile === null)
    return ok(isLoopback(url) ? false : { rejectUnauthorized: true, minVersion: 'TLSv1.2' });
  try {
    return ok({ ca: await readFile(caFile, 'utf8'), rejectUnauthorized: true, minVersion: 'TLSv1.2' });
  } catch {
    return fail({ kind: 'ca-file' }); // Whatever the system's reason: without it, nobody vouches for the server.
  }
}

const unprovenCode = 'NAMEDESK_UNPROVEN';
const unproven = (): Error =>
  Object.assign(new Error('The server did not prove itself'), { code: unprovenCode });

/**
 * Proves to the server that we know the password without giving it away, and has it prove the same (SCRAM, RFC 5802). A server that asks
 * for the password itself, or for a hash that can be used in its place, gets neither.
 */
class ScramClient extends Client {
  isProven = false;

  protected override _handleAuthCleartextPassword(): void {
    this.connection.stream.destroy(unproven());
  }

  protected override _handleAuthMD5Password(): void {
    this.connection.stream.destroy(unproven());
  }

  /** It throws, which the client reports, where the server's signature is not the right one. */
  protected override _handleAuthSASLFinal(message: unknown): void {
    super._handleAuthSASLFinal(message);
    this.isProven = true;
  }
}

const coded = z.object({ code: z.string(), severity: z.string().optional() });

function codeOf(thrown: unknown): string {
  const isLate = thrown instanceof Error && thrown.message === 'timeout expired'; // Pg gives it no code.
  return coded.safeParse(thrown).data?.code ?? (isLate ? 'ETIMEDOUT' : 'ECONNRESET');
}

/** Codes of OpenSSL and Node for a certificate that is not accepted. */
const ofCertificates = /CERT|SIGNATURE|ISSUER|^ERR_TLS|^ERR_SSL|HOSTNAME/;

/** By SQLSTATE. Source: PostgreSQL's documentation, appendix A. */
const bySqlState: Readonly<Record<string, TeamFault>> = {
  '28P01': { kind: 'login' },
  '28000': { kind: 'login' },
  '3D000': { kind: 'no-database' },
  // Of the database: this person may not connect to it.
  '42501': { kind: 'forbidden' },
  '3F000': { kind: 'no-team' },
  '42P01': { kind: 'no-team' },
  '42883': { kind: 'no-team' },
  '55P03': { kind: 'blocked', by: null },
};

function faultOfConnection(thrown: unknown): TeamFault {
  const code = codeOf(thrown);
  const isWithoutTls = thrown instanceof Error && /does not support SSL/.test(thrown.message);
  if (isWithoutTls) return { kind: 'unencrypted' };
  const isBadProof = thrown instanceof Error && /^SASL/.test(thrown.message);
  if (code === unprovenCode || isBadProof) return { kind: 'unproven' };
  if (ofCertificates.test(code)) return { kind: 'untrusted', code };
  return bySqlState[code] ?? { kind: 'unreachable', code };
}

/**
 * An error that the server reported rolls the statement back; without a report, or where it ends the connection, it may have been
 * committed. By SQLSTATE: the severity is a word of the server's language (T6). Classes 08 and 57P: the connection ends; 40003: not known; 58, F0 and XX:
 * the server itself has failed.
 */
function faultOfStatement(thrown: unknown): TeamFault {
  const { data } = coded.safeParse(thrown);
  // Node's own codes, such as EPIPE, look the same; only what the server says has a severity.
  if (data?.severity === undefined || !/^[0-9A-Z]{5}$/.test(data.code)) return { kind: 'unknown' };
  if (/^(?:08|40003|57P|58|F0|XX)/.test(data.code)) return { kind: 'unknown' };
  return bySqlState[data.code] ?? { kind: 'rejected', code: data.code };
}
