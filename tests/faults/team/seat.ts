import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskProcess } from './desk-process.ts';
import type { DeskPlan, Plan } from './plan.ts';
import { deskPoints, type DeskPoint, type DeskReport, type Opening } from './protocol.ts';
import type { World } from './world.ts';

/** A desk of one interleaving: a workspace, and the process that has it now. */
export class SeatedDesk {
  readonly number: number;
  readonly plan: DeskPlan;
  process: DeskProcess;
  /** Its workspace was put back as it was at the last `backUp`. */
  isPutBack = false;
  /** It has said that the team's history is not the one that it has seen. */
  hasSaidFault = false;
  /** What it has known, of before it took the history as it is. */
  reports: DeskReport[] = [];
  readonly #world: World;
  readonly #directory: string;
  readonly #points: readonly DeskPoint[];

  constructor(world: World, { troubles, desks }: Plan, number: number, folder: string) {
    const plan = desks[number];
    if (plan === undefined) throw new Error('There is no such desk');
    this.#world = world;
    this.number = number;
    this.plan = plan;
    this.process = world.processes.take();
    this.#directory = join(folder, String(number));
    this.#points = deskPoints.filter((point) =>
      troubles.some((trouble) => trouble.desk === number && trouble.point === point),
    );
  }

  /** @param isWatched Whether it waits at the points at which the plan strikes it. */
  async open(isWatched: boolean): Promise<void> {
    const person = this.#world.database.people[this.number];
    const { port = 0 } = this.#world.proxies[this.number] ?? {};
    const opening: Opening = {
      directory: this.#directory,
      url: `postgresql://127.0.0.1:${port}/${this.#world.database.name}`,
      user: person?.user ?? '',
      password: person?.password ?? '',
      logins: this.#world.services.loginsOf(this.number),
      points: isWatched ? this.#points : [],
      isFollowing: this.plan.isFollowing,
      now: this.#world.now().toISOString(),
    };
    await this.process.call('open', opening);
    await this.process.call('recover');
  }

  /** A workspace that has joined the team and has done nothing yet: a copy, as making one takes longer than most interleavings. */
  async begin(): Promise<void> {
    const made = join(this.#world.folder, `desk-${this.number}`);
    if (!existsSync(made)) {
      await this.open(false);
      await this.process.call('close');
      cpSync(this.#directory, made, { recursive: true });
    } else cpSync(made, this.#directory, { recursive: true });
    await this.open(true);
  }

  /** A copy of the workspace as it is now, while it is closed. */
  async backUp(): Promise<void> {
    await this.process.call('close');
    cpSync(this.#directory, `${this.#directory}-backup`, { recursive: true });
    await this.open(true);
  }

  /** In a new process where the old one is dead; over the backup where that was put back. */
  async restart(): Promise<void> {
    if (this.process.isDead) {
      this.process = this.#world.processes.take();
      if (this.isPutBack) {
        rmSync(this.#directory, { recursive: true, force: true });
        cpSync(`${this.#directory}-backup`, this.#directory, { recursive: true });
      }
    } else await this.process.call('close');
    await this.open(false);
  }

  async report(): Promise<DeskReport> {
    const report = await this.process.call('report');
    this.reports.push(report);
    return report;
  }

  /** The process can be another desk afterwards. */
  async leave(): Promise<void> {
    await this.process.call('close').catch(() => this.process.kill());
    this.#world.processes.giveBack(this.process);
  }
}
