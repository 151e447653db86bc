import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { listed } from '#shared/domain/counting.ts';
import { useStores } from '../app-stores.ts';
import { DialogEnd } from '../ui/Dialogs.tsx';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { format } from '../ui/Formats.tsx';
import { useRemote } from '../ui/live-collection.ts';
import { Section } from '../ui/PageParts.tsx';
import { Setting, SettingPart, SwitchSetting } from '../ui/Setting.tsx';
import { Loaded } from '../ui/States.tsx';
import progressCss from '../styles/progress-bar.module.css';
import type {
  ActiveWork,
  UpdateDisabledReason,
  UpdateFault,
  UpdateState,
  UpdateStatus,
} from '#shared/domain/update.ts';
import type { Settings } from '../contract-types.ts';
import { valueOf } from '../remote.ts';

interface Props {
  readonly settings: Settings;
  readonly onChange: (changes: Partial<Settings>) => void;
}

/** Updates: whether there is a new version, and the actions on it. */
export function UpdatesSection(props: Props) {
  const { state, ask } = useUpdates();
  return (
    <Section title="Updates">
      {state !== null && state.disabledReason !== null && (
        <SettingPart label="Updates">
          {state.status === 'ready' ? (
            <Status state={state} ask={ask} />
          ) : (
            <Text c="dimmed">{disabledReasonText[state.disabledReason]}</Text>
          )}
        </SettingPart>
      )}
      {state !== null && state.disabledReason === null && (
        <>
          <SettingPart label="Updates">
            <Status state={state} ask={ask} />
          </SettingPart>
          <Preferences {...props} />
        </>
      )}
      <RunningVersion />
    </Section>
  );
}

type Updates = ReturnType<typeof useUpdates>;

/** The state of updating. An event from main is newer than the first answer. */
function useUpdates() {
  const { bridge } = useStores();
  const [state, setState] = useState<UpdateState | null>(null);
  useEffect(() => {
    const end = bridge.on['updates.changed'](setState);
    void bridge.request.updates.read({}).then((read) => {
      if (read.ok) setState((heard) => heard ?? read.value);
    });
    return end;
  }, [bridge]);
  return {
    state,
    ask: (action: 'check' | 'download' | 'install') =>
      void bridge.request.updates[action]({}).then((done) => {
        if (done.ok) setState(done.value);
      }),
  };
}

interface StatusProps extends Pick<Updates, 'ask'> {
  readonly state: UpdateState;
}

function Status({ state, ask }: StatusProps) {
  const { status, fault, offered, percent, waitsFor } = state;
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
      {status === 'downloading' && (
        <progress className={progressCss['bar']} aria-label="Downloaded" max={100} value={percent ?? 0} />
      )}
      {status === 'ready' && waitsFor.length > 0 && (
        <Text c="dimmed">
          {isReplaced(state) ? 'It can be restarted' : 'It can be installed'} once this is finished:{' '}
          {listed(waitsFor.map((work) => activeWorkText[work]))}.
        </Text>
      )}
      {offered !== null && <WhatIsNew offered={offered} />}
    </Stack>
  );
}

const WhatIsNew = ({ offered }: { readonly offered: NonNullable<UpdateState['offered']> }) => (
  <section aria-label={`What’s new in ${offered.version}`}>
    <Title order={4} mb={4}>
      What’s new in {offered.version}
      {offered.releasedAt !== null && (
        <Text span c="dimmed">
          {' '}
          of {format.day(offered.releasedAt)}
        </Text>
      )}
    </Title>
    <Notes notes={offered.notes} />
  </section>
);

/** As text: no markup of the notes is drawn. */
const Notes = ({ notes }: { readonly notes: string }) => (
  <Box
    component="pre"
    className="selectable"
    tabIndex={0}
    aria-label="Release notes"
    mah={240}
    m={0}
    px={12}
    py="sm"
    ff="inherit"
    bd="1px solid var(--nd-line)"
    style={{ borderRadius: 6, overflow: 'auto', whiteSpace: 'pre-wrap' }}
  >
    {notes === '' ? 'There are no release notes for this version.' : notes}
  </Box>
);

