import { fail, ok, type Result } from '#shared/result.ts';
import type { Kept } from '../reseller/client.ts';
import type { ContactSet } from '../reseller/operations/contact.ts';
import type { ContactsNow } from './portfolio.ts';

/** What the page can take; the contract's limits. */
const most = { roles: 50, fields: 200, name: 200, value: 2_000 };

/**
 * A contact set for the editor, in clear.
 *
 * @param writableRoles Of the account's options. A role is writable under the very name that was read.
 *
 * Fails with: `unreadable` (it is larger than any contact set is; cut short, it would be written back so).
 */
export function contactsNow(
  { roles, answer }: Kept<ContactSet>,
  writableRoles: readonly string[],
  readAt: string,
): Result<ContactsNow> {
  const shown = roles.map(({ name, fields }) => ({
    name,
    isWritable: writableRoles.includes(name),
    fields: fields.map((field) => ({
      name: field.name,
      value: field.value.reveal(),
      isText: field.isText,
    })),
  }));
  const fits =
    shown.length <= most.roles &&
    shown.every(
      ({ name, fields }) =>
        name.length <= most.name &&
        fields.length <= most.fields &&
        fields.every((field) => field.name.length <= most.name && field.value.length <= most.value),
    );
  return fits
    ? ok({ readAt, roles: shown, answer })
    : fail({ kind: 'unreadable', status: 200, why: 'too-large' });
}
