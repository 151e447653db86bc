import { stringify } from 'csv-stringify/sync';
import type { Domain } from '#shared/domain/portfolio.ts';
import { ok, type Result } from '#shared/result.ts';
import { formulaSafe } from '../exports/formula-safe.ts';
import { writeWhole } from '../files/write-whole.ts';
import type { Portfolio } from './portfolio.ts';

const columns = [
  'domain',
  'tags',
  'note',
  'expires_on',
  'expiry_source',
  'expiry_at',
  'archived_at',
  'added_at',
] as const;

/**
 * Writes the account's domains to `path` as CSV, with what a person has added to them: tags, joined by semicolons, and the note. What
 * is not known is empty; `expiry_source` says where the expiry came from, `expiry_at` when.
 *
 * Fails with: `storage`, `invalid-input` (`path`).
 */
export async function exportDomains(
  portfolio: Pick<Portfolio, 'list'>,
  accountId: string,
  path: string,
): Promise<Result<{ readonly domains: number }>> {
  const listed = await portfolio.list(accountId);
  if (!listed.ok) return listed;
  return await writeWhole(path, async (write) => {
    await write(`${columns.join(',')}\n`);
    await write(stringify(listed.value.map(cellsOf), { cast: { string: formulaSafe } }));
    return ok({ domains: listed.value.length });
  });
}

const cellsOf = ({ name, tags, note, expiresOn, archivedAt, addedAt }: Domain): readonly unknown[] => [
  name,
  tags.join(';'),
  note,
  expiresOn?.value,
  expiresOn?.source,
  expiresOn?.at,
  archivedAt,
  addedAt,
];
