import { resultOf } from '../../../electron/main/workspace/sqlite.ts';
import { runCommand } from './commands.ts';
import type { Evidence, Violation } from './evidence.ts';
import { violationsIn } from './invariants.ts';
import { JournalSeen, lastEntry } from './journal-seen.ts';
import type { Machine, Running } from './machine.ts';
import { Person } from './person.ts';
import { foreignBackup } from './foreign.ts';
import { freeDomains, ownedDomains } from './reseller.ts';
import type { Backup } from '#shared/domain/backup.ts';
import type { History, OfTeam, Step, StepOf } from './steps.ts';
import type { Story } from './story.ts';
import { hashesIn } from './workspace-here.ts';

type OfHistory =
  | 'wait'
  | 'trouble'
  | 'billing'
  | 'top-up'
  | 'price'
  | 'odd-backup'
  | 'away'
  | 'happen'
  | 'registry'
  | OfTeam
  | 'kill'
  | 'restart'
  | 'restore'
  | 'damage'
  | 'put-back'
  | 'foreign'
  | 'command-line'
  | 'script'
  | 'assistant';
type HistoryDeeds = { readonly [D in OfHistory]: (step: StepOf<D>) => Promise<void> | void };

/** One desk of a history: its computer, who sits at it, and what was seen of both. */
export class Seat {
  readonly #history: History;
  readonly machine: Machine;
  readonly #story: Story;
  readonly #journal = new JournalSeen();
  readonly #person: Person;
  readonly #startMs: number;
  readonly #logins = new Map<string, string>();
  readonly #found = new Map<string, Violation & { readonly step: number }>();
  readonly #vanished: string[] = [];
  readonly #notEnded: number[] = [];
  readonly #foreignAt: { readonly atMs: number; readonly epoch: number }[] = [];
  readonly #unreadable = new Set<string>();
  /** Entries that a restore did not bring back. */
  readonly #lost = new Set<string>();
  /** Entries that were in a file when it was damaged. */
  readonly #damaged = new Set<string>();
  #epochSeen = 0;
  #untoldRestores = 0;
  /** Something took the workspace's place, and nobody has looked at what the window says of that. */
  #isToBeTold = false;

