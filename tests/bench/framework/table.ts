import type { Result } from './result.ts';

const titles = ['figure', 'ours', 'limit', 'unit', 'ratio', 'spread', 'goal'] as const;

/** The results as lines of text, a line for each, with what was compared under it. */
export function tableOf(results: ReadonlyMap<string, Result>): string {
  const rows = [[...titles], ...[...results].map(([name, result]) => cellsOf(name, result))];
  const widths = titles.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  const notes = [...results.values()].map(noteOf);
  return lines
    .map((line, index) => (index === 0 ? line.trimEnd() : `${line.trimEnd()}\n${notes[index - 1] ?? ''}`))
    .join('\n');
}

function cellsOf(name: string, result: Result): string[] {
  const { ours, limit, ratio, unit, spread, goals } = result;
  return [
    name,
    shown(ours),
    shown(limit),
    unit,
    ratio === null ? '–' : ratio.toFixed(2),
    spread === null ? '–' : `${shown(spread.ours.least)} … ${shown(spread.ours.most)}`,
    goals.map(({ goal, isMet }) => `${isMet ? 'met' : 'MISSED'}: ${goal}`).join('; ') || '–',
  ];
}

function noteOf({ oursIs, limitIs, heldEqual, warmUp, also, why }: Result): string {
  if (why !== null) return `    not taken: ${why}`;
  const beside = limitIs === null ? '' : ` Beside it: ${limitIs}.`;
  const seen = [...alsoLines('ours', also?.ours), ...alsoLines('limit', also?.limit)];
  return [`    ${oursIs}.${beside} Equal: ${heldEqual}. Warm-up: ${warmUp}.`, ...seen].join('\n');
}

function alsoLines(side: string, also: Readonly<Record<string, number>> = {}): readonly string[] {
  const seen = Object.entries(also).map(([name, value]) => `${name} ${shown(value)}`);
  return seen.length === 0 ? [] : [`    ${side}: ${seen.join(' · ')}`];
}

/** Three digits that count, thousands with a separator. */
function shown(value: number | null): string {
  if (value === null) return '–';
  if (value !== 0 && Math.abs(value) < 0.0095) return value.toExponential(1);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: 0, maximumFractionDigits: digits });
}
