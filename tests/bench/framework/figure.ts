import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What one side came to in one run. */
export interface Taken {
  readonly value: number;
  /** What else was seen of the run, such as processor seconds; shown beside the value, compared with nothing. */
  readonly also: Readonly<Record<string, number>>;
}

/** Ours, or the limit beside it. */
export interface Side {
  /** In a few words. */
  readonly is: string;
  /** Measures once, in a process of its own. Rejects where it cannot be measured; the message says why. */
  readonly take: () => Promise<Taken>;
}

export interface Goal {
  readonly of: 'ours' | 'ratio';
  readonly bound: 'at least' | 'at most';
  /** For the first landing. */
  readonly first: number;
  /** For later; null where the first is all there is. */
  readonly then: number | null;
}

/** Two sides that are measured in turn; one line of the table, one entry of the results. */
export interface Row {
  /** The key in the results: the figure's name, or that and a word more. */
  readonly name: string;
  readonly unit: string;
  readonly ours: Side;
  /** Null where nothing can stand beside it. */
  readonly limit: Side | null;
  readonly goals: readonly Goal[];
  /** What is the same on both sides. */
  readonly heldEqual: string;
  /** What ran before the measuring began. */
  readonly warmUp: string;
}

export interface FigureOptions {
  /** Small and only to try that it runs: its numbers mean little. */
  readonly isQuick: boolean;
  /** A folder for what the figure needs; it goes when all is done. */
  readonly folder: string;
  /** Where processor profiles of our side go; null for none. */
  readonly profileFolder: string | null;
  readonly crowd: Crowd;
}

/** How many desks of a team work at once, and for how long. */
export interface Crowd {
  readonly desks: number;
  readonly minutes: number;
}

/** One figure, as it is named on the command line. */
export interface Figure {
  readonly name: string;
  /** Makes ready what every run of it shares. */
  readonly prepare: (options: FigureOptions) => Promise<Prepared>;
}

export interface Prepared {
  readonly rows: readonly Row[];
  /** Takes down what was made ready. */
  readonly end: () => Promise<void>;
}

/** Rows that share nothing that would have to be taken down. */
export const standing = (rows: readonly Row[]): Prepared => ({ rows, end: () => Promise.resolve() });

export interface Choice {
  readonly figures: readonly Figure[];
  readonly isQuick: boolean;
  readonly runs: number;
  /** Null where no profile is wanted. */
  readonly profileFolder: string | null;
  readonly crowd: Crowd;
}

const fewestRuns = 5;
const quickRuns = 2;
const usualCrowd = { desks: 50, minutes: 0.5 };
const quickCrowd = { desks: 5, minutes: 0.1 };

/**
 * What was typed behind `npm run bench --`: names of figures (none is all), `--quick`, `--runs N`, `--profile FOLDER`, and of a
 * team `--desks N` and `--minutes N`.
 *
 * @returns What is wrong with it, as a text, where something is.
 */
export function chosenFigures(typed: readonly string[], known: readonly Figure[]): Choice | string {
  const parsed = parse(typed);
  if (typeof parsed === 'string') return parsed;
  const { names, isQuick, profile } = parsed;
  const stranger = names.find((name) => !known.some((figure) => figure.name === name));
  if (stranger !== undefined)
    return `There is no figure "${stranger}". There are: ${known.map(({ name }) => name).join(', ')}.`;
  const runs = Number(parsed.runs ?? (isQuick ? quickRuns : fewestRuns));
  if (!Number.isInteger(runs) || runs < 1) return '--runs takes a whole number.';
  const crowd = crowdIn(parsed, isQuick ? quickCrowd : usualCrowd);
  if (crowd === null) return '--desks takes a whole number, and --minutes one.';
  return {
    figures: names.length === 0 ? known : known.filter(({ name }) => names.includes(name)),
    isQuick,
    runs,
    profileFolder: profile === undefined ? null : resolve(profile),
    crowd,
  };
}

/** Null where it is none. */
function crowdIn(typed: { readonly desks?: string; readonly minutes?: string }, usual: Crowd): Crowd | null {
  const [desks, minutes] = [Number(typed.desks ?? usual.desks), Number(typed.minutes ?? usual.minutes)];
  return Number.isInteger(desks) && desks >= 1 && minutes > 0 ? { desks, minutes } : null;
}

function parse(typed: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...typed],
      options: {
        ...{ quick: { type: 'boolean' }, runs: { type: 'string' }, profile: { type: 'string' } },
        ...{ desks: { type: 'string' }, minutes: { type: 'string' } },
      },
      allowPositionals: true,
    });
    const { quick, ...rest } = values;
    return { names: positionals, isQuick: quick === true, ...rest };
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
