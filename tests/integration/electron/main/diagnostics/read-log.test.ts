import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LogAsk, readLog } from '../../../../../electron/main/diagnostics/log-view.ts';
import { createLogger, createRotatingFile } from '../../../../../electron/main/system/log.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'namedesk-log-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const files = () => ({ path: join(directory, 'namedesk.log'), keep: 5 });
const ask = (changes: Partial<LogAsk> = {}): LogAsk => ({
  incidentId: null,
  level: 'all',
  before: null,
  limit: 100,
  ...changes,
});

/** A log of so many lines, each with its number for an uptime, over several files. */
function aLog(lines: number, maxBytes = 2_000) {
  const log = createLogger(
    createRotatingFile({ ...files(), maxBytes }),
    () => new Date('2026-02-21T14:05:06.007Z'),
  );
  for (let line = 0; line < lines; line += 1) log.note('app.stopped', { uptimeMs: line });
  return log;
}

const uptimes = (page: Awaited<ReturnType<typeof readLog>>) =>
  page.lines.map(({ fields }) => fields['uptimeMs']);

describe('reading the log', () => {
  it('gives the newest line first, over all files', async () => {
    aLog(100);
    const page = await readLog(files(), ask());
    expect(uptimes(page)).toEqual(Array.from({ length: 100 }, (_, age) => 99 - age));
    expect(page).toMatchObject({ total: 100, lost: 0 });
  });

  it('goes on where the page before ended, although lines came meanwhile', async () => {
    const log = aLog(60);
    const first = await readLog(files(), ask({ limit: 25 }));
    log.note('app.stopped', { uptimeMs: 60 });
    const second = await readLog(files(), ask({ limit: 25, before: first.lines.at(-1)?.index ?? 0 }));
    expect([...uptimes(first), ...uptimes(second)]).toEqual(Array.from({ length: 50 }, (_, age) => 59 - age));
  });

  it('finds the line of an incident, wherever it is', async () => {
    const log = aLog(3);
    const incidentId = log.bug(new Error());
    log.bug(new Error());
    for (let line = 0; line < 60; line += 1) log.note('app.stopped', { uptimeMs: line });
    const page = await readLog(files(), ask({ incidentId }));
    expect(page.lines).toMatchObject([{ event: 'bug', fields: { incidentId } }]);
    expect(page.total).toBe(1);
  });

  it('counts all problems, of which it gives as many as are asked for', async () => {
    const log = aLog(20);
    for (let bug = 0; bug < 9; bug += 1) log.bug(new Error());
    const page = await readLog(files(), ask({ level: 'problems', limit: 4 }));
    expect(page.lines.map(({ event }) => event)).toEqual(['bug', 'bug', 'bug', 'bug']);
    expect(page.total).toBe(9);
    const last = page.lines.at(-1)?.index ?? 0;
    const rest = await readLog(files(), ask({ level: 'problems', limit: 100, before: last }));
    expect(rest.lines).toHaveLength(5);
  });

  it('drops what somebody else wrote into the file, and counts it', async () => {
    aLog(2);
    appendFileSync(files().path, 'api-key-1234\n{"event":"bug"}\n{"droppedLines":5}\n\n');
    const page = await readLog(files(), ask());
    expect(uptimes(page)).toEqual([1, 0]);
    expect(page.lost).toBe(7);
  });

  it('is empty where there is no log', async () => {
    expect(await readLog(files(), ask())).toEqual({ lines: [], total: 0, lost: 0 });
  });

  it('reads the last page of the largest log within two seconds', async ({ annotate }) => {
    const line = `${JSON.stringify({ at: '2026-02-21T14:05:06.007Z', level: 'info', event: 'app.stopped', uptimeMs: 1 })}\n`;
    const full = line.repeat(Math.floor(1_000_000 / line.length));
    for (const ending of ['', '.1', '.2', '.3', '.4', '.5']) writeFileSync(`${files().path}${ending}`, full);
    const begun = performance.now();
    const page = await readLog(files(), ask({ before: 100 }));
    const took = performance.now() - begun;
    await annotate(`figure: ${page.total} lines, last page in ${Math.round(took)} ms`);
    expect(page.lines).toHaveLength(100);
    expect(took).toBeLessThan(2_000);
  });
});
