import type { AppError } from '#shared/app-error.ts';
import { type CodeOutcome, codeOutcomes, type CodeSaving, type CodeSavingRow } from '#shared/domain/code.ts';

type Standing = Pick<CodeSaving, 'total' | 'asked' | 'outcomes'>;

/** What every domain of a saving came to so far. */
export interface Tally {
  readonly standing: () => Standing;
  readonly settle: (index: number, outcome: CodeOutcome, error: AppError | null) => void;
  readonly rows: (
    which: 'all' | 'failed',
    offset: number,
    limit: number,
  ) => { readonly rows: readonly CodeSavingRow[]; readonly total: number };
}

export function createTally(domains: readonly string[]): Tally {
  const rows: CodeSavingRow[] = domains.map((domain, index) => ({
    index,
    domain,
    outcome: null,
    error: null,
  }));
  const failed: CodeSavingRow[] = [];
  const outcomes = Object.fromEntries(codeOutcomes.map((outcome) => [outcome, 0])) as Record<
    CodeOutcome,
    number
  >; // Made of every outcome there is.
  let asked = 0;
  return {
    standing: () => ({ total: rows.length, asked, outcomes: { ...outcomes } }),
    settle(index, outcome, error) {
      const row = rows[index];
      if (row === undefined) throw new Error(`There is no row ${index}`);
      const settled = { ...row, outcome, error };
      rows[index] = settled;
      asked += 1;
      outcomes[outcome] += 1;
      if (outcome !== 'code') failed.push(settled);
    },
    rows(which, offset, limit) {
      const shown = which === 'all' ? rows : failed;
      return { rows: shown.slice(offset, offset + limit), total: shown.length };
    },
  };
}
