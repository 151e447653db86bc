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

/** Does what the plan says to a desk that has come by a point. */
type Blow = (trouble: Trouble, desk: SeatedDesk, clientPort: number) => Promise<Verdict>;

/** Of a connection that is gone: what has not left yet still arrives there, and an answer does not. */
const afterwards = ({ point }: Trouble, clientPort: number): Verdict =>
  point.startsWith('after') && clientPort > 0 ? 'cut' : 'go';

/** Lets go wrong what the plan says, and notes what really did. */
export class Strikes {
  readonly posts: SeenPost[] = [];
  /** How often the server was put back, each time to which entry. */
  readonly restores: number[] = [];
  /** Those among them that have begun. */
  #restoring = 0;
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
  readonly #heldAt = new Map<string, number>();
  /** What the tests themselves stumbled over. */
  readonly failures: string[] = [];
  readonly #snapshots: Snapshot[] = [];
  /** Connections that are to be ended within a statement, which may be a later one. */
  readonly #ending: Promise<unknown>[] = [];
  /** Of each change, how often the server had been put back when it was claimed; -1 while that is being done. */
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
    await Promise.all(this.#ending);
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
    if (name === 'claim' && when === 'before') this.#claimed.set(changeId, this.#ended());
    if (name === 'claim' && when === 'after') this.#heldAt.set(changeId, putBack);
    return verdict;
  }

  /** How often the server has been put back; -1 while that is being done. */
  #ended(): number {
    return this.#restoring === this.restores.length ? this.#restoring : -1;
  }

  /** Nothing is held for a desk that has seen what the server does not know. */
  async #compare(desk: number, { changeId, seen, answer }: Statement): Promise<void> {
    if (seen === null || !answer.includes('"kind": "held"')) return;
    const isThere = await this.#world.database.hasEntry(seen.seq, seen.hash);
    // What was answered before a restore began may be looked for after it.
    if (!isThere && this.#ended() !== -1 && this.#claimed.get(changeId) === this.#ended())
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
    // What waited for a restore is told nothing of before, a moment earlier than whoever has ordered the restore.
    const isOrphaned = (this.#marked.get(changeId) ?? 0) < this.#restoring;
    // What the front writes on its own post later is read there.
    return Object.assign(post, { open, isOrphaned });
  }

  /**
   * Whether the server was put back after one change had been marked and before the other was claimed: then it cannot know of the one, and
   * who claimed the other need not have seen it.
   */
  isForgotten(one: string, beforeOther: string): boolean {
    return (this.#marked.get(one) ?? 0) < (this.#heldAt.get(beforeOther) ?? 0);
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
    const desk = this.#desks[trouble.desk];
    if (desk === undefined || desk.process.isDead) return 'go';
    return await this.#blows[trouble.action](trouble, desk, clientPort);
  }

  #note({ action, point }: Trouble): void {
    this.happened.push(`${action} ${point}`);
  }

  readonly #killed: Blow = (trouble, desk, clientPort) => {
    desk.process.kill();
    desk.isPutBack ||= trouble.action === 'old backup';
    this.#world.proxies[desk.number]?.cut();
    this.#note(trouble);
    return Promise.resolve(clientPort > 0 ? 'cut' : 'go');
  };

  readonly #held: Blow = async (trouble) => {
    await wait(trouble.ms);
    this.#note(trouble);
    return 'go';
  };

  readonly #restored =
    (snapshotOf: (trouble: Trouble) => Snapshot | null | undefined): Blow =>
    async (trouble, _desk, clientPort) => {
      await this.#putBack(snapshotOf(trouble) ?? null);
      this.#note(trouble);
      return afterwards(trouble, clientPort);
    };

  readonly #blows: Readonly<Record<Action, Blow>> = {
    kill: this.#killed,
    'old backup': this.#killed,
    terminate: async (trouble, _desk, clientPort) => {
      if (await this.#world.database.terminate(clientPort)) this.#note(trouble);
      return afterwards(trouble, clientPort);
    },
    'terminate within': async (trouble, _desk, clientPort) => {
      const { ended } = await this.#world.database.terminateWithin(clientPort);
      const noted = ended.then((isSo) => {
        if (isSo) this.#note(trouble);
      });
      this.#ending.push(noted);
      return 'go';
    },
    cut: (trouble) => {
      this.#note(trouble);
      return Promise.resolve('cut');
    },
    delay: this.#held,
    'lease ends': this.#held,
    stall: async (trouble, desk, clientPort) => {
      await desk.process.call('giveUp').catch(() => undefined);
      return await this.#held(trouble, desk, clientPort);
    },
    stop: async (trouble, desk, clientPort) => {
      desk.process.stop();
      const verdict = await this.#held(trouble, desk, clientPort);
      desk.process.goOn();
      return verdict;
    },
    jump: (trouble, desk) => {
      this.#note(trouble);
      void desk.process.call('jump', { byMs: trouble.ms }).catch(() => undefined);
      return Promise.resolve('go');
    },
    'old dump': this.#restored(() => this.#dump),
    failover: this.#restored(({ commits }) => this.#snapshots[Math.max(0, this.#snapshots.length - commits)]),
    upgrade: async (trouble) => {
      await this.#world.database.outgrow();
      this.#note(trouble);
      return 'go';
    },
  };

  async #putBack(snapshot: Snapshot | null): Promise<void> {
    if (snapshot === null) throw new Error('There is no snapshot');
    this.#restoring += 1;
    await this.#world.database.restore(snapshot);
    this.tell(`the server is put back to entry ${snapshot.seq}`);
    this.restores.push(snapshot.seq);
    this.#snapshots.length = 0;
    this.#snapshots.push(snapshot);
  }
}
