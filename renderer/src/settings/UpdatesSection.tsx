import { Button, SegmentedControl, Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type {
  UpdateFault,
  UpdateDisabledReason,
  ActiveWork,
  UpdateState,
  UpdateStatus,
} from '#shared/domain/update.ts';
import { useStores } from '../app-stores.ts';
import type { Settings } from '../bridge.ts';
import { format } from '../ui/Formats.tsx';
import { Section, Setting } from '../ui/PageParts.tsx';
import css from './updates.module.css';

interface Props {
  readonly settings: Settings;
  readonly onChange: (changes: Partial<Settings>) => void;
}

type Action = 'check' | 'download' | 'install';

/** Updates: whether there is a new version, and the actions on it. */
export function UpdatesSection({ settings, onChange }: Props) {
  const { state, ask } = useUpdates();
  if (state === null) return <Section title="Updates">{null}</Section>;
  if (state.hindrance !== null)
    return (
      <Section title="Updates">
        <p className={css['quiet']}>{disabledReasonText[state.hindrance]}</p>
      </Section>
    );
  return (
    <Section title="Updates">
      <Standing state={state} ask={ask} />
      <Preferences settings={settings} onChange={onChange} />
    </Section>
  );
}

function useUpdates(): { readonly state: UpdateState | null; readonly ask: (deed: Action) => void } {
  const { bridge } = useStores();
  const [state, setState] = useState<UpdateState | null>(null);
  useEffect(() => {
    let isHere = true;
    const end = bridge.on['updates.changed'](setState);
    void bridge.request.updates.read({}).then((read) => {
      if (isHere && read.ok) setState((heard) => heard ?? read.value);
    });
    return () => {
      isHere = false;
      end();
    };
  }, [bridge]);
  const ask = (deed: Action): void => {
    void bridge.request.updates[deed]({}).then((done) => {
      if (done.ok) setState(done.value);
    });
  };
  return { state, ask };
}

interface StandingProps {
  readonly state: UpdateState;
  readonly ask: (deed: Action) => void;
}

function Standing({ state, ask }: StandingProps) {
  const { status, offered, percent, waitsFor, checkedAt } = state;
  return (
    <div className={css['standing']}>
      <div className={css['line']}>
        {state.fault !== null && (
          <IconAlertTriangle className={css['fault']} size={18} stroke={1.75} aria-hidden />
        )}
        <p role="status" className={css['words']}>
          {standingWords(state, checkedAt === null ? '' : format.instant(checkedAt))}
        </p>
        <NextAction state={state} ask={ask} />
      </div>
      {status === 'downloading' && (
        <progress className={css['bar']} aria-label="Downloaded" max={100} value={percent ?? 0} />
      )}
      {status === 'ready' && waitsFor.length > 0 && (
        <p className={css['quiet']}>It can be put in place once this is over: {waitingWords(waitsFor)}.</p>
      )}
      {offered !== null && <WhatIsNew offered={offered} />}
    </div>
  );
}

const WhatIsNew = ({ offered }: { readonly offered: NonNullable<UpdateState['offered']> }) => (
  <section aria-label={`What is new in ${offered.version}`}>
    <h4 className={css['new']}>
      What is new in {offered.version}
      {offered.releasedAt !== null && (
        <span className={css['quiet']}> of {format.day(offered.releasedAt)}</span>
      )}
    </h4>
    <pre className={`${css['notes'] ?? ''} selectable`} tabIndex={0} aria-label="Release notes">
      {offered.notes === '' ? 'Nothing was written about this version.' : offered.notes}
    </pre>
  </section>
);

function NextAction({ state: { status, offered, waitsFor }, ask }: StandingProps) {
  if (status === 'ready')
    return (
      <Button disabled={waitsFor.length > 0} onClick={() => ask('install')}>
        Restart and update
      </Button>
    );
  if (offered !== null && (status === 'available' || status === 'failed'))
    return <Button onClick={() => ask('download')}>Download</Button>;
  if (status === 'downloading') return <Button loading>Download</Button>;
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
        <Switch
          {...labelled}
          label={settings.checkForUpdates ? 'On' : 'Off'}
          checked={settings.checkForUpdates}
          onChange={({ currentTarget }) => onChange({ checkForUpdates: currentTarget.checked })}
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

/** The state of updating, in one sentence. `at`: the time of the last check, in words. */
function standingWords(state: UpdateState, at: string): string {
  if (state.fault !== null) return faultWords[state.fault];
  return statusWords[state.status](state, at);
}

const newVersion = ({ offered }: UpdateState): string => `Version ${offered?.version ?? ''}`;

const newest = ({ checkedAt }: UpdateState, at: string): string =>
  checkedAt === null ? 'Not looked for a new version yet.' : `This is the newest version. Looked on ${at}.`;

const statusWords: Readonly<Record<UpdateStatus, (state: UpdateState, at: string) => string>> = {
  off: newest,
  idle: newest,
  failed: newest,
  checking: () => 'Looking for a new version…',
  available: (state) => `${newVersion(state)} is there. It is not downloaded yet.`,
  downloading: (state) => `${newVersion(state)} is being downloaded: ${state.percent ?? 0} %.`,
  ready: (state) => `${newVersion(state)} is downloaded, and its signature is right.`,
};

/** `a, b and c`. */
const waitingWords = (waitsFor: readonly ActiveWork[]): string => {
  const words = waitsFor.map((obstacle) => activeWorkText[obstacle]);
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
};
