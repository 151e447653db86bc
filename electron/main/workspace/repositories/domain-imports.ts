import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { domainImport, expiry } from '#shared/areas/portfolio.ts';
import type { LockState } from '#shared/changes/parts.ts';
import { type OwnText, ownTexts } from '#shared/domain/domain-parts.ts';
import type { Expiry, ExpirySource } from '#shared/domain/expiry.ts';
import { importedBeside, type Known, mostDomains } from '#shared/domain/portfolio.ts';
import { countOf, instantColumn, inTransaction, isPresent, jsonColumn, rowsOf, toMs } from '../sqlite.ts';
import {
  createExpiries,
  domainRecord,
  type DomainRecord,
  emptyDomain,
  importedValue,
} from './domain-observations.ts';
import { type DomainEvent, eventChanges } from './domain-events.ts';
import { createDomainRows, createWholeDomains, mostTags, tagsAfter } from './portfolio.ts';

/** What a file says, and the time that it is of. */
type FileValue<T> = Pick<Known<T>, 'value' | 'at'>;

/** What a file has of a domain; what is empty keeps what is stored. */
export interface ImportedRow {
  /** As A-labels in lower case. */
  readonly name: string;
  /** Added to those that the domain has. */
  readonly tags: readonly string[];
  readonly texts: Readonly<Partial<Record<OwnText, string>>>;
  /** `YYYY-MM-DD`. These three are left out where the file has none, or what is stored stays. */
  readonly expires?: FileValue<string>;
  readonly lock?: FileValue<LockState>;
  readonly nameservers?: FileValue<readonly string[]>;
  /** Since when it is archived; left out where the file does not say so, or it is archived already. */
  readonly archivedAt?: string;
  /** An archived domain becomes one of the others again. */
  readonly isRestored?: true;
}

/** What an import sets of a domain, before or after it: the members that it changed. */
const { tags, client, note, archivedAt, lock, nameservers } = domainRecord.shape;
const state = z.object({
  tags: tags.exactOptional(),
  client: client.exactOptional(),
  note: note.exactOptional(),
  archivedAt: archivedAt.exactOptional(),
  lock: lock.exactOptional(),
  nameservers: nameservers.exactOptional(),
  /** The expiry that imports have given; null where none has. */
  expiry: expiry.nullable().exactOptional(),
});
type State = z.output<typeof state>;

const stepRow = z.object({
  name: z.string(),
  /** Null where the import added the domain. */
  before: jsonColumn(state.nullable()),
  after: jsonColumn(state),
});

const stepOfImportRow = stepRow
  .pick({ before: true, after: true })
  .extend({ at: instantColumn, source: domainImport.shape.source });

const importRow = domainImport.extend({ at: instantColumn, undoneAt: instantColumn.nullable() });
const mappingRow = z.object({ signature: z.string(), fields: z.string() });

interface OfAccount {
  readonly accountId: string;
}

interface OfImport extends OfAccount {
  readonly id: string;
}

/** How many imports are kept of an account, and how many mappings: the oldest go. */
const [mostImports, mostMappings] = [50, 200];
/** How many domains one call takes back: other calls are answered in between. */
const stepsAtOnce = 500;

/** Sources of an expiry that come from somebody's work with the domain: it is then more than what a file gave. */
const ofWork: readonly ExpirySource[] = ['sync', 'typed', 'expected'];

/**
 * Imports of files into portfolios: what each has changed, until it is taken back, and which columns a person has chosen for files with
 * the same titles.
 */