  constructor(history: History, machine: Machine, story: Story) {
    this.#history = history;
    this.machine = machine;
    this.#story = story;
    this.#startMs = Date.parse(history.startAt);
    const isDone = (changeId: string): boolean =>
      machine.posts.some((post) => post.doneAtMs !== null && this.#journal.changeOf(post)?.id === changeId);
    this.#person = new Person(machine, isDone);
    machine.onClosed = () => this.look(-1);
  }

  get violations(): readonly (Violation & { readonly step: number })[] {
    return [...this.#found.values()];
  }

  /** Entries of the journal that were ever seen. */
  get entries(): number {
    return this.#journal.hashes.size;
  }

  async begin(): Promise<void> {
    const first = await this.machine.start();
    await this.machine.time.outcomeOf(this.#person.setUp(first, this.#history));
  }

  /** What whoever sits here does without being told to. */
  lookAround(): void {
    const { running } = this.machine;
    if (running !== null) this.#begin(this.#person.lookAround(running));
  }

  async take(step: Step): Promise<void> {
    const machine = this.machine;
    if ('meets' in step && step.meets !== null) machine.troubles.add('write', step.meets, 1);
    const deed = this.#deeds[step.do as keyof HistoryDeeds] as ((step: Step) => unknown) | undefined; // By its own name.
    if (deed !== undefined) await deed(step);
    else this.#atWindow(step);
  }

  #atWindow(step: Step): void {
    const { running } = this.machine;
    if (running !== null) this.#begin(this.#person.do(step, running));
  }

  /** Something that a process of its own does while no window is open. @param isLast The window opens again afterwards. */
  async #alone(
    work: (running: Running) => Promise<void>,
    killedAfterMs: number | null,
    isLast: boolean,
  ): Promise<void> {
    const machine = this.machine;
    if (machine.running !== null) await machine.quit();
    const running = await machine.start('command-line');
    this.machine.tell(() => 'Namedesk is closed; a command has the workspace for itself.');
    if (killedAfterMs === null) {
      await machine.time.outcomeOf(work(running));
      await machine.quit();
    } else {
      this.#begin(work(running));
      await machine.time.pass(killedAfterMs);
      this.machine.tell(() => 'The command is killed.');
      this.look(-1);
      await machine.kill();
    }
    if (isLast) await this.#start();
  }

  /** What is not done at a window. */
  readonly #deeds: HistoryDeeds = {
    wait: ({ ms }) => this.machine.tell(() => `Nobody does anything for ${Math.round(ms / 60_000)} minutes.`),
    trouble: ({ on, trouble, times }) => this.machine.troubles.add(on, trouble, times),
    billing: (step) => this.#billing(step),
    'top-up': ({ login, cents }) => {
      const reseller = this.machine.around.resellers[login];
      reseller?.topUp(cents);
      this.machine.tell(() => `Ada pays ${cents / 100} in at ${reseller?.login.name ?? 'nobody'}.`);
    },
    price: ({ login, cents, takes }) => {
      const reseller = this.machine.around.resellers[login];
      reseller?.renewalPrices.push({ atMs: this.machine.time.timer.nowMs(), cents, takes });
      this.machine.tell(
        () =>
          `From now on a renewal costs ${cents / 100} a year at ${reseller?.login.name ?? 'nobody'}, as look-ups say, and ${takes / 100} are taken.`,
      );
    },
    'odd-backup': (step) => this.#oddBackup(step),
    away: ({ login, ms }) => this.#away(login, ms),
    happen: (step) => this.#happen(step),
    registry: ({ manner }) => {
      this.machine.registries.manner = manner;
      this.machine.tell(() => `From now on registries answer so: ${Object.values(manner).join(' ')}.`);
    },
    database: (step) => this.machine.around.team?.trouble(step),
    kill: async () => {
      this.machine.tell(() => 'Namedesk is killed and started again.');
      this.look(-1);
      await this.machine.kill();
      await this.#start();
    },
    restart: async () => {
      this.machine.tell(() => 'Ada closes Namedesk and starts it again.');
      await this.machine.quit();
      await this.#start();
    },
    restore: async ({ which }) => {
      const backup = await this.#backupAt(which);
      if (backup !== null) await this.#restore(backup.name, `the backup of ${backup.madeAt}`);
    },
    foreign: async () => {
      // On loopback each computer's services have addresses of their own.
      if (this.machine.running === null || this.#history.ground === 'sockets') return;
      const name = this.machine.takeIn(await foreignBackup());
      if (await this.#restore(name, 'a backup of another computer'))
        this.#foreignAt.push({ atMs: this.machine.time.timer.nowMs(), epoch: this.machine.epoch });
    },
    damage: (step) => this.#damage(step),
    'put-back': ({ which }) => this.#putBack(which),
    'command-line': (step) => this.#command(step),
    script: async (step) => {
      if (!step.isAlone) this.#atWindow(step);
      else await this.#scriptAlone(step);
    },
    assistant: async (step) => {
      if (!step.isAlone) this.#atWindow(step);
      else await this.#alone((running) => this.#person.scripts.assistant(step, running), null, true);
    },
  };

  /** Each command is a process of its own. */
  async #scriptAlone(step: StepOf<'script'>): Promise<void> {
    for (const [index, verb] of step.verbs.entries()) {
      const isLast = index === step.verbs.length - 1;
      const ends = isLast ? step.ends : null;
      const killedAfterMs = ends?.how === 'kill' ? ends.afterMs : null;
      await this.#alone(
        (running) => this.#person.scripts.do(verb, step, ends, running),
        killedAfterMs,
        isLast,
      );
    }
  }

