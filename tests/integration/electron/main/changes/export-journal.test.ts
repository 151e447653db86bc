import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalEntry } from '#shared/domain/journal.ts';
import { asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import { type ADirectory, aDirectory, valueOf } from '../../../../support/workspace/a-workspace.ts';

const all = { accountId: null, states: null, kinds: null, text: '', domain: null, planId: null };

let directory: ADirectory;
beforeEach(() => void (directory = aDirectory()));
afterEach(() => directory.remove());

async function filled(): Promise<ChangingDesk> {
  const desk = new ChangingDesk();
  await desk.settled(asks.lock);
  desk.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
  await desk.settled(asks.renew);
  await desk.settled(asks.sync);
  return desk;
}

const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const hash = (...lines: readonly string[]) => createHash('sha256').update(lines.join('\n')).digest('hex');

describe('an export of the journal', () => {
  it('as JSON has every entry with its place in a chain that can be walked', async () => {
    const desk = await filled();
    const path = join(directory.path, 'changes.json');
    const { entries } = valueOf(await desk.changes.exportJournal('json', all, path));
    const written = JSON.parse(readFileSync(path, 'utf8')) as (JournalEntry & { previousHash: string })[]; // Written just now.
    expect(written).toHaveLength(entries);
    expect(entries).toBe(valueOf(await desk.changes.health(true)).entries);
    let before = '';
    for (const entry of written) {
      expect(entry.previousHash).toBe(before);
      const event = JSON.stringify(entry.event, sorted);
      expect(entry.hash).toBe(hash(before, String(entry.seq), entry.changeId, entry.at, entry.state, event));
      before = entry.hash;
    }
    expect(before).toBe(valueOf(await desk.changes.health(false)).head);
  });

  it('as CSV has the very text that was hashed', async () => {
    const desk = await filled();
    const path = join(directory.path, 'changes.csv');
    valueOf(await desk.changes.exportJournal('csv', all, path));
    const rows = parse<Record<string, string>>(readFileSync(path, 'utf8'), { columns: true });
    for (const {
      seq = '',
      at = '',
      change = '',
      state = '',
      event = '',
      previous_hash = '',
      hash: own,
    } of rows) {
      expect(own).toBe(hash(previous_hash, seq, change, at, state, event));
    }
    expect(rows.map(({ type }) => type).filter((type) => type === 'planned')).toHaveLength(3);
  });

  it('as CSV says whose change each entry is, in cells that no spreadsheet runs', async () => {
    const desk = new ChangingDesk();
    desk.label = '=HYPERLINK("https://evil.example")';
    await desk.settled(asks.lock);
    const path = join(directory.path, 'changes.csv');
    valueOf(await desk.changes.exportJournal('csv', all, path));
    const rows = parse<Record<string, string>>(readFileSync(path, 'utf8'), { columns: true });
    expect(new Set(rows.map((row) => row['domain']))).toEqual(new Set([domain]));
    expect(new Set(rows.map((row) => row['account']))).toEqual(new Set([`'${desk.label}`]));
  });

  it('of some changes has their entries alone', async () => {
    const desk = await filled();
    const path = join(directory.path, 'changes.json');
    const filter = { ...all, kinds: ['sync'] as const };
    const { entries } = valueOf(await desk.changes.exportJournal('json', filter, path));
    const written = JSON.parse(readFileSync(path, 'utf8')) as JournalEntry[]; // Written just now.
    expect(new Set(written.map(({ changeId }) => changeId)).size).toBe(1);
    expect(written).toHaveLength(entries);
  });

  it('of no changes is an empty list', async () => {
    const desk = await filled();
    const path = join(directory.path, 'changes.json');
    const filter = { ...all, domain: `not-${domain}` };
    expect(valueOf(await desk.changes.exportJournal('json', filter, path))).toEqual({ entries: 0 });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual([]);
  });

  it.each(['page', 'list'])('leaves nothing where the disk fails at “%s”', async (name) => {
    const desk = await filled();
    desk.kept.failAt(name, 'busy');
    const path = join(directory.path, 'changes.json');
    const filter = { ...all, text: 'example' };
    expect(await desk.changes.exportJournal('json', filter, path)).toMatchObject({
      error: { kind: 'storage' },
    });
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(directory.path)).toEqual([]);
  });

  it('says where a file cannot be', async () => {
    const desk = await filled();
    const path = join(directory.path, 'not-there', 'changes.csv');
    expect(await desk.changes.exportJournal('csv', all, path)).toMatchObject({
      error: { kind: 'invalid-input', field: 'path' },
    });
  });

  it('goes page by page over a journal of many pages', async () => {
    const desk = new ChangingDesk();
    for (let change = 0; change < 210; change += 1) await desk.settled(asks.sync);
    const path = join(directory.path, 'changes.json');
    const { entries } = valueOf(await desk.changes.exportJournal('json', { ...all, text: 'example' }, path));
    expect(entries).toBe(840);
    const written = JSON.parse(readFileSync(path, 'utf8')) as JournalEntry[]; // Written just now.
    expect(written.map(({ seq }) => seq)).toEqual(written.map((_, index) => index + 1));
  });
});
