import type { LogLine } from '#shared/domain/diagnostics.ts';
import type { LogAsk, LogPage } from '../diagnostics.ts';
import { countLines, linesOfEach, type LogFiles, type NumberedLine } from './log-files.ts';
import { droppedBefore, parseLine } from './parse-line.ts';

/**
 * One page of the log, the newest line first. A line is named by how many older ones are kept, so that a page goes on where
 * the one before ended although new lines came meanwhile.
 */
export async function readLog(files: LogFiles, ask: LogAsk): Promise<LogPage> {
  const counts = await countLines(files);
  const isAll = ask.level === 'all' && ask.incidentId === null;
  const page = createPage(ask);
  for await (const lines of linesOfEach(files, counts)) {
    // Of a filtered log, the rest is gone through for how many there are.
    if (isAll && page.isFull()) break;
    for (const line of lines) page.look(line);
  }
  const total = isAll ? counts.reduce((sum, count) => sum + count, 0) : page.fitting();
  return { lines: page.lines, total, lost: page.lost() };
}

function createPage(ask: LogAsk) {
  const lines: LogLine[] = [];
  let fitting = 0;
  let lost = 0;
  const isFull = (): boolean => lines.length === ask.limit;

  return {
    lines,
    isFull,
    fitting: () => fitting,
    lost: () => lost,
    look({ index, text }: NumberedLine): void {
      if (!mayFit(text, ask)) return;
      const isWanted = !isFull() && (ask.before === null || index < ask.before);
      const line = parseLine(text);
      if (line === null) lost += isWanted ? Math.max(1, droppedBefore(text)) : 0;
      else if (fits(line, ask)) {
        fitting += 1;
        if (isWanted) lines.push({ index, ...line });
      }
    },
  };
}

/** Spares the parsing of most lines that do not fit. */
const mayFit = (text: string, { incidentId, level }: LogAsk): boolean =>
  (incidentId === null || text.includes(incidentId)) && (level === 'all' || !text.includes('"level":"info"'));

const fits = (line: Omit<LogLine, 'index'>, { incidentId, level }: LogAsk): boolean =>
  (incidentId === null || line.fields['incidentId'] === incidentId) &&
  (level === 'all' || line.level !== 'info');
