import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { MayAsk } from './registries.ts';

/** An expiry as one source has it. */
interface SourceOnDisk {
  readonly source: string;
  readonly date: string;
  readonly at: string;
  readonly isAutoRenewed?: boolean;
}

/** What files and people set of a domain. */
interface OwnValues {
  readonly tags: string;
  readonly client: string;
  readonly note: string;
  readonly isArchived: boolean;
  /** The expiry that imports gave, with its time; empty where none did. */
  readonly imported: string;
}

/** A domain as it stands in the file, read past all of the program's code. */
export interface DomainOnDisk {
  readonly accountId: string;
  readonly name: string;
  readonly own: OwnValues;
  readonly expiries: readonly SourceOnDisk[];
  /** The expiry that lists and pages show. */
  readonly shown: { readonly value: string; readonly at: string; readonly source: string } | null;
  /** Something was typed, drafted, ordered or set from here: more than a file gave. */
  readonly isWorkedWith: boolean;
}

export interface PortfolioObserver {
  readonly domains: () => readonly DomainOnDisk[];
  /** The names of an import that can still be taken back. */
  readonly stepsOf: (importId: string) => ReadonlySet<string>;
  /** What registries may be asked for: names of a portfolio, or of a change that was sent. */
  readonly mayAsk: (name: string) => MayAsk;
  readonly isRegistryOn: () => boolean;
}

interface Row {
  readonly accountId: string;
  readonly name: string;
  readonly tags: string;
  readonly client: string;
  readonly note: string;
  readonly isArchived: number;
  readonly expiries: string;
  readonly shown: string | null;
  readonly isSetHere: number;
}

export function observePortfolio(database: DatabaseSync): PortfolioObserver {
  const rows = database.prepare(`
    SELECT account_id AS accountId, name, tags, client, note, archived_at IS NOT NULL AS isArchived, expiries,
      known -> '$.expiresOn' AS shown,
      (coalesce(known ->> '$.lock.source', '') = 'change' OR coalesce(known ->> '$.nameservers.source', '') = 'change'
        OR EXISTS (SELECT 1 FROM drafts d WHERE d.account_id = domains.account_id AND d.domain = name)
        OR EXISTS (SELECT 1 FROM children c WHERE c.account_id = domains.account_id AND c.domain = name)
        OR EXISTS (SELECT 1 FROM journal_changes j
          WHERE j.account_id = domains.account_id AND j.domain = name AND j.state <> 'withdrawn')) AS isSetHere
    FROM domains ORDER BY account_id, name`);
  const steps = database.prepare('SELECT name FROM domain_import_steps WHERE import_id = ?');
  const isOwn = database.prepare(`
    SELECT EXISTS (SELECT 1 FROM domains WHERE name = ?1) OR EXISTS (
      SELECT 1 FROM journal_changes WHERE domain = ?1 AND state NOT IN ('planned', 'withdrawn')) AS isOwn`);
  const isOn = database.prepare("SELECT value FROM settings WHERE name = 'registryEnabled'");
  const isRegistryOn = (): boolean => isOn.get()?.['value'] === 'true';
  const version = database.prepare('PRAGMA data_version');
  let read: { readonly version: unknown; readonly domains: readonly DomainOnDisk[] } | null = null;

  /** As they were read before, where nobody has written to the file since. */
  function domains(): readonly DomainOnDisk[] {
    const now = version.get()?.['data_version'];
    // A page of zeros may have taken rows away: then nothing can be said of them. The columns of the statement above.
    if (read?.version !== now)
      read = {
        version: now,
        domains: whereReadable(() => (rows.all() as unknown as readonly Row[]).map(inMemory), []),
      };
    return read?.domains ?? [];
  }

  return {
    domains,
    stepsOf: (importId) => new Set(steps.all(importId).map(({ name }) => String(name))),
    mayAsk: (name) => ({ isOwn: isOwn.get(name)?.['isOwn'] === 1, isOn: isRegistryOn() }),
    isRegistryOn,
  };
}

function whereReadable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const ofWork: ReadonlySet<string> = new Set(['sync', 'typed', 'expected']);

function inMemory({ accountId, name, tags, client, note, ...row }: Row): DomainOnDisk {
  // Written by the program, which parsed them.
  const expiries = JSON.parse(row.expiries) as readonly SourceOnDisk[];
  const imported = expiries.find(({ source }) => source === 'import');
  const own = { tags, client, note, isArchived: row.isArchived === 1 };
  return {
    ...{ accountId, name, expiries },
    own: { ...own, imported: imported === undefined ? '' : `${imported.date} at ${imported.at}` },
    shown: row.shown === null ? null : (JSON.parse(row.shown) as DomainOnDisk['shown']),
    isWorkedWith: row.isSetHere === 1 || expiries.some(({ source }) => ofWork.has(source)),
  };
}

