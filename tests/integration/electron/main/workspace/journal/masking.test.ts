import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readThrough } from '../../../../../../electron/main/workspace/backups/catalogue.ts';
import { canonicalJson, hashOf } from '../../../../../../electron/main/workspace/chain.ts';
import { openDatabase } from '../../../../../../electron/main/workspace/database.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { masks } from '../../../../../../electron/main/workspace/journal/tables.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import { createDeviationsRepository } from '../../../../../../electron/main/workspace/repositories/observations.ts';
import type { ChangeWhat } from '../../../../../../shared/changes/index.ts';
import type { JournalEvent } from '../../../../../../shared/domain/change.ts';
import { findIn } from '../../../../../support/canary.ts';
import { createRandom } from '../../../../../support/fuzz/random.ts';
import {
  aConsent,
  answered,
  at,
  changeId,
  planned,
  readBack,
  sending,
  tamper,
} from '../../../../../support/workspace/a-journal.ts';
import { type ADirectory, aDirectory } from '../../../../../support/workspace/a-workspace.ts';

const now = () => new Date(at);
const earlier = migrations.slice(0, migrations.indexOf(masks));
/** More by hand: NAMEDESK_BIT_FLIPS=400. */
const flips = Number(process.env['NAMEDESK_BIT_FLIPS'] ?? 150);

const canaries = {
  code: 'k7G!p2Xq-9vW',
  email: 'grace.hopper@navy.example',
  phone: '+49.3012345678',
  name: 'Grace Hopper',
  digest: 'c0ffee00'.repeat(8),
  salt: 'a-salt-that-was-kept',
} as const;
const { code, email, phone, name, digest, salt } = canaries;

const contacts: ChangeWhat = { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['City'] }] };
const fields = [{ name: 'Registrant', fields: [{ name: 'City', digest }] }];
const consent = aConsent({ present: digest });
const answer = `{"success":true,"authinfo":"${code}","owner":{"status":"${name}"},"message":"Sent to ${email}, ${phone}"}`;
const refused = {
  kind: 'refused',
  why: 'validation',
  status: 200,
  said: `Invalid code ${code} of ${name}`,
} as const;

/** Its outcome has other words in earlier versions. */
function answeredBefore(verdict: string, changes: Parameters<typeof answered>[1] = {}): object {
  return { ...answered('done', changes), outcome: undefined, verdict };
}

/** As an earlier version wrote them: with answers as they came, and digests of contacts. */
const stories: readonly (readonly (JournalEvent | object)[])[] = [
  [planned({ domain: 'name-1.com' }), sending, answeredBefore('claimed'), readBack('agrees')],
  [
    {
      ...planned({ domain: 'name-2.com', what: contacts, digest, consent }),
      personal: { salt, roles: fields },
    },
    { ...sending, consent },
    answeredBefore('refused', { answer: answer, error: refused }),
    readBack('as-before', { error: refused }),
  ],
  [planned({ domain: 'name-3.com' }), sending, answeredBefore('uncertain', { answer: answer })],
  [
    {
      ...planned({ domain: 'name-4.com', what: contacts, digest }),
      personal: { salt, roles: fields, before: fields },
    },
  ],
];
const states = [
  ['planned', 'sending', 'sending', 'confirmed'],
  ['planned', 'sending', 'sending', 'refused'],
  ['planned', 'sending', 'uncertain'],
  ['planned'],
] as const;

/** What a later migration renames or adds for today's code, and the way back. */
const renamed = [
  ['ALTER TABLE plans RENAME TO batches', 'ALTER TABLE batches RENAME TO plans'],
  ['ALTER TABLE plan_rows RENAME TO batch_rows', 'ALTER TABLE batch_rows RENAME TO plan_rows'],
  [
    'ALTER TABLE batch_rows RENAME COLUMN plan_id TO batch_id',
    'ALTER TABLE batch_rows RENAME COLUMN batch_id TO plan_id',
  ],
  [
    'ALTER TABLE journal_changes RENAME COLUMN plan_id TO batch_id',
    'ALTER TABLE journal_changes RENAME COLUMN batch_id TO plan_id',
  ],
  ...['at INTEGER NOT NULL DEFAULT 0', 'amount INTEGER', 'currency TEXT', 'amount_by TEXT'].map(
    (column) =>
      [
        `ALTER TABLE journal_changes ADD COLUMN ${column}`,
        `ALTER TABLE journal_changes DROP COLUMN ${column.split(' ')[0] ?? ''}`,
      ] as const,
  ),
  [
    'CREATE TABLE previous_contacts (change_id TEXT, account_id TEXT, at INTEGER, bytes BLOB)',
    'DROP TABLE previous_contacts',
  ],
] as const;

