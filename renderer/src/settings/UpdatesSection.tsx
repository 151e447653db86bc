import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { listed } from '#shared/domain/counting.ts';
import { useStores } from '../app-stores.ts';
import { format } from '../ui/Formats.tsx';
import { Section } from '../ui/PageParts.tsx';
import { SettingPart, SwitchSetting } from '../ui/Setting.tsx';
import type {
  ActiveWork,
  UpdateDisabledReason,
  UpdateFault,
  UpdateState,
  UpdateStatus,
} from '#shared/domain/update.ts';
import type { Settings } from '../client.ts';
import { useAction } from '../use-action.ts';
import { valueOf } from '../remote.ts';

interface Props {
  readonly settings: Settings;
  readonly onChange: (changes: Partial<Settings>) => void;
}

/** Updates: whether there is a newer version, and where it is had. */
export function UpdatesSection({ settings, onChange }: Props) {
  const { state, ask } = useUpdates();
  return (
    <Section title="Updates">
      {state !== null && (
        <SettingPart label="Updates">
          {state.disabledReason !== null && state.status !== 'replaced' ? (
            <Text c="dimmed">{disabledReasonText[state.disabledReason]}</Text>
          ) : (
            <Status state={state} ask={ask} />
          )}
        </SettingPart>
      )}
      {state !== null && state.disabledReason === null && (
        <SwitchSetting
          label="Check for updates daily"
          purpose="While Namedesk runs. Nothing is downloaded, and no data about you or this computer is sent."
          isOn={settings.checkForUpdates}
          onChange={(checkForUpdates) => onChange({ checkForUpdates })}
        />
      )}
    </Section>
  );
}

type Updates = ReturnType<typeof useUpdates>;

/** The state of updating. */
function useUpdates() {
  const { bridge } = useStores();
  const [read, again] = useAction('updates', 'read', {});
  return {
    state: valueOf(read),
    ask: (action: 'check' | 'restart') => void bridge.request.updates[action]({}).then(again),
  };
}

interface StatusProps extends Pick<Updates, 'ask'> {
  readonly state: UpdateState;
}

function Status({ state, ask }: StatusProps) {
  const { status, fault, waitsFor } = state;
  return (
    <Stack gap="sm" pb="sm">
      <Group gap="sm" wrap="nowrap">
        {fault !== null && (
          <IconAlertTriangle color="var(--nd-caution)" size={18} stroke={1.75} aria-hidden />
        )}
        <Text role="status" flex={1} pr="lg" textWrap="pretty">
          {fault === null ? statusWords[status](state) : faultWords[fault]}
        </Text>
        <NextAction state={state} ask={ask} />
      </Group>
      {waitsFor.length > 0 && (
        <Text c="dimmed">
          It can be restarted once this is finished: {listed(waitsFor.map((work) => activeWorkText[work]))}.
        </Text>
      )}
    </Stack>
  );
}

function NextAction({ state: { status, waitsFor }, ask }: StatusProps) {
  const { openLink } = useStores().settings.actions;
  if (status === 'replaced')
    return (
      <Button variant="filled" disabled={waitsFor.length > 0} onClick={() => ask('restart')}>
        Restart
      </Button>
    );
  if (status === 'available')
    return (
      <Button variant="filled" onClick={() => openLink('newest-version')}>
        Open the download page
      </Button>
    );
  return (
    <Button loading={status === 'checking'} onClick={() => ask('check')}>
      Check now
    </Button>
  );
}

const disabledReasonText: Readonly<Record<UpdateDisabledReason, string>> = {
  'no-feed':
    'This copy of Namedesk was built without an address to ask for newer versions. It can’t be set here, so nobody can lead you to another program by changing a setting.',
  'not-installed':
    'Namedesk looks for no newer versions here: it runs from a folder and was not installed. Get a new version the same way as this one.',
  'by-package-manager': 'Your system updates Namedesk with its other packages.',
};

const activeWorkText: Readonly<Record<ActiveWork, string>> = {
  session: 'a running bulk lookup',
  change: 'a change being sent',
  batch: 'a batch change that is read or applied',
  codes: 'codes being saved to a file',
  import: 'an import of domains',
  export: 'a file being written',
};

/** Why the check failed, and what that means. */
const faultWords: Readonly<Record<UpdateFault, string>> = {
  unreachable:
    'The newest version could not be asked for: its server could not be reached. Nothing was changed.',
  unreadable: 'The newest version could not be read from its server’s answer. Nothing was changed.',
};

const newest = ({ checkedAt }: UpdateState): string =>
  checkedAt === null
    ? 'Not checked for updates yet.'
    : `This is the newest version. Checked ${format.instant(checkedAt)}.`;

const statusWords: Readonly<Record<UpdateStatus, (state: UpdateState) => string>> = {
  off: newest,
  idle: newest,
  failed: newest,
  checking: () => 'Checking for updates…',
  available: (state) =>
    `Version ${state.newest ?? ''} is available. Its page opens in your browser; install it as you installed this one.`,
  replaced: () => 'Your system has updated Namedesk. This window is still the version of before.',
};
