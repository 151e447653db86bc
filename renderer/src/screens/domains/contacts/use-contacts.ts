import type { Domain } from '#shared/domain/portfolio.ts';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { type Remote, valueOf } from '../../../lib/remote.ts';
import { useChange } from '../../change/ChangeFlow.tsx';
import { editorsOf, useEditor, useForgetWhenDone } from '../../change/draft/editors.ts';
import type { FlowStore } from '../../change/flow-store.ts';
import { createContactsStore } from './contacts-store.ts';
import {
  type ContactsNow,
  type Edit,
  type Edits,
  isConflict,
  kept,
  placed,
  type Placed,
  readEdits,
  type RoleNow,
  unplaced,
  without,
  withTyped,
} from './edits.ts';
import { filled, type NamedValue } from './filling.ts';

const createEditors = editorsOf('contacts', readEdits);
const noEdits: Edits = [];
const noRoles: readonly RoleNow[] = [];

export interface Contacts {
  readonly domain: Domain;
  readonly flow: FlowStore;
  readonly editor: ReturnType<typeof useEditor<Edits>>;
  readonly remote: Remote<ContactsNow>;
  /** In the order of the answer; none until it is there. */
  readonly roles: readonly RoleNow[];
  readonly edits: Edits;
  /** What would be sent otherwise than it is there. */
  readonly changed: readonly Placed[];
  /** What is otherwise at the service than when it was typed over. */
  readonly conflicts: readonly Placed[];
  /** What was typed for fields that are not there any more. */
  readonly lost: readonly Edit[];
  readonly readAgain: () => void;
  readonly type: (role: RoleNow, field: string, value: string) => void;
  readonly undo: (role: string, field: string) => void;
  /** Of a conflict: what was typed stays, over what is there now. */
  readonly keepTyped: (conflicts: readonly Placed[]) => void;
  readonly takeTheirs: (conflicts: readonly Placed[]) => void;
  readonly forget: (edits: Edits) => void;
  /** Types all of it at once; fields that are not there or hold no text are passed over. */
  readonly fill: (role: RoleNow, values: readonly NamedValue[]) => void;
  /** Puts one contact into several roles, each under its own names. */
  readonly fillEach: (roles: readonly RoleNow[], source: readonly NamedValue[]) => void;
}

/** The contacts of a domain while they are edited: what is at the service, and what was typed over it. */
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

/** Reads at first, and once more whenever a change is over: what is there now may be what it made. */
function useReadWhenOver(flow: FlowStore, read: () => Promise<void>): void {
  const over = useStore(flow, (state) =>
    state.step === 'over' ? `${state.change.id} ${state.change.state}` : null,
  );
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current || over !== null) void read();
    isFirst.current = false;
  }, [over, read]);
}
