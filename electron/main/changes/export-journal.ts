import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { changeFilter } from '#shared/areas/change-schemas.ts';
import { ok, type Result } from '#shared/result.ts';
import { type Format, formulaSafe, json } from '../export/formats.ts';
import { writeWhole } from '../system/files.ts';
import { canonicalJson } from '../workspace/chain.ts';
import { accessEvent, type AccessLine } from '../workspace/journal/code-accesses.ts';
import type { StoredEntry } from '../workspace/journal/entries.ts';
import type { Workspace } from '../workspace/workspace.ts';

export type ChangeFilter = z.output<typeof changeFilter>;

type Journal = Pick<Workspace['journal'], 'list' | 'page'>;
type Accesses = Pick<Workspace['codeAccesses'], 'page'>;

const entriesAtOnce = 500;
const changesAtOnce = 500;

/**
 * Writes the entries of the changes that match `filter` to `path`, in their order and with their hashes, page by page to a
 * temporary file that is then moved to `path`. Without a filter, the hash chain can be verified in the file, and the chain of
 * accesses to transfer codes follows: in the same columns, with hashes made in the same way, numbered from 1 again.
 *
 * Fails with: `storage`, `invalid-input` (`path`).
 */
export async function exportJournal(
  journal: Journal,
  format: 'csv' | 'json',
  filter: ChangeFilter,
  path: string,
  accesses: Accesses | null = null,
): Promise<Result<{ readonly entries: number }>> {
  const wanted = await changesThatFit(journal, filter);
  if (!wanted.ok) return wanted;
  const fits = ({ changeId }: Link): boolean => wanted.value?.has(changeId) ?? true;
  const { head, rows, foot } = formats[format];
  return await writeWhole(path, async (write) => {
    let entries = 0;
    const put = async (links: readonly Link[]): Promise<void> => {
      await write(rows(links, entries === 0));
      entries += links.length;
    };
    await write(head);
    const link = chained(linkerOfEntries());
    const changes = await throughPages(journal.page, (page) => put(page.map(link).filter(fits)));
    if (!changes.ok) return changes;
    // A filter selects changes, and accesses are not changes.
    if (wanted.value === null && accesses !== null) {
      const linkAccess = chained(linkOfAccess);
      const lines = await throughPages(accesses.page, (page) => put(page.map(linkAccess)));
      if (!lines.ok) return lines;
    }
    await write(foot);
    return ok({ entries });
  });
}

/** Takes every page of a chain, in order. */
async function throughPages<R extends Pick<Link, 'seq'>>(
  read: (asked: { readonly after: number; readonly limit: number }) => Promise<Result<readonly R[]>>,
  take: (page: readonly R[]) => Promise<void>,
): Promise<Result<null>> {
  for (let after = 0; ;) {
    const page = await read({ after, limit: entriesAtOnce });
    if (!page.ok) return page;
    await nextTurn();
    await take(page.value);
    const last = page.value.at(-1);
    if (last === undefined || page.value.length < entriesAtOnce) return ok(null);
    after = last.seq;
  }
}

/** A journal entry with the previous hash, so that it can be verified by itself, and with the domain and account of its change. */
interface Link extends Pick<StoredEntry, 'seq' | 'changeId' | 'at' | 'hash' | 'event'> {
  /** Absent for the chain of changes, which was exported first and keeps its format. */
  readonly chain?: 'code-accesses';
  readonly state: string;
  readonly previousHash: string;
  readonly domain: string;
  readonly account: string;
}

function linkOfAccess(line: AccessLine, previousHash: string): Link {
  const { seq, access, at, accountLabel: account, domain, outcome, hash } = line;
  const [event, state] = [accessEvent(line), outcome ?? 'asked'];
  const changeId = String(access);
  return { chain: 'code-accesses', seq, at, changeId, domain, account, state, event, previousHash, hash };
}

/** The first event of a change. */
const beginning = z.object({ type: z.literal('planned'), domain: z.string(), accountLabel: z.string() });
const typed = z.object({ type: z.string() });

/** Adds domain and account to entries. They have to come in journal order, each change's first entry before its others. */
function linkerOfEntries(): (entry: StoredEntry, previousHash: string) => Link {
  const changes = new Map<string, Pick<Link, 'domain' | 'account'>>();
  return (entry, previousHash) => {
    const { changeId, event } = entry;
    const { domain, accountLabel } = beginning.safeParse(event).data ?? {};
    if (domain !== undefined) changes.set(changeId, { domain, account: accountLabel ?? '' });
    return { ...entry, previousHash, domain: '', account: '', ...changes.get(changeId) };
  };
}

/** Gives each row of a chain, in its order, the hash of the one before. */
function chained<R extends Pick<Link, 'hash'>>(
  linkOf: (row: R, previousHash: string) => Link,
): (row: R) => Link {
  let previousHash = '';
  return (row) => {
    const link = linkOf(row, previousHash);
    previousHash = row.hash;
    return link;
  };
}

/** Null where every change matches. */
async function changesThatFit(
  journal: Journal,
  filter: ChangeFilter,
): Promise<Result<ReadonlySet<string> | null>> {
  const { accountId, states, kinds, text, domain, batchId } = filter;
  const isOpen = [accountId, states, kinds, domain, batchId].every((each) => each === null) && text === '';
  if (isOpen) return ok(null);
  const ids = new Set<string>();
  for (let offset = 0; ; offset += changesAtOnce) {
    const page = await journal.list({ filter, offset, limit: changesAtOnce });
    if (!page.ok) return page;
    await nextTurn();
    for (const { id } of page.value.changes) ids.add(id);
    if (page.value.changes.length < changesAtOnce) return ok(ids);
  }
}

/** The columns of a table, and what each holds. */
const columns: readonly (readonly [title: string, cellOf: (link: Link) => string | number])[] = [
  ['seq', ({ seq }) => seq],
  ['at', ({ at }) => at],
  ['change', ({ changeId }) => changeId],
  ['domain', ({ domain }) => domain],
  ['account', ({ account }) => account],
  ['type', ({ event }) => typed.safeParse(event).data?.type ?? 'code-access'],
  ['state', ({ state }) => state],
  // Exactly the text that the hash is computed over.
  ['event', ({ event }) => canonicalJson(event)],
  ['previous_hash', ({ previousHash }) => previousHash],
  ['hash', ({ hash }) => hash],
];

const formats: Readonly<Record<'csv' | 'json', Format<Link>>> = {
  csv: {
    head: `${columns.map(([title]) => title).join(',')}\n`,
    rows: (links) =>
      stringify(
        links.map((link) => columns.map(([, cellOf]) => cellOf(link))),
        { cast: { string: formulaSafe } },
      ),
    foot: '',
  },
  json,
};
