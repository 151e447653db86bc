import { setTimeout as wait } from 'node:timers/promises';
import type { Snapshot } from './database.ts';
import type { Post, PostMoment } from './fronts.ts';
import type { Plan, Trouble } from './plan.ts';
import type { Action, Point, Verdict } from './points.ts';
import type { Statement } from './proxy.ts';
import type { SeatedDesk } from './seat.ts';
import type { World } from './world.ts';

/** A write, and what was true when it came. */
export interface SeenPost extends Post {
  /** Of the claims that are open for what it changes. */
  readonly open: readonly { readonly changeId: string; readonly state: string }[];
  /** Its claim was there, and the server was put back since. */
  readonly isOrphaned: boolean;
}

/** Lets go wrong what the plan says, and notes what really did. */
export class Strikes {
  readonly posts: SeenPost[] = [];
  /** How often the server was put back, each time to which entry. */
  readonly restores: number[] = [];
  /** As `kill before claim`, in order. */
  readonly happened: string[] = [];
  readonly story: string[] = [];
  readonly #world: World;
  readonly #plan: Plan;
  readonly #desks: readonly SeatedDesk[];
  readonly #times = new Map<string, number>();
  readonly #left: Set<Trouble>;
  /** Of each change, how often the server had been put back before it was marked as sent. */
  readonly #marked = new Map<string, number>();
  /** Of each change, how often the server had been put back when its desk heard that the name is held for it. */
  readonly #held = new Map<string, number>();
  /** What the tests themselves stumbled over. */
  readonly failures: string[] = [];
  readonly #snapshots: Snapshot[] = [];
  /** Of each change, how often the server had been put back when it was claimed. */
  readonly #claimed = new Map<string, number>();
  /** Claims that were given to a desk whose history is gone. */
  readonly blind: string[] = [];
  #dump: Snapshot | null = null;
  #isArmed = false;

  constructor(world: World, plan: Plan, desks: readonly SeatedDesk[]) {
    this.#world = world;
    this.#plan = plan;
    this.#desks = desks;
    this.#left = new Set(plan.troubles);
    for (const [desk, proxy] of world.proxies.entries()) {
      proxy.onStatement = (statement) => this.#statement(desk, statement);
      proxy.isOld = plan.desks[desk]?.isOld ?? false;
    }
    for (const { number, process } of desks) process.onPoint = (point) => this.at(number, point);
    world.services.onPost = (post, moment) => this.#post(post, moment);
  }