export function createDomainImportsRepository(database: DatabaseSync) {
  const imports = rowsOf(database, importRow).query(`
    SELECT id, at, source, panel, added, changed, unchanged, skipped, partly, undone_at AS "undoneAt",
      (SELECT count(*) FROM domain_import_steps WHERE import_id = id) AS "left"
    FROM domain_imports WHERE account_id = ? ORDER BY at DESC, rowid DESC`);
  const stepsOfDomain = rowsOf(database, stepOfImportRow).query(`
    SELECT i.at, i.source, s.before, s.after FROM domain_imports i
    JOIN domain_import_steps s ON s.import_id = i.id AND s.name = ?
    WHERE i.account_id = ? ORDER BY i.at DESC, i.rowid DESC`);
  const insert = database.prepare(`
    INSERT INTO domain_imports (id, account_id, at, source, panel, added, changed, unchanged, skipped, partly)
    SELECT ?, id, ?, ?, ?, 0, 0, ?, ?, ? FROM accounts WHERE id = ? AND ${isPresent}`);
  const removeOldest = database.prepare(`
    DELETE FROM domain_imports WHERE account_id = ?1 AND id NOT IN (
      SELECT id FROM domain_imports WHERE account_id = ?1 ORDER BY at DESC, rowid DESC LIMIT ${mostImports})`);
  const count = countOf(database, 'domains WHERE account_id = ?');
  const mappings = rowsOf(database, mappingRow).from('import_mappings');
  const putMapping = database.prepare(`
    INSERT INTO import_mappings (signature, fields, saved_at) VALUES (?, ?, ?)
    ON CONFLICT (signature) DO UPDATE SET fields = excluded.fields, saved_at = excluded.saved_at`);
  const removeOldestMappings = database.prepare(`
    DELETE FROM import_mappings WHERE signature NOT IN (
      SELECT signature FROM import_mappings ORDER BY saved_at DESC, rowid DESC LIMIT ${mostMappings})`);

  return {
    /** The newest first. */
    list: ({ accountId }: OfAccount) => imports.all(accountId),
    /** @param adds How many domains it would add; `isFull`: the account would have more than it can, and there is no import. */
    begin({ accountId, id, adds, at, ...import_ }: Begin) {
      const isFull = count(accountId) + adds > mostDomains;
      if (isFull) return { isFull };
      return inTransaction(database, () => {
        const { source, panel, unchanged, skipped, partly } = import_;
        insert.run(id, toMs(at), source, panel, unchanged, skipped, partly, accountId);
        removeOldest.run(accountId);
        return { isFull };
      });
    },
    /** What imports changed of a domain, the newest first; what was taken back is not among it. */
    ofDomain: ({ accountId, domain }: OfAccount & { readonly domain: string }): readonly DomainEvent[] =>
      stepsOfDomain.all(domain, accountId).map(({ at, source, before, after }) => ({
        kind: 'import',
        at,
        source,
        changes: [...eventChanges(before ?? {}, after)],
        ...(before === null && { isAdded: true }),
      })),
    bringIn: createBringIn(database),
    takeBack: createTakeBack(database),
    ...createFailures(database),
    /** Columns that were chosen before, by the titles of their files. */
    mappings: () => mappings.all(),
    saveMapping: ({ at, ...mapping }: z.output<typeof mappingRow> & { readonly at: string }) =>
      inTransaction(database, () => {
        putMapping.run(mapping.signature, mapping.fields, toMs(at));
        removeOldestMappings.run();
      }),
  };
}

/** A file of which nothing was stored, for a reason; or rows of it were skipped or imported in part, and `reason` is empty. */
interface Failure extends OfAccount {
  readonly source: string;
  readonly at: string;
  readonly reason: string;
  readonly skipped: number;
  readonly partly: number;
  /** Of the first such row. */
  readonly line: number;
}

/** How many failures are kept of an account: one a file. They are told of for so long. */
const mostFailures = 20;
export const failuresLastMs = 30 * 86_400_000;

/** Files that could not be imported, or not wholly, until they are. */
function createFailures(database: DatabaseSync) {
  const put = database.prepare(`
    INSERT OR REPLACE INTO failed_imports (account_id, source, at, reason, skipped, partly, line)
    SELECT id, ?, ?, ?, ?, ?, ? FROM accounts WHERE id = ? AND ${isPresent}`);
  const removeOld = database.prepare(`
    DELETE FROM failed_imports WHERE account_id = ?1 AND (at < ?2 OR source NOT IN (
      SELECT source FROM failed_imports WHERE account_id = ?1 ORDER BY at DESC LIMIT ${mostFailures}))`);
  const remove = database.prepare(
    "DELETE FROM failed_imports WHERE account_id = ? AND source = ? AND (reason <> '' OR ? = 'mended')",
  );
  return {
    fail: ({ accountId, source, at, reason, skipped, partly, line }: Failure) =>
      inTransaction(database, () => {
        put.run(source, toMs(at), reason, skipped, partly, line, accountId);
        removeOld.run(accountId, toMs(at) - failuresLastMs);
      }),
    /** @param isMended Else it could only be read: what was skipped of it is skipped still. */
    removeFailure({
      accountId,
      source,
      isMended,
    }: OfAccount & { readonly source: string; readonly isMended: boolean }) {
      remove.run(accountId, source, isMended ? 'mended' : 'read');
    },
  };
}

interface Begin extends OfImport {
  readonly adds: number;
  readonly at: string;
  readonly source: string;
  readonly panel: string | null;
  readonly unchanged: number;
  readonly skipped: number;
  readonly partly: number;
}

/** What the repositories of the portfolio do with one domain. */
const createParts = (database: DatabaseSync) => {
  const rows = createDomainRows(database);
  const expiries = createExpiries(database);
  const importedOf = (accountId: string, name: string): Expiry | null =>
    expiries.find(accountId, name).find(({ source }) => source === 'import') ?? null;
  return { rows, expiries, whole: createWholeDomains(database, rows, expiries), importedOf };
};

