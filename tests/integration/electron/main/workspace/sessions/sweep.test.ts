import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../../../electron/main/workspace/database.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations/all.ts';
import { createRepositories } from '../../../../../../electron/main/workspace/repositories/all.ts';
import { aNewSession, anAnsweredRequest } from '../../../../../support/workspace/a-session.ts';
import { type ADirectory, aDirectory, anAccount } from '../../../../../support/workspace/a-workspace.ts';

const labels = Array.from({ length: 200 }, (_, row) => `name${row}`);
const { id } = aNewSession();

describe('what is left of a removed session', () => {
  let directory: ADirectory;
  let database: DatabaseSync;
  beforeEach(() => {
    directory = aDirectory();
    const opened = openDatabase(directory.path, migrations, () => new Date());
    if (!opened.ok) throw new Error(opened.error);
    database = opened.value.database;
    const { accounts, sessions } = repositories();
    accounts.save(anAccount());
    sessions.create({ session: aNewSession({ id }), names: labels.join('\n') });
  });
  afterEach(() => {
    database.close();
    directory.remove();
  });

  const repositories = () => createRepositories(database);
  const answered = (from: number, to: number) =>
    labels.slice(from, to).map((label, at) => anAnsweredRequest(from + at, label));
  const count = (table: string) =>
    database.prepare(`SELECT count(*) AS found FROM ${table}`).get()?.['found'];
  const tablesOfSessions = () =>
    database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND (name LIKE 'session%' OR name LIKE 'name_%')",
      )
      .all()
      .map(({ name }) => String(name))
      .filter((name) => name !== 'session_counters');
  const sweepAll = () => {
    const { sessions } = repositories();
    while (sessions.sweep());
  };

  it('C18 is not mixed up with what later sessions record', () => {
    const { sessions } = repositories();
    const other = aNewSession();
    sessions.create({ session: other, names: labels.join('\n') });
    sessions.record({ id: other.id, requests: answered(0, 100) });
    const late = aNewSession();
    sessions.create({ session: late, names: labels.join('\n') });
    sessions.remove({ id: other.id });
    sweepAll();
    sessions.record({ id: late.id, requests: answered(0, 3) });
    const { codes } = repositories().sessions.cells({ id: late.id });
    expect(codes.filter((code) => code !== 0)).toHaveLength(9);
  });

  it.each([
    ['itself', () => repositories().sessions.remove({ id })],
    ['with its account', () => repositories().accounts.remove({ id: 'a1' })],
  ])('D10 is no trace in the file, removed %s', (_name, remove) => {
    const { sessions } = repositories();
    const canary = 'canary-canary';
    const secret = aNewSession({ name: canary });
    sessions.create({ session: secret, names: canary });
    sessions.record({ id: secret.id, requests: [anAnsweredRequest(0, canary)] });
    sessions.shortlist({ id: secret.id, cells: [1], isOn: true });
    sessions.settle();
    sessions.remove({ id: secret.id });
    remove();
    sweepAll();
    expect(tablesOfSessions().length).toBeGreaterThan(8);
    expect(tablesOfSessions().map((table) => [table, count(table)])).toEqual(
      tablesOfSessions().map((table) => [table, 0]),
    );
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    expect(readFileSync(join(directory.path, 'workspace.sqlite')).includes(canary)).toBe(false);
  });

  it('is cleared away in steps that each do little', () => {
    const many = Array.from({ length: 30 }, () => answered(0, 200)).flat();
    const { sessions } = repositories();
    const other = aNewSession();
    sessions.create({ session: other, names: labels.join('\n') });
    // Of different columns, so that none takes the place of another.
    many.forEach((request, index) =>
      sessions.record({ id: other.id, requests: [{ ...request, columns: Uint16Array.of(index % 3) }] }),
    );
    sessions.remove({ id: other.id });
    let steps = 0;
    while (sessions.sweep()) steps += 1;
    expect(steps).toBeGreaterThan(1);
    expect(sessions.find({ id })).not.toBeNull();
  });
});
