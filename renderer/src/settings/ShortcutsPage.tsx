import { Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useStore } from 'zustand';
import { listed } from '#shared/domain/counting.ts';
import {
  assigned,
  isFixed,
  refusalOf,
  type ShortcutGroup,
  shortcutGroups,
  type ShortcutName,
  shortcuts,
  shortcutsOf,
  type StoredShortcuts,
  unusableIn,
  usersOf,
  withoutOwn,
} from '#shared/domain/shortcuts.ts';
import { useStores } from '../app-stores.ts';
import { DialogEnd } from '../ui/Dialogs.tsx';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { counted } from '../ui/Formats.tsx';
import { bindings, isMac, Keys, keysOf, printed } from '../ui/Shortcuts.tsx';
import { Notice } from '../ui/States.tsx';
import { DiagnosticsPage } from './DiagnosticsPages.tsx';
import { valueOf } from '../remote.ts';

const noneStored: StoredShortcuts = {};

/** A person's own keys as they are stored, and the ways to change them. */
function useOwnKeys() {
  const { settings, notices } = useStores();
  const stored = useStore(settings, (state) => valueOf(state.settings)?.shortcuts ?? noneStored);
  const store = (next: StoredShortcuts) => void settings.actions.write({ shortcuts: next });
  return {
    stored,
    assign: (name: ShortcutName, keys: string) => store(assigned(stored, name, keys)),
    reset(names: readonly string[], said: string) {
      store(withoutOwn(stored, names));
      notices.actions.say(said, 'quiet', { label: 'Undo', act: () => store(stored) });
    },
  };
}

/** Every shortcut with its keys, and the ways to change and to reset them. */
export function ShortcutsPage() {
  const own = useOwnKeys();
  const [changing, setChanging] = useState<ShortcutName | null>(null);
  const names = Object.keys(own.stored);
  const lost = unusableIn(own.stored);
  return (
    <DiagnosticsPage
      title="Keyboard shortcuts"
      purpose="Buttons, menus and help show the keys that you choose. Keys that lists, text fields and dialogs need are fixed."
      actions={
        <Button
          variant="default"
          disabled={names.length === 0}
          onClick={() => own.reset(names, 'All shortcuts have their usual keys again')}
        >
          Reset all
        </Button>
      }
    >
      {lost.length > 0 && (
        <Notice
          actions={
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => own.reset(lost, 'Discarded the saved keys that can’t be used')}
            >
              Discard
            </Button>
          }
        >
          {counted(lost.length, 'saved entry', 'saved entries')} can’t be used, so the usual keys apply:{' '}
          <span className="mono selectable">
            {lost.map((name) => `${name} = ${own.stored[name] ?? ''}`).join(', ')}
          </span>
        </Notice>
      )}
      {shortcutGroups.map((group) => (
        <OneGroup key={group} group={group} own={own} onChange={setChanging} />
      ))}
      {changing !== null && (
        <ChangeDialog name={changing} onAssign={own.assign} onClose={() => setChanging(null)} />
      )}
    </DiagnosticsPage>
  );
}

interface OneGroupProps {
  readonly group: ShortcutGroup;
  readonly own: ReturnType<typeof useOwnKeys>;
  readonly onChange: (name: ShortcutName) => void;
}

const OneGroup = ({ group, own, onChange }: OneGroupProps) => (
  <section>
    <Title order={2} fz="sm" mt="sm" mb={4}>
      {group}
    </Title>
    <Table aria-label={group} maw={880}>
      <Table.Thead className="spoken">
        <Table.Tr>
          <Table.Th>Shortcut</Table.Th>
          <Table.Th>Keys</Table.Th>
          <Table.Th>Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shortcutsOf([group]).map((name) => (
          <Row key={name} name={name} own={own} onChange={() => onChange(name)} />
        ))}
      </Table.Tbody>
    </Table>
  </section>
);

