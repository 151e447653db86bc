import { Button } from '@mantine/core';
import { useStores } from '../../../app-stores.ts';
import { Section } from '../../../components/Section.tsx';
import type { SettingsView } from '../../../shell/route-store.ts';
import { Setting } from '../Setting.tsx';

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

/** The ways to what helps when something goes wrong. */
export function DiagnosticsSection() {
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
