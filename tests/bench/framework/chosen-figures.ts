import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';

export interface Choice {
  readonly figures: readonly Figure[];
  readonly isQuick: boolean;
  readonly runs: number;
  /** Null where no profile is wanted. */
  readonly profileFolder: string | null;
}

const fewestRuns = 5;
const quickRuns = 2;

/**
 * What was typed behind `npm run bench --`: names of figures (none is all), `--quick`, `--runs N`, `--profile FOLDER`.
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
  return {
    figures: names.length === 0 ? known : known.filter(({ name }) => names.includes(name)),
    isQuick,
    runs,
    profileFolder: profile === undefined ? null : resolve(profile),
  };
}

function parse(typed: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...typed],
      options: { quick: { type: 'boolean' }, runs: { type: 'string' }, profile: { type: 'string' } },
      allowPositionals: true,
    });
    return { names: positionals, isQuick: values.quick === true, runs: values.runs, profile: values.profile };
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
