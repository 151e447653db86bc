// A desk of a team as a process of its own: the program's services over a workspace. Does what its parent says, and stops at the points
// that its parent waits for.
import { setMaxListeners } from 'node:events';
import { flushCompileCache } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { sealingEntry } from '../../../electron/main/accounts/encryption.ts';
import { createVault } from '../../../electron/main/accounts/vault.ts';
import { tokenAt } from '../../../electron/main/practice/wire.ts';
import { createTransport } from '../../../electron/main/reseller/transport.ts';
import type { Request, Transport } from '../../../electron/main/reseller/transport/outcome.ts';
import { createServices, type Services } from '../../../electron/main/services/services.ts';
import { createLogger } from '../../../electron/main/system/log.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import type { Timer } from '../../../electron/main/system/timing.ts';
import { type Followed, follow } from '../../../electron/main/team/following.ts';
import { parseTeamUrl } from '../../../electron/main/team/team-url.ts';
import { backupsFor } from '../../../electron/main/workspace/backups/backups.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';
import type { ChangeAsk } from '../../../shared/changes/index.ts';
import { type Change, emptyChangeFilter } from '../../../shared/domain/change.ts';
import { type ChangeFamily, familyOf, isOpen } from '../../../shared/domain/change-kinds.ts';
import type { AppError } from '../../../shared/errors.ts';
import { aSecretClipboard } from '../../support/codes/code-windows.ts';
import { aKeychain } from '../../support/keychain/a-keychain.ts';
import { threadUrl } from '../../support/threads/thread-urls.ts';
import { aFastTime } from '../../support/time/virtual-time.ts';
import { openTestWorkspace, valueOf } from '../../support/workspace/a-workspace.ts';
import { instead } from '../../support/workspace/stores-here.ts';
import {
  changeHeader,
  type Come,
  type DeskPoint,
  type DeskReport,
  type Opening,
  practiceNow,
  type Reviewed,
  type Said,
  timesFaster,
  type Wanted,
} from './protocol.ts';

/** A desk that is open. */
interface Open {
  readonly services: Services;
  readonly given: Opening;
  readonly accountIds: readonly string[];
  followed: Followed | null;
}

const bugs: string[] = [];
const reviews = new Map<string, string>();
let desk: Open | null = null;
let jumpedMs = 0;
let points: ReadonlySet<DeskPoint> = new Set();
const passing = new Map<number, () => void>();
let passes = 0;

const say = (said: Said): void => void process.send?.(said);

/** Waits until the parent lets it go on, where the parent waits for this point. */
async function pass(point: DeskPoint): Promise<void> {
  if (!points.has(point)) return;
  passes += 1;
  const number = passes;
  const gone = new Promise<void>((resolve) => void passing.set(number, resolve));
  say({ at: point, number });
  await gone;
}

type Journal = Workspace['journal'];

/** Of each domain and family, the change whose `sending` was written last. */
const sendingOf = new Map<string, string>();

const watched = (journal: Journal): Journal =>
  instead(journal, {
    async append(given) {
      const { type } = given.event;
      if (type === 'answered') await pass('before the answer is on the disk');
      const appended = await journal.append(given);
      if (type === 'answered') await pass('after the answer is on the disk');
      return appended;
    },
    async send(given) {
      await pass('before sending is on the disk');
      const sent = await journal.send(given);
      if (sent.ok && sent.value.kind === 'written') noteSending(sent.value.change);
      await pass('after sending is on the disk');
      return sent;
    },
  });

const noteSending = ({ id, domain, what }: Change): void =>
  void sendingOf.set(`${familyOf(what.kind)} ${domain}`, id);

/** Which change a request sends. */
function changeIn({ url, body }: Request): string {
  const sent = `${decodeURIComponent(url)} ${decodeURIComponent(body ?? '')}`;
  const isIts = ([matter]: [string, string]): boolean => {
    const [family = '', domain = ''] = matter.split(' ');
    return url.includes(`/${family}`) && sent.includes(domain);
  };
  return [...sendingOf].find(isIts)?.[1] ?? '';
}

/**
 * To the front of this desk in place of the service that is the same for all; each write with the change that it sends. The token is the
 * service's hour, whatever this desk's clock says: what a wrong clock does to tokens is no matter of a team's.
 */
