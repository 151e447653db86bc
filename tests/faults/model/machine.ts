import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { threads } from '../../../scripts/lib/threads.mjs';
import type { ThreadUrl } from '../../../electron/main/system/job-thread.ts';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createVault } from '../../../electron/main/accounts/vault.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { hostOver } from '../../../electron/main/cli/host.ts';
import { runCommandLine } from '../../../electron/main/cli/run.ts';
import { type CliServer, startCliServer } from '../../../electron/main/cli/attach/server.ts';
import { accounts, keys } from '../../../electron/main/accounts/actions.ts';
import { createKeyEntry } from '../../../electron/main/accounts/key-entry.ts';
import { batches, changes } from '../../../electron/main/changes/actions.ts';
import type { Logger } from '../../../electron/main/system/log.ts';
import { pathsBelow } from '../../../electron/main/platform/app-paths.ts';
import {
  createServices,
  type Services,
  type ServicesPlatform,
} from '../../../electron/main/services/services.ts';
import { bound } from '../../support/bound.ts';
import { aSecretClipboard, codeWindows, type FakeCodeWindows } from '../../support/codes/code-windows.ts';
import { createRandom } from '../../support/fuzz/random.ts';
import type { VirtualTime } from '../../support/time/virtual-time.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';
import { type Commands, commandsOver } from './commands-here.ts';
import { backupsHere, DiskWork } from './backups-here.ts';
import { foreignIds } from './histories.ts';
import type { Registries } from './registries.ts';
import type { AnsweredRead, Caller, Post } from './reseller.ts';
import { importsOver } from './imports-over.ts';
import type { History, StepOf } from './steps.ts';
import type { Surroundings } from './surroundings.ts';
import { people } from './team-here.ts';
import { Troubles, type Ways, waysOverSockets, waysWithoutSockets } from './transport.ts';
import {
  foldLog,
  isUnread,
  keptFilesIn,
  copyIntoBackups,
  spoiltBackup,
  copyOut,
  damageFile,
  keychainOver,
  observe,
  type Observer,
  openProcessWorkspace,
  type ProcessWorkspace,
} from './workspace-here.ts';
import { isToReview, type RestoreNotice, type ToReview } from '#shared/domain/backup.ts';

/** Namedesk as it runs, from a start to its end: what the window asks of it, and what stands behind. */
export interface Running {
  readonly services: Services;
  readonly accounts: ReturnType<typeof bound<typeof accounts>>;
  readonly keys: ReturnType<typeof bound<typeof keys>>;
  readonly changes: ReturnType<typeof bound<typeof changes>>;
  readonly batches: ReturnType<typeof bound<typeof batches>>;
  readonly imports: ReturnType<typeof importsOver>;
  readonly commands: Commands;
  readonly observer: Observer;
  readonly codeWindows: FakeCodeWindows;
  /** What the window shows when it opens. */
  readonly notice: ToReview | null;
  readonly isBusy: () => boolean;
  readonly quit: () => Promise<void>;
  readonly kill: () => Promise<void>;
}

const mostRealMs = 60_000;
const startTakesMs = 800;
const closingTries = 60;

/** How what was agreed to before came to an end. */
export type Age = 'restored' | 'put-back';

/** What was restored and nobody has reviewed; of a restore that could not be made, nothing was. */
function restoredIn(notice: RestoreNotice | null): ToReview | null {
  if (!isToReview(notice)) return null;
  if (notice.kind === 'unknown') return notice;
  const { failed, ...restored } = notice;
  return failed === undefined ? notice : restored;
}