interface RowProps {
  readonly name: ShortcutName;
  readonly own: OneGroupProps['own'];
  readonly onChange: () => void;
}

function Row({ name, own, onChange }: RowProps) {
  const { label } = shortcuts[name];
  const now = useStore(bindings);
  const usual: readonly string[] = shortcuts[name].keys;
  const taken = Object.hasOwn(own.stored, name) ? [] : usual.filter((key) => !now[name].includes(key));
  return (
    <Table.Tr>
      <Table.Td>
        {label}
        {taken.map((key) => (
          <Text key={key} size="xs" c="dimmed">
            {inText(key)} is used by {listedNames(usersOf(key, name, now))}.
          </Text>
        ))}
      </Table.Td>
      <Table.Td w={200}>
        {now[name].length === 0 ? <Text c="dimmed">None</Text> : <Keys of={name} all />}
      </Table.Td>
      <Table.Td w={200}>
        {isFixed(name) ? (
          <Text c="dimmed">Fixed</Text>
        ) : (
          <Group gap="xs" wrap="nowrap">
            <Button variant="default" size="compact-sm" aria-label={`Change: ${label}`} onClick={onChange}>
              Change…
            </Button>
            {Object.hasOwn(own.stored, name) && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Reset: ${label}`}
                onClick={() => own.reset([name], `${label} has its usual keys again`)}
              >
                Reset
              </Button>
            )}
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

const inText = (keys: string): string => printed(keys, isMac()).join(' + ');

const listedNames = (names: readonly ShortcutName[]): string =>
  listed(names.map((name) => shortcuts[name].label));

interface ChangeDialogProps {
  readonly name: ShortcutName;
  readonly onAssign: (name: ShortcutName, keys: string) => void;
  readonly onClose: () => void;
}

/** Takes the keys that are pressed, unless they cannot be used; asks before it takes them from another shortcut. */
function ChangeDialog({ name, onAssign, onClose }: ChangeDialogProps) {
  const { label, group } = shortcuts[name];
  const now = useStore(bindings);
  const [keys, setKeys] = useState<string | null>(null);
  const users = keys === null ? [] : usersOf(keys, name, now);
  const refusal = keys === null ? null : refusalFor(keys, group, users);

  function take(chosen: string): void {
    onAssign(name, chosen);
    onClose();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const typed = keysOf(event);
    if (typed === null || event.key === 'Escape') return;
    // While keys wait to be replaced, Tab goes on to the buttons.
    if (event.key === 'Tab' && keys !== null && refusal === null) return;
    // Tab leaves the field, as everywhere; no other key is heard by the page or the menu.
    if (event.key !== 'Tab') {
      event.preventDefault();
      event.stopPropagation();
    }
    const others = usersOf(typed, name, now);
    if (refusalFor(typed, group, others) === null && others.length === 0) take(typed);
    else setKeys(typed);
  }

  return (
    <ModalDialog onClose={onClose} title={`Change the keys of “${label}”`} size={480}>
      <Stack gap="md">
        <TextInput
          label="New keys"
          value={keys === null ? '' : inText(keys)}
          placeholder="Press the new keys"
          description={now[name].length > 1 && `Replaces ${listed(now[name].map(inText))}.`}
          readOnly
          error={refusal}
          onKeyDown={onKeyDown}
          data-autofocus
        />
        <Text role="status">
          {keys !== null && refusal === null && `Used by ${listedNames(users)}. Replace?`}
        </Text>
        <DialogEnd>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {keys !== null && refusal === null && <Button onClick={() => take(keys)}>Replace</Button>}
        </DialogEnd>
      </Stack>
    </ModalDialog>
  );
}

function refusalFor(keys: string, group: ShortcutGroup, users: readonly ShortcutName[]): string | null {
  const fixed = users.filter(isFixed);
  const used = fixed.length === 0 ? null : `Used by ${listedNames(fixed)}, which can’t be changed.`;
  return refusalOf(keys, group) ?? used;
}