/** What’s new in the running version, read from what was kept when it was taken. */
export function WhatsNew() {
  const { bridge, route } = useStores();
  const [news, again] = useRemote(() => bridge.request.updates.whatsNew({}));
  const close = () => route.actions.show('none');
  return (
    <ModalDialog onClose={close} title="What’s new" size={600}>
      <Stack gap="md">
        <Loaded of={news} about="Couldn’t load the release notes" again={again}>
          {({ version, notes }) => (
            <>
              <Text>{titleOf(version, notes?.releasedAt ?? null)}</Text>
              <Notes notes={notes?.notes ?? ''} />
            </>
          )}
        </Loaded>
        <DialogEnd>
          <Button data-autofocus onClick={close}>
            Close
          </Button>
        </DialogEnd>
      </Stack>
    </ModalDialog>
  );
}

const titleOf = (version: string, releasedAt: string | null): string =>
  releasedAt === null ? `Namedesk ${version}` : `Namedesk ${version}, released ${format.day(releasedAt)}`;

/** The way to the notes of the running version, where they are known. */
function RunningVersion() {
  const { bridge, route } = useStores();
  const [news] = useRemote(() => bridge.request.updates.whatsNew({}));
  const known = valueOf(news);
  if (known === null || known.notes === null) return null;
  return (
    <Setting
      label={`What’s new in ${known.version}`}
      purpose="The release notes of this version, kept on this computer."
    >
      {({ 'aria-describedby': describedBy }) => (
        <Button
          variant="default"
          aria-describedby={describedBy}
          onClick={() => route.actions.show('whats-new')}
        >
          What’s new
        </Button>
      )}
    </Setting>
  );
}

const isReplaced = ({ disabledReason }: UpdateState): boolean => disabledReason === 'by-package-manager';

function NextAction({ state, ask }: StatusProps) {
  const { status, offered, waitsFor } = state;
  if (status === 'ready')
    return (
      <Button disabled={waitsFor.length > 0} onClick={() => ask('install')}>
        {isReplaced(state) ? 'Restart' : 'Quit and install'}
      </Button>
    );
  if (status === 'downloading') return <Button loading>Download</Button>;
  if (offered !== null && (status === 'available' || status === 'failed'))
    return <Button onClick={() => ask('download')}>Download</Button>;
  return (
    <Button variant="default" loading={status === 'checking'} onClick={() => ask('check')}>
      Check now
    </Button>
  );
}

const Preferences = ({ settings, onChange }: Props) => (
  <SwitchSetting
    label="Check for updates daily"
    purpose="While Namedesk runs. Nothing is downloaded or installed without you, and no data about you or this computer is sent."
    isOn={settings.checkForUpdates}
    onChange={(checkForUpdates) => onChange({ checkForUpdates })}
  />
);

const disabledReasonText: Readonly<Record<UpdateDisabledReason, string>> = {
  'no-feed':
    'This copy of Namedesk was built without an update address. It can’t be set here, so nobody can send you another program by changing a setting.',
  'not-installed':
    'Namedesk does not update itself here: it runs from a folder and was not installed. Get a new version the same way as this one.',
  'by-package-manager': 'Your system updates Namedesk with its other packages.',
};

const activeWorkText: Readonly<Record<ActiveWork, string>> = {
  session: 'a running bulk lookup',
  change: 'a change being sent',
  batch: 'a batch change that is read or applied',
  codes: 'codes being saved to a file',
};

/** Why the update failed, and what that means. */
const faultWords: Readonly<Record<UpdateFault, string>> = {
  unreachable: 'The update server could not be reached. Nothing was changed.',
  unreadable: 'The update server’s answer could not be read. It was discarded, and nothing was changed.',
  signature: 'The update is not signed by the makers of Namedesk. It was discarded, and nothing was changed.',
  storage:
    'The new version could not be saved or installed: check whether the disk is full. This version still works.',
  older: 'The offered version is older than this one. It was ignored, and nothing was changed.',
};

const newVersion = ({ offered }: UpdateState): string => `Version ${offered?.version ?? ''}`;

const newest = ({ checkedAt }: UpdateState): string =>
  checkedAt === null
    ? 'Not checked for updates yet.'
    : `This is the newest version. Checked ${format.instant(checkedAt)}.`;

const statusWords: Readonly<Record<UpdateStatus, (state: UpdateState) => string>> = {
  off: newest,
  idle: newest,
  failed: newest,
  checking: () => 'Checking for updates…',
  available: (state) => `${newVersion(state)} is available. It is not downloaded yet.`,
  downloading: (state) => `${newVersion(state)} is being downloaded: ${state.percent ?? 0} %.`,
  ready: (state) =>
    isReplaced(state)
      ? 'Your system has updated Namedesk. This window is still the version of before.'
      : `${newVersion(state)} is downloaded and its signature is valid. Its installer opens, and Namedesk quits.`,
};
