import type { z } from 'zod';
import type { contactChange } from '#shared/areas/batches.ts';
import type { ContactFields } from '#shared/changes/kind.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { valueIn } from '../personal.ts';

/** A field that some domains of a batch are given, with what it holds there now. */
export type ContactChange = z.output<typeof contactChange>;

interface FieldChange {
  readonly role: string;
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/**
 * What contacts the domains of a batch have before it is applied, field by field, as its review has read them. In memory alone: the values
 * are personal, and the person who decides sees them. Gone once the batch is applied, removed or read again, and with the program.
 */
export type ContactChanges = ReturnType<typeof createContactChanges>;

/** Those of so many batches are kept, the last that were read. */
const mostBatches = 4;
/** So many different values are shown, and so many domains named of each. */
export const mostContactChanges = 2_000;
export const mostNamedOfChange = 100;

export function createContactChanges() {
  const byBatch = new Map<string, Map<string, readonly FieldChange[]>>();
  return {
    /** Notes what a row changes. @param read What the domain has. */
    note(batchId: string, domain: string, wanted: readonly ContactFields[], read: readonly ContactFields[]) {
      const rows = byBatch.get(batchId) ?? new Map<string, readonly FieldChange[]>();
      byBatch.delete(batchId);
      byBatch.set(batchId, rows.set(domain, fieldChanges(wanted, read)));
      const [oldest] = byBatch.keys();
      if (byBatch.size > mostBatches && oldest !== undefined) byBatch.delete(oldest);
    },
    /** Of these domains, one entry for each field with each of its values; first what most of them have. Null where nothing was read. */
    of(batchId: string, domains: readonly string[]): readonly ContactChange[] | null {
      const rows = byBatch.get(batchId);
      if (rows === undefined) return null;
      const groups = new Map<string, FieldChange & { readonly domains: string[] }>();
      for (const domain of domains)
        for (const change of rows.get(domain) ?? []) {
          const key = JSON.stringify([change.role, change.field, change.before, change.after]);
          const group = groups.get(key);
          if (group === undefined) groups.set(key, { ...change, domains: [domain] });
          else group.domains.push(domain);
        }
      return [...groups.values()]
        .toSorted((one, other) => other.domains.length - one.domains.length)
        .slice(0, mostContactChanges)
        .map(({ domains: all, ...change }) => ({
          ...change,
          count: all.length,
          domains: all.slice(0, mostNamedOfChange),
        }));
    },
    forget: (batchId: string) => void byBatch.delete(batchId),
  };
}

/** White space around a value is no part of it: services are known to trim it. */
const fieldChanges = (
  wanted: readonly ContactFields[],
  read: readonly ContactFields[],
): readonly FieldChange[] =>
  wanted.flatMap(({ name: role, fields }) =>
    fields
      .map(({ name: field, value: after }) => ({ role, field, before: valueIn(read, role, field), after }))
      .filter(({ before, after }) => before !== after),
  );

const rowsAtOnce = 1_000;

/** Of the rows that would be sent. */
export async function contactChangesOf(
  {
    kept,
    contactChanges,
  }: { readonly kept: Pick<Workspace['batches'], 'rows'>; readonly contactChanges: ContactChanges },
  id: string,
): Promise<Result<readonly ContactChange[] | null>> {
  if (contactChanges.of(id, []) === null) return ok(null);
  const domains: string[] = [];
  for (let offset = 0; ; offset += rowsAtOnce) {
    const page = await kept.rows({ id, which: 'to-do', offset, limit: rowsAtOnce });
    if (!page.ok) return page;
    const rows = page.value?.rows ?? [];
    domains.push(...rows.filter(({ step }) => step === null).map(({ domain }) => domain));
    if (rows.length < rowsAtOnce) return ok(contactChanges.of(id, domains));
  }
}