/**
 * Stores what a file has of domains, and adds the missing ones; archived ones stay so. All of it or none, with what is needed to take it
 * back. Returns the domains.
 */
function createBringIn(database: DatabaseSync) {
  const { rows, expiries, importedOf } = createParts(database);
  const addStep = database.prepare(`
    INSERT INTO domain_import_steps (import_id, name, before, after) VALUES (?, ?, ?, ?)
    ON CONFLICT (import_id, name) DO NOTHING`);
  const addCounts = database.prepare(
    'UPDATE domain_imports SET added = added + ?, changed = changed + ? WHERE id = ?',
  );

  return ({
    accountId,
    id,
    rows: given,
    at,
  }: OfImport & { readonly rows: readonly ImportedRow[]; readonly at: string }) => {
    const counts = { added: 0, changed: 0 };

    function step(name: string, before: State | null, after: State): void {
      const encoded = stepRow.encode({ name, before, after });
      addStep.run(id, name, encoded.before, encoded.after);
      counts[before === null ? 'added' : 'changed'] += 1;
    }

    /** At once, and not as a change of an empty one: most rows of a first import are new. */
    function addNew(row: ImportedRow): readonly DomainRecord[] {
      const { name } = row;
      const added = newDomain(accountId, name, at);
      const news = changed(added, row);
      const date = expiryOf(row);
      const record: DomainRecord = {
        ...added,
        ...news,
        expiresOn: date === null ? null : { value: date.date, at: date.at, source: date.source },
      };
      if (!rows.insert(record, date === null ? [] : [date])) return []; // The account was removed in the meantime.
      step(name, null, { ...news, ...(date !== null && { expiry: date }) });
      return [record];
    }

    function bringIn(row: ImportedRow): readonly DomainRecord[] {
      const { name } = row;
      const record = rows.find(accountId, name);
      if (record === null) return addNew(row);
      const news = changed(record, row);
      const before = importedOf(accountId, name);
      const date = expiryOf(row);
      const dates = date === null ? {} : { expiries: [date] };
      const after = expiries.observe({ ...record, ...news }, { name, ...dates });
      rows.update(after);
      const imported = importedOf(accountId, name);
      const isDated = !isDeepStrictEqual(before, imported);
      const made = { ...news, ...(isDated && { expiry: imported }) };
      const old = { ...membersOf(record, news), ...(isDated && { expiry: before }) };
      if (Object.keys(made).length > 0) step(name, old, made);
      return [after];
    }

    return inTransaction(database, () => {
      const domains = given.flatMap(bringIn);
      addCounts.run(counts.added, counts.changed, id);
      return { domains };
    });
  };
}

/** As old as the file, like the rest of what it says. */
const expiryOf = ({ expires }: ImportedRow): Expiry | null =>
  expires === undefined ? null : { source: 'import', date: expires.value, at: expires.at };

/** The members of a domain that a row changes, as they are after it. */
function changed(record: DomainRecord, given: ImportedRow): Partial<DomainRecord> {
  const tags = tagsAfter(record.tags, given.tags, []).slice(0, mostTags);
  const texts = Object.fromEntries(
    ownTexts.map((text) => [text, given.texts[text] || record[text]]),
  ) as Record<OwnText, string>; // Each of its keys is in the list.
  const archivedAt = given.isRestored === true ? null : (record.archivedAt ?? given.archivedAt ?? null);
  const lock = fileValueOver(record.lock, given.lock);
  const nameservers = fileValueOver(record.nameservers, given.nameservers);
  const after: Partial<DomainRecord> = { tags, ...texts, archivedAt, lock, nameservers };
  const names = Object.keys(after) as (keyof typeof after)[]; // The members of the object above.
  return Object.fromEntries(
    names.filter((name) => !isDeepStrictEqual(after[name], record[name])).map((name) => [name, after[name]]),
  );
}

/** A value after an import: the one of the file, unless it is older than the stored one or the same. */
const fileValueOver = <T extends LockState | readonly string[]>(
  stored: Known<T> | null,
  found: FileValue<T> | undefined,
): Known<T> | null =>
  found !== undefined && importedBeside(stored, found) === 'newer' ? importedValue(stored, found) : stored;

/** The same members of the domain as it is. */
const membersOf = (record: DomainRecord, of: Partial<DomainRecord>): Partial<DomainRecord> =>
  Object.fromEntries((Object.keys(of) as (keyof DomainRecord)[]).map((name) => [name, record[name]]));

const newDomain = (accountId: string, name: string, addedAt: string): DomainRecord => ({
  accountId,
  name,
  addedAt,
  addedBy: 'import',
  ...emptyDomain,
});

