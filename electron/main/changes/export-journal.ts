import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { ok, type Result } from '#shared/result.ts';
import type { Parsed } from '#shared/routes.ts';
import { formulaSafe } from '../export/formats.ts';
import { writeWhole } from '../system/files.ts';
import { canonicalJson } from '../workspace/chain.ts';
import { accessEvent, type AccessLine } from '../workspace/journal/code-accesses.ts';
import type { StoredEntry } from '../workspace/journal/entries.ts';
import type { Workspace } from '../workspace/workspace.ts';

export type ChangeFilter = Parsed<'changes', 'list'>['filter'];

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
  const link = createLinking();
  return await writeWhole(path, async (write) => {
    await write(head);
    let entries = 0;
    for (let after = 0; ;) {
      const page = await journal.page({ after, limit: entriesAtOnce });
      if (!page.ok) return page;
      const fitting = page.value.map(link).filter(fits);
      await write(rows(fitting, entries === 0));
      entries += fitting.length;
      const last = page.value.at(-1);
      if (last === undefined || page.value.length < entriesAtOnce) break;
      after = last.seq;
    }
    // A filter selects changes, and accesses are not changes.
    const lines =
      wanted.value === null && accesses !== null
        ? await writeAccesses(accesses, (links, at) => write(rows(links, entries + at === 0)))
        : ok(0);
    if (!lines.ok) return lines;
    await write(foot);
    return ok({ entries: entries + lines.value });
  });
}

/** Returns the number of accesses. @param write Takes a page, and the number of accesses before it. */
async function writeAccesses(
  accesses: Accesses,
  write: (links: readonly Link[], before: number) => Promise<void>,
): Promise<Result<number>> {
  let previousHash = '';
  const link = (line: AccessLine): Link => {
    const made = linkOfAccess(line, previousHash);
    previousHash = line.hash;
    return made;
  };
  for (let after = 0; ;) {
    const page = await accesses.page({ after, limit: entriesAtOnce });
    if (!page.ok) return page;
    await write(page.value.map(link), after);
    after += page.value.length;
    if (page.value.length < entriesAtOnce) return ok(after);
  }
}

/** A journal entry with the previous hash, so that it can be verified by itself, and with the domain and account of its change. */
interface Link extends Pick<StoredEntry, 'seq' | 'changeId' | 'at' | 'hash' | 'event'> {
  /** Absent for the chain of changes, which was exported first and keeps its format. */
  readonly chain?: 'code-accesses';
  readonly state: string;
  readonly mask?: string | null;
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

/** The first event of a change, in any version. */
const beginning = z.object({ type: z.literal('planned'), domain: z.string(), accountLabel: z.string() });
const typed = z.object({ type: z.string() });

/** Adds the previous hash to entries. They have to come in journal order, each change's first entry before its others. */
function createLinking(): (entry: StoredEntry) => Link {
  const changes = new Map<string, Pick<Link, 'domain' | 'account'>>();
  let previousHash = '';
  return (entry) => {
    const { changeId, event } = entry;
    const { domain, accountLabel } = beginning.safeParse(event).data ?? {};
    if (domain !== undefined) changes.set(changeId, { domain, account: accountLabel ?? '' });
    const link = { ...entry, previousHash, domain: '', account: '', ...changes.get(changeId) };
    previousHash = entry.hash;
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
    for (const { id } of page.value.changes) ids.add(id);
    if (page.value.changes.length < changesAtOnce) return ok(ids);
  }
}

interface Format {
  readonly head: string;
  readonly rows: (entries: readonly Link[], isFirst: boolean) => string;
  readonly foot: string;
}

const columns = [
  'seq',
  'at',
  'change',
  'domain',
  'account',
  'type',
  'state',
  'event',
  'previous_hash',
  'hash',
  'mask',
] as const;

const cellsOf = ({
  seq,
  at,
  changeId,
  domain,
  account,
  event,
  state,
  previousHash,
  hash,
  mask,
}: Link): readonly unknown[] => [
  seq,
  at,
  changeId,
  domain,
  account,
  typed.safeParse(event).data?.type ?? 'code-access',
  state,
  // Exactly the text that the hash, or the mask's, is computed over.
  canonicalJson(event),
  previousHash,
  hash,
  mask ?? '',
];

const formats: Readonly<Record<'csv' | 'json', Format>> = {
  csv: {
    head: `${columns.join(',')}\n`,
    rows: (entries) => stringify(entries.map(cellsOf), { cast: { string: formulaSafe } }),
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