function redirected({ logins }: Opening, transport: Transport): Transport {
  const to = (request: Request): Request => {
    const { origin, pathname } = new URL(request.url);
    const login = logins.find(({ baseUrl }) => new URL(baseUrl).origin === origin);
    if (login === undefined) throw new Error(`Nobody knows ${origin}`);
    const headers = {
      ...request.headers,
      token: tokenAt(login.username, login.apiKey, practiceNow()),
      ...(request.method === 'POST' && { [changeHeader]: changeIn(request) }),
    };
    return { ...request, headers, url: `${login.front}${pathname}` };
  };
  return {
    ...transport,
    read: (request) => transport.read(to(request)),
    bytes: (request) => transport.bytes(to(request)),
    once: (request) => transport.once(to(request)),
  };
}

/** How long a connection to the team's database waits for an answer. */
const answerMs = 15_000;

/** The world's time for what waits for the team's database, which a busy machine makes slow, until the parent lets such waits end. */
function patientTimer({ timer }: ReturnType<typeof aFastTime>): Timer {
  return {
    ...timer,
    sleep(durationMs, signal) {
      if (durationMs !== answerMs) return timer.sleep(durationMs, signal);
      const given = AbortSignal.any([impatience.signal, ...(signal ? [signal] : [])]);
      return wait(durationMs, undefined, { signal: given }).catch((thrown: unknown) => {
        if (signal?.aborted === true) throw thrown;
      });
    },
  };
}

let impatience = new AbortController();
setMaxListeners(0, impatience.signal);

async function servicesOf(given: Opening): Promise<Services> {
  const time = aFastTime(timesFaster, given.now);
  const workspace = await openTestWorkspace(given.directory);
  const keychain = aKeychain();
  // What one process has encrypted, the one that is started after it decrypts. The mark by which a desk knows that its workspace is an
  // older one is not kept: the referee has to hold without it.
  keychain.entries.set(sealingEntry, Buffer.alloc(32, 'a key').toString('base64'));
  return createServices({
    workspace: instead(workspace, { journal: watched(workspace.journal) }),
    workspaceDirectory: given.directory,
    openCodeWindow: () => null,
    secretClipboard: aSecretClipboard(),
    vault: createVault(keychain),
    log: createLogger({ write: hear }, () => new Date()),
    emit: () => undefined,
    threadUrl,
    platform: {
      timer: patientTimer(time),
      now: () => new Date(time.now().getTime() + jumpedMs),
      createTransport: () => redirected(given, createTransport()),
      openBackups: (deps, activeWork) => backupsFor({ ...deps, timer: aFastTime(1).timer }, activeWork),
    },
  });
}

function hear(line: string): void {
  if (line.includes('"event":"bug"')) bugs.push(line);
}

async function accountsOf({ accounts, connections }: Services, { logins }: Opening): Promise<string[]> {
  const known = accounts.list().accounts;
  const ids: string[] = [];
  for (const { baseUrl, username, apiKey } of logins) {
    const entered = { label: new URL(baseUrl).hostname, colour: 'teal', baseUrl, username } as const;
    const account = known.find((one) => one.baseUrl === baseUrl) ?? valueOf(await accounts.add(entered));
    valueOf(await accounts.saveKey(account.id, new Secret(apiKey), 'memory'));
    await connections.override(account.id, { requestsPerSecond: 0, concurrency: 0 });
    ids.push(account.id);
  }
  return ids;
}

async function joinTeam({ team, referee }: Services, { url, user, password }: Opening): Promise<void> {
  const joining = await team.open();
  const membership = joining.membership();
  if (membership !== null) {
    joining.usePassword(new Secret(password));
    return;
  }
  const address = parseTeamUrl(url);
  if (!address.ok) throw new Error(address.error);
  const way = { url: address.value, user, caFile: null, password: new Secret(password) };
  const joined = await joining.join(way, false);
  if (!joined.ok) throw new Error(`It cannot join: ${JSON.stringify(joined.error)}`);
  referee.changed();
}

/** As an open window: what others do is fetched when the doorbell rings. */
async function followTeam({ services }: Open): Promise<Followed | null> {
  const { workspace, team: door } = services;
  const team = await door.open();
  const [membership, connection] = [team.membership(), team.connection()];
  if (membership === null || connection === null) return null;
  const timer = patientTimer(aFastTime(timesFaster));
  const onBug = (thrown: unknown) => bugs.push(String(thrown));
  return follow(
    { workspace, onChange: () => undefined, onBug, timer, now: () => new Date() },
    team,
    connection,
    membership,
  );
}

const opened = (): Open => {
  if (desk === null) throw new Error('The desk is closed');
  return desk;
};

const idOf = (account: number): string => opened().accountIds[account] ?? '';

const whyOf = (error: AppError): string =>
  [error.kind, 'why' in error ? error.why : '', 'what' in error ? error.what : ''].filter(Boolean).join(' ');

