import { type Batch, type BatchRow, hasSteps } from '../../../shared/domain/batch.ts';
import { type ChangeKind, familyOf } from '../../../shared/domain/change-kinds.ts';
import { type Change, emptyChangeFilter } from '../../../shared/domain/change.ts';
import { amountToType } from '../../../shared/domain/limits.ts';
import type { Result } from '../../../shared/result.ts';
import { resultOf } from '../../../electron/main/workspace/sqlite.ts';
import {
  type Click,
  type Consent,
  type LookedAt,
  type OpenReview,
  type Shown,
  shownIn,
  shownInRow,
} from './evidence.ts';
import { Desk } from './desk.ts';
import { Scripts } from './scripts.ts';
import { Shelf } from './shelf.ts';
import type { Machine, Running } from './machine.ts';
import { askOf, batchAskOf, namesOfMany } from './asks.ts';
import { freeDomains, ownedDomains } from './reseller.ts';
import type { History, Step, StepOf, Wanted } from './steps.ts';
import { deedIn, failureIn } from './story.ts';

/** What a row does: what its batch is for, or a step of its domain. */
const askedInRow = (step: BatchRow['step'], kind: ChangeKind): Pick<Consent, 'kind' | 'sets'> =>
  step === null ? { kind, sets: null } : { kind: 'lock', sets: step === 'unlock' ? 'unlocked' : 'locked' };

/** What somebody at a window does: `true` where the step did something. */
type Does<D extends Step['do']> = (step: StepOf<D>, running: Running) => Promise<unknown>;

interface Now extends Pick<Consent, 'age' | 'run' | 'process'> {
  readonly atMs: number;
  readonly epoch: number;
}

interface AgreedRows
  extends Pick<LookedAt, 'plan' | 'rows' | 'login'>, Pick<Consent, 'isLimitTyped' | 'goesOn'> {
  readonly read: Pick<Shown, 'atMs' | 'run'>;
}

const mostReviews = 6;
const seesAfterMs = 1_500;

/** Ada, or who else sits at a desk: does everything that can be done in Namedesk's windows, and agrees to what she is shown there. */
export class Person {
  readonly consents: Consent[] = [];
  readonly clicks: Click[] = [];
  /** Batches whose domains take several steps, and those that put back, with what they take back. */
  readonly stepped = new Set<string>();
  readonly undone = new Map<string, string>();
  /** Limits that were confirmed when a batch went on. */
  readonly limitsTyped: { readonly batchId: string; readonly atMs: number }[] = [];
  /** When she said that she knows what was paid of all that is in doubt. */
  readonly doubtsEnded: { readonly atMs: number; readonly epoch: number }[] = [];
  readonly desk: Desk;
  readonly shelf: Shelf;
  readonly scripts: Scripts;
  readonly #machine: Machine;
  /** How a change that Ada looks up in her provider's panel really stands. */
  readonly #isDone: (changeId: string) => boolean;
  /** The newest first. */
  #reviews: OpenReview[] = [];
  #batches: string[] = [];
  readonly #looked = new Map<string, LookedAt>();
  /** Rows of batches that were taken in by hand. */
  readonly #takenIn = new Set<string>();
  /** Batches that are to be applied as soon as they are read. */
  readonly #eager = new Set<string>();
  /** In which run of the program each batch was read last. */
  readonly #readIn = new Map<string, number>();

