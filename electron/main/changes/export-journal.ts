import { stringify } from 'csv-stringify/sync';
import type { JournalEntry } from '#shared/domain/change-entry.ts';
import { ok, type Result } from '#shared/result.ts';
import { formulaSafe } from '../exports/formula-safe.ts';
import { writeWhole } from '../exports/target.ts';
import { canonicalJson } from '../workspace/journal/chain.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ChangeFilter } from './changes.ts';

type Journal = Pick<Workspace['journal'], 'list' | 'page'>;

const entriesAtOnce = 500;
const changesAtOnce = 500;

/**
 * Writes the entries of the changes that fit `filter` to `path`, in their order and with their hashes, page by page beside
 * the place and then in it. Unfiltered, the chain can be walked in the file.
 *
 * Fails with: `storage`, `invalid-input` (`path`).
 */
export async function exportJournal(
  journal: Journal,
  format: 'csv' | 'json',
  filter: ChangeFilter,
  path: string,
): Promise<Result<{ readonly entries: number }>> {
  const wanted = await changesThatFit(journal, filter);
  if (!wanted.ok) return wanted;
  const fits = ({ changeId }: JournalEntry): boolean => wanted.value?.has(changeId) ?? true;
  const { head, rows, foot } = formats[format];
  return await writeWhole(path, async (write) => {
    await write(head);
    let entries = 0;
    let previousHash = '';
    for (let after = 0; ;) {
      const page = await journal.page({ after, limit: entriesAtOnce });
      if (!page.ok) return page;
      const chained = page.value.map((entry) => {
        const link = { ...entry, previousHash };
        previousHash = entry.hash;
        return link;
      });
      const fitting = chained.filter(fits);
      await write(rows(fitting, entries === 0));
      entries += fitting.length;
      const last = page.value.at(-1);
      if (last === undefined || page.value.length < entriesAtOnce) break;
      after = last.seq;
    }
    await write(foot);
    return ok({ entries });
  });
}

/** Null where all of them fit. */
async function changesThatFit(
  journal: Journal,
  filter: ChangeFilter,
): Promise<Result<ReadonlySet<string> | null>> {
  const { accountId, states, kinds, text, domain, planId } = filter;
  const isOpen = [accountId, states, kinds, domain, planId].every((each) => each === null) && text === '';
  if (isOpen) return ok(null);
  const ids = new Set<string>();
  for (let offset = 0; ; offset += changesAtOnce) {
    const page = await journal.list({ filter, offset, limit: changesAtOnce });
    if (!page.ok) return page;
    for (const { id } of page.value.changes) ids.add(id);
    if (page.value.changes.length < changesAtOnce) return ok(ids);
  }
}

/** An entry with the hash before it, so that one entry alone can be checked. */
type Link = JournalEntry & { readonly previousHash: string };

interface Format {
  readonly head: string;
  readonly rows: (entries: readonly Link[], isFirst: boolean) => string;
  readonly foot: string;
}

const columns = ['seq', 'at', 'change', 'type', 'state', 'event', 'previous_hash', 'hash'] as const;

const formats: Readonly<Record<'csv' | 'json', Format>> = {
  csv: {
    head: `${columns.join(',')}\n`,
    rows: (entries) =>
      stringify(
        entries.map(({ seq, at, changeId, event, state, previousHash, hash }) => [
          seq,
          at,
          changeId,
          event.type,
          state,
          canonicalJson(event),
          previousHash,
          hash,
        ]),
        { cast: { string: formulaSafe } },
      ),
    foot: '',
  },
  json: {
    head: '[',
    rows: (entries, isFirst) =>
      entries
        .map((entry, index) => `${isFirst && index === 0 ? '\n' : ',\n'}${JSON.stringify(entry)}`)
        .join(''),
    foot: '\n]\n',
  },
};