  /** A person does not wait for what she began: the next step may come in between. What a process throws when it ends, nobody hears. */
  #begin(work: Promise<void>): void {
    const { running } = this.machine;
    work.catch((thrown: unknown) => {
      if (this.machine.running === running && !this.machine.isQuitting) this.machine.bugs.push(thrown);
    });
  }

  #billing({ login, afterMs, lagMs }: StepOf<'billing'>): void {
    const reseller = this.machine.around.resellers[login];
    if (reseller === undefined) return;
    reseller.billing = { afterMs, lagMs };
    const charges = afterMs === null ? 'never charges' : `charges after ${afterMs / 1_000} s`;
    this.machine.tell(
      () => `From now on ${reseller.login.name} ${charges}, and shows its credit ${lagMs / 1_000} s late.`,
    );
  }

  #away(login: number, ms: number): void {
    const reseller = this.machine.around.resellers[login];
    if (reseller === undefined) return;
    reseller.awayUntilMs = this.machine.time.timer.nowMs() + ms;
    this.machine.tell(() => `${reseller.login.name} cannot be reached for ${ms / 1_000} s.`);
  }

  #happen({ login, domain, what }: StepOf<'happen'>): void {
    const from = what === 'sold' || what === 'caught' ? freeDomains : ownedDomains;
    const name = from[domain % from.length] ?? ownedDomains[0];
    if (!this.machine.around.happen(login, name, what)) return;
    const words = {
      sold: 'somebody else buys',
      caught: 'a drop catcher buys',
      lock: 'the lock changes of',
      nameservers: 'the nameservers change of',
      contacts: 'the contacts change of',
      expiry: 'the expiry moves of',
      transfer: 'the registrar changes of',
    }[what];
    this.machine.tell(
      () =>
        `Without Namedesk, ${words} ${name} at ${this.machine.around.resellers[login]?.login.name ?? ''}.`,
    );
  }

  async #start(isPutBack = false): Promise<Running> {
    const before = this.machine.epoch;
    const running = await this.machine.start();
    await this.machine.time.outcomeOf(this.#person.openWindows(running));
    const isRestored = this.machine.epoch > before;
    if (isRestored && !isPutBack) this.machine.hasBadPage = false;
    this.#journal.hasBadPage = this.machine.hasBadPage;
    if (this.#isToBeTold && running.notice === null) {
      this.#untoldRestores += 1;
      this.#isToBeTold = false;
    }
    if (isRestored && !isPutBack) {
      this.#journal.restored();
      this.#lookForLost();
      const left = running.observer.underWay();
      if (left > 0) this.#notEnded.push(left);
      const { notice } = running;
      this.machine.tell(
        () =>
          `The start says: ${notice?.kind !== 'known' || notice.copy === null ? 'begun anew' : `restored from a backup of ${notice.copy.madeAt} (${notice.why})`}.`,
      );
    }
    return running;
  }

  async #backupAt(which: number): Promise<Backup | null> {
    const { running, time } = this.machine;
    if (running === null) return null;
    const listed = await time.outcomeOf(running.services.backups.list());
    const backups = listed.ok ? listed.value.filter(({ reason }) => reason !== 'restore') : [];
    return backups[which % Math.max(1, backups.length)] ?? null;
  }

  /** @returns Whether it was restored. */
  async #restore(name: string, words: string): Promise<boolean> {
    const machine = this.machine;
    const { running } = machine;
    if (running === null) return false;
    const noted = await machine.time.outcomeOf(running.services.backups.restoreAtNextStart(name));
    this.machine.tell(() => `Ada restores ${words}${noted.ok ? '' : ' — refused'}.`);
    if (!noted.ok) return false;
    await machine.quit();
    const before = machine.epoch;
    await this.#start();
    this.#isToBeTold ||= machine.epoch > before;
    this.#lookForVanished();
    return machine.epoch > before;
  }

  /** What the older file does not know is nowhere any more: no program can have it back. */
  async #putBack(which: number): Promise<void> {
    const machine = this.machine;
    if (machine.running === null) return;
    await machine.quit();
    const isDone = machine.putBack(which);
    this.machine.tell(() =>
      isDone
        ? 'Namedesk is closed, and an older copy of its file is put back; it is started again.'
        : 'Ada closes Namedesk, copies its file, and starts it again.',
    );
    await this.#start(isDone);
    if (!isDone) return;
    // An older file knows nothing of what another computer's backup told.
    this.#foreignAt.length = 0;
    this.#journal.restored();
    this.#read();
    const lost = [...this.#journal.hashes].filter(
      (hash) => !this.#journal.isPresent(hash) && !this.#lost.has(hash),
    );
    for (const hash of lost) {
      for (const set of [this.#lost, this.#damaged, this.#journal.replaced]) set.add(hash);
    }
    if (this.#journal.hasSent(lost)) machine.ages.push('put-back');
  }

  /** A restore has lost nothing, but for what it says that it could not bring back. */
  #lookForLost(): void {
    this.#read();
    const lost = [...this.#journal.hashes].filter(
      (hash) => !this.#journal.isPresent(hash) && !this.#lost.has(hash),
    );
    for (const hash of lost) this.#lost.add(hash);
    if (!this.machine.isUnreadRestore) {
      if (lost.length > 0) this.#vanished.push(`A restore has lost ${lost.length} entries without a word`);
      return;
    }
    for (const change of this.#journal.changes.values())
      if (!this.#journal.isPresent(lastEntry(change)?.hash ?? '')) this.#unreadable.add(change.id);
  }

  /** What was written before a restore is in the workspace or in a file that was put away. */
  #lookForVanished(): void {
    const kept = this.machine.keptFiles().map(hashesIn);
    this.#read();
    const lost = [...this.#journal.hashes].filter(
      (hash) =>
        !this.#damaged.has(hash) &&
        !this.#journal.isPresent(hash) &&
        !kept.some((hashes) => hashes?.has(hash) === true),
    );
    if (lost.length > 0) this.#vanished.push(`${lost.length} entries of the journal are in no file any more`);
  }

  /** A backup with anything that is not ours is refused, and leaves all as it was (H4). */
  async #oddBackup({ which, how }: StepOf<'odd-backup'>): Promise<void> {
    const backup = await this.#backupAt(which);
    if (backup === null) return;
    const name = this.machine.takeInSpoilt(backup.name, how);
    if (await this.#restore(name, `a backup with a ${how} that is not ours`))
      this.#vanished.push(`A backup with a ${how} that is not ours was restored`);
    this.machine.throwAway(name);
  }

  async #damage(step: StepOf<'damage'>): Promise<void> {
    const machine = this.machine;
    const { epoch } = machine;
    this.look(-1);
    await machine.kill();
    machine.damage(step);
    const words = {
      head: 'its first bytes are overwritten',
      cut: 'half of it is gone',
      gone: 'it is empty',
      page: 'one of its pages is all zeros',
    }[step.how];
    for (const hash of this.#journal.hashes) this.#damaged.add(hash);
    this.machine.tell(() => `Namedesk is killed, and its file is damaged: ${words}.`);
    const isCommandFirst = step.first === 'command-line' && this.#history.isBesideCommandLine;
    if (isCommandFirst) await runCommand(machine, 'list', '');
    // A page that holds nothing is no loss.
    this.#isToBeTold ||= step.how !== 'page';
    await this.#start();
    // What a page of zeros has taken away without SQLite's noticing, nobody can have back.
    machine.hasBadPage = machine.epoch === epoch;
    this.#journal.hasBadPage = machine.hasBadPage;
  }

  async #command({ command, account, isAlone }: StepOf<'command-line'>): Promise<void> {
    const machine = this.machine;
    const { running } = machine;
    if (running === null || !this.#history.isBesideCommandLine) return;
    const listed = await resultOf(running.services.accounts.list);
    const labels = listed.ok ? listed.value.accounts.map(({ label }) => label) : [];
    const label = labels[account % Math.max(1, labels.length)] ?? '';
    if (isAlone) await machine.quit();
    await runCommand(machine, command, label);
    if (isAlone) await this.#start();
  }

  /** Reads what the journal on the disk has more than before. */
  #read(): void {
    const { running, epoch } = this.machine;
    if (running === null) return;
    for (const account of running.observer.accounts())
      this.#logins.set(account.id, this.machine.around.loginOf(account));
    if (this.#epochSeen !== epoch) {
      this.#epochSeen = epoch;
      this.#journal.restored();
    }
    const fresh = running.observer.after(this.#journal.presentLength);
    const before = new Set(this.#journal.hashes);
    this.#journal.add(fresh, epoch, this.#startMs, (id) => this.#logins.get(id) ?? 'nobody');
    for (const { hash, at, changeId, state } of fresh) {
      const change = this.#journal.changes.get(changeId);
      if (before.has(hash) || change === undefined || state === 'sending' || change.entries.length === 1)
        continue;
      this.#story.tellOf(
        () => at,
        () => `${this.machine.where}Namedesk says: ${change.kind} ${change.domain} is ${state}.`,
      );
    }
  }

  /** Looks whether anything is broken that must hold. */
  look(step: number): void {
    this.#isToBeTold &&= step < 0 || this.machine.isUnseenRestore;
    this.#read();
    const { running, registries } = this.machine;
    const domains = running?.observer.domains() ?? [];
    const isOn = running?.observer.isRegistryOn() ?? false;
    registries.seen(new Set(domains.map(({ name }) => name)), isOn);
    this.#journal.link(this.machine.posts, this.machine.sealingKey);
    for (const violation of violationsIn(this.#evidence(domains))) {
      const key = `${violation.invariant} ${violation.about}`;
      if (this.#found.has(key)) continue;
      this.#found.set(key, { ...violation, step });
      this.machine.tell(() => `>>> ${violation.says}`);
    }
  }

  #evidence(domains: Evidence['domains']): Evidence {
    const machine = this.machine;
    return {
      posts: machine.posts,
      reads: machine.reads,
      consents: this.#person.consents,
      stepped: this.#person.stepped,
      undone: this.#person.undone,
      clicks: this.#person.clicks,
      journal: this.#journal,
      resellerOf: (login) => machine.around.resellerOf(login),
      nowMs: machine.time.timer.nowMs(),
      startMs: this.#startMs,
      epoch: machine.epoch,
      ages: machine.ages,
      toldSame: machine.toldSame,
      hasKeychain: this.#history.hasKeychain,
      accounts: machine.running?.observer.accounts() ?? [],
      limitsTyped: this.#person.limitsTyped,
      limitChanges: this.#person.desk.limitChanges,
      proposals: this.#person.scripts.proposals,
      marked: this.#marked(),
      wrongs: [...this.#person.desk.wrongs, ...this.#person.shelf.wrongs, ...this.#person.scripts.wrongs],
      registries: machine.registries,
      team: machine.around.team?.seenBy(machine.desk) ?? null,
      domains,
      untoldRestores: this.#untoldRestores,
      unreadable: this.#unreadable,
      notEnded: this.#notEnded,
      vanished: this.#vanished,
      strayKeys: machine.strayKeys,
      doubtsEnded: this.#person.doubtsEnded,
      foreignAt: this.#foreignAt,
      bugs: machine.bugs,
    };
  }

  /** A page of zeros may have taken batches away: then nothing can be said of them. */
  #marked(): ReadonlyMap<string, boolean> {
    const { running } = this.machine;
    const isNeeded = running !== null && this.#person.scripts.proposals.size > 0 && !this.#journal.hasBadPage;
    return isNeeded ? running.observer.proposals() : new Map();
  }

  /** The program's own look at its chain agrees that it holds. */
  async checkChain(): Promise<void> {
    const { running, time } = this.machine;
    if (running === null || this.#journal.hasBadPage) return;
    const health = await time.outcomeOf(running.changes.health({ check: true }));
    if (!health.ok || health.value.broken !== null)
      this.#vanished.push('The chain of the journal does not hold');
  }
}