  constructor(machine: Machine, isDone: (changeId: string) => boolean) {
    this.#machine = machine;
    this.#isDone = isDone;
    this.desk = new Desk(machine);
    this.shelf = new Shelf(machine, this.desk);
    this.scripts = new Scripts(machine, this.desk, {
      batchAt: (which) => this.#batchAt(which),
      hasMade: (batch, undoes) => this.#made(batch, false, undoes),
      isRead: (id) => this.#isRead(id),
      takesIn: (id, index) => void this.#takenIn.add(`${id} ${index}`),
      goesOn: (id) => void this.clicks.push({ what: 'resume', id, ...this.#now() }),
      agreesTo: (printed, before, goesOn) => {
        const run = this.#readIn.get(before.id) ?? 0;
        const read = this.#lastSeen({ ...printed, run }, printed.digest, before);
        this.#agreeToRows({ ...printed, read, goesOn, isLimitTyped: false }, this.#now());
      },
    });
  }

  /** Adds the three accounts: two of them are the same login under two labels. Switches on what she wants. */
  async setUp(running: Running, { isRegistryOn, isAssistantOn }: History): Promise<void> {
    for (const slot of [0, 1, 2]) await this.desk.addAccount(slot, running);
    const { settings } = running.services.workspace;
    if (isRegistryOn) settings.write({ registryEnabled: true });
    if (isAssistantOn) settings.write({ assistantsEnabled: true });
  }

  /** Windows closed, and one opens again. Ada may still try what she had open before: a review ends with the process. */
  async openWindows({ batches }: Running): Promise<void> {
    this.#eager.clear();
    this.desk.forget();
    for (const id of this.#batches) {
      const found = await batches.find({ id });
      if (found.ok && found.value.state === 'reading') this.#isRead(id);
    }
  }

  #isRead(id: string): void {
    this.#readIn.set(id, this.#machine.starts);
  }

  async do(step: Step, running: Running): Promise<void> {
    const deed = this.#deeds[step.do as never] as Does<Step['do']> | undefined; // By its own name.
    await deed?.(step, running);
  }

  /** What a person does without being told to: a batch that was waited for is applied when it is read. */
  async lookAround(running: Running): Promise<void> {
    const { workspace } = running.services;
    await this.desk.lookForRemoved(running);
    // Not before she has seen it: whatever else is done in the first seconds is done beside it.
    if (workspace.restoreNotice() !== null && this.#machine.sinceStartMs() > seesAfterMs) {
      workspace.acknowledgeRestore();
      this.#machine.isUnseenRestore = false;
      this.#tell(() => 'Ada looks at what was restored, and goes on.');
    }
    for (const id of this.#eager) {
      const found = await running.batches.find({ id });
      if (found.ok && found.value.state === 'reading') continue;
      this.#eager.delete(id);
      if (found.ok && found.value.state === 'ready') await this.#applyBatch(id, true, false, running);
    }
  }

  readonly #deeds = {
    review: (step: StepOf<'review'>, running: Running) => this.#review(step, running),
    apply: async ({ which }: StepOf<'apply'>, running: Running) => {
      const open = this.#reviews[which % Math.max(1, this.#reviews.length)];
      if (open !== undefined) await this.#apply(open, running);
    },
    batch: (step: StepOf<'batch'>, running: Running) => this.#batch(step, running),
    'apply-batch': async (step: StepOf<'apply-batch'>, running: Running) => {
      const id = this.#batchAt(step.which);
      if (id !== null) await this.#applyBatch(id, step.isFresh, step.goesOnAfterUncertain, running);
    },
    'undo-batch': (step: StepOf<'undo-batch'>, running: Running) => this.#undo(step, running),
    'pause-batch': (step: StepOf<'pause-batch'>, { batches }: Running) =>
      this.#steer('pauses', step.which, (id) => batches.pause({ id })),
    'resume-batch': (step: StepOf<'resume-batch'>, { batches }: Running) =>
      this.#steer('resumes', step.which, async (id) => {
        this.clicks.push({ what: 'resume', id, ...this.#now() });
        const found = await batches.find({ id });
        const waitingFor = found.ok ? found.value.waitingFor : null;
        const typedLimit = waitingFor?.kind === 'over-limit' ? amountToType(waitingFor.limits) : null;
        const { atMs } = this.#now();
        const resumed = await batches.resume({ id, goOnAfterUncertain: false, typedLimit });
        const isTyped = typedLimit !== null && resumed.ok && resumed.value.state === 'running';
        if (isTyped) this.limitsTyped.push({ batchId: id, atMs });
        // What is left was read anew: she looks at it, and applies it.
        if (resumed.ok && resumed.value.state === 'reading') {
          this.#isRead(id);
          this.#eager.add(id);
        }
        return resumed;
      }),
    'stop-batch': (step: StepOf<'stop-batch'>, { batches }: Running) =>
      this.#steer('stops', step.which, (id) => batches.stop({ id })),
    'remove-batch': (step: StepOf<'remove-batch'>, { batches }: Running) =>
      this.#steer('removes', step.which, (id) => batches.remove({ id })),
    'read-batch-again': (step: StepOf<'read-batch-again'>, { batches }: Running) =>
      this.#steer('refreshes', step.which, async (id) => {
        const again = await batches.readAgain({ id });
        if (again.ok) this.#isRead(id);
        return again;
      }),
    row: (step: StepOf<'row'>, { batches }: Running) =>
      this.#steer(step.isExcluded ? 'excludes a row of' : 'includes a row of', step.which, (id) => {
        if (!step.isExcluded) this.#takenIn.add(`${id} ${step.row}`);
        return batches.leaveOut({ id, index: step.row, isLeftOut: step.isExcluded });
      }),
    send: (step: StepOf<'send'>, running: Running) =>
      this.#withChange('sends', 'send', step.which, running, ({ id }) => {
        this.clicks.push({ what: 'send', id, ...this.#now() });
        return running.changes.send({ id });
      }),
    withdraw: (step: StepOf<'withdraw'>, running: Running) =>
      this.#withChange('withdraws', 'withdraw', step.which, running, ({ id }) =>
        running.changes.withdraw({ id }),
      ),
    verify: (step: StepOf<'verify'>, running: Running) =>
      this.#withChange('verifies', 'read-back', step.which, running, ({ id }) =>
        running.changes.readBack({ id }),
      ),
    settle: (step: StepOf<'settle'>, running: Running) =>
      this.#withChange('marks', 'settle', step.which, running, ({ id }) => {
        const truth = this.#isDone(id) ? 'applied' : 'not-applied';
        const as = step.as === 'truth' ? truth : step.as;
        this.#tell(() => `She says that it was ${as === 'applied' ? 'done' : 'not done'}.`);
        return running.changes.settle({ id, as, note: '' });
      }),
    backup: async (_step: StepOf<'backup'>, { services }: Running) => {
      const made = await services.backups.make();
      this.#tell(() => `Ada makes a backup${failureIn(made)}.`);
    },
    'end-doubts': async (_step: StepOf<'end-doubts'>, { services }: Running) => {
      const at = this.#machine.time.now().toISOString();
      const ended = await resultOf(() => services.workspace.doubts.end({ id: null, done: [], at }));
      if (ended.ok) this.doubtsEnded.push(this.#now());
      this.#tell(() => `Ada says that she has checked all that is in doubt${failureIn(ended)}.`);
    },
    edit: (step: StepOf<'edit'>, running: Running) => this.desk.edit(step, running),
    'remove-account': (step: StepOf<'remove-account'>, running: Running) =>
      this.desk.removeAccount(step, running),
    'undo-removal': (_step: StepOf<'undo-removal'>, running: Running) => this.desk.undoRemoval(running),
    code: (step: StepOf<'code'>, running: Running) => this.desk.code(step, running),
    limit: (step: StepOf<'limit'>, running: Running) => this.desk.limit(step, running),
    draft: (step: StepOf<'draft'>, running: Running) => this.desk.draft(step, running),
    import: (step: StepOf<'import'>, running: Running) => this.shelf.import(step, running),
    'undo-import': (step: StepOf<'undo-import'>, running: Running) => this.shelf.undo(step, running),
    own: (step: StepOf<'own'>, running: Running) => this.shelf.note(step, running),
    'registry-switch': (step: StepOf<'registry-switch'>, running: Running) =>
      this.shelf.switch(step, running),
    'look-up': (step: StepOf<'look-up'>, running: Running) => this.shelf.lookUp(step, running),
    script: async (step: StepOf<'script'>, running: Running) => {
      for (const [index, verb] of step.verbs.entries())
        await this.scripts.do(verb, step, index === step.verbs.length - 1 ? step.ends : null, running);
    },
    assistant: (step: StepOf<'assistant'>, running: Running) => this.scripts.assistant(step, running),
    answer: (step: StepOf<'answer'>, running: Running) => this.#answer(step, running),
    assistants: (step: StepOf<'assistants'>, { services }: Running) => this.shelf.allow(step, services),
    'last-order': (step: StepOf<'last-order'>, running: Running) => this.desk.lastOrder(step, running),
    'add-account': ({ slot }: StepOf<'add-account'>, running: Running) => this.desk.addAccount(slot, running),
    switch: async ({ account }: StepOf<'switch'>, running: Running) => {
      const chosen = await this.desk.account(account, running);
      if (chosen !== null) await this.desk.select(chosen, running);
    },
  };

  #tell(sentence: () => string): void {
    this.#machine.tell(sentence);
  }

  #now(): Now {
    const { time, epoch, ages, starts, processes } = this.#machine;
    return { atMs: time.timer.nowMs(), epoch, age: ages.length, run: starts, process: processes };
  }

  async #review({ account, domain, wanted, isApplied }: StepOf<'review'>, running: Running): Promise<void> {
    const chosen = await this.desk.workAt(account, running);
    if (chosen === null) return;
    const login = this.#machine.around.loginOf(chosen);
    const name = this.#domainFor(domain, wanted, login);
    const ask = askOf(wanted, name, this.#machine.around.resellerOf(login).domain(name));
    const prepared = await running.changes.prepare({ accountId: chosen.id, domain: name, ask });
    this.#tell(
      () => `Ada reviews at ${chosen.label} (${login}): ${deedIn(ask, name)}${failureIn(prepared)}.`,
    );
    if (!prepared.ok) return;
    this.desk.lookAtPrice(prepared.value, login);
    const now = this.#now();
    const open = {
      review: prepared.value,
      kind: ask.kind,
      login,
      shown: shownIn(prepared.value, now),
      age: now.age,
    };
    this.#reviews = [open, ...this.#reviews].slice(0, mostReviews);
    if (isApplied) await this.#apply(open, running);
  }

  async #apply(open: OpenReview, running: Running): Promise<void> {
    const { review, kind, login, shown, age } = open;
    const { reviewId, domain, asksFor } = review;
    const before = this.#now();
    this.#tell(() => `Ada applies her review: ${kind} ${domain}.`);
    const typedName = asksFor.typedName ? domain : null;
    const applied = await running.changes.apply({
      reviewId,
      typedName,
      premiumAccepted: asksFor.premium,
      typedLimit: amountToType(asksFor.limits),
    });
    this.#tell(() =>
      applied.ok ? `It is change ${applied.value.number}.` : `It is refused${failureIn(applied)}.`,
    );
    if (!applied.ok || this.consents.some(({ changeId }) => changeId === applied.value.id)) return;
    this.#agree({
      login,
      domain,
      kind,
      shown,
      givenAtMs: before.atMs,
      run: before.run,
      process: before.process,
      goesOn: false,
      age,
      isLimitTyped: asksFor.limits.length > 0,
      sets: null,
      batchId: null,
      changeId: applied.value.id,
    });
  }

  #agree(consent: Omit<Consent, 'number' | 'family'>): void {
    this.consents.push({ ...consent, number: this.consents.length + 1, family: familyOf(consent.kind) });
  }

  #domainFor(number: number, { kind }: Wanted, login: string): string {
    const free = freeDomains[number % freeDomains.length] ?? freeDomains[0];
    if (kind === 'register') return free;
    const isOurs = this.#machine.around.resellerOf(login).domain(free) !== undefined;
    return number >= ownedDomains.length && isOurs
      ? free
      : (ownedDomains[number % ownedDomains.length] ?? ownedDomains[0]);
  }

  #batchAt(which: number): string | null {
    return this.#batches[which % Math.max(1, this.#batches.length)] ?? null;
  }

  async #batch({ account, domains, wanted, isApplied }: StepOf<'batch'>, running: Running): Promise<void> {
    const chosen = await this.desk.workAt(account, running);
    if (chosen === null) return;
    const names = namesOfMany(wanted.kind, domains);
    const prepared = await running.batches.prepare({
      accountId: chosen.id,
      ask: batchAskOf(wanted),
      domains: [...names],
    });
    const login = this.#machine.around.loginOf(chosen);
    this.#tell(
      () =>
        `Ada makes a batch at ${chosen.label} (${login}): ${wanted.kind} ${names.join(', ')}${failureIn(prepared)}.`,
    );
    if (prepared.ok) this.#made(prepared.value, isApplied);
  }

  #made({ id, ask }: Batch, isApplied: boolean, undoes: string | null = null): void {
    if (hasSteps(ask)) this.stepped.add(id);
    if (undoes !== null) this.undone.set(id, undoes);
    this.#batches = [id, ...this.#batches].slice(0, mostReviews);
    this.#isRead(id);
    if (isApplied) this.#eager.add(id);
  }

  async #undo({ which, isApplied }: StepOf<'undo-batch'>, { batches }: Running): Promise<void> {
    const batchId = this.#batchAt(which);
    if (batchId === null) return;
    const made = await batches.putBack({ of: { batchId } });
    this.#tell(() => `Ada puts back what the batch has changed${failureIn(made)}.`);
    if (!made.ok) return;
    this.#made(made.value, isApplied, batchId);
  }

  /** Looks at what assistants have proposed, the newest first. */
  async #answer({ which, as }: StepOf<'answer'>, running: Running): Promise<void> {
    const proposed = [...this.scripts.proposals].toReversed();
    const id = proposed[which % Math.max(1, proposed.length)];
    if (id === undefined) return;
    if (as === 'approved') await this.#applyBatch(id, true, false, running);
    else {
      const removed = await running.batches.remove({ id });
      this.#tell(() => `Ada discards what an assistant proposed${failureIn(removed)}.`);
    }
  }

  async #look(plan: Batch, running: Running): Promise<LookedAt | null> {
    const rows = await running.batches.rows({ id: plan.id, which: 'to-do', offset: 0, limit: 100 });
    const found = running.services.accounts.find(plan.accountId);
    if (!rows.ok || !found.ok) return null;
    const lookedAt = {
      plan,
      rows: rows.value.rows,
      login: this.#machine.around.loginOf(found.value),
      atMs: this.#now().atMs,
      run: this.#readIn.get(plan.id) ?? 0,
    };
    this.#looked.set(plan.id, lookedAt);
    return lookedAt;
  }

  async #applyBatch(id: string, isFresh: boolean, goesOn: boolean, running: Running): Promise<void> {
    const found = await running.batches.find({ id });
    if (!found.ok) return;
    const lookedAt = (isFresh ? null : this.#looked.get(id)) ?? (await this.#look(found.value, running));
    if (lookedAt === null || lookedAt.plan.digest === null) return;
    const { plan, rows } = lookedAt;
    const now = this.#now();
    const read = this.#lastSeen(lookedAt, plan.digest, found.value);
    const given = {
      ...{ id, digest: lookedAt.plan.digest },
      ...{ typedCount: plan.typedCount, goOnAfterUncertain: goesOn },
    };
    const first = await running.batches.apply({ ...given, typedLimit: null });
    const limits = first.ok || first.error.kind !== 'over-limit' ? [] : first.error.limits;
    const applied =
      limits.length === 0
        ? first
        : await running.batches.apply({ ...given, typedLimit: amountToType(limits) });
    this.#tell(() => `Ada applies the batch: ${plan.ask.kind}, ${rows.length} ready${failureIn(applied)}.`);
    if (!applied.ok) return;
    this.#agreeToRows({ ...lookedAt, read, goesOn, isLimitTyped: limits.length > 0 }, now);
  }

  #agreeToRows({ plan, rows, login, read, isLimitTyped, goesOn }: AgreedRows, now: Now): void {
    const { id } = plan;
    const { atMs: givenAtMs, age, run, process } = now;
    for (const row of rows) {
      const { domain, step } = row;
      this.#agree({
        ...{ login, domain, ...askedInRow(step, plan.ask.kind) },
        shown: shownInRow(row, plan, read, this.#takenIn.has(`${id} ${row.index}`)),
        ...{ givenAtMs, run, process, age, isLimitTyped, goesOn },
        ...{ batchId: id, changeId: null },
      });
    }
  }

  /** When she saw a batch last: where the last reading came to what she looked at before, the window has that still. */
  #lastSeen(
    { atMs, run }: Pick<Shown, 'atMs' | 'run'>,
    digest: string | null,
    now: Batch,
  ): Pick<Shown, 'atMs' | 'run'> {
    if (now.digest !== digest) return { atMs, run };
    const readAtMs = this.#now().atMs - (this.#machine.time.now().getTime() - Date.parse(now.changedAt));
    return { atMs: Math.max(atMs, readAtMs), run: this.#readIn.get(now.id) ?? 0 };
  }

  async #steer(does: string, which: number, work: (id: string) => Promise<Result<unknown>>): Promise<void> {
    const id = this.#batchAt(which);
    if (id === null) return;
    const done = await work(id);
    this.#tell(() => `Ada ${does} the batch${failureIn(done)}.`);
  }

  /** Of the changes that she can do this with, the newest first. */
  async #withChange(
    does: string,
    step: Change['next'][number],
    which: number,
    { changes }: Running,
    work: (change: Change) => Promise<Result<unknown>>,
  ): Promise<void> {
    const listed = await changes.list({ filter: emptyChangeFilter, offset: 0, limit: 100 });
    if (!listed.ok) return;
    const can = listed.value.changes.filter(({ next }) => next.includes(step));
    const change = can[which % Math.max(1, can.length)];
    if (change === undefined) return;
    this.#tell(() => `Ada ${does} change ${change.number} (${change.what.kind} ${change.domain}).`);
    const done = await work(change);
    if (!done.ok) this.#tell(() => `That is refused${failureIn(done)}.`);
  }
}
