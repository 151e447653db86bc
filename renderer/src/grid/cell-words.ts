import { causeOfCell, isShortlisted, type KindCounts, kindOfCell } from '#shared/domain/cell.ts';
import { findingKinds } from '#shared/domain/finding.ts';
import type { SessionView } from '#shared/domain/session-view.ts';
import { findingWords, unknownWords } from '../components/finding-words.ts';
import { counted, format } from '../lib/format.ts';
import { nameFormsOf } from '#shared/domain/name-forms.ts';
import type { GridModel } from './grid-model.ts';

const ages = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** An age in whole words, to be read out: "just now", "3 minutes ago". */
export function spokenAge(seconds: number): string {
  for (const [unit, length] of units) {
    const count = Math.floor(seconds / length);
    if (count > 0) return ages.format(-count, unit);
  }
  return 'just now';
}

/**
 * A cell in full: "bakery under .com: available, checked 3 minutes ago, on the shortlist".
 *
 * @param row Of the matrix, as `column` is.
 */
export function cellWords(
  model: GridModel,
  view: SessionView,
  row: number,
  column: number,
  nowMs: number,
): string {
  const { tlds, codes, checkedAt } = model.matrix;
  const cell = row * tlds.length + column;
  const code = codes[cell] ?? 0;
  const at = checkedAt[cell] ?? 0;
  const cause = causeOfCell(code);
  const parts = [
    `${model.unicodeOf(row)} under .${tldWords(model, column)}: ${findingWords[kindOfCell(code)].toLowerCase()}`,
    cause === null ? '' : unknownWords[cause],
    at === 0 ? '' : `checked ${spokenAge(Math.max(0, nowMs / 1_000 - at))}`,
    isShortlisted(code) ? 'on the shortlist' : '',
    view.fits(cell) ? '' : 'not among what is filtered',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** A TLD as people read it. */
export const tldWords = (model: GridModel, column: number): string =>
  nameFormsOf(model.matrix.tlds).unicode[column] ?? '';

/** A name for people, and its A-label where that is another one. */
export function nameWords(model: GridModel, row: number): string {
  const unicode = model.unicodeOf(row);
  const ascii = model.matrix.names[row] ?? '';
  return unicode === ascii ? unicode : `${unicode} (${ascii})`;
}

/** "3 of 20 available": what stands behind a name in its row. Premium names can be bought too. */
export function rowWords(model: GridModel, view: SessionView, row: number): string {
  const { codes, tlds } = model.matrix;
  let buyable = 0;
  for (const column of view.columns) {
    const kind = kindOfCell(codes[row * tlds.length + column] ?? 0);
    if (kind === 'available' || kind === 'premium') buyable += 1;
  }
  return `${format.count(buyable)} of ${counted(view.columns.length, 'TLD', 'TLDs')} available`;
}

/** Each finding that there is under a TLD, with how many: `[['Available', '12'], …]`. */
export const countWords = (counts: KindCounts): readonly (readonly [string, string])[] =>
  findingKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => [findingWords[kind], format.count(counts[kind])] as const);
