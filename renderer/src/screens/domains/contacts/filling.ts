import type { ContactFields } from '#shared/domain/change.ts';
import { contactFieldNames } from '#shared/domain/portfolio.ts';
import { type ContactFieldName, labelOf, meaningOf } from './contact-fields.ts';

export type NamedValue = ContactFields['fields'][number];

/** Values for the fields of a role, and what of the source found no field there. */
export interface Filling {
  readonly values: readonly NamedValue[];
  /** In words. */
  readonly leftOver: readonly string[];
}

/**
 * Puts what a template or another contact holds into the fields of a role: under the same name, else by what it means.
 *
 * @param fieldNames Of the role, as the service calls them.
 */
export function filled(source: readonly NamedValue[], fieldNames: readonly string[]): Filling {
  const values: NamedValue[] = [];
  const leftOver: string[] = [];
  for (const { name, value } of source) {
    const place = fieldNames.includes(name) ? name : fieldNames.find((field) => isSame(field, name));
    if (place !== undefined) values.push({ name: place, value });
    else if (value !== '') leftOver.push(labelOf(name));
  }
  return { values, leftOver };
}

const isSame = (a: string, b: string): boolean => meaningOf(a) !== null && meaningOf(a) === meaningOf(b);

/** What a template keeps of a contact: the documented fields, under their documented names. */
export function templateFields(source: readonly NamedValue[]): readonly NamedValue[] {
  const byMeaning = new Map<ContactFieldName | null, string>();
  for (const { name, value } of source) {
    const meaning = meaningOf(name);
    if (!byMeaning.has(meaning)) byMeaning.set(meaning, value);
  }
  return contactFieldNames.map((name) => ({ name, value: byMeaning.get(name) ?? '' }));
}
