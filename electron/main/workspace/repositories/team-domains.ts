import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { expiry } from '#shared/areas/portfolio.ts';
import { type OwnText, ownTexts } from '#shared/domain/domain-parts.ts';
import type { Expiries, Expiry, ExpirySource } from '#shared/domain/expiry.ts';
import { mostDomains } from '#shared/domain/portfolio.ts';
import { countOf } from '../sqlite.ts';
import { createDomainEvents, editOf } from './domain-events.ts';
import {
  applyObservation,
  createExpiries,
  type DomainObservation,
  domainRecord,
  type DomainRecord,
  emptyDomain,
  storedValues,
} from './domain-observations.ts';
import { createDomainRows, mostTags } from './portfolio.ts';

/** What is in a workspace's own tables of one thing, by field: observed at an instant, or edited. */
export type OwnFields = ReadonlyMap<string, OwnField>;

interface OwnField {
  readonly value: unknown;
  readonly observedAt?: string;
  /** Whose observation it is, if not this workspace's: it is not published. */
  readonly by?: string;
}

/** A fact that is stored, and not in the workspace's own tables yet. */
export interface News {
  readonly field: string;
  readonly value: unknown;
  readonly at: string;
  readonly by: string;
  readonly isNew: boolean;
}

type Applied = { readonly domain: DomainRecord } | { readonly removed: string } | null;

/** The field that says whether there is such a domain at all; its value is not compared. */
export const presence = 'present';

/** What is observed of a domain and has no person in it: the registrant's name is not shared. */
const sharedValues = ['lock', 'nameservers', 'registry', 'transferredAway'] as const;
type SharedValue = (typeof sharedValues)[number];

const ofTag = 'tag ';
const ofExpiry = 'expiry ';

/** The part of a domain that a field belongs to, as triggers note it. */
export const partOf = (field: string): string => {
  if (field.startsWith(ofTag)) return 'tags';
  if (field.startsWith(ofExpiry)) return 'expiries';
  if (field === 'archivedAt') return 'archived_at';
  return (sharedValues as readonly string[]).includes(field) ? 'known' : field;
};

/** Domains with what people wrote about them, and what was observed. In the caller's transaction. */
export function createSharedDomains(database: DatabaseSync) {
  const rows = createDomainRows(database);
  const expiries = createExpiries(database);
  const events = createDomainEvents(database);
  const count = countOf(database, 'domains WHERE account_id = ?');
  const remove = database.prepare('DELETE FROM domains WHERE account_id = ? AND name = ?');

  function added(accountId: string, name: string, value: unknown): DomainRecord | null {
    const parsed = addition.safeParse(value);
    if (!parsed.success || !fullName.safeParse(name).success || count(accountId) >= mostDomains) return null;
    const { addedAt, addedBy } = parsed.data;
    const record = { accountId, name, addedAt, addedBy, ...emptyDomain };
    return rows.insert(record, []) ? record : null;
  }

  function changed(before: DomainRecord, news: readonly News[]): DomainRecord {
    const edits = editsIn(before, news);
    const seen = observationIn(before.name, news, expiries.find(before.accountId, before.name));
    const after = expiries.observe(applyObservation({ ...before, ...edits }, seen), seen);
    rows.update(after);
    const last = news.findLast(({ field }) => partOf(field) !== 'known' && partOf(field) !== 'expiries');
    if (last !== undefined)
      events.add(after.accountId, after.name, { ...editOf(before, edits), at: last.at, by: last.by });
    return after;
  }

  return {
    /** Empty where there is no such domain. */
    own(accountId: string, name: string): OwnFields {
      const record = rows.find(accountId, name);
      return record === null ? new Map() : fieldsOf(record, expiries.find(accountId, name));
    },
    /** @param facts All facts of the domain. @returns What there is to announce. */
    apply(accountId: string, name: string, facts: readonly News[]): Applied {
      const record = rows.find(accountId, name);
      const present = facts.find(({ field }) => field === presence);
      if (present?.value === null) {
        // Drafts stay: nobody else has them.
        if (record === null || !present.isNew) return null;
        remove.run(accountId, name);
        return { removed: name };
      }
      const others = facts.filter(({ field }) => field !== presence);
      if (record !== null)
        return {
          domain: changed(
            record,
            others.filter(({ isNew }) => isNew),
          ),
        };
      const made = present?.isNew === true ? added(accountId, name, present.value) : null;
      return made === null ? null : { domain: changed(made, others) };
    },
  };
}

