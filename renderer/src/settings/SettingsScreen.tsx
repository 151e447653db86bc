import '../styles/mantine-later.css';
import { Button, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { Activity, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { registryAsks, registryLearns } from '#shared/domain/registry.ts';
import { isSafeAddress } from '#shared/domain/registry-names.ts';
import type { AppError } from '#shared/errors.ts';
import { assertNever } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import type { SettingsView } from '../shell/route-store.ts';
import { changeSettings } from '../shell/undo.ts';
import { counted } from '../ui/Formats.tsx';
import { Fact, Facts, Section } from '../ui/PageParts.tsx';
import { Setting, SettingPart, SwitchSetting } from '../ui/Setting.tsx';
import { ErrorState } from '../ui/States.tsx';
import { AssistantsSection } from './AssistantsSection.tsx';
import { BackupsSection } from './BackupsSection.tsx';
import { BundlePage, DeviationsPage } from './DiagnosticsPages.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';
import { LimitsSection } from './SpendingLimits.tsx';
import { UpdatesSection } from './UpdatesSection.tsx';
import { TeamSection } from '../team/TeamSection.tsx';
import { WatchingSection } from '../watching/WatchingSection.tsx';
import type { About, Settings } from '../client.ts';
import { valueOf } from '../remote.ts';

/** The settings, or one of their subpages. The settings stay behind a subpage: on the way back they stand where they stood. */
export function SettingsScreen() {
  const { route: place } = useStores();
  const view = useStore(place, ({ route }) => (route.screen === 'settings' ? route.view : all));
  return (
    <>
      <Activity mode={view.kind === 'all' ? 'visible' : 'hidden'}>
        <AllSettings target={view.kind === 'all' ? view : all} />
      </Activity>
      <Subpage view={view} />
    </>
  );
}

function Subpage({ view }: { readonly view: SettingsView }) {
  switch (view.kind) {
    case 'all':
      return null;
    case 'bundle':
      return <BundlePage />;
    case 'deviations':
      return <DeviationsPage />;
    default:
      return assertNever(view);
  }
}

const all = { kind: 'all' } as const;

function AllSettings({ target }: { readonly target: Extract<SettingsView, { readonly kind: 'all' }> }) {
  const stores = useStores();
  const store = stores.settings;
  const state = useStore(store);
  useEffect(() => void store.actions.readAbout(), [store]);
  const settings = valueOf(state.settings);
  const about = valueOf(state.about);
  const props = settings && {
    settings,
    onChange: (changes: Partial<Settings>) => void changeSettings(stores, changes),
  };
  return (
    <SettingsFrame target={target} isReady={props !== null}>
      {state.settings.status === 'failed' && (
        <ErrorState
          error={state.settings.error}
          remedies={{ 'try-again': () => void store.actions.read() }}
        />
      )}
      {props !== null && (
        <>
          <Appearance {...props} />
          <Privacy {...props} />
          <DomainsSection {...props} />
          <WatchingSection {...props} />
          <LimitsSection {...props} />
          <CodesSection {...props} />
        </>
      )}
      <BackupsSection />
      {props !== null && <UpdatesSection {...props} />}
      {about !== null && <AboutSection about={about} />}
      <Section title="Advanced">
        {props !== null && (
          <>
            <Density {...props} />
            <RegistryList {...props} />
            <TeamSection />
            <AssistantsSection {...props} />
          </>
        )}
        <DiagnosticsSection />
      </Section>
    </SettingsFrame>
  );
}

interface Props {
  readonly settings: Settings;
  readonly onChange: (changes: Partial<Settings>) => void;
}

const Appearance = ({ settings, onChange }: Props) => (
  <Section title="Appearance">
    <Setting label="Colours" purpose="Follows the system’s light or dark mode unless you choose one.">
      {(labelled) => (
        <SegmentedControl
          {...labelled}
          value={settings.colourScheme}
          onChange={(colourScheme) => onChange({ colourScheme })}
          data={[
            { value: 'system', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      )}
    </Setting>
  </Section>
);

const Density = ({ settings, onChange }: Props) => (
  <Setting label="Density" purpose="Row spacing in lists.">
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
);

const daysToKeep: Readonly<Record<number, string>> = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  365: '1 year',
};
const forever = { value: '0', label: 'Until I remove them' };

function Privacy({ settings, onChange }: Props) {
  const { keepFindingsDays: days } = settings;
  const offered = days === 0 ? daysToKeep : { [days]: counted(days, 'day', 'days'), ...daysToKeep };
  return (
    <Section title="Privacy">
      <Setting
        label="Keep search results"
        purpose="How long they stay on this computer. Shortening it deletes older ones."
        details="Bulk lookups stay until you remove them."
      >
        {(labelled) => (
          <Select
            {...labelled}
            value={String(days)}
            onChange={(value) => onChange({ keepFindingsDays: Number(value) })}
            data={[...Object.entries(offered).map(([value, label]) => ({ value, label })), forever]}
          />
        )}
      </Setting>
      <LockSettings settings={settings} onChange={onChange} />
    </Section>
  );
}

const minutesToLock: Readonly<Record<number, string>> = {
  1: '1 minute',
  5: '5 minutes',
  10: '10 minutes',
  15: '15 minutes',
  30: '30 minutes',
  60: '1 hour',
};

/** What unlocking asks for, and so what the lock is worth. */
const lockWorth = {
  'touch-id':
    'Unlocking asks for your fingerprint, or your keychain where Touch ID is not available: while that is open, one click unlocks.',
  keychain: 'Unlocking asks your keychain: while that is open, one click unlocks.',
} as const;

/** The lock of the application, and when it locks by itself. */
function LockSettings({ settings: { appLock, appLockAfterMin: minutes }, onChange }: Props) {
  const { lock, settings } = useStores();
  const means = useStore(lock, (state) => state.means);
  const [isAsking, setAsking] = useState(false);
  const [failed, setFailed] = useState<AppError | null>(null);
  useEffect(() => void lock.actions.readMeans(), [lock]);
  const offered = { [minutes]: counted(minutes, 'minute', 'minutes'), ...minutesToLock };

  async function turn(isOn: boolean): Promise<void> {
    setAsking(true);
    setFailed(null);
    const written = await settings.actions.write({ appLock: isOn });
    setAsking(false);
    setFailed(written.ok ? null : written.error);
  }

  return (
    <>
      <SwitchSetting
        label="Lock Namedesk"
        purpose="Hides everything when you are away, when the computer sleeps, and at each start."
        details={`On Windows and macOS also when the screen locks. It protects against people at your screen, not against other programs of your user or the command line. ${means === null ? '' : lockWorth[means]}`}
        isOn={appLock}
        disabled={isAsking}
        onChange={(isOn) => void turn(isOn)}
      />
      {failed !== null && (
        <ErrorState error={failed} about="The lock was not changed" onDismiss={() => setFailed(null)} />
      )}
      {appLock && (
        <Setting label="Lock when away for" purpose="Time without keyboard or mouse input, in any program.">
          {(labelled) => (
            <Select
              {...labelled}
              value={String(minutes)}
              onChange={(value) => onChange({ appLockAfterMin: Number(value) })}
              data={Object.entries(offered).map(([value, label]) => ({ value, label }))}
            />
          )}
        </Setting>
      )}
    </>
  );
}

const DomainsSection = (props: Props) => (
  <Section title="Domains">
    <SwitchSetting
      label="Read again when opened"
      purpose="Reads a domain’s lock, nameservers and contacts when you open it."
      details="Unless they were read within the hour. In a practice account, contacts load on the Contacts tab. Nothing is changed."
      isOn={props.settings.refreshOnOpen}
      onChange={(refreshOnOpen) => props.onChange({ refreshOnOpen })}
    />
    <SwitchSetting
      label="Read expiries at the registry"
      purpose="Shows true expiries, and proves renewals that are uncertain."
      details={`${registryAsks} ${registryLearns}`}
      isOn={props.settings.registryEnabled}
      onChange={(registryEnabled) => props.onChange({ registryEnabled })}
    />
    <SwitchSetting
      label="Check nameservers before they are set"
      purpose="Asks whether the new nameservers answer for the domain."
      details="Your system’s resolver, the new nameservers and the TLD’s servers are asked. They learn the domain’s name and the address of this computer. Nothing is sent anywhere for practice domains."
      isOn={props.settings.checkNameservers}
      onChange={(checkNameservers) => props.onChange({ checkNameservers })}
    />
  </Section>
);

/** Where it says which hosts are asked. */
function RegistryList({ settings: { registryEnabled, registryBootstrap }, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && !isSafeAddress(typed.trim());
  if (!registryEnabled) return null;

  function take(): void {
    if (typed === null || isWrong) return;
    if (typed.trim() !== registryBootstrap) onChange({ registryBootstrap: typed.trim() });
    setTyped(null);
  }

  return (
    <Setting
      label="List of registries"
      purpose="IANA’s, unless you run your own. https, or http on this computer."
    >
      {(labelled) => (
        <TextInput
          {...labelled}
          w={320}
          value={typed ?? registryBootstrap}
          error={isWrong && 'It must begin with https://'}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take();
            if (event.key === 'Escape') setTyped(null);
          }}
        />
      )}
    </Setting>
  );
}

const AboutSection = ({ about }: { readonly about: About }) => (
  <Section title="About">
    <SettingPart label="About">
      <Facts>
        <Fact name="Namedesk">{about.version}</Fact>
        {about.isTrial && (
          <Fact name="Package">A trial: its Electron is not an official build. Not for real work.</Fact>
        )}
        <Fact name="System">{about.platform}</Fact>
      </Facts>
    </SettingPart>
  </Section>
);

/** How long a copied code stays in the clipboard, and whether windows with secrets are protected from capture. */
export const CodesSection = (props: Props) => (
  <Section title="Keys and transfer codes">
    <ClipboardTime {...props} />
    <Protection {...props} />
  </Section>
);

/** Main's limits, in seconds. */
const shortest = 5;
const longest = 60;

function ClipboardTime({ settings, onChange }: Props) {
  const [typed, setTyped] = useState<number | string | null>(null);

  function take(value: number | string): void {
    setTyped(value);
    if (isTime(value)) onChange({ clearClipboardAfterS: value });
  }

  return (
    <Setting
      label="Clear a copied code after"
      purpose="5 to 60 seconds, and sooner when you are away or Namedesk closes."
      details="When the screen locks or the computer sleeps. Anything else you copied stays."
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
          value={typed ?? settings.clearClipboardAfterS}
          onChange={take}
          onBlur={() => setTyped(null)}
        />
      )}
    </Setting>
  );
}

const isTime = (value: number | string): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= shortest && value <= longest;

/** Source: Electron, `win.setContentProtection`: Windows and macOS only. */
function Protection({ settings, onChange }: Props) {
  const platform = useStore(useStores().settings, (state) => valueOf(state.about)?.platform ?? '');
  const isImpossible = platform.startsWith('linux');
  const isOn = settings.protectSecretWindows && !isImpossible;
  return (
    <SwitchSetting
      label="Hide key and code windows from screen captures"
      purpose={
        isImpossible
          ? 'Not possible on Linux. Screenshots and shared screens show these windows.'
          : 'Screenshots and shared screens show them black.'
      }
      isOn={isOn}
      disabled={isImpossible}
      onChange={(protectSecretWindows) => onChange({ protectSecretWindows })}
    />
  );
}

interface PageLinkProps {
  readonly label: string;
  readonly purpose: string;
  readonly to: SettingsView;
}

function PageLink({ label, purpose, to }: PageLinkProps) {
  const { goToSettings } = useStores().route.actions;
  return (
    <Setting label={label} purpose={purpose}>
      {({ 'aria-describedby': describedBy }) => (
        <Button aria-label={`Open: ${label}`} aria-describedby={describedBy} onClick={() => goToSettings(to)}>
          Open
        </Button>
      )}
    </Setting>
  );
}

const pages: readonly (readonly [label: string, purpose: string, to: SettingsView])[] = [
  [
    'Support bundle',
    'Versions, counts and the last lines of the log, for whoever helps you. You see it before it is saved.',
    { kind: 'bundle' },
  ],
  [
    'API discrepancies',
    'Answers that differ from the API document, to send to whoever runs the service.',
    { kind: 'deviations' },
  ],
];

function LogFile() {
  const { bridge, notices } = useStores();

  async function show(): Promise<void> {
    const shown = await bridge.request.diagnostics.showLog({});
    if (!shown.ok) notices.actions.fail(shown.error);
  }

  return (
    <Setting
      label="Log"
      purpose="Namedesk’s own log, a line of JSON for each event, without names, keys or codes."
    >
      {({ 'aria-describedby': describedBy }) => (
        <Button aria-label="Open the folder: Log" aria-describedby={describedBy} onClick={() => void show()}>
          Open the folder
        </Button>
      )}
    </Setting>
  );
}

const DiagnosticsSection = () => (
  <Section title="Diagnostics">
    <LogFile />
    {pages.map(([label, purpose, to]) => (
      <PageLink key={label} label={label} purpose={purpose} to={to} />
    ))}
  </Section>
);
