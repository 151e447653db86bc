import type { Violation } from './evidence.ts';
import { type Outcome, runHistory } from './run.ts';
import type { History, Step, Trouble } from './steps.ts';

/** What a history has to show still when it is made smaller. */
export type Wanted = Pick<Violation, 'invariant' | 'fault'>;

/** A history from which nothing can be taken without losing what it shows, as far as was tried. */
export interface Shrunk {
  readonly history: History;
  readonly outcome: Outcome;
  /** How many histories were run for it. */
  readonly runs: number;
}

const mostRuns = 500;

/** Makes a history smaller and plainer as long as it shows the same. */
export async function shrink(history: History, wanted: Wanted): Promise<Shrunk> {
  return await new Shrinking(history, wanted).run();
}

class Shrinking {
  readonly #wanted: Wanted;
  #best: History;
  #runs = 0;

  constructor(history: History, wanted: Wanted) {
    this.#best = history;
    this.#wanted = wanted;
  }

  async run(): Promise<Shrunk> {
    await this.#cutTheEnd();
    for (let before = Number.POSITIVE_INFINITY; this.#best.steps.length < before;) {
      before = this.#best.steps.length;
      await this.#takeOut();
    }
    await this.#makePlainer();
    await this.#takeOut();
    const outcome = await runHistory(this.#best, true);
    return { history: this.#best, outcome, runs: this.#runs };
  }

  /** Keeps `candidate` where it still shows what is wanted. */
  async #try(candidate: History): Promise<boolean> {
    if (this.#runs >= mostRuns) return false;
    this.#runs += 1;
    if ((await this.#stepOf(candidate)) === null) return false;
    this.#best = candidate;
    return true;
  }

  /** The step after which it shows; null where it does not. */
  async #stepOf(candidate: History): Promise<number | null> {
    const { violations } = await runHistory(candidate);
    const found = violations.find(
      ({ invariant, fault }) => invariant === this.#wanted.invariant && fault === this.#wanted.fault,
    );
    return found?.step ?? null;
  }

  async #cutTheEnd(): Promise<void> {
    const step = await this.#stepOf(this.#best);
    if (step !== null && step >= 0)
      await this.#try(withSteps(this.#best, this.#best.steps.slice(0, step + 1)));
  }

  async #takeOut(): Promise<void> {
    for (let size = Math.ceil(this.#best.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let from = this.#best.steps.length - size; from > -size; from -= size) {
        const at = Math.max(0, from);
        const { steps } = this.#best;
        await this.#try(withSteps(this.#best, [...steps.slice(0, at), ...steps.slice(at + size)]));
      }
    }
  }

  async #makePlainer(): Promise<void> {
    const plain = { ground: 'in-process', startAt: '2026-03-01T10:30:00Z', creditCents: 50_000 } as const;
    await this.#try({ ...this.#best, ...plain });
    await this.#try({ ...this.#best, isBesideCommandLine: false });
    for (let index = 0; index < this.#best.steps.length; index += 1) {
      for (const change of plainer) {
        const step = this.#best.steps[index];
        const changed = step && change(step);
        if (changed === undefined || JSON.stringify(changed) === JSON.stringify(step)) continue;
        await this.#try(withSteps(this.#best, this.#best.steps.with(index, changed)));
      }
    }
  }
}

const withSteps = (history: History, steps: readonly Step[]): History => ({ ...history, steps });

/** Ways to say the same step more plainly. Each is tried by itself. */
const plainer: readonly ((step: Step) => Step)[] = [
  (step) => ({ ...step, thenMs: 3_000 }),
  (step) => ('account' in step ? { ...step, account: 0 } : step),
  (step) => ('domain' in step ? { ...step, domain: 0 } : step),
  (step) => ('domains' in step ? { ...step, domains: [0] } : step),
  (step) => ('isApplied' in step ? { ...step, isApplied: true } : step),
  (step) => ('which' in step ? { ...step, which: 0 } : step),
  (step) => (step.do === 'wait' ? { ...step, ms: 40_000 } : step),
  (step) => (step.do === 'wait' ? { ...step, ms: 3_600_000 } : step),
  (step) => (step.do === 'trouble' ? { ...step, times: 1 } : step),
  (step) => ('meets' in step ? { ...step, meets: null } : step),
  (step) => withTrouble(step, plainerTrouble),
  (step) =>
    withTrouble(step, (trouble) =>
      trouble.kind === 'says' ? { ...trouble, sentence: 0, status: 200, form: 'error-text' } : trouble,
    ),
];

function withTrouble(step: Step, change: (trouble: Trouble) => Trouble): Step {
  if (step.do === 'trouble') return { ...step, trouble: change(step.trouble) };
  return 'meets' in step && step.meets !== null ? { ...step, meets: change(step.meets) } : step;
}

const plainerTrouble = (trouble: Trouble): Trouble => {
  if (trouble.kind === 'lost') return { ...trouble, how: 'breaks' };
  return trouble.kind === 'says' ? { ...trouble, form: 'error-text' } : trouble;
};
