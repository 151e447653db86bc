import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AppError } from '#shared/app-error.ts';
import { findingBits } from '#shared/domain/cell.ts';
import type { Nouns } from '../requests.ts';
import type { RecordedRequest } from '../session-records.ts';
import { type AnswerLog, createAnswerLog, logName } from './answer-log.ts';
import { entriesIn, type LogEntry } from './entries.ts';

type Sessions = Nouns<AppError>['sessions'];

const mostAtOnce = 64;

/**
 * Records what a killed process had written down and not recorded, and begins a new log. What cannot be recorded now
 * stays for the next time.
 */
export async function takeUpAnswerLog(directory: string, sessions: Sessions): Promise<AnswerLog> {
  const left = readdirSync(directory).filter((name) => logName.test(name));
  for (const name of left.sort((a, b) => numberOf(a) - numberOf(b))) {
    const path = join(directory, name);
    if (await recordAll(entriesIn(readFileSync(path)), sessions)) rmSync(path, { force: true });
  }
  return createAnswerLog(directory, Math.max(0, ...left.map(numberOf)) + 1);
}

const numberOf = (name: string): number => Number(logName.exec(name)?.[1] ?? 0);

/** False where something could not be recorded. */
async function recordAll(entries: readonly LogEntry[], sessions: Sessions): Promise<boolean> {
  for (const [id, own] of Map.groupBy(entries, ({ sessionId }) => sessionId)) {
    const found = await sessions.find({ id });
    if (!found.ok) return false;
    // Removed meanwhile, with everything in it.
    if (found.value === null) continue;
    const cells = await sessions.cells({ id });
    if (!cells.ok) return false;
    const { tlds } = found.value;
    const isNew = ({ request }: LogEntry): boolean => !isRecorded(request, tlds.length, cells.value);
    if (!(await record(id, own.filter(isNew), sessions))) return false;
  }
  const sealed = await sessions.seal({});
  return sealed.ok;
}

async function record(id: string, entries: readonly LogEntry[], sessions: Sessions): Promise<boolean> {
  for (let from = 0; from < entries.length; from += mostAtOnce) {
    const requests = entries.slice(from, from + mostAtOnce).map(({ request }) => request);
    const recorded = await sessions.record({ id, requests });
    if (!recorded.ok) return false;
  }
  return true;
}

interface Cells {
  readonly codes: Uint8Array;
  readonly checkedAt: Uint32Array;
}

/** Each of its cells has an answer that is as new. */
function isRecorded(
  { row, columns, checkedAtMs }: RecordedRequest,
  width: number,
  { codes, checkedAt }: Cells,
): boolean {
  const seconds = Math.floor(checkedAtMs / 1_000);
  return columns.every((column) => {
    const cell = row * width + column;
    return findingBits(codes[cell] ?? 0) !== 0 && (checkedAt[cell] ?? 0) >= seconds;
  });
}
