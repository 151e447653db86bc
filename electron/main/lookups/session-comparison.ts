import {
  type Finding,
  type FindingKind,
  notGiven,
  type Price,
  shortestPeriod,
} from '#shared/domain/finding.ts';
import { findingBits, kindOfCell, type SessionChange } from '#shared/domain/session.ts';
import { ok, type Result } from '#shared/result.ts';
import type { LiveSession } from './live-sessions.ts';
import { mostChanges } from '#shared/domain/bounds.ts';

export interface Comparison {
  readonly common: number;
  readonly compared: number;
  readonly same: number;
  readonly changed: number;
  readonly changes: readonly SessionChange[];
  readonly onlyBefore: OnlyInOne;
  readonly onlyAfter: OnlyInOne;
}

interface OnlyInOne {
  readonly count: number;
  readonly first: readonly { readonly domain: string; readonly kind: FindingKind; readonly price: Price }[];
}

/** Fails with: `storage`. */
type FindingsAt = (id: string, cells: Uint32Array<ArrayBuffer>) => Promise<Result<readonly Finding[]>>;

/**
 * Compares the cells that both sessions have and that were checked in both, and counts those that one of them has alone; the changes are
 * in the order of `after`.
 */
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
  const onlyBefore = await onlyIn(before, after, common, findingsAt);
  if (!onlyBefore.ok) return onlyBefore;
  const onlyAfter = await onlyIn(after, before, common, findingsAt);
  if (!onlyAfter.ok) return onlyAfter;
  const only = { onlyBefore: onlyBefore.value, onlyAfter: onlyAfter.value };
  return ok({ common, compared, same: compared - changed, changed, changes, ...only });
}

/** What `one` has and `other` has not, in the order of `one`. */
async function onlyIn(
  one: LiveSession,
  other: LiveSession,
  common: number,
  findingsAt: FindingsAt,
): Promise<Result<OnlyInOne>> {
  const count = one.labels.count * one.record.tlds.length - common;
  if (count === 0) return ok({ count, first: [] });
  const found = await findingsAt(one.record.id, firstCellsOnlyIn(one, other));
  if (!found.ok) return found;
  const first = found.value.map((finding) => ({
    domain: finding.domain,
    kind: finding.kind,
    price: priceOf(finding),
  }));
  return ok({ count, first });
}

function firstCellsOnlyIn(one: LiveSession, other: LiveSession): Uint32Array<ArrayBuffer> {
  const { tlds } = one.record;
  const there = new Set(other.record.tlds);
  const rowIn = rowsIn(other, one);
  const cells: number[] = [];
  for (let row = 0; row < one.labels.count && cells.length < mostChanges; row += 1) {
    const isMissing = rowIn(row) === undefined;
    tlds.forEach((tld, column) => {
      if (isMissing || !there.has(tld)) cells.push(row * tlds.length + column);
    });
  }
  return Uint32Array.from(cells.slice(0, mostChanges));
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
