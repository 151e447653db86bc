import { Button, SegmentedControl, Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UpdateState } from '#shared/domain/update.ts';
import { useEffect, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { Section } from '../../../components/Section.tsx';
import { format } from '../../../lib/format.ts';
import type { Settings } from '../../../lib/nouns.ts';
import { Setting } from '../Setting.tsx';
import { hindranceWords, standingWords, waitingWords } from './update-words.ts';
import css from './updates.module.css';

interface Props {
  readonly settings: Settings;
  readonly onChange: (changes: Partial<Settings>) => void;
}

type Deed = 'check' | 'download' | 'install';

/** New versions: whether there is one, and what the user makes of it. */
export function UpdatesSection({ settings, onChange }: Props) {
  const { state, ask } = useUpdates();
  if (state === null) return <Section title="Updates">{null}</Section>;
  if (state.hindrance !== null)
    return (
      <Section title="Updates">
        <p className={css['quiet']}>{hindranceWords[state.hindrance]}</p>
      </Section>
    );
  return (
    <Section title="Updates">
      <Standing state={state} ask={ask} />
      <Wishes settings={settings} onChange={onChange} />
    </Section>
  );
}

function useUpdates(): { readonly state: UpdateState | null; readonly ask: (deed: Deed) => void } {
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
  const ask = (deed: Deed): void => {
    void bridge.request.updates[deed]({}).then((done) => {
      if (done.ok) setState(done.value);
    });
  };
  return { state, ask };
}

interface StandingProps {
  readonly state: UpdateState;
  readonly ask: (deed: Deed) => void;
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
        <NextDeed state={state} ask={ask} />
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

function NextDeed({ state: { status, offered, waitsFor }, ask }: StandingProps) {
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

const Wishes = ({ settings, onChange }: Props) => (
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