/** A computer with Namedesk on it, and its keychain. All of it outlives the starts of the program. */
export class Machine implements Caller {
  readonly around: Surroundings;
  readonly time: VirtualTime;
  readonly userData = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'namedesk-model-'));
  readonly workspace = pathsBelow(this.userData).workspace;
  readonly #path = join(this.workspace, 'workspace.sqlite');
  readonly posts: Post[] = [];
  readonly reads: AnsweredRead[] = [];
  /** Requests for a transfer code that arrived. */
  readonly codeRequests: string[] = [];
  /** Requests that arrived with the key of another login. */
  readonly strayKeys: string[] = [];
  readonly bugs: unknown[] = [];
  readonly registries: Registries;
  readonly troubles = new Troubles();
  readonly desk: number;
  /** What happens at another desk than the first says so. */
  readonly where: string;
  readonly tell: (sentence: () => string) => void;
  /** Counts the restores, and the files that were put back. */
  epoch = 0;
  readonly ages: Age[] = [];
  /** Logins of which Ada said that their other address is the same service, and when; a file of before does not know it. */
  readonly toldSame = new Map<string, number>();
  /** Counts the starts of the program with a window. */
  starts = 0;
  /** Counts all processes that had the workspace. */
  processes = 0;
  running: Running | null = null;
  isQuitting = false;
  /** Called when everything of the program is over, and its file can still be read. */
  onClosed: () => void = () => undefined;
  readonly #history: History;
  readonly #keychain = new Map<string, string>();
  readonly #random;
  #ids = 0;
  #isDamaged = false;
  #isPutBack = false;
  /** Of the workspace's file, made while it did not run; the newest first. */
  #copies: readonly { readonly path: string; readonly hasBadPage: boolean }[] = [];
  /** A page of the file in use holds zeros, and no start has noticed. Copies have it too. */
  hasBadPage = false;
  #noticeSeen: ToReview | null = null;
  #startedAtMs = 0;
  /** What the last start restored does not know all that the file before knew, and says so. */
  isUnreadRestore = false;
  /** The window says that the workspace was restored, and nobody has looked at that. */
  isUnseenRestore = false;
  readonly #disk = new DiskWork();

  /** @param desk Which of the computers around, from 0. */
  constructor(history: History, around: Surroundings, desk = 0) {
    this.#history = history;
    this.around = around;
    this.desk = desk;
    const name = people[desk] ?? '';
    this.where = desk === 0 ? '' : `At ${name}’s desk: `;
    this.tell = (sentence) => around.tell(() => this.where + sentence().replaceAll(people[0], name));
    this.#random = createRandom(history.seed + history.number + desk);
    this.time = around.time;
    this.registries = desk === 0 ? around.registries : around.registries.ofAnother();
    around.machines.push(this);
  }

  journalNow = (accountId: string) => ({
    entries: this.running?.observer.entries() ?? 0,
    epoch: this.epoch,
    age: this.ages.length,
    process: this.processes,
    isUnseenRestore: this.isUnseenRestore,
    limits: this.running?.observer.limits(accountId) ?? null,
  });

  /** Whether something goes on that does not go by the virtual clock. */
  get isBusy(): boolean {
    return this.#disk.isBusy || this.running?.isBusy() === true;
  }

  place = (): 'keychain' | 'memory' => (this.#history.hasKeychain ? 'keychain' : 'memory');

  /** How long the program has been running. */
  sinceStartMs = (): number => this.time.timer.nowMs() - this.#startedAtMs;

  /** Starts the program, as a double click does, or a command line without a window. */
  async start(by: 'window' | 'command-line' = 'window'): Promise<Running> {
    await this.time.pass(startTakesMs);
    this.#startedAtMs = this.time.timer.nowMs();
    this.processes += 1;
    if (by === 'window') this.starts += 1;
    const isOnThread = this.#history.ground === 'thread';
    const opened = valueOf(await openProcessWorkspace(this.workspace, isOnThread, this.time.now));
    const notice = restoredIn(opened.workspace.restoreNotice());
    // It is told at each start until somebody has looked.
    const isRestored = (notice !== null && !isDeepStrictEqual(notice, this.#noticeSeen)) || this.#isDamaged;
    if (isRestored) this.ages.push('restored');
    if (isRestored || this.#isPutBack) this.epoch += 1;
    this.#isPutBack = false;
    this.#noticeSeen = notice;
    this.isUnseenRestore = notice !== null;
    this.isUnreadRestore = isUnread(notice);
    this.#isDamaged = false;
    this.running = await this.#runOver(opened, by);
    return this.running;
  }

  async quit(): Promise<void> {
    const { running } = this;
    if (running === null) return;
    this.isQuitting = true;
    this.#noticeSeen = restoredIn(running.services.workspace.restoreNotice());
    try {
      await this.#whenClosed(running.quit());
    } finally {
      this.isQuitting = false;
      this.running = null;
    }
    if (this.#history.steps.some((step) => step.do === 'put-back')) this.#copy();
  }

  /** A busy machine may take longer to close files and sockets than the virtual clock waits without anything happening on it. */
  async #whenClosed(quitting: Promise<void>): Promise<void> {
    for (let left = closingTries; ; left -= 1) {
      try {
        await this.time.outcomeOf(quitting);
        return;
      } catch (thrown) {
        if (left === 0) throw thrown;
        await new Promise((resolve) => setTimeout(resolve, mostRealMs / closingTries));
      }
    }
  }

  /** A copy of the workspace's file that outlives the machine; nothing may run meanwhile. */
  takeOut(): string {
    return copyOut(this.#path, dirname(this.userData));
  }

  tellSame(login: string): void {
    if (!this.toldSame.has(login)) this.toldSame.set(login, this.time.timer.nowMs());
  }

  async kill(): Promise<void> {
    if (this.running !== null) this.#noticeSeen = restoredIn(this.running.services.workspace.restoreNotice());
    await this.running?.kill();
    this.running = null;
    this.around.flights.orphan();
  }

  #copy(): void {
    const copy = join(this.userData, `copy-${this.#copies.length}.sqlite`);
    foldLog(this.#path);
    copyFileSync(this.#path, copy);
    this.#copies = [{ path: copy, hasBadPage: this.hasBadPage }, ...this.#copies];
  }

  /** Puts an older copy in the place of the workspace's file; nothing may run meanwhile. @returns False where there is none. */
  putBack(which: number): boolean {
    const older = this.#copies.slice(1);
    const copy = older[which % Math.max(1, older.length)];
    if (copy === undefined) return false;
    copyFileSync(copy.path, this.#path);
    this.hasBadPage = copy.hasBadPage;
    this.#isPutBack = true;
    this.toldSame.clear();
    return true;
  }

  /** Puts a backup that was made elsewhere among the own ones. @returns Its name. */
  takeIn(file: string): string {
    return copyIntoBackups(file, this.workspace, this.time.now());
  }

  /** Puts a copy of a backup among them into which something was written that is not ours. @returns Its name. */
  takeInSpoilt(name: string, how: StepOf<'odd-backup'>['how']): string {
    return spoiltBackup(this.workspace, name, how, this.time.now());
  }

  throwAway(name: string): void {
    rmSync(join(this.workspace, 'backups', name), { force: true });
  }

  /** Damages the workspace's file; nothing may run meanwhile. */
  damage({ how, at }: StepOf<'damage'>): void {
    this.toldSame.clear();
    this.#isDamaged = how !== 'page';
    damageFile(this.#path, how, at);
  }

  /** Every file that holds a workspace or once did, but for the one in use. */
  keptFiles(): readonly string[] {
    return keptFilesIn(this.workspace);
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.userData, { recursive: true, force: true });
  }

  /** Does something that does not go by the virtual clock; nothing else happens until it is done. */
  onDisk<T>(work: () => Promise<T>): Promise<T> {
    return this.#disk.during(work);
  }

  async #runOver(opened: ProcessWorkspace, by: 'window' | 'command-line'): Promise<Running> {
    const { workspace } = opened;
    const process = this.time.timerOfProcess();
    let isOver = false;
    const ways = this.#ways(() => isOver);
    const log: Logger = {
      note: () => undefined,
      bug: (thrown) => {
        if (!isOver) this.bugs.push(thrown);
        return `bug ${this.bugs.length}`;
      },
    };
    const windows = codeWindows();
    const observer = observe(this.workspace);
    this.around.team?.join(workspace, this.desk);
    const platform = {
      ...this.#platformOf(process.timer, ways, observer),
      ...this.around.team?.platformOf(this.desk, () => isOver),
    };
    const services = createServices({
      emit: () => undefined,
      threadUrl,
      workspace,
      workspaceDirectory: this.workspace,
      openCodeWindow: windows.open,
      secretClipboard: aSecretClipboard(),
      vault: createVault(keychainOver(this.#keychain, this.#history.hasKeychain, () => isOver)),
      log,
      platform,
    });
    const onClosed = (): void => this.onClosed();
    const handover = await this.#listenForCommands(services, log);
    const over = (): void => {
      isOver = true;
      process.end();
      observer.close();
    };
    // A command line takes up what it acts on, and when it does.
    if (by === 'window' && this.around.team !== null) void services.referee.start().catch(log.bug);
    if (by === 'window') void services.batches.takeUp(services.changes.recover()).catch(log.bug);
    const commands = commandsOver(services, process.timer, log.bug);
    return {
      services,
      ...this.#handlersOver(services),
      imports: importsOver(services, platform, (work) => this.onDisk(work)),
      commands,
      observer,
      codeWindows: windows,
      notice: restoredIn(workspace.restoreNotice()),
      isBusy: () => !isOver && (opened.isBusy() || ways.isBusy() || commands.isBusy()),
      async quit() {
        await commands.close();
        await handover?.close();
        await services.close();
        onClosed();
        over();
      },
      async kill() {
        over();
        await handover?.close();
        await opened.kill();
      },
    };
  }

  #ways(isOver: () => boolean): Ways {
    const { flights, held, find } = this.around;
    if (this.#history.ground === 'sockets') return waysOverSockets(flights, held, isOver);
    const { time, tell, troubles } = this;
    return waysWithoutSockets({ time, find, isOver, tell, troubles, by: this });
  }

  #platformOf(timer: VirtualTime['timer'], { createTransport }: Ways, observer: Observer): ServicesPlatform {
    const { now } = this.time;
    const newId = (): string => {
      this.#ids += 1;
      const own = this.#history.number < 0 ? foreignIds : `0000000${this.desk}`;
      return `${own}-0000-4000-8000-${this.#ids.toString(16).padStart(12, '0')}`;
    };
    return {
      timer,
      now,
      newId,
      random: () => this.#random.int(1_000) / 1_000,
      createTransport,
      openBackups: backupsHere(this.#disk),
      registryTransport: this.registries.transport(timer, observer.mayAsk),
    };
  }

  #handlersOver(services: Services): Pick<Running, 'accounts' | 'keys' | 'changes' | 'batches'> {
    const announce = (): void => undefined;
    const keyOf = (label: string): Secret | null => {
      const { accounts } = services.accounts.list();
      const account = accounts.find((each) => each.label === label);
      if (account === undefined) return null;
      return new Secret(this.around.resellerOf(this.around.loginOf(account)).login.apiKey);
    };
    return {
      accounts: bound(accounts, {
        ...services,
        announce,
        now: this.time.now,
        askWhereTo: () => Promise.resolve(null),
      }),
      keys: bound(keys, {
        keyEntry: createKeyEntry({
          ...services,
          announce,
          now: this.time.now,
          clipboard: { readText: () => Promise.resolve(''), clear: () => Promise.resolve() },
          askForKey: (label) => Promise.resolve(keyOf(label)),
        }),
      }),
      changes: bound(changes, { ...services, askWhereTo: () => Promise.resolve(null) }),
      batches: bound(batches, services),
    };
  }

  /** As the keychain has it, in Base64; empty where it has none yet. */
  get sealingKey(): string {
    return this.#keychain.get('sealing-key') ?? '';
  }

  async #listenForCommands(services: Services, log: Logger): Promise<CliServer | null> {
    if (!this.#history.isBesideCommandLine) return null;
    return await startCliServer({
      workspaceDirectory: this.workspace,
      run: (args, terminal) => runCommandLine(args, terminal, hostOver(services, log.bug)),
      onBug: log.bug,
    });
  }
}

const threadUrl: ThreadUrl = (thread) => new URL(`../../../${threads[thread]}`, import.meta.url);