  /** From now on things go wrong. */
  async arm(): Promise<void> {
    if (this.#plans('old dump')) this.#dump = await this.#world.database.snapshot();
    if (this.#plans('failover')) this.#snapshots.push(await this.#world.database.snapshot());
    this.#isArmed = true;
  }

  /** From now on nothing does, and what was held goes on. */
  async disarm(): Promise<void> {
    this.#isArmed = false;
    await this.#world.database.shrink();
    await this.#world.database.lease(20_000);
    for (const { process } of this.#desks) process.goOn();
  }

  tell(line: string): void {
    this.story.push(`${performance.now().toFixed(0)} ${line}`);
  }

  readonly #plans = (action: Action): boolean => this.#plan.troubles.some((one) => one.action === action);

  async #statement(desk: number, statement: Statement): Promise<Verdict> {
    const { name, when, changeId, answer, clientPort } = statement;
    if (name === 'claim' && when === 'after') await this.#compare(desk, statement);
    this.tell(`desk ${desk}: ${when} ${name} ${changeId.slice(0, 4)} ${answer}`);
    const isSnapped = this.#isArmed && when === 'before' && this.#plans('failover');
    if (isSnapped) this.#snapshots.push(await this.#world.database.snapshot());
    const verdict = await this.at(desk, `${when} ${name}` as Point, clientPort); // Others are in no plan.
    const putBack = this.restores.length;
    if (name === 'mark_sent' && when === 'before') this.#marked.set(changeId, putBack);
    if (name === 'claim') (when === 'before' ? this.#claimed : this.#held).set(changeId, putBack);
    return verdict;
  }

  /** Nothing is held for a desk that has seen what the server does not know. */
  async #compare(desk: number, { changeId, seen, answer }: Statement): Promise<void> {
    if (seen === null || !answer.includes('"held"')) return;
    const isThere = await this.#world.database.hasEntry(seen.seq, seen.hash);
    if (!isThere && this.#claimed.get(changeId) === this.restores.length)
      this.blind.push(`desk ${desk} was given ${changeId}, though its entry ${seen.seq} is gone`);
  }

  async #post(post: Post, moment: PostMoment): Promise<Verdict> {
    const { desk, path, changeId, hasEffect } = post;
    this.tell(`desk ${desk}: POST ${path} ${changeId.slice(0, 4)} ${moment}${hasEffect ? ', done' : ''}`);
    if (moment === 'before the effect') this.posts.push(await this.#seen(post));
    return await this.at(desk, moment);
  }

  async #seen(post: Post): Promise<SeenPost> {
    const { changeId } = post;
    const open = await this.#world.database.openBeside(changeId);
    const isOrphaned = (this.#marked.get(changeId) ?? 0) < this.restores.length;
    // What the front writes on its own post later is read there.
    return Object.assign(post, { open, isOrphaned });
  }

  /**
   * Whether the server was put back after one change had been marked and before the other was claimed: then it cannot know of the one, and
   * who claimed the other need not have seen it.
   */
  isForgotten(one: string, beforeOther: string): boolean {
    return (this.#marked.get(one) ?? 0) < (this.#held.get(beforeOther) ?? 0);
  }

  /** A desk has come by a point. */
  async at(desk: number, point: Point, clientPort = 0): Promise<Verdict> {
    if (!this.#isArmed) return 'go';
    const key = `${desk} ${point}`;
    const nth = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, nth);
    const trouble = [...this.#left].find((one) => one.desk === desk && one.point === point && one.nth <= nth);
    if (trouble === undefined) return 'go';
    this.#left.delete(trouble);
    this.tell(`desk ${desk}: ${trouble.action} ${point}`);
    try {
      return await this.#strike(trouble, clientPort);
    } catch (thrown) {
      this.failures.push(`failed: ${trouble.action} ${point}: ${String(thrown)}`);
      return 'go';
    }
  }

  async #strike(trouble: Trouble, clientPort: number): Promise<Verdict> {
    const { action, point, ms, desk: number, commits } = trouble;
    const desk = this.#desks[number];
    if (desk === undefined || desk.process.isDead) return 'go';
    const { database } = this.#world;
    const happened = (): void => void this.happened.push(`${action} ${point}`);
    // Before the statement has left, it still arrives at a connection that is gone.
    const isCutOff: Verdict = point.startsWith('after') && clientPort > 0 ? 'cut' : 'go';
    switch (action) {
      case 'kill':
      case 'old backup':
        desk.kill();
        if (action === 'old backup') desk.isPutBack = true;
        this.#world.proxies[number]?.cut();
        happened();
        return clientPort > 0 ? 'cut' : 'go';
      case 'terminate':
        if (await database.terminate(clientPort)) happened();
        return isCutOff;
      case 'terminate within': {
        const { ended } = await database.terminateWithin(clientPort);
        void ended.then((isSo) => {
          if (isSo) happened();
        });
        return 'go';
      }
      case 'cut':
        happened();
        return 'cut';
      case 'stall':
        await desk.process.call('giveUp').catch(() => undefined);
        await wait(ms);
        happened();
        return 'go';
      case 'delay':
      case 'lease ends':
        await wait(ms);
        happened();
        return 'go';
      case 'stop':
        desk.process.stop();
        await wait(ms);
        desk.process.goOn();
        happened();
        return 'go';
      case 'jump':
        happened();
        void desk.process.call('jump', { byMs: ms }).catch(() => undefined);
        return 'go';
      case 'old dump':
        await this.#putBack(this.#dump);
        happened();
        return isCutOff;
      case 'failover':
        await this.#putBack(this.#snapshots[Math.max(0, this.#snapshots.length - commits)] ?? null);
        happened();
        return isCutOff;
      case 'upgrade':
        await database.outgrow();
        happened();
        return 'go';
    }
  }

  async #putBack(snapshot: Snapshot | null): Promise<void> {
    if (snapshot === null) throw new Error('There is no snapshot');
    await this.#world.database.restore(snapshot);
    this.tell(`the server is put back to entry ${snapshot.seq}`);
    this.restores.push(snapshot.seq);
    this.#snapshots.length = 0;
    this.#snapshots.push(snapshot);
  }
}
