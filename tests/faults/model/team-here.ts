import type { ServicesPlatform } from '../../../electron/main/services/services.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';
import {
  ATeamDatabase,
  type Done,
  matterOf,
  type RefereeFunction,
  type TeamTrouble,
} from '../../support/changes/a-team-database.ts';
import type { VirtualTime } from '../../support/time/virtual-time.ts';
import type { StepOf } from './steps.ts';

/** An attempt that a desk has marked as sent. */
export interface Marked {
  readonly changeId: string;
  readonly attempt: number;
  readonly matter: string;
  readonly atMs: number;
  /** What the database was told of its end, in order. */
  readonly told: readonly { readonly atMs: number; readonly outcome: string }[];
}

/** What the team's database has seen, from one of the desks. */
export interface TeamSeen {
  readonly own: readonly Marked[];
  readonly others: readonly (Marked & { readonly by: string })[];
  /** What each change that was ever claimed changes, by its id. */
  readonly matters: ReadonlyMap<string, string>;
  /** Since when and until when it could not be reached. */
  readonly away: readonly { readonly fromMs: number; readonly untilMs: number }[];
}

/** Who sits at each desk. */
export const people = ['Ada', 'Ben', 'Cleo'] as const;

const idOf = (desk: number): string => `aaaaaaaa-0000-4000-8000-${String(desk).padStart(12, '0')}`;
const team = {
  ...{ teamId: 'aaaaaaaa-0000-4000-8000-999999999999', name: 'Acme', caFile: null },
  url: 'postgresql://db.example/acme',
};

type Troubles = Map<RefereeFunction, TeamTrouble[]>;

/** A team over one database, which outlives the starts of the program at each desk. */
export class TeamHere {
  readonly #time: VirtualTime;
  readonly #tell: (sentence: () => string) => void;
  readonly #database: ATeamDatabase;
  readonly #marks: (Marked & { readonly by: string; readonly told: Marked['told'][number][] })[] = [];
  readonly #away: { readonly fromMs: number; readonly untilMs: number }[] = [];
  readonly #matters = new Map<string, string>();
  readonly #troubles: readonly Troubles[] = people.map(() => new Map());

  constructor(time: VirtualTime, tell: (sentence: () => string) => void) {
    this.#time = time;
    this.#tell = tell;
    this.#database = new ATeamDatabase(time);
    this.#database.onDone = (done) => this.#note(done);
  }

  /** Whatever file it is: one that was begun anew joins again. */
  join(workspace: Workspace, desk: number): void {
    const joinedAt = this.#time.now().toISOString();
    const membership = { ...team, user: people[desk] ?? '', deskId: idOf(desk), joinedAt };
    workspace.team.join(membership);
  }

  /** @param isOver The process has ended: it asks nothing any more. */
  platformOf(desk: number, isOver: () => boolean): Pick<ServicesPlatform, 'refereedBy'> {
    const connection = this.#database.connect(people[desk] ?? '', this.#troubles[desk]);
    const call: typeof connection.call = (name, p) =>
      isOver() ? new Promise(() => undefined) : connection.call(name, p);
    return {
      refereedBy: { open: () => Promise.resolve({ connection: () => ({ call }) }) },
    };
  }

  trouble(step: StepOf<'database'>): void {
    const { desk = 0 } = step;
    if ('loses' in step) {
      const troubles = this.#troubles[desk];
      troubles?.set(step.of, [...(troubles.get(step.of) ?? []), step.loses]);
      this.#tell(
        () => `The next answer of the team's database to ${step.of} of desk ${desk + 1} is ${step.loses}.`,
      );
      return;
    }
    const fromMs = this.#time.timer.nowMs();
    this.#away.push({ fromMs, untilMs: fromMs + step.awayMs });
    this.#database.isDown = true;
    this.#tell(() => `The team's database cannot be reached for ${step.awayMs / 1_000} s.`);
    const back = (): void => {
      this.#database.isDown = this.#away.some((away) => away.untilMs > this.#time.timer.nowMs());
    };
    void this.#time.timer.sleep(step.awayMs).then(back);
  }

  seenBy(desk: number): TeamSeen {
    const own = this.#marks.filter(({ by }) => by === people[desk]);
    const others = this.#marks.filter((mark) => !own.includes(mark));
    return { own, others, matters: this.#matters, away: this.#away };
  }

  #note({ by, name, p, answer }: Done): void {
    const atMs = this.#time.timer.nowMs();
    const { changeId, attempt, outcome } = p;
    const matters = this.#matters;
    const done = `${name} ${'kind' in answer ? String(answer.kind) : ''}`;
    if (name === 'claim') matters.set(changeId, matterOf(p));
    if (done === 'mark_sent sent')
      this.#marks.push({ by, changeId, attempt, matter: matters.get(changeId) ?? '', atMs, told: [] });
    if (done === 'settle settled') this.#tellOf(changeId, attempt, { atMs, outcome });
  }

  /** What is over is not made uncertain again. */
  #tellOf(changeId: string, attempt: number, what: Marked['told'][number]): void {
    const isIts = (mark: Marked): boolean => mark.changeId === changeId && mark.attempt === attempt;
    const told = this.#marks.find(isIts)?.told;
    if (what.outcome !== 'uncertain' || told?.length === 0) told?.push(what);
  }
}
