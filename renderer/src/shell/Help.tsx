import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import {
  type ShortcutGroup,
  type ShortcutName,
  shortcutGroups,
  shortcuts,
  shortcutsOf,
} from '#shared/domain/shortcuts.ts';
import { useStores } from '../app-stores.ts';
import { DialogEnd } from '../ui/Dialogs.tsx';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { ButtonKeys, Keys } from '../ui/Shortcuts.tsx';
import { helpOf, type ScreenHelp } from './help-texts.ts';

interface Props {
  readonly shows: 'help' | 'shortcuts';
}

/** Help for the present screen, or the list of all shortcuts; each leads to the other. */
export function Help({ shows }: Props) {
  const { route } = useStores();
  const help = helpOf(useStore(route, (state) => state.route));
  const close = () => route.actions.show('none');
  const isHelp = shows === 'help';
  return (
    <ModalDialog
      onClose={close}
      title={isHelp ? `Help: ${help.title}` : shortcuts.overlay.label}
      size={isHelp ? 600 : 760}
    >
      {isHelp ? <ScreenHelpText {...help} /> : <AllShortcuts />}
      <DialogEnd>
        {!isHelp && (
          <Button
            variant="subtle"
            mr="auto"
            onClick={() => route.actions.goToSettings({ kind: 'shortcuts' })}
          >
            Change them…
          </Button>
        )}
        <Button
          variant="default"
          rightSection={<ButtonKeys of={isHelp ? 'overlay' : 'help'} />}
          onClick={() => route.actions.show(isHelp ? 'shortcuts' : 'help')}
        >
          {isHelp ? 'All keyboard shortcuts' : shortcuts.help.label}
        </Button>
        <Button data-autofocus onClick={close}>
          Close
        </Button>
      </DialogEnd>
    </ModalDialog>
  );
}

/** What the screen is for, the first step, what is easy to miss, and its shortcuts. */
const ScreenHelpText = ({ purpose, firstStep, notes, groups }: ScreenHelp) => (
  <Stack gap="md" mb="md">
    <Text>{purpose}</Text>
    <Part title="First step">
      <Text>{firstStep}</Text>
    </Part>
    <Part title="Good to know">
      <Stack component="ul" gap={6} pl={20} style={{ listStyle: 'disc' }}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </Stack>
    </Part>
    {groups.length > 0 && (
      <Part title="Shortcuts">
        {groups.map((group) => (
          <Box key={group} mb="sm">
            {groups.length > 1 && (
              <Text fw={500} mt={4}>
                {group}
              </Text>
            )}
            <ShortcutList group={group} />
          </Box>
        ))}
      </Part>
    )}
  </Stack>
);

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <Title order={3} fz="sm" mb={4}>
      {title}
    </Title>
    {children}
  </section>
);

/** Every shortcut, from the same table that the handlers use. */
const AllShortcuts = () => (
  <div style={{ columns: 2, columnGap: 40 }}>
    {shortcutGroups.map((group) => (
      <Box key={group} component="section" mb="lg" style={{ breakInside: 'avoid' }}>
        <Title order={3} fz="sm" mb={4}>
          {group}
        </Title>
        <ShortcutList group={group} />
      </Box>
    ))}
  </div>
);

const ShortcutList = ({ group }: { readonly group: ShortcutGroup }) => (
  <dl aria-label={group}>
    {shortcutsOf([group]).map((name) => (
      <ShortcutLine key={name} name={name} />
    ))}
  </dl>
);

const ShortcutLine = ({ name }: { readonly name: ShortcutName }) => (
  <Group mih={28} wrap="nowrap" justify="space-between" className="line-below">
    <Text component="dt" c="dimmed">
      {shortcuts[name].label}
    </Text>
    <dd>
      <Keys of={name} all />
    </dd>
  </Group>
);
