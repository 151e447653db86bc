import { Button, NumberInput, SegmentedControl, Select, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '#shared/errors.ts';
import { assertNever } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { type About, type Settings, valueOf } from '../bridge.ts';
import type { SettingsView } from '../shell/route-store.ts';
import type { LinkId } from '../shell/stores.ts';
import css from '../styles/settings.module.css';
import { Fact, Facts, Section, Setting } from '../ui/PageParts.tsx';
import { ErrorState } from '../ui/States.tsx';
import { BackupsSection } from './BackupsSection.tsx';
import { BundlePage, DeviationsPage } from './DiagnosticsPages.tsx';
import { LogPage } from './LogPage.tsx';
import { LimitsSection } from './SpendingLimits.tsx';
import { UpdatesSection } from './UpdatesSection.tsx';

/** The settings, or one of their subpages. */
export function SettingsScreen() {
  const { route: place } = useStores();
  const view = useStore(place, ({ route }) => (route.screen === 'settings' ? route.view : all));
  switch (view.kind) {
    case 'all':
      return <AllSettings />;
    case 'log':
      return <LogPage incidentId={view.incidentId} />;
    case 'bundle':
      return <BundlePage />;
    case 'deviations':
      return <DeviationsPage accountId={view.accountId} />;
    default:
      return assertNever(view);
  }
}

const all = { kind: 'all' } as const;

function AllSettings() {
  const { settings } = useStores();
  const state = useStore(settings);
  useEffect(() => void settings.actions.readAbout(), [settings]);
  return (
    <SettingsSections
      settings={valueOf(state.settings)}
      error={state.settings.status === 'failed' ? state.settings.error : null}
      about={valueOf(state.about)}
      onChange={(changes) => void settings.actions.write(changes)}
      onRead={() => void settings.actions.read()}
      onLink={settings.actions.openLink}
    />
  );
}

interface Props {
  /** Null until they are loaded. */
  readonly settings: Settings | null;
  readonly error: AppError | null;
  readonly about: About | null;
  readonly onChange: (changes: Partial<Settings>) => void;
  readonly onRead: () => void;
  readonly onLink: (link: LinkId) => void;
}

/** Appearance, data retention and version. */
function SettingsSections({ settings, error, about, onChange, onRead, onLink }: Props) {
  return (
    <div className={css['screen']}>
      <div className={css['page']}>
        <h1 className={css['heading']}>Settings</h1>
        {error !== null && <ErrorState error={error} remedies={{ 'try-again': onRead }} />}
        {settings !== null && (
          <>
            <Appearance settings={settings} onChange={onChange} />
            <Privacy settings={settings} onChange={onChange} />
            <LimitsSection settings={settings} onChange={onChange} />
            <CodesSection settings={settings} onChange={onChange} />
          </>
        )}
        <BackupsSection />
        {settings !== null && <UpdatesSection settings={settings} onChange={onChange} />}
        <DiagnosticsSection />
        {about !== null && <AboutSection about={about} onLink={onLink} />}
      </div>
    </div>
  );
}

type PartProps = { readonly settings: Settings } & Pick<Props, 'onChange'>;

const Appearance = ({ settings, onChange }: PartProps) => (
  <Section title="Appearance">
    <Setting label="Colours" purpose="Light and dark follow the system unless you say otherwise.">
      {(labelled) => (
        <SegmentedControl
          {...labelled}
          value={settings.colourScheme}
          onChange={(colourScheme) => onChange({ colourScheme })}
          data={[
            { value: 'system', label: 'As the system' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      )}
    </Setting>
    <Setting label="Density" purpose="How close the rows of a list stand.">
      {(labelled) => (
        <SegmentedControl
          {...labelled}
          value={settings.density}
          onChange={(density) => onChange({ density })}
          data={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'compact', label: 'Compact' },
          ]}
        />
      )}
    </Setting>
  </Section>
);

const keepFor: readonly (readonly [days: number, words: string])[] = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
  [0, 'Until I remove them'],
];

function Privacy({ settings, onChange }: PartProps) {
  const { keepFindingsDays: days } = settings;
  const own = keepFor.some(([value]) => value === days)
    ? []
    : [{ value: String(days), label: `${days} days` }];
  return (
    <Section title="Privacy">
      <Setting
        label="Keep findings"
        purpose="What Search looked up stays on this computer for so long. Shortening it removes older findings. Bulk look-ups stay until you remove them."
      >
        {(labelled) => (
          <Select
            {...labelled}
            value={String(days)}
            onChange={(value) => {
              if (value !== null) onChange({ keepFindingsDays: Number(value) });
            }}
            data={[...keepFor.map(([value, label]) => ({ value: String(value), label })), ...own]}
          />
        )}
      </Setting>
    </Section>
  );
}

const links = [
  ['registration-lookup', 'Who holds a name (ICANN Lookup)'],
  ['international-names', 'How international names are read (UTS #46)'],
] as const;

const AboutSection = ({ about, onLink }: { readonly about: About; readonly onLink: Props['onLink'] }) => (
  <Section title="About">
    <Facts>
      <Fact name="Namedesk">{about.version}</Fact>
      <Fact name="Electron">{about.electron}</Fact>
      <Fact name="System">{about.platform}</Fact>
      <Fact name="Workspace" mono>
        {about.workspacePath}
      </Fact>
    </Facts>
    <p className={css['links']}>
      {links.map(([link, words]) => (
        <Button key={link} variant="default" onClick={() => onLink(link)}>
          {words}
        </Button>
      ))}
    </p>
  </Section>
);

interface CodesSectionProps {
  readonly settings: Settings;
  readonly onChange: (changes: Partial<Settings>) => void;
}

/** How long a copied code stays in the clipboard, and whether windows with secrets are protected from capture. */
export const CodesSection = ({ settings, onChange }: CodesSectionProps) => (
  <Section title="Keys and transfer codes">
    <ClipboardTime seconds={settings.clearClipboardAfterS} onChange={onChange} />
    <Protection isOn={settings.protectSecretWindows} onChange={onChange} />
  </Section>
);

/** The contract's limits, in seconds. */
const shortest = 5;
const longest = 60;

interface ClipboardTimeProps extends Pick<CodesSectionProps, 'onChange'> {
  readonly seconds: number;
}

function ClipboardTime({ seconds, onChange }: ClipboardTimeProps) {
  const [typed, setTyped] = useState<number | string | null>(null);

  function take(value: number | string): void {
    setTyped(value);
    if (isTime(value)) onChange({ clearClipboardAfterS: value });
  }

  return (
    <Setting
      label="A copied code stays in the clipboard for"
      purpose="Then it is taken out; at once when the screen is locked, the computer sleeps or Namedesk is closed. What you copied yourself meanwhile stays. 5 to 60 seconds."
    >
      {(labelled) => (
        <NumberInput
          {...labelled}
          w={120}
          min={shortest}
          max={longest}
          allowDecimal={false}
          allowNegative={false}
          suffix=" s"
          value={typed ?? seconds}
          onChange={take}
          onBlur={() => setTyped(null)}
        />
      )}
    </Setting>
  );
}

const isTime = (value: number | string): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= shortest && value <= longest;

interface ProtectionProps extends Pick<CodesSectionProps, 'onChange'> {
  readonly isOn: boolean;
}

/** Source: Electron, `win.setContentProtection`: Windows and macOS only. */
function Protection({ isOn, onChange }: ProtectionProps) {
  const platform = useStore(useStores().settings, (state) => valueOf(state.about)?.platform ?? '');
  const isImpossible = platform.startsWith('linux');
  return (
    <Setting
      label="Keep windows with keys and codes out of screen captures"
      purpose={
        isImpossible
          ? 'Not on this system: Linux has no way to do it. Screenshots and shared screens show these windows.'
          : 'Screenshots and shared screens show them black.'
      }
    >
      {(labelled) => (
        <Switch
          {...labelled}
          label={isOn && !isImpossible ? 'On' : 'Off'}
          checked={isOn && !isImpossible}
          disabled={isImpossible}
          onChange={(event) => onChange({ protectSecretWindows: event.currentTarget.checked })}
        />
      )}
    </Setting>
  );
}

const entries: readonly (readonly [label: string, purpose: string, to: SettingsView])[] = [
  ['Log', 'What Namedesk noted of itself, without names, keys or codes.', { kind: 'log', incidentId: null }],
  [
    'Support bundle',
    'Versions, counts and the last lines of the log, for whoever helps you. You read it before it is saved.',
    { kind: 'bundle' },
  ],
  [
    'Where the service differs from the document',
    'Answers that are not as the API document has them, to be sent to whoever runs the service.',
    { kind: 'deviations', accountId: null },
  ],
];

/** Links to the diagnostics pages. */
function DiagnosticsSection() {
  const { route } = useStores();
  return (
    <Section title="Diagnostics">
      {entries.map(([label, purpose, to]) => (
        <Setting key={label} label={label} purpose={purpose}>
          {({ 'aria-describedby': describedBy }) => (
            <Button
              variant="default"
              aria-label={`Open: ${label}`}
              aria-describedby={describedBy}
              onClick={() => route.actions.goToSettings(to)}
            >
              Open
            </Button>
          )}
        </Setting>
      ))}
    </Section>
  );
}
