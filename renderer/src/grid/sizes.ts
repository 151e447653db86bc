import type { Density } from './grid-props.ts';

export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 32, compact: 24 };
export const headingHeights: Readonly<Record<Density, number>> = { comfortable: 36, compact: 28 };

/** Of the first column, in px. */
export const nameWidths = { least: 96, usual: 220, most: 640 } as const;

export const nameWidthWithin = (width: number): number =>
  Math.round(Math.min(nameWidths.most, Math.max(nameWidths.least, width)));

const columnWidths: Readonly<Record<Density, { readonly least: number; readonly beside: number }>> = {
  comfortable: { least: 48, beside: 20 },
  compact: { least: 36, beside: 12 },
};
const widestColumn = 112;

/** Wide enough for the longest heading; all columns have the same, so that the eye finds them. */
export function columnWidthFor(
  headings: readonly string[],
  widthOf: (heading: string) => number,
  density: Density,
): number {
  const { least, beside } = columnWidths[density];
  let widest = 0;
  for (const heading of headings) widest = Math.max(widest, widthOf(heading));
  return Math.min(widestColumn, Math.max(least, Math.ceil(widest) + beside));
}
