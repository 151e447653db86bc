import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Violation } from './evidence.ts';
import { runHistory, type Outcome } from './run.ts';
import { historyOf, type Plot } from './histories.ts';
import type { History, Step } from './steps.ts';
import type { Trouble } from './troubles.ts';

/**
 * What the model finds and is not mended, by row of sections F and G and invariant, as `sortOf` writes them. Whoever mends one takes it
 * out: from then on the model's runs fail where it comes back.
 */
export const knownFaults: ReadonlySet<string> = new Set([]);

/** What was found of one sort: an invariant that was broken in the way of one row of section F. */
export interface FoundSort extends Pick<Violation, 'invariant' | 'fault' | 'says'> {
  /** The number of the first history that shows it, from 0. */
  readonly first: number;
  /** How many histories show it. */
  readonly histories: number;
}

/** What came of many histories. */
export interface ManyRun {
  readonly histories: number;
  /** Writes that reached a service. */
  readonly posts: number;
  readonly entries: number;
  readonly restores: number;
  readonly found: readonly FoundSort[];
}

interface ManyAsked {
  readonly seed: number;
  readonly steps: number;
  /** The numbers of the histories: every `every`-th one from `from` on, below `below`. */
  readonly from: number;
  readonly below: number;
  readonly every: number;
  /** In each of them; null where chance decides. */
  readonly plot: Plot | null;
}

export const nothing: ManyRun = { histories: 0, posts: 0, entries: 0, restores: 0, found: [] };

/** Runs histories of one seed, one after the other, and counts what they show. */
async function runMany({ seed, steps, from, below, every, plot }: ManyAsked): Promise<ManyRun> {
  let all = nothing;
  for (let number = from; number < below; number += every) {
    const { violations, posts, entries, restores } = await outcomeOf(historyOf(seed, number, steps, plot));
    const sorts = new Map(violations.map((violation) => [sortOf(violation), violation]));
    const found = [...sorts.values()].map(({ invariant, fault, says }) => ({
      invariant,
      fault,
      says,
      first: number,
      histories: 1,
    }));
    all = together(all, { histories: 1, posts, entries, restores, found });
  }
  return all;
}

/** What the model itself stumbles over says in which history it was. */
async function outcomeOf(history: History): Promise<Outcome> {
  try {
    return await runHistory(history);
  } catch (thrown) {
    const { seed, number } = history;
    throw new Error(`History ${number} of seed ${seed} could not be told to its end`, { cause: thrown });
  }
}

const ownEntry = fileURLToPath(import.meta.url);

/** As {@link runMany}, by so many processes side by side. @param entry Of another tree, where that one is to be run. */
export async function runManyInProcesses(
  asked: ManyAsked,
  processes: number,
  entry: string = ownEntry,
): Promise<ManyRun> {
  const shares = Array.from({ length: processes }, (_, index) =>
    runShare({ ...asked, from: asked.from + index * asked.every, every: asked.every * processes }, entry),
  );
  return (await Promise.all(shares)).reduce(together, nothing);
}

async function runShare(asked: ManyAsked, entry: string): Promise<ManyRun> {
  const child = spawn(process.execPath, [entry, JSON.stringify(asked)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  const [code] = (await once(child, 'close')) as readonly unknown[];
  if (code !== 0) throw new Error('A process of the model did not end well');
  return JSON.parse(output) as ManyRun; // Of our own making, below.
}

export const sortOf = ({ invariant, fault }: Pick<Violation, 'invariant' | 'fault'>): string =>
  `${fault} ${invariant}`;

export function together(one: ManyRun, other: ManyRun): ManyRun {
  const found = new Map(one.found.map((sort) => [sortOf(sort), sort]));
  for (const sort of other.found) {
    const there = found.get(sortOf(sort));
    const earlier = there === undefined || sort.first < there.first ? sort : there;
    found.set(sortOf(sort), { ...earlier, histories: sort.histories + (there?.histories ?? 0) });
  }
  return {
    histories: one.histories + other.histories,
    posts: one.posts + other.posts,
    entries: one.entries + other.entries,
    restores: one.restores + other.restores,
    found: [...found.values()].toSorted((a, b) => sortOf(a).localeCompare(sortOf(b))),
  };
}

// As a process of its own: runs a share of the histories, as its one argument says, and writes what came of it as JSON.
if (import.meta.main) {
  const asked = JSON.parse(process.argv[2] ?? '{}') as ManyAsked; // Of our own making, above.
  process.stdout.write(JSON.stringify(await runMany(asked)));
}

/** What a history has to show still when it is made smaller. */
type Wanted = Pick<Violation, 'invariant' | 'fault'>;

/** A history from which nothing can be taken without losing what it shows, as far as was tried. */
interface Shrunk {
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
  (step) => (step.do === 'billing' ? { ...step, lagMs: 0 } : step),
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
