import { Button, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import type { Settings } from '../client.ts';
import { valueOf } from '../remote.ts';
import { copyText } from '../ui/copy.ts';
import { Section } from '../ui/PageParts.tsx';
import { Setting, SwitchSetting } from '../ui/Setting.tsx';

interface Props {
  readonly settings: Settings;
  readonly onChange: (changes: Partial<Settings>) => void;
}

/** What clients of the Model Context Protocol take in their list of servers: the command line that this copy has. */
const serverOf = ([command = 'namedesk', ...args]: readonly string[]): string =>
  JSON.stringify({ mcpServers: { namedesk: { command, args: [...args, 'mcp'] } } });

/** Off until a person switches it on: what an assistant reads goes to whoever runs it. */
export function AssistantsSection({ settings: { assistantsEnabled }, onChange }: Props) {
  const stores = useStores();
  const server = useStore(stores.settings, ({ about }) => serverOf(valueOf(about)?.commandLine ?? []));
  return (
    <Section title="Assistants">
      <SwitchSetting
        label="Let assistants read and propose"
        purpose="Over the Model Context Protocol. Batches that they propose wait under Activity: only you apply them."
        details="They can look names up, read domains, sessions, prices and the journal, and propose batches. They get no keys, no transfer codes and no contact values. Whoever runs the assistant sees what it reads."
        isOn={assistantsEnabled}
        onChange={(isOn) => onChange({ assistantsEnabled: isOn })}
      />
      {assistantsEnabled && (
        <Setting
          label="Connect"
          purpose="Paste this into the assistant’s list of servers."
          more={
            <Text component="code" mt={4} className="mono selectable" style={{ overflowWrap: 'anywhere' }}>
              {server}
            </Text>
          }
        >
          {(labelled) => (
            <Button
              aria-describedby={labelled['aria-describedby']}
              leftSection={<IconCopy size={16} aria-hidden />}
              onClick={() => void copyText(stores, server, 'the line to paste')}
            >
              Copy
            </Button>
          )}
        </Setting>
      )}
    </Section>
  );
}
