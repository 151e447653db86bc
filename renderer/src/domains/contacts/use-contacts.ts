import * as z from 'zod/mini';
import type { ContactFields } from '#shared/changes/kind.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { Output } from '../../client.ts';
import { editorsOf, useEditor, useForgetWhenDone } from '../../changes/drafts.ts';
import { useChange, fieldError, type FlowState, useOver } from '../../changes/flow-store.ts';
import { useAction, useAgainWith } from '../../use-action.ts';
import { readAs } from '../../ui/stored-view.ts';
import { filled, type NamedValue } from '#shared/domain/contact-fields.ts';
import { valueOf } from '../../remote.ts';

const edit = z.object({ role: z.string(), field: z.string(), was: z.string(), value: z.string() });

/** Reads a draft; null where it has another shape. */
export const readEdits = readAs<Edits>(z.array(edit).check(z.maxLength(10_000)));

const createEditors = editorsOf('contacts', readEdits);
const noEdits: Edits = [];
const noRoles: readonly RoleNow[] = [];

export type Contacts = ReturnType<typeof useContacts>;

/** The contacts of a domain in the editor: the service's values and the edits. */
export function useContacts(domain: Domain) {
  const read = useAction('domains', 'readContacts', { accountId: domain.accountId, domain: domain.name });
  const [remote, readAgain] = read;
  const flow = useChange(domain, 'contacts');
  const editor = useEditor(createEditors, domain);
  useForgetWhenDone(flow, editor);
  useAgainWith(useOver(flow), read);
  const roles = valueOf(remote)?.roles ?? noRoles;
  const edits = editor.state.typed ?? noEdits;
  const found = placed(edits, roles);

  return {
    domain,
    flow,
    editor,
    remote,
    /** In the order of the answer; empty until it arrives. */
    roles,
    edits,
    /** The edits that differ from the service's values. */
    changed: found.filter(({ edit, now }) => edit.value !== now),
    /** The edits whose value at the service has changed since they were typed. */
    conflicts: found.filter(({ edit, now }) => isConflict(edit, now)),
    /** The edits for fields that no longer exist. */
    lost: remote.status === 'idle' || valueOf(remote) === null ? [] : unplaced(edits, roles),
    readAgain,
    ...typing(edits, (next) => (next.length === 0 ? editor.actions.reset() : editor.actions.type(next))),
  };
}

function typing(edits: Edits, put: (edits: Edits) => void) {
  const typed = (before: Edits, role: RoleNow, { name, value }: NamedValue): Edits => {
    const field = role.fields.find((one) => one.isText && one.name === name);
    return field === undefined
      ? before
      : withTyped(before, { role: role.name, field: name }, field.value, value);
  };
  const typedAll = (before: Edits, role: RoleNow, values: readonly NamedValue[]): Edits =>
    values.reduce((all, value) => typed(all, role, value), before);
  const forget = (some: Edits) => put(edits.filter((edit) => !some.includes(edit)));
  return {
    type: (role: RoleNow, field: string, value: string) => put(typed(edits, role, { name: field, value })),
    undo: (role: string, field: string) => put(without(edits, { role, field })),
    /** Resolves conflicts in favour of the typed values. */
    keepTyped: (conflicts: readonly Placed[]) =>
      put(conflicts.reduce((all, { edit, now }) => kept(all, edit, now), edits)),
    takeTheirs: (conflicts: readonly Placed[]) => forget(conflicts.map(({ edit }) => edit)),
    forget,
    /** Sets all values at once; fields that are missing or hold no text are skipped. */
    fill: (role: RoleNow, values: readonly NamedValue[]) => put(typedAll(edits, role, values)),
    /** Fills one contact into several roles, each under its own field names. */
    fillEach: (roles: readonly RoleNow[], source: readonly NamedValue[]) =>
      put(
        roles.reduce(
          (all, role) =>
            typedAll(
              all,
              role,
              filled(
                source,
                role.fields.map(({ name }) => name),
              ).values,
            ),
          edits,
        ),
      ),
  };
}

export type ContactsNow = Output<'domains', 'readContacts'>;
export type RoleNow = ContactsNow['roles'][number];

/** One edited field, with the service's value at that time, to detect a later change there. */
export type Edit = Readonly<z.infer<typeof edit>>;
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

const without = (edits: Edits, place: Place): Edits => edits.filter((edit) => !isAt(place)(edit));

/** @param now The present value at the service: typing it again removes the edit. */
export function withTyped(edits: Edits, place: Place, now: string, value: string): Edits {
  const rest = without(edits, place);
  if (value === now) return rest;
  return [...rest, { ...place, was: editAt(edits, place)?.was ?? now, value }];
}

/** Whether the service's value has changed since the edit. Not a conflict where the typed value equals the new one. */
export const isConflict = ({ was, value }: Edit, now: string): boolean => was !== now && value !== now;

/** Keeps the typed value and accepts `now` as its base. */
export const kept = (edits: Edits, place: Place, now: string): Edits =>
  edits.map((edit) => (isAt(place)(edit) ? { ...edit, was: now } : edit));

/** An edit whose field exists, in a writable role and with a text value; with the present value. */
interface Placed {
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

/** The edits for fields that are not in the answer or can no longer be written. */
export const unplaced = (edits: Edits, roles: readonly RoleNow[]): Edits => {
  const found = new Set(placed(edits, roles).map(({ edit }) => edit));
  return edits.filter((edit) => !found.has(edit));
};

/** Each changed role as a whole, under the names that were read. Values that are not text are not sent. */
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

/** Whether an error is about one contact field, which shows it itself. */
export const isOfOneField = (field: string): boolean => /^roles\.\d+\.fields\.\d+/.test(field);

/** Why one field of a role was refused; null where there was no error for it. */
export function refusalAt(state: FlowState, role: string, field: string): string | null {
  if (!('planned' in state) || state.planned !== null || state.ask.kind !== 'contacts') return null;
  const roleAt = state.ask.roles.findIndex(({ name }) => name === role);
  const fieldAt = state.ask.roles[roleAt]?.fields.findIndex(({ name }) => name === field) ?? -1;
  if (fieldAt === -1) return null;
  const place = `roles.${roleAt}.fields.${fieldAt}`;
  return fieldError(state, place) ?? fieldError(state, `${place}.value`);
}
