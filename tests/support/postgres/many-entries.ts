import { hashOfEntry } from '../../../electron/main/team/catch-up.ts';

/** Runs SQL as the superuser. */
type Sql = (text: string, values?: unknown[]) => Promise<readonly Record<string, unknown>[]>;

const atOnce = 20_000;

/**
 * Writes entries into the journal up to the given number, in few statements. That the database hashes as we do is shown by the tests of
 * catching up.
 */
export async function writeMany(sql: Sql, upTo: number): Promise<void> {
  const [head] = await sql("SELECT seq::float8 AS seq, encode(hash, 'hex') AS hash FROM namedesk.head");
  let previous = String(head?.['hash']);
  const rows: object[] = [];
  for (let seq = Number(head?.['seq']) + 1; seq <= upTo; seq += 1) {
    const entry = { ...anEntry, seq, domain: `name-${seq}.com` };
    const hash = hashOfEntry(entry, previous);
    rows.push({ ...entry, previous: `\\x${previous}`, hash: `\\x${hash}` });
    previous = hash;
  }
  for (let at = 0; at < rows.length; at += atOnce)
    await sql(insert, [JSON.stringify(rows.slice(at, at + atOnce))]);
  await sql('UPDATE namedesk.head SET seq = $1, hash = $2', [upTo, `\\x${previous}`]);
}

/** As long as one of a renewal is. */
const anEntry = {
  at: '2026-11-26T09:00:00.000Z',
  by: 'ben',
  desk: 'b7e9ad1c-6d3d-4c8f-9a55-0d6a8bfb7f10',
  changeId: '3f0a2a53-9c0e-4f0e-8a44-6f2b8a1d9c27',
  serviceBaseUrl: 'https://reseller.example/api/index.php',
  serviceUsername: 'reseller@example.com',
  kind: 'renew',
  family: 'renew',
  event: 'sent',
  body: '{"digest": "0123456789abcdef0123456789abcdef", "fields": ["period"]}',
};

const insert = `
  INSERT INTO namedesk.journal SELECT seq, at, by, desk, "changeId", "serviceBaseUrl", "serviceUsername", domain, kind, family, event,
    body::jsonb, previous, hash
  FROM json_to_recordset($1) AS r (seq bigint, at text, by text, desk uuid, "changeId" uuid, "serviceBaseUrl" text,
    "serviceUsername" text, domain text, kind text, family text, event text, body text, previous bytea, hash bytea)`;
