import { Box, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type {
  ActiveWork,
  UpdateDisabledReason,
  UpdateFault,
  UpdateState,
  UpdateStatus,
} from '#shared/domain/update.ts';
import { useStores } from '../app-stores.ts';
import type { Settings } from '../bridge.ts';
import { format } from '../ui/Formats.tsx';
import { OnOff, Section, Setting } from '../ui/PageParts.tsx';
import progressCss from '../styles/progress-bar.module.css';

interface Props {
  readonly settings: Settings;
  readonly onChange: (changes: Partial<Settings>) => void;
}

/** Updates: whether there is a new version, and the actions on it. */
export function UpdatesSection(props: Props) {
  const { state, ask } = useUpdates();
  return (
    <Section title="Updates">
      {state !== null && state.hindrance !== null && (
        <Text c="dimmed">{disabledReasonText[state.hindrance]}</Text>
      )}
      {state !== null && state.hindrance === null && (
        <>
          <Status state={state} ask={ask} />
          <Preferences {...props} />
        </>
      )}
    </Section>
  );
}

interface Updates {
  readonly state: UpdateState | null;
  readonly ask: (action: 'check' | 'download' | 'install') => void;
}

/** The state of updating. An event from main is newer than the first answer. */
function useUpdates(): Updates {
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
    ask: (action) =>
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
        <Text c="dimmed">It can be put in place once this is over: {listed(waitsFor)}.</Text>
      )}
      {offered !== null && <WhatIsNew offered={offered} />}
    </Stack>
  );
}

const WhatIsNew = ({ offered }: { readonly offered: NonNullable<UpdateState['offered']> }) => (
  <section aria-label={`What is new in ${offered.version}`}>
    <Title order={4} mb={4}>
      What is new in {offered.version}
      {offered.releasedAt !== null && (
        <Text span c="dimmed">
          {' '}
          of {format.day(offered.releasedAt)}
        </Text>
      )}
    </Title>
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
      {offered.notes === '' ? 'Nothing was written about this version.' : offered.notes}
    </Box>
  </section>
);

function NextAction({ state: { status, offered, waitsFor }, ask }: StatusProps) {
  if (status === 'ready')
    return (
      <Button disabled={waitsFor.length > 0} onClick={() => ask('install')}>
        Restart and update
      </Button>
    );
  if (status === 'downloading') return <Button loading>Download</Button>;
  if (offered !== null && (status === 'available' || status === 'failed'))
    return <Button onClick={() => ask('download')}>Download</Button>;
  return (
    <Button variant="default" loading={status === 'checking'} onClick={() => ask('check')}>
      Look now
    </Button>
  );
}

const Preferences = ({ settings, onChange }: Props) => (
  <>
    <Setting
      label="Look for new versions once a day"
      purpose="While Namedesk runs. Nothing is downloaded or put in place without you, and nothing is told of you or this computer."
    >
      {(labelled) => (
        <OnOff
          {...labelled}
          isOn={settings.checkForUpdates}
          onChange={(checkForUpdates) => onChange({ checkForUpdates })}
        />
      )}
    </Setting>
    <Setting label="Versions" purpose="Try-outs come earlier, and are less proven.">
      {(labelled) => (
        <SegmentedControl
          {...labelled}
          value={settings.updateChannel}
          onChange={(updateChannel) => onChange({ updateChannel })}
          data={[
            { value: 'stable', label: 'Proven' },
            { value: 'beta', label: 'Try-outs' },
          ]}
        />
      )}
    </Setting>
  </>
);

/** Why updates are disabled. */
const disabledReasonText: Readonly<Record<UpdateDisabledReason, string>> = {
  'no-feed':
    'This copy of Namedesk was built without a place to look for new versions. That cannot be set here, so nobody can send you another program by changing a setting.',
  'not-installed':
    'Namedesk does not update itself here: it runs from a folder and was not installed. A new version comes the way this one came.',
  'by-package-manager': 'Your system brings new versions of Namedesk, with its other packages.',
};

/** The active work that an update waits for. */
const activeWorkText: Readonly<Record<ActiveWork, string>> = {
  session: 'a bulk look-up that runs',
  change: 'a change on its way',
  plan: 'a batch change that is read or applied',
  codes: 'codes that are being saved to a file',
};

/** Why the update failed, and what that means. */
const faultWords: Readonly<Record<UpdateFault, string>> = {
  unreachable: 'The place for new versions could not be reached. Nothing was changed.',
  unreadable:
    'What came from the place for new versions could not be read. It was thrown away, and nothing was changed.',
  signature:
    'What came is not signed by the makers of Namedesk. It was thrown away, and nothing was changed.',
  storage:
    'The new version could not be kept or put in place: look whether the disk is full. This one still runs.',
  older: 'What is offered is older than this version. It was not taken, and nothing was changed.',
};

const newVersion = ({ offered }: UpdateState): string => `Version ${offered?.version ?? ''}`;

const newest = ({ checkedAt }: UpdateState): string =>
  checkedAt === null
    ? 'Not looked for a new version yet.'
    : `This is the newest version. Looked on ${format.instant(checkedAt)}.`;

const statusWords: Readonly<Record<UpdateStatus, (state: UpdateState) => string>> = {
  off: newest,
  idle: newest,
  failed: newest,
  checking: () => 'Looking for a new version…',
  available: (state) => `${newVersion(state)} is there. It is not downloaded yet.`,
  downloading: (state) => `${newVersion(state)} is being downloaded: ${state.percent ?? 0} %.`,
  ready: (state) => `${newVersion(state)} is downloaded, and its signature is right.`,
};

const inWords = new Intl.ListFormat('en-GB');

/** `a, b and c`. */
const listed = (waitsFor: readonly ActiveWork[]): string =>
  inWords.format(waitsFor.map((work) => activeWorkText[work]));