async function allChanges(): Promise<readonly Change[]> {
  return valueOf(await opened().services.changes.list(emptyChangeFilter, 0, 500)).changes;
}

/** What is claimed a second time is not on its way for a moment. */
const quietLooks = 4;

/** A batch that waits for a database which does not let it go on is paused by its person after this time. */
const batchPatienceMs = 2_500;

/** Resolves when no change is on its way, and no batch is running. */
async function quiet(): Promise<void> {
  const { batches } = opened().services;
  const since = performance.now();
  for (;;) {
    const all = await allChanges();
    const lists = await Promise.all(opened().accountIds.map((id) => batches.list(id)));
    const busy = lists.flatMap(valueOf).filter(({ state }) => state === 'running' || state === 'reading');
    if (busy.length === 0 && all.every(({ state }) => state !== 'sending')) return;
    if (performance.now() - since > batchPatienceMs) for (const { id } of busy) await batches.pause(id);
    // To ask costs more than what is waited for.
    await wait(40);
  }
}

async function sendBatch({ account, ask, domains }: Wanted): Promise<string> {
  const { batches } = opened().services;
  if (ask.kind === 'child-register' || ask.kind === 'child-modify' || ask.kind === 'child-delete')
    throw new Error('No batch of hosts');
  if (ask.kind !== 'register')
    valueOf(await opened().services.portfolio.add(idOf(account), domains.join('\n'), [], 'typed'));
  const made = await batches.prepare(idOf(account), ask, domains);
  if (!made.ok) return whyOf(made.error);
  for (;;) {
    const batch = valueOf(await batches.find(made.value.id));
    if (batch.state === 'reading') {
      await wait(3);
      continue;
    }
    if (batch.state !== 'ready') return batch.state;
    const applied = await batches.apply(batch.id, batch.digest ?? '', batch.typedCount, false, null);
    return applied.ok ? 'applied' : whyOf(applied.error);
  }
}