const addition = domainRecord.pick({ addedAt: true, addedBy: true });
const fullName = domainRecord.shape.name.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
function fieldsOf(record: DomainRecord, dates: readonly Expiry[]): OwnFields {
  const { addedAt, addedBy, archivedAt, tags } = record;
  const texts = ownTexts.filter((text) => record[text] !== '').map((text) => [text, record[text]] as const);
  const edits = [
    [presence, { addedAt, addedBy }] as const,
    ...tags.map((tag) => [`${ofTag}${tag}`, true] as const),
    ...texts,
    ...(archivedAt === null ? [] : [['archivedAt', archivedAt] as const]),
  ];
  return new Map<string, OwnField>([
    ...edits.map(([field, value]) => [field, { value }] as const),
    ...sharedValues.flatMap((field) => {
      const known = record[field];
      if (known === null) return [];
      const { value, source, at: observedAt, by } = known;
      return [[field, { value: { value, source }, observedAt, ...(by !== undefined && { by }) }] as const];
    }),
    ...dates.map(
      ({ source, at: observedAt, by, ...value }) =>
        [`${ofExpiry}${source}`, { value, observedAt, ...(by !== undefined && { by }) }] as const,
    ),
  ]);
}

/** What others wrote; what does not fit here is ignored. */
function editsIn(before: DomainRecord, news: readonly News[]): Partial<DomainRecord> {
  let tags = before.tags;
  const edits: Partial<Record<OwnText | 'archivedAt', string | null>> = {};
  for (const { field, value } of news) {
    if (field.startsWith(ofTag)) {
      const tag = field.slice(ofTag.length);
      tags = tags.filter((each) => each !== tag);
      if (value !== null) tags = [...tags, tag];
    } else if (field === 'archivedAt')
      edits.archivedAt = value as string | null; // Parsed below.
    else if (isOwnText(field)) edits[field] = (value ?? '') as string; // Parsed below.
  }
  const fitting = Object.entries({ ...edits, tags: tags.slice(0, mostTags) }).filter(
    ([name, value]) => editable.shape[name as keyof typeof editable.shape].safeParse(value).success, // A member of `editable`.
  );
  return Object.fromEntries(fitting);
}

const editable = domainRecord.pick({ tags: true, client: true, note: true, archivedAt: true });
const isOwnText = (field: string): field is OwnText => (ownTexts as readonly string[]).includes(field);

const observed = z.object({ value: z.unknown(), source: z.unknown() });
/** What is set by a change, and therefore known from one. */
const changedValues: readonly SharedValue[] = ['lock', 'nameservers'];

/** What colleagues have observed. Of what was observed here, none of them takes a date away. */
function observationIn(name: string, news: readonly News[], dated: Expiries): DomainObservation {
  const values: Partial<Record<SharedValue, unknown>> = {};
  const dates: Expiry[] = [];
  const removed: ExpirySource[] = [];
  for (const { field, value, at, by } of news) {
    if (field.startsWith(ofExpiry)) {
      const source = field.slice(ofExpiry.length);
      const date = expiry.safeParse({ ...(value as object | null), source, at, by });
      if (date.success) dates.push(date.data);
      else if (value === null)
        removed.push(...dated.filter((was) => was.source === source && was.by).map((was) => was.source));
      continue;
    }
    const shared = sharedValues.find((each) => each === field);
    const seen = observed.safeParse(value);
    if (shared === undefined || !seen.success) continue;
    if (seen.data.source === 'change' && !changedValues.includes(shared)) continue;
    const known = storedValues.shape[shared].safeParse({ ...seen.data, at, by });
    if (known.success) values[shared] = known.data;
  }
  // Each value was parsed by the schema of its name.
  return { name, ...(values as Partial<DomainObservation>), expiries: dates, removedExpiries: removed };
}