interface Written {
  readonly hash: string;
  readonly text: string;
}

function olderFile(path: string): readonly Written[] {
  const file = new DatabaseSync(path);
  for (const migration of earlier) file.exec(migration);
  file.exec(`PRAGMA user_version = ${earlier.length}`);
  const add = file.prepare('INSERT INTO journal_entries VALUES (?, ?, ?, ?, ?, ?)');
  const written: Written[] = [];
  for (const [index, story] of stories.entries()) {
    for (const [step, event] of story.entries()) {
      const [seq, id, state] = [written.length + 1, changeId(index + 1), states[index]?.[step] ?? ''];
      const text = canonicalJson(event);
      const before = written.at(-1)?.hash ?? '';
      const hash = hashOf(before, { seq, changeId: id, at, state, eventText: text });
      add.run(seq, id, at, state, text, hash);
      written.push({ hash, text });
    }
  }
  file
    .prepare('UPDATE journal_head SET entries = ?, changes = ?, hash = ?')
    .run(written.length, stories.length, written.at(-1)?.hash ?? '');
  const deviate = file.prepare(`INSERT INTO deviations VALUES ('a1', 'sync', ?, 'nothing', 'string', 2, ?)`);
  file.exec(`INSERT INTO accounts (id, kind, label, colour, base_url, username, options, added)
    VALUES ('a1', 'reseller', 'Acme', 'blue', 'https://x.example', 'u', '{}', 1)`);
  for (const [index, path_] of [`[].${name}`, '[].owner', '[].status'].entries()) deviate.run(path_, index);
  listAsThen(file, `${path}.then`);
  file.close();
  return written;
}

/** The list of changes, as the version of then kept it: what differs is what a batch was called. In a copy: ALTER TABLE leaves other words in the schema. */
function listAsThen(file: DatabaseSync, scratch: string): void {
  file.prepare('VACUUM INTO ?').run(scratch);
  const copy = new DatabaseSync(scratch);
  for (const [today] of renamed) copy.exec(today);
  createJournalRepository(copy, now);
  for (const [, back] of renamed.toReversed()) copy.exec(back);
  copy.close();
  file.prepare('ATTACH ? AS scratch').run(scratch);
  file.exec('INSERT INTO main.journal_changes SELECT * FROM scratch.journal_changes; DETACH scratch');
}