/** What the parent may ask for, one argument each. */
const tasks = {
  async open(given: Opening) {
    points = new Set(given.points);
    jumpedMs = 0;
    bugs.length = 0;
    reviews.clear();
    sendingOf.clear();
    const services = await servicesOf(given);
    const accountIds = await accountsOf(services, given);
    desk = { services, given, accountIds, followed: null };
    await joinTeam(services, given);
    await services.referee.start();
    if (given.isFollowing) desk.followed = await followTeam(desk);
    return null;
  },
  /** What an earlier process left is read back before anything else. */
  async recover() {
    const { services } = opened();
    await services.batches.takeUp(services.changes.recover());
    return null;
  },
  async review({ account, ask, domains }: Wanted): Promise<readonly Reviewed[]> {
    const { changes } = opened().services;
    return await Promise.all(
      domains.map(async (domain) => {
        const review = await changes.prepare(idOf(account), domain, ask);
        if (!review.ok) return { domain, said: whyOf(review.error) };
        reviews.set(`${account} ${domain} ${familyOf(ask.kind)}`, review.value.reviewId);
        return { domain, said: 'reviewed' };
      }),
    );
  },
  async send(wanted: Wanted): Promise<readonly Reviewed[]> {
    const { account, ask, domains, isBatch } = wanted;
    if (isBatch) {
      const said = await sendBatch(wanted);
      await quiet();
      return domains.map((domain) => ({ domain, said }));
    }
    const sent = await Promise.all(domains.map((domain) => applyReview(account, domain, ask)));
    await quiet();
    return sent;
  },
  /** Whatever waits for an answer of the database has waited for long enough. */
  giveUp() {
    impatience.abort();
    impatience = new AbortController();
    setMaxListeners(0, impatience.signal);
    return Promise.resolve(null);
  },
  jump({ byMs }: { readonly byMs: number }) {
    jumpedMs += byMs;
    return Promise.resolve(null);
  },
  /** Everything comes to its end; what is uncertain is left to a person. */
  async rest() {
    points = new Set();
    for (const go of passing.values()) go();
    passing.clear();
    for (let looks = 0; looks < quietLooks; looks += 1) {
      await quiet();
      await wait(40);
    }
    return (await allChanges()).filter(({ state }) => state === 'uncertain').map(({ id }) => id);
  },
  /** A person has looked at what the service shows. */
  async resolve({ id, isDone }: { readonly id: string; readonly isDone: boolean }) {
    const settled = await opened().services.changes.settle(id, isDone ? 'applied' : 'not-applied', 'seen');
    return settled.ok ? null : whyOf(settled.error);
  },
  /** @returns What the database is still to be told, after it was told for as long as that takes. */
  async tellAll() {
    const { workspace, referee } = opened().services;
    for (let tries = 0; tries < 200; tries += 1) {
      const counts = workspace.teamOutbox.counts();
      if (counts.open + counts.waiting === 0) return counts;
      await referee.referee.last({ service: serviceOfFirst(), domain: 'nobody.example', family: 'renew' });
      await wait(15);
    }
    return workspace.teamOutbox.counts();
  },
  async report(): Promise<DeskReport> {
    const { services } = opened();
    const membership = services.workspace.team.read();
    const all = await allChanges();
    const changes = await Promise.all(
      all.map(async ({ id, domain, what, state, accountId }) => {
        const { entries } = valueOf(await services.changes.find(id));
        const consents = entries.flatMap(({ event }) =>
          event.type === 'planned' || event.type === 'sending' ? [event.consent?.teamEffect] : [],
        );
        const account = opened().accountIds.indexOf(accountId);
        const teamEffect = consents.findLast((effect) => effect !== undefined) ?? null;
        return { id, domain, family: familyOf(what.kind), state, account, teamEffect, isOpen: isOpen(state) };
      }),
    );
    const fault = membership?.fault?.kind ?? null;
    const { rows } = await services.today.read();
    const seen = membership?.lastSeq ?? 0;
    const paidTwice = rows.flatMap(({ kind, names }) => (kind === 'paid-twice' ? names : []));
    return { deskId: membership?.deskId ?? '', seen, fault, changes, paidTwice, bugs };
  },
  async catchUp() {
    const caught = await (await opened().services.team.open()).catchUp();
    return caught.ok ? caught.value.kind : JSON.stringify(caught.error);
  },
  /** A person takes the history as it is. */
  async joinAnew() {
    const { services, given } = opened();
    const team = await services.team.open();
    const left = await team.leave(true);
    if (!left.ok) return JSON.stringify(left.error);
    services.referee.changed();
    await joinTeam(services, given);
    return null;
  },
  async last({
    account,
    domain,
    family,
  }: {
    readonly account: number;
    readonly domain: string;
    readonly family: ChangeFamily;
  }) {
    const login = opened().given.logins[account];
    const service = { baseUrl: login?.baseUrl ?? '', username: login?.username ?? '' };
    const past = await opened().services.referee.referee.last({ service, domain, family });
    return past.ok ? { changeId: past.value?.last?.changeId ?? null } : { why: whyOf(past.error) };
  },
  /** An admin frees a name that was sent. */
  async release({ domain, isDone }: { readonly domain: string; readonly isDone: boolean }) {
    const team = await opened().services.team.open();
    const finding = isDone ? 'took-effect' : 'had-no-effect';
    const released = await team.release({ domain, reason: 'its desk has lost it', finding });
    return released.ok ? null : JSON.stringify(released.error);
  },
  async close() {
    desk?.followed?.stop();
    await desk?.services.close();
    desk = null;
    return null;
  },
};

async function applyReview(account: number, domain: string, ask: ChangeAsk): Promise<Reviewed> {
  const reviewId = reviews.get(`${account} ${domain} ${familyOf(ask.kind)}`);
  if (reviewId === undefined) return { domain, said: 'not reviewed' };
  const confirmation = { typedName: domain, premiumAccepted: true, typedLimit: null };
  const applied = await opened().services.changes.apply(reviewId, confirmation);
  return { domain, said: applied.ok ? 'applied' : whyOf(applied.error) };
}

function serviceOfFirst() {
  const [login] = opened().given.logins;
  return { baseUrl: login?.baseUrl ?? '', username: login?.username ?? '' };
}

export type DeskTasks = typeof tasks;

process.on('message', (come: Come) => {
  if ('pass' in come) {
    passing.get(come.pass)?.();
    passing.delete(come.pass);
    return;
  }
  const { number, task, given } = come;
  const known = tasks as unknown as Readonly<Record<string, (given: unknown) => Promise<unknown>>>; // As `DeskTasks` says.
  const work = known[task];
  if (work === undefined) throw new Error(`There is no task ${task}`);
  work(given).then(
    (value) => say({ number, value }),
    (thrown: unknown) =>
      say({ number, failed: thrown instanceof Error ? (thrown.stack ?? '') : String(thrown) }),
  );
});
// Nobody is left to ask anything.
process.on('disconnect', () => process.exit(0));
await import('../../../electron/main/team/team.ts'); // Now, and not within the first interleaving.
// Whoever is killed leaves nothing behind by itself.
flushCompileCache();
say({ isReady: true });
