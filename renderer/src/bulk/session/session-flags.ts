import { mostFlaggedNames } from '#shared/domain/bounds.ts';
import type { NamedPriceChange, PriceChange } from '#shared/domain/seen-prices.ts';
import { buyableCodes } from '#shared/domain/session-prices.ts';
import type { Bridge } from '../../client.ts';
import type { GridModel } from '../../grid/grid-model.ts';
import { valueOf } from '../../remote.ts';
import { coalesced } from '../../ui/live-collection.ts';
import type { SessionState } from './session-state.ts';

/** Indices into the shown rows; the end is exclusive. */
export interface Sight {
  readonly first: number;
  readonly end: number;
}

/** In milliseconds: the minimum time between two requests while rows and findings move. */
const everyMs = 500;

/**
 * Reads how the prices of the rows in sight differ from what was seen before, where prices are shown: once for each cell, and again
 * after it was answered again.
 *
 * @param sight The rows that are visible now.
 */
export function createFlagReader(
  get: () => SessionState,
  request: Pick<Bridge['request'], 'watching'>,
  sight: () => Sight,
) {
  let isReading = false;

  async function readAll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    for (let cells = wantedCells(get(), sight()); cells.length > 0; cells = wantedCells(get(), sight())) {
      const { model, session } = get();
      const accountId = valueOf(session)?.accountId;
      if (model === null || accountId === undefined) break;
      const domains = cells.map((cell) => domainOf(model, cell));
      const answer = await request.watching.priceChanges({ accountId, domains });
      // Without an answer nothing is flagged, and the same is not asked over and over.
      const changes = Map.groupBy(answer.ok ? answer.value.changes : [], ({ domain }) => domain);
      model.putFlags(
        cells.map((cell, at) => [cell, shownAt(model, cell, changes.get(domains[at] ?? '') ?? [])]),
      );
    }
    isReading = false;
  }

  return { readSoon: coalesced(() => void readAll(), everyMs) };
}

const domainOf = ({ matrix: { names, tlds } }: GridModel, cell: number): string =>
  `${names[Math.floor(cell / tlds.length)] ?? ''}.${tlds[cell % tlds.length] ?? ''}`;

/** A later lookup of the name may have found another price than the cell shows. */
const shownAt = (
  { matrix }: GridModel,
  cell: number,
  changes: readonly NamedPriceChange[],
): readonly PriceChange[] =>
  changes.filter(({ checkedAt }) => Math.floor(Date.parse(checkedAt) / 1_000) === matrix.checkedAt[cell]);

/** The cells in sight that can be bought and were not asked about, at most as many as one request takes. */
function wantedCells({ model, shown, choice }: SessionState, { first, end }: Sight): readonly number[] {
  if (model === null || shown === null || choice.show === 'marks') return [];
  const { codes, tlds } = model.matrix;
  const cells: number[] = [];
  for (const row of shown.view.rows.subarray(first, end))
    for (const column of shown.view.columns) {
      const cell = row * tlds.length + column;
      if (buyableCodes[codes[cell] ?? 0] !== 1 || model.flagsAt(cell) !== undefined) continue;
      if (cells.push(cell) === mostFlaggedNames) return cells;
    }
  return cells;
}
