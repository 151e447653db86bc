/** How many cells' findings cross in one message: with ten prices each, main is busy with it for some 4 ms. */
const cellsPerPart = 250;

interface Wanted {
  readonly id: string;
  readonly cells: Uint32Array;
}

/** For `sessions.findings`: its input in parts, each of which is asked for when the one before has come. */
export function cellsInParts({ id, cells }: Wanted): readonly Wanted[] {
  const parts: Wanted[] = [];
  for (let from = 0; from < cells.length; from += cellsPerPart) {
    parts.push({ id, cells: cells.slice(from, from + cellsPerPart) });
  }
  return parts;
}
