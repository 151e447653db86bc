import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRotatingFile } from '../../../../../electron/main/system/log.ts';

describe('the log file', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is for its owner alone, folder and file', () => {
    const path = join(folder, 'logs', 'main.log');
    createRotatingFile({ path, maxBytes: 1_000, keep: 2 }).write('{}');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700);
  });

  it('takes back rights that someone gave away', () => {
    const path = join(folder, 'main.log');
    writeFileSync(path, '');
    chmodSync(path, 0o644);
    createRotatingFile({ path, maxBytes: 1_000, keep: 2 }).write('{}');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('never grows past its size, and keeps the newest old files', () => {
    const path = join(folder, 'main.log');
    const sink = createRotatingFile({ path, maxBytes: 100, keep: 2 });
    for (let line = 0; line < 40; line += 1) sink.write(`line ${String(line).padStart(2, '0')}`);
    expect(readdirSync(folder).sort()).toEqual(['main.log', 'main.log.1', 'main.log.2']);
    for (const file of readdirSync(folder))
      expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(100);
    const newestThree = ['main.log.2', 'main.log.1', 'main.log'];
    const lines = newestThree.flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'));
    expect(lines.at(-1)).toBe('line 39');
    expect(lines).toEqual([...lines].sort());
  });

  it('drops what it cannot write, goes on, and says how much was dropped', () => {
    const path = join(folder, 'blocked', 'main.log');
    writeFileSync(join(folder, 'blocked'), 'a file where the folder should be');
    const sink = createRotatingFile({ path, maxBytes: 1_000, keep: 2 });
    sink.write('lost');
    sink.write('lost too');
    rmSync(join(folder, 'blocked'));
    sink.write('kept');
    expect(readFileSync(path, 'utf8')).toBe('{"droppedLines":2}\nkept\n');
  });
});
