import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { domainEvent, type expiry } from '#shared/areas/portfolio.ts';
import type { Expiries } from '#shared/domain/expiry.ts';
import { isDeparted } from '#shared/domain/registry.ts';
import { cut } from '../../system/texts.ts';
import { instantColumn, jsonColumn, rowsOf } from '../sqlite.ts';
import type { DomainRecord } from './domain-observations.ts';

export type DomainEvent = z.output<typeof domainEvent>;
type EventChange = DomainEvent['changes'][number];

/** How many events are kept of a domain: the oldest go. */
export const mostEvents = 100;

const eventRow = domainEvent
  .pick({ kind: true })
  .extend({ at: instantColumn, by: z.string().nullable(), changes: jsonColumn(domainEvent.shape.changes) });

/** What happened to a domain beside its changes and imports, which are stored elsewhere. */
export type EventRow = z.output<typeof eventRow>;

/** Events of domains; to be written in the transaction of what they tell of. */
export function createDomainEvents(database: DatabaseSync) {
  const list = rowsOf(database, eventRow).query(
    'SELECT kind, at, by, changes FROM domain_events WHERE account_id = ? AND domain = ? ORDER BY id DESC',
  );
  const insert = database.prepare(`
    INSERT INTO domain_events (account_id, domain, kind, at, by, changes)
    SELECT account_id, name, :kind, :at, :by, :changes FROM domains WHERE account_id = :accountId AND name = :domain`);
  const trim = database.prepare(`
    DELETE FROM domain_events WHERE account_id = ?1 AND domain = ?2 AND id <= (
      SELECT id FROM domain_events WHERE account_id = ?1 AND domain = ?2
      ORDER BY id DESC LIMIT 1 OFFSET ${mostEvents})`);
  return {
    /** The newest first. */
    of: (accountId: string, domain: string): readonly EventRow[] => list.all(accountId, domain),
    /** Where nothing is different, there is no event. */
    add(accountId: string, domain: string, event: EventRow): void {
      if (event.changes.length === 0) return;
      insert.run({ ...eventRow.encode(event), accountId, domain });
      trim.run(accountId, domain);
    },
  };
}

/** What an edit or an import sets of a domain. */
export type EventValues = Partial<
  Pick<DomainRecord, 'tags' | 'client' | 'note' | 'archivedAt' | 'lock' | 'nameservers'> & {
    readonly expiry: z.output<typeof expiry> | null;
  }
>;

/** Of nameservers there may be more. */
const longestChange = 1_000;

const texts: readonly (readonly [EventChange['field'], (of: EventValues) => string | undefined])[] = [
  ['expires', ({ expiry: date }) => (date === undefined ? undefined : (date?.date ?? ''))],
  ['tags', ({ tags }) => tags?.join(', ')],
  ['client', ({ client }) => client],
  ['lock', ({ lock }) => (lock === undefined ? undefined : (lock?.value ?? ''))],
  [
    'nameservers',
    ({ nameservers }) =>
      nameservers === undefined ? undefined : cut(nameservers?.value.join(', ') ?? '', longestChange),
  ],
  // A note may be long, and is removed for good where a person removes it.
  ['note', ({ note }) => presence(note)],
  ['archived', ({ archivedAt }) => presence(archivedAt)],
];

const presence = (value: string | null | undefined): string | undefined => {
  if (value === undefined) return undefined;
  return value === null || value === '' ? '' : '…';
};

/** What is different, in texts; of a note, only whether there is one. */
export const eventChanges = (before: EventValues, after: EventValues): readonly EventChange[] =>
  texts.flatMap(([field, textOf]) => {
    const [was, is] = [textOf(before) ?? '', textOf(after)];
    const isEdited = field === 'note' && before.note !== after.note;
    return is === undefined || (was === is && !isEdited) ? [] : [{ field, before: was, after: is }];
  });

/** What a person has changed of a domain. */
export const editOf = (before: EventValues, after: EventValues): EventRow => ({
  kind: 'edit',
  at: new Date().toISOString(),
  by: null,
  changes: [...eventChanges(before, after)],
});

type AtRegistry = readonly [domain: Pick<DomainRecord, 'registry'>, expiries: Expiries];

/** What a registry showed first, or otherwise than before. */
export function shownByRegistry(at: string, before: AtRegistry, after: AtRegistry): EventRow {
  const values = ([{ registry }, expiries]: AtRegistry) => ({
    registered: registry?.value.registeredAt?.slice(0, 10) ?? '',
    expires: expiries.find(({ source }) => source === 'registry')?.date ?? '',
    registrar: isDeparted(registry?.value ?? null) ? (registry?.value.registrar ?? '') : '',
  });
  const [was, is] = [values(before), values(after)];
  const fields = ['registered', 'expires', 'registrar'] as const;
  const changes = fields.flatMap((field) =>
    is[field] === '' || is[field] === was[field] ? [] : [{ field, before: was[field], after: is[field] }],
  );
  return { kind: 'registry', at, by: null, changes };
}
