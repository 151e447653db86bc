import type { ContactFields } from '#shared/domain/change.ts';
import type { ContactRole } from '../reseller/operations/contact.ts';

/** What PHP writes where a text is empty. */
const emptyShapes: ReadonlySet<string> = new Set(['[]', '{}', 'null']);

/**
 * Contacts with their values in clear, for comparing and for the review that a person looks at. Never kept.
 *
 * A value that is no text counts as empty where it is empty, and as its JSON text otherwise.
 */
export const rolesInClear = (roles: readonly ContactRole[]): readonly ContactFields[] =>
  roles.map(({ name, fields }) => ({
    name,
    fields: fields.map((field) => {
      const value = field.value.reveal();
      return { name: field.name, value: !field.isText && emptyShapes.has(value) ? '' : value };
    }),
  }));
