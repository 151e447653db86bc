import { createHash } from 'node:crypto';
import { hashOfEntry } from '../../../electron/main/team/catch-up.ts';

/** Runs SQL as the superuser. */
type Sql = (text: string, values?: unknown[]) => Promise<readonly Record<string, unknown>[]>;

const atOnce = 20_000;

/**
 * Writes entries into the journal up to the given number, in few statements: renewals of batches, three entries each, as the functions
 * write them. That the database hashes as we do is shown by the tests of catching up.
 */
export async function writeMany(sql: Sql, upTo: number): Promise<void> {
  const [head] = await sql("SELECT seq::float8 AS seq, encode(hash, 'hex') AS hash FROM namedesk.head");
  let previous = String(head?.['hash']);
  const rows: object[] = [];
  for (let seq = Number(head?.['seq']) + 1; seq <= upTo; seq += 1) {
    const entry = entryOf(seq);
    const hash = hashOfEntry(entry, previous);
    rows.push({ ...entry, previous: `\\x${previous}`, hash: `\\x${hash}` });
    previous = hash;
  }
  for (let at = 0; at < rows.length; at += atOnce)
    await sql(insert, [JSON.stringify(rows.slice(at, at + atOnce))]);
  await sql(insertClaims);
  await sql('UPDATE namedesk.head SET seq = $1, hash = $2', [upTo, `\\x${previous}`]);
}

const events = [
  { event: 'held', state: 'planned' },
  { event: 'sent', state: 'sending' },
  { event: 'settled', state: 'confirmed' },
] as const;
const batchSize = 500;
const firstMs = Date.parse('2026-01-05T09:00:00.000Z');

/** Of the change that it belongs to, what it would be: the same for every call. */
function entryOf(seq: number) {
  const [change, step] = [Math.floor(seq / events.length), seq % events.length];
  const { event, state } = events[step] ?? events[0];
  const at = new Date(firstMs + seq * 1_000).toISOString();
  const batchId = idOf('ba', Math.floor(change / batchSize));
  const body = {
    ...{ number: change, batchId, state, at, kind: 'renew', family: 'renew' },
    what: { periodYears: 1, price: { kind: 'given', amount: '9.95', currency: 'EUR' } },
    ...(event === 'held' && { batch: { id: batchId, digest: 'a1'.repeat(32) } }),
    ...(event === 'settled' && { outcome: 'took-effect' }),
  };
  return {
    ...{ seq, at, by: 'ben', desk: 'b7e9ad1c-6d3d-4c8f-9a55-0d6a8bfb7f10', changeId: idOf('c4', change) },
    serviceBaseUrl: 'https://reseller.example/api/index.php',
    serviceUsername: 'reseller@example.com',
    ...{ domain: `name-${change}.com`, kind: 'renew', family: 'renew', event, body: asJsonb(body) },
  };
}

/** As scattered as a random one is. */
function idOf(kind: string, number: number): string {
  const hex = createHash('sha256').update(`${kind} ${number}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** The text that PostgreSQL has of a `jsonb`: the shortest keys first, those of one length by their letters. */
function asJsonb(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
    .map(([key, each]) => `${JSON.stringify(key)}: ${asJsonb(each)}`);
  return `{${members.join(', ')}}`;
}

const insert = `
  INSERT INTO namedesk.journal SELECT seq, at, by, desk, "changeId", "serviceBaseUrl", "serviceUsername", domain, kind, family, event,
    body::jsonb, previous, hash
  FROM json_to_recordset($1) AS r (seq bigint, at text, by text, desk uuid, "changeId" uuid, "serviceBaseUrl" text,
    "serviceUsername" text, domain text, kind text, family text, event text, body text, previous bytea, hash bytea)`;

/** As the functions leave them: each with its entries. */
const insertClaims = `
  INSERT INTO namedesk.claims (change_id, attempt, desk, by, service_base_url, service_username, domain, kind, family, state, outcome,
    since, until, sent_seq, settled_seq, seq, batch)
  SELECT change_id, 1, min(desk::text)::uuid, min(by), min(service_base_url), min(service_username), min(domain), min(kind), min(family),
    CASE max(event) WHEN 'held' THEN 'held' WHEN 'sent' THEN 'sent' ELSE 'settled' END, max(body ->> 'outcome'), min(at), now(),
    max(seq) FILTER (WHERE event = 'sent'), max(seq) FILTER (WHERE event = 'settled'), max(seq), min(body ->> 'batchId')::uuid
  FROM namedesk.journal WHERE change_id IS NOT NULL GROUP BY change_id ON CONFLICT DO NOTHING`;
