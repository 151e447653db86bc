import type { ContactFields } from '#shared/domain/change.ts';
import type { Output } from '#shared/ipc/types.ts';

export type ContactsNow = Output<'domains', 'readContacts'>;
export type RoleNow = ContactsNow['roles'][number];

/** One field that was typed over, with what stood there at the time: so that it shows if that has changed since. */
export interface Edit {
  readonly role: string;
  readonly field: string;
  readonly was: string;
  readonly value: string;
}
export type Edits = readonly Edit[];

interface Place {
  readonly role: string;
  readonly field: string;
}

const isAt =
  ({ role, field }: Place) =>
  (edit: Edit): boolean =>
    edit.role === role && edit.field === field;

export const editAt = (edits: Edits, place: Place): Edit | null => edits.find(isAt(place)) ?? null;

export const without = (edits: Edits, place: Place): Edits => edits.filter((edit) => !isAt(place)(edit));

/** @param now What stands there at the service: typed again, it is no edit. */
export function withTyped(edits: Edits, place: Place, now: string, value: string): Edits {
  const rest = without(edits, place);
  if (value === now) return rest;
  return [...rest, { ...place, was: editAt(edits, place)?.was ?? now, value }];
}

/** Whether the service has something else there than what was typed over. What was typed is no change where it has just that. */
export const isConflict = ({ was, value }: Edit, now: string): boolean => was !== now && value !== now;

/** Keeps what was typed, over what is there now. */
export const kept = (edits: Edits, place: Place, now: string): Edits =>
  edits.map((edit) => (isAt(place)(edit) ? { ...edit, was: now } : edit));

/** The edits that find their field, with what is there now: in a role that can be written, holding a text. */
export interface Placed {
  readonly edit: Edit;
  readonly now: string;
}

export function placed(edits: Edits, roles: readonly RoleNow[]): readonly Placed[] {
  return edits.flatMap((edit) => {
    const role = roles.find(({ name, isWritable }) => isWritable && name === edit.role);
    const field = role?.fields.find(({ name, isText }) => isText && name === edit.field);
    return field === undefined ? [] : [{ edit, now: field.value }];
  });
}

/** What was typed for fields that the answer does not have, or that cannot be written any more. */
export const unplaced = (edits: Edits, roles: readonly RoleNow[]): Edits => {
  const found = new Set(placed(edits, roles).map(({ edit }) => edit));
  return edits.filter((edit) => !found.has(edit));
};

/** Each changed role as a whole, under the very names that were read. What is not text is not sent. */
export function rolesToSend(edits: Edits, roles: readonly RoleNow[]): readonly ContactFields[] {
  const changed = placed(edits, roles).filter(({ edit, now }) => edit.value !== now);
  return roles
    .filter(({ name }) => changed.some(({ edit }) => edit.role === name))
    .map(({ name: role, fields }) => ({
      name: role,
      fields: fields
        .filter(({ isText }) => isText)
        .map(({ name: field, value }) => ({
          name: field,
          value: editAt(edits, { role, field })?.value ?? value,
        })),
    }));
}

/** A draft's edits; null where it holds something else. */
export function readEdits(body: unknown): Edits | null {
  return Array.isArray(body) && body.length <= mostEdits && body.every(isEdit) ? body : null;
}

const mostEdits = 10_000;

const isEdit = (edit: unknown): edit is Edit =>
  typeof edit === 'object' &&
  edit !== null &&
  (['role', 'field', 'was', 'value'] as const).every(
    (name) => name in edit && typeof (edit as Record<string, unknown>)[name] === 'string', // An object with this member.
  );