describe('a journal of an earlier version', () => {
  let directory: ADirectory;
  let path: string;
  let written: readonly Written[];
  let database: DatabaseSync | null = null;
  beforeEach(() => {
    directory = aDirectory();
    path = join(directory.path, 'workspace.sqlite');
    written = olderFile(path);
  });
  afterEach(() => {
    if (database?.isOpen === true) database.close();
    directory.remove();
  });

  function open(): DatabaseSync {
    const opened = openDatabase(directory.path, migrations, now);
    if (!opened.ok) throw new Error(opened.error);
    database = opened.value.database;
    return database;
  }
  const brokenIn = async (file: DatabaseSync) =>
    (await createJournalRepository(file, now).health({ check: true })).broken;

  it('(G8, G12) holds nothing of a person any more, in the file and its log', () => {
    const bytes = () => [path, `${path}-wal`].map((file) => readFileSync(file));
    expect(findIn('before', readFileSync(path), canaries)).toHaveLength(Object.keys(canaries).length);
    open();
    expect(bytes().flatMap((each) => findIn('after', each, canaries))).toEqual([]);
  });

  it('(G8) holds its chain, and every entry of an earlier export verifies against it', async () => {
    const file = open();
    expect(await brokenIn(file)).toBeNull();
    const rows = file.prepare('SELECT * FROM journal_entries ORDER BY seq').all();
    expect(rows.map(({ hash }) => hash)).toEqual(written.map(({ hash }) => hash));
    // As whoever exported before computes it: from the full text, and the hash before.
    for (const [index, row] of rows.entries()) {
      const [link, before] = [written[index], written[index - 1]?.hash ?? ''];
      const { seq, change_id: id, state } = row as { seq: number; change_id: string; state: string };
      const eventText = link?.text ?? '';
      expect(hashOf(before, { seq, changeId: id, at, state, eventText })).toBe(row['hash']);
    }
    expect(rows.filter(({ mask }) => mask !== null)).toHaveLength(6);
  });

  it('goes on: what is written after is chained to what was masked', async () => {
    const journal = createJournalRepository(open(), now);
    const begun = await journal.begin({
      id: changeId(9),
      at,
      event: planned({ domain: 'new.com' }),
      sealed: null,
    });
    expect(begun.kind).toBe('written');
    expect((await journal.health({ check: true })).broken).toBeNull();
  });

  it(`(D4, G8) finds every one of ${flips} bits that were turned in masked entries`, async () => {
    const file = open();
    await brokenIn(file);
    const masked = file.prepare('SELECT seq FROM journal_entries WHERE mask IS NOT NULL').all();
    const random = createRandom(20_261_124);
    let found = 0;
    for (let flip = 0; flip < flips; flip += 1) {
      file.exec('SAVEPOINT flip');
      const seq = Number(random.pick(masked)['seq']);
      const column = random.pick(['change_id', 'at', 'state', 'event', 'hash', 'mask']);
      const row = file
        .prepare(`SELECT CAST(${column} AS BLOB) AS bytes FROM journal_entries WHERE seq = ?`)
        .get(seq);
      const bytes = Uint8Array.from(row?.['bytes'] as Uint8Array); // A BLOB by the query.
      const position = random.int(bytes.length);
      bytes[position] = (bytes[position] ?? 0) ^ (1 << random.int(8));
      tamper(file, `UPDATE journal_entries SET ${column} = CAST(? AS TEXT) WHERE seq = ?`, bytes, seq);
      if ((await brokenIn(file)) !== null) found += 1;
      file.exec('ROLLBACK TO flip; RELEASE flip');
    }
    expect(found).toBe(flips);
    expect(await brokenIn(file)).toBeNull();
  });

  it('(D4, G8) finds a mask that was taken away, and one that was given to an entry as it was written', async () => {
    const file = open();
    await brokenIn(file);
    for (const sql of [
      'UPDATE journal_entries SET mask = NULL WHERE seq = 5',
      'UPDATE journal_entries SET mask = hash WHERE seq = 1',
    ]) {
      file.exec('SAVEPOINT change');
      tamper(file, sql);
      expect(await brokenIn(file)).not.toBeNull();
      file.exec('ROLLBACK TO change; RELEASE change');
    }
  });

  it('(D4, G8) is not masked where an entry had been changed: that it was is still found', async () => {
    const file = new DatabaseSync(path);
    tamper(file, `UPDATE journal_entries SET event = replace(event, 'name-2', 'name-9') WHERE seq = 5`);
    file.close();
    expect((await brokenIn(open()))?.seq).toBe(5);
  });

  it('(D6, G8) is good as a backup, before and after it is brought up', () => {
    const copy = join(directory.path, 'copies');
    mkdirSync(copy);
    copyFileSync(path, join(copy, 'old.sqlite'));
    open().exec('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFileSync(path, join(copy, 'new.sqlite'));
    for (const each of ['old', 'new']) {
      const read = readThrough(join(copy, `${each}.sqlite`), migrations);
      expect(read).toMatchObject({ isGood: true, entries: written.length, changes: stories.length });
    }
  });

  it('(G17) tells of deviations without the names of members that are no words of the interface', () => {
    const listed = createDeviationsRepository(open()).list({ accountId: 'a1' });
    expect(listed.map(({ path: place, count }) => [place, count])).toEqual([
      ['[].*', 4],
      ['[].status', 2],
    ]);
  });
});
