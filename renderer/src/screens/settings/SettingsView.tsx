import { Button, SegmentedControl, Select } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Fact, Facts, Section } from '../../components/Section.tsx';
import type { About, Settings } from '../../lib/nouns.ts';
import { BackupsSection } from './backups/BackupsSection.tsx';
import { CodesSection } from './codes/CodesSection.tsx';
import { LimitsSection } from '../limits/LimitsSection.tsx';
import { DiagnosticsSection } from './diagnostics/DiagnosticsSection.tsx';
import { UpdatesSection } from './updates/UpdatesSection.tsx';
import { Setting } from './Setting.tsx';
import type { LinkId } from './settings-store.ts';
import css from './settings.module.css';

interface Props {
  /** Null until they are read. */
  readonly settings: Settings | null;
  readonly error: AppError | null;
  readonly about: About | null;
  readonly onChange: (changes: Partial<Settings>) => void;
  readonly onRead: () => void;
  readonly onLink: (link: LinkId) => void;
}

/** How it looks, how long it remembers, and what it is. */
export function SettingsView({ settings, error, about, onChange, onRead, onLink }: Props) {
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
