import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ContactFields } from '#shared/changes/kind.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { Bridge, Output } from '#shared/routes.ts';
import { useStores } from '../../app-stores.ts';
import { answered, createLatest, idle, loading, type Remote, valueOf } from '../../bridge.ts';
import { editorsOf, useEditor, useForgetWhenDone } from '../../changes/drafts.ts';
import {
  useChange,
  fieldError,
  type FlowState,
  type FlowStore,
  useReadWhenOver,
} from '../../changes/flow-store.ts';
import { filled, type NamedValue } from './contact-fields.ts';

const createEditors = editorsOf('contacts', readEdits);
const noEdits: Edits = [];
const noRoles: readonly RoleNow[] = [];

export interface Contacts {
  readonly domain: Domain;
  readonly flow: FlowStore;
  readonly editor: ReturnType<typeof useEditor<Edits>>;
  readonly remote: Remote<ContactsNow>;
  /** In the order of the answer; empty until it arrives. */
  readonly roles: readonly RoleNow[];
  readonly edits: Edits;
  /** The edits that differ from the service's values. */
  readonly changed: readonly Placed[];
  /** The edits whose value at the service has changed since they were typed. */
  readonly conflicts: readonly Placed[];
  /** The edits for fields that no longer exist. */
  readonly lost: readonly Edit[];
  readonly readAgain: () => void;
  readonly type: (role: RoleNow, field: string, value: string) => void;
  readonly undo: (role: string, field: string) => void;
  /** Resolves conflicts in favour of the typed values. */
  readonly keepTyped: (conflicts: readonly Placed[]) => void;
  readonly takeTheirs: (conflicts: readonly Placed[]) => void;
  readonly forget: (edits: Edits) => void;
  /** Sets all values at once; fields that are missing or hold no text are skipped. */
  readonly fill: (role: RoleNow, values: readonly NamedValue[]) => void;
  /** Fills one contact into several roles, each under its own field names. */
  readonly fillEach: (roles: readonly RoleNow[], source: readonly NamedValue[]) => void;
}

/** The contacts of a domain in the editor: the service's values and the edits. */
export function useContacts(domain: Domain): Contacts {
  const { bridge } = useStores();
  const [store] = useState(() =>
    createContactsStore(bridge.request, { accountId: domain.accountId, domain: domain.name }),
  );
  const remote = useStore(store, (state) => state.contacts);
  const flow = useChange(domain, 'contacts');
  const editor = useEditor(createEditors, domain);
  useForgetWhenDone(flow, editor);
  useReadWhenOver(flow, store.read);
  const roles = valueOf(remote)?.roles ?? noRoles;
  const edits = editor.state.typed ?? noEdits;
  const found = placed(edits, roles);

  return {
    domain,
    flow,
    editor,
    remote,
    roles,
    edits,
    changed: found.filter(({ edit, now }) => edit.value !== now),
    conflicts: found.filter(({ edit, now }) => isConflict(edit, now)),
    lost: remote.status === 'idle' || valueOf(remote) === null ? [] : unplaced(edits, roles),
    readAgain: () => void store.read(),
    ...typing(edits, (next) => (next.length === 0 ? editor.actions.reset() : editor.actions.type(next))),
  };
}

function typing(
  edits: Edits,
  put: (edits: Edits) => void,
): Pick<Contacts, 'type' | 'undo' | 'keepTyped' | 'takeTheirs' | 'forget' | 'fill' | 'fillEach'> {
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
    type: (role, field, value) => put(typed(edits, role, { name: field, value })),
    undo: (role, field) => put(without(edits, { role, field })),
    keepTyped: (conflicts) => put(conflicts.reduce((all, { edit, now }) => kept(all, edit, now), edits)),
    takeTheirs: (conflicts) => forget(conflicts.map(({ edit }) => edit)),
    forget,
    fill: (role, values) => put(typedAll(edits, role, values)),
    fillEach: (roles, source) =>
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

/** Reads a draft; null where it has another shape. */
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

interface ContactsStore extends StoreApi<{ readonly contacts: Remote<ContactsNow> }> {
  /** Asks the service; the earlier answer stays shown meanwhile. */
  readonly read: () => Promise<void>;
}

/** The contacts of a domain as read from the service. Unencrypted, so the store lives no longer than the component that shows them. */
export function createContactsStore(
  request: Pick<Bridge['request'], 'domains'>,
  of: { readonly accountId: string; readonly domain: string },
): ContactsStore {
  const store = createStore<{ readonly contacts: Remote<ContactsNow> }>(() => ({ contacts: idle }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();
  return {
    ...store,
    async read() {
      const isLatest = latest.begin();
      set({ contacts: loading(get().contacts) });
      const result = await request.domains.readContacts(of);
      if (isLatest()) set({ contacts: answered(get().contacts, result) });
    },
  };
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