/** Of the members of a state that services tell, those of the domain that no file has given. */
const withoutSeen = (own: State, record: DomainRecord): Pick<State, 'lock' | 'nameservers'> => ({
  ...(own.lock !== undefined && record.lock?.source !== 'import' && { lock: record.lock }),
  ...(own.nameservers !== undefined &&
    record.nameservers?.source !== 'import' && { nameservers: record.nameservers }),
});

/** Compares domains with what an import has set of them. */
function createComparing(
  database: DatabaseSync,
  { whole, importedOf }: Pick<ReturnType<typeof createParts>, 'whole' | 'importedOf'>,
) {
  const changes = countOf(
    database,
    "journal_changes WHERE domain = ? AND account_id = ? AND state <> 'withdrawn'",
  );

  /** Whether the values are still those that the import set. What was read or set from here since has taken the place of a file's. */
  const isIn = (record: DomainRecord, { expiry: date, ...own }: State): boolean => {
    const set = { ...own, ...withoutSeen(own, record) };
    return (
      isDeepStrictEqual({ ...record, ...set }, record) &&
      (date === undefined || isDeepStrictEqual(importedOf(record.accountId, record.name), date))
    );
  };

  /**
   * Whether an added domain is what the file gave, and nobody has worked with it. What was only read of it can be read again. For a name
   * of the journal something was sent, or will be: it is watched on (H16).
   */
  function isUntouched(accountId: string, name: string, after: State): boolean {
    const found = whole.find(accountId, name);
    if (found === null) return true;
    const { record, expiries: dates, children, drafts } = found;
    const asAdded = { ...newDomain(accountId, name, record.addedAt), ...after };
    const names = ['tags', 'archivedAt', ...ownTexts] as const;
    return (
      names.every((member) => isDeepStrictEqual(record[member], asAdded[member])) &&
      isIn(record, { expiry: null, lock: null, nameservers: null, ...after }) &&
      children.length + drafts.length + changes(name, accountId) === 0 &&
      !dates.some(({ source }) => ofWork.includes(source)) &&
      record.lock?.source !== 'change' &&
      record.nameservers?.source !== 'change'
    );
  }

  return { isIn, isUntouched };
}

/**
 * Takes an import back, some domains at a time, in the order of their names after `after`. A domain whose values were changed since stays
 * as it is, and can still be taken back later: its name is in `stayed`. `next`: the last name, null where there are no more.
 */
function createTakeBack(database: DatabaseSync) {
  const parts = createParts(database);
  const { rows, expiries, whole } = parts;
  const steps = rowsOf(database, stepRow).from(`domain_import_steps
    WHERE import_id = ? AND name > ? AND EXISTS (SELECT 1 FROM domain_imports WHERE id = import_id AND account_id = ?)
    ORDER BY name LIMIT ${stepsAtOnce}`);
  const removeStep = database.prepare('DELETE FROM domain_import_steps WHERE import_id = ? AND name = ?');
  const setUndone = database.prepare('UPDATE domain_imports SET undone_at = ? WHERE id = ?');

  const { isIn, isUntouched } = createComparing(database, parts);

  function takeBack(
    accountId: string,
    { name, before, after }: z.output<typeof stepRow>,
  ): DomainRecord | 'removed' | 'stayed' {
    if (before === null) {
      if (!isUntouched(accountId, name, after)) return 'stayed';
      whole.remove(accountId, name);
      return 'removed';
    }
    const record = rows.find(accountId, name);
    if (record === null || !isIn(record, after)) return 'stayed';
    const { expiry: date, ...own } = before;
    const put = { ...record, ...own, ...withoutSeen(own, record) };
    const restored =
      date === undefined
        ? put
        : expiries.observe(put, { name, removedExpiries: ['import'], expiries: date === null ? [] : [date] });
    rows.update(restored);
    return restored;
  }

  return ({ accountId, id, after, at }: OfImport & { readonly after: string; readonly at: string }) =>
    inTransaction(database, () => {
      const some = steps.all(id, after, accountId);
      const domains: DomainRecord[] = [];
      const [removed, stayed]: [string[], string[]] = [[], []];
      for (const step of some) {
        const became = takeBack(accountId, step);
        if (became === 'stayed') {
          stayed.push(step.name);
          continue;
        }
        removeStep.run(id, step.name);
        if (became === 'removed') removed.push(step.name);
        else domains.push(became);
      }
      if (domains.length + removed.length > 0) setUndone.run(toMs(at), id);
      return {
        domains,
        removed,
        stayed,
        next: some.length < stepsAtOnce ? null : (some.at(-1)?.name ?? null),
      };
    });
}