const weekMs = 7 * 24 * 3_600_000;
/** Of the same instant, the one that stands first. */
const order = ['registry', 'registrar', 'sync', 'typed', 'import', 'sample', 'expected'];

/** Which of its sources the expiry of a domain is to be shown by, as decision 0032 has it; null where there is none. */
export function sourceToShow(expiries: readonly SourceOnDisk[]): SourceOnDisk | null {
  const expected = expiries.find(({ source }) => source === 'expected');
  const isOfBefore = ({ source, date, at }: SourceOnDisk): boolean => {
    if (expected === undefined || date >= expected.date) return false;
    const isLagging = Date.parse(at) < Date.parse(expected.at) + weekMs;
    return source === 'import' || (['registry', 'registrar'].includes(source) && isLagging);
  };
  const ofServices = expiries.filter(
    ({ source, isAutoRenewed }) =>
      ['registry', 'registrar', 'sync'].includes(source) && isAutoRenewed !== true,
  );
  const isOlderFile = ({ source, date }: SourceOnDisk): boolean =>
    source === 'import' && ofServices.some((other) => other.date > date);
  const current = expiries.filter((each) => !isOfBefore(each) && !isOlderFile(each));
  const paid = current.filter(({ isAutoRenewed }) => isAutoRenewed !== true);
  const left = paid.length > 0 ? paid : current;
  const newestAt = left
    .map(({ at }) => at)
    .toSorted()
    .at(-1);
  const newest = left.filter(({ at }) => at === newestAt);
  return newest.toSorted((a, b) => order.indexOf(a.source) - order.indexOf(b.source))[0] ?? null;
}

/** What an import brought, by name: before it, and after. */
export interface ImportSeen {
  readonly id: string;
  readonly accountId: string;
  readonly before: ReadonlyMap<string, DomainOnDisk>;
  readonly after: ReadonlyMap<string, DomainOnDisk>;
}

/** What taking an import back did to one domain that it should not have done, in words; null where all is well. */
export function wrongUndo(
  { before, after }: ImportSeen,
  name: string,
  isLeft: boolean,
  then: DomainOnDisk | undefined,
  now: DomainOnDisk | undefined,
): string | null {
  const [was, brought] = [before.get(name), after.get(name)];
  if (then === undefined) return now === undefined ? null : `${name} is there again`;
  if (!isLeft || brought === undefined)
    return isDeepStrictEqual(now?.own, then.own) ? null : `${name} is changed by what did not concern it`;
  return was === undefined ? wrongRemoval(brought, then, now) : wrongValues(was, brought, then, now);
}

/** Of a domain that the import added. */
function wrongRemoval(
  brought: DomainOnDisk,
  then: DomainOnDisk,
  now: DomainOnDisk | undefined,
): string | null {
  const { name } = then;
  const isAsBrought = isDeepStrictEqual(then.own, brought.own) && !then.isWorkedWith;
  if (isAsBrought) return now === undefined ? null : `${name}, which it added, stays`;
  if (isDeepStrictEqual(now?.own, then.own)) return null;
  return `${name} was worked with since, and is ${now === undefined ? 'removed' : 'changed'}`;
}

function wrongValues(
  was: DomainOnDisk,
  brought: DomainOnDisk,
  then: DomainOnDisk,
  now: DomainOnDisk | undefined,
): string | null {
  const names = Object.keys(was.own) as (keyof OwnValues)[]; // The members of the object itself.
  const changed = names.filter((each) => was.own[each] !== brought.own[each]);
  const isAsBrought = changed.every((each) => then.own[each] === brought.own[each]);
  const restored = Object.fromEntries(changed.map((each) => [each, was.own[each]]));
  const wanted = isAsBrought ? { ...then.own, ...restored } : then.own;
  if (isDeepStrictEqual(now?.own, wanted)) return null;
  const [is, should] = [now?.own, wanted].map((own) => JSON.stringify(own));
  return isAsBrought
    ? `${then.name} is not as it was before it: ${is} and not ${should}`
    : `${then.name} was changed since, and is changed again: ${is} in place of ${should}`;
}

const ofServices: ReadonlySet<string> = new Set(['expected', 'registry', 'registrar', 'sync']);

/** Whether a date is one to which a registry has renewed a domain by itself: nobody has paid for it. */
const isUnpaid = ({ expiries }: DomainOnDisk, source: string): boolean =>
  expiries.find((each) => each.source === source)?.isAutoRenewed === true;

/** A later expiry that is known of a service, or expected, and that a file with an earlier one has hidden; in words, null where none. */
export function hiddenByFile(before: DomainOnDisk, now: DomainOnDisk): string | null {
  const [was, is] = [before.shown, now.shown];
  if (was === null || is?.source !== 'import' || is.value >= was.value) return null;
  if (!ofServices.has(was.source) || isUnpaid(before, was.source)) return null;
  return `${now.name} is shown to expire on ${is.value}, by a file, and not on ${was.value} (${was.source})`;
}
