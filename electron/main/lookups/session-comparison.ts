import { type Finding, notGiven, type Price, shortestPeriod } from '#shared/domain/finding.ts';
import { findingBits, kindOfCell, type SessionChange } from '#shared/domain/session.ts';
import { mostChanges } from '#shared/domain/terms.ts';
import { ok, type Result } from '#shared/result.ts';
import type { LiveSession } from './live-sessions.ts';

export interface Comparison {
  readonly common: number;
  readonly compared: number;
  readonly same: number;
  readonly changed: number;
  readonly changes: readonly SessionChange[];
}

/** Fails with: `storage`. */
type FindingsAt = (id: string, cells: Uint32Array<ArrayBuffer>) => Promise<Result<readonly Finding[]>>;

/** Compares the cells that both sessions have and that were checked in both; the changes are in the order of `after`. */
export async function compareSessions(
  before: LiveSession,
  after: LiveSession,
  findingsAt: FindingsAt,
): Promise<Result<Comparison>> {
  const { common, compared, changed, pairs } = changedCells(before, after);
  const found = [
    await findingsAt(
      before.record.id,
      Uint32Array.from(pairs, (pair) => pair.before),
    ),
    await findingsAt(
      after.record.id,
      Uint32Array.from(pairs, (pair) => pair.after),
    ),
  ] as const;
  if (!found[0].ok) return found[0];
  if (!found[1].ok) return found[1];
  const [earlier, later] = [found[0].value, found[1].value];
  const changes = later.flatMap((finding, at): SessionChange[] => {
    const was = earlier[at];
    return was === undefined ? [] : [changeOf(was, finding)];
  });
  return ok({ common, compared, same: compared - changed, changed, changes });
}

interface Pair {
  readonly before: number;
  readonly after: number;
}

function changedCells(before: LiveSession, after: LiveSession) {
  const width = { before: before.record.tlds.length, after: after.record.tlds.length };
  const columns = after.record.tlds.map((tld) => before.record.tlds.indexOf(tld));
  const rowBefore = rowsIn(before, after);
  const pairs: Pair[] = [];
  let [common, compared, changed] = [0, 0, 0];
  for (let row = 0; row < after.labels.count; row += 1) {
    const earlierRow = rowBefore(row);
    if (earlierRow === undefined) continue;
    columns.forEach((earlierColumn, column) => {
      if (earlierColumn < 0) return;
      common += 1;
      const pair = { before: earlierRow * width.before + earlierColumn, after: row * width.after + column };
      const [was, is] = [codeAt(before, pair.before), codeAt(after, pair.after)];
      if (was === 0 || is === 0) return;
      compared += 1;
      if (kindOfCell(was) === kindOfCell(is)) return;
      changed += 1;
      if (pairs.length < mostChanges) pairs.push(pair);
    });
  }
  return { common, compared, changed, pairs };
}

const codeAt = ({ matrix }: LiveSession, cell: number): number => findingBits(matrix.codes[cell] ?? 0);

/** A session that was run again has the same names in the same rows. */
function rowsIn(before: LiveSession, after: LiveSession): (row: number) => number | undefined {
  if (before.names === after.names) return (row) => row;
  const rows = new Map<string, number>();
  for (let row = 0; row < before.labels.count; row += 1) rows.set(before.labels.at(row), row);
  return (row) => rows.get(after.labels.at(row));
}

const changeOf = (before: Finding, after: Finding): SessionChange => ({
  domain: after.domain,
  before: before.kind,
  after: after.kind,
  priceBefore: priceOf(before),
  priceAfter: priceOf(after),
});

const priceOf = ({ prices }: Finding): Price => shortestPeriod(prices)?.register ?? notGiven;
