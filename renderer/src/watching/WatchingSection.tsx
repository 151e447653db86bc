import { Button, Group, Select, Table, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { isBuyable } from '#shared/domain/finding.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import type { WatchedName } from '#shared/domain/watching.ts';
import { useActiveAccount, useStores } from '../app-stores.ts';
import type { Settings } from '../client.ts';
import { RegisterButton } from '../search/FindingButtons.tsx';
import { Age, counted, format } from '../ui/Formats.tsx';
import { FindingMark, FindingWord } from '../ui/Marks.tsx';
import { IconButton, OnOff, Section } from '../ui/PageParts.tsx';
import { Setting, SettingPart, SwitchSetting } from '../ui/Setting.tsx';
import { Loaded } from '../ui/States.tsx';
import { useAction } from '../use-action.ts';
import { valueOf } from '../remote.ts';

interface Props {
  readonly settings: Settings;
  readonly onChange: (changes: Partial<Settings>) => void;
}

/** The system has this setting: it is read from there, and not of a copy that is not installed. */
function StartAtLogin() {
  const { bridge } = useStores();
  const [read, again] = useAction('app', 'startAtLogin', {});
  const [problem, setProblem] = useState<string | null>(null);
  const state = valueOf(read)?.state ?? 'off';
  const isOn = state === 'on';

  async function change(): Promise<void> {
    const set = await bridge.request.app.setStartAtLogin({ isOn: !isOn });
    setProblem(set.ok ? null : sentencesFor(set.error).happened);
    again();
  }

  return (
    <Setting
      label="Start when you log in"
      purpose="Minimised. Domains and watched names are then looked after without your opening Namedesk."
      more={
        (state === 'unavailable' || problem !== null) && (
          <Text size="xs" role="status">
            {problem ?? 'This copy runs from a folder. An installed one can be started by your system.'}
          </Text>
        )
      }
    >
      {(labelled) => (
        <OnOff {...labelled} isOn={isOn} disabled={state === 'unavailable'} onChange={() => void change()} />
      )}
    </Setting>
  );
}

/** What goes on while nobody looks, and the names that are watched. */
export function WatchingSection({ settings, onChange }: Props) {
  const account = useActiveAccount();
  return (
    <Section title="Watching">
      <SwitchSetting
        label="Read domains again in the background"
        purpose="While Namedesk runs: weekly, and daily what expires within 30 days."
        details="Prices of what is due in 60 days are looked up daily. Registries, where you have switched them on, are asked every two days, and every three hours about a domain that needs you. It waits for your own work, and while you are offline."
        isOn={settings.backgroundRefresh}
        onChange={(backgroundRefresh) => onChange({ backgroundRefresh })}
      />
      <StartAtLogin />
      <SwitchSetting
        label="Notifications"
        purpose="Of long work, expiries and watched names. Counts only, never names."
        details="When long work ends or needs you while you use another window; 60, 30, 14, 7 days and 1 day before a domain expires; when its registry shows a transfer, another registrar, a lost lock, a hold or a deletion; when a watched name is available. Today lists what needs you either way."
        isOn={settings.notifications}
        onChange={(notifications) => onChange({ notifications })}
      />
      <QuietHours settings={settings} onChange={onChange} />
      {account !== null && (
        <SettingPart label="Watched names">
          <WatchedNames key={account.id} accountId={account.id} />
        </SettingPart>
      )}
    </Section>
  );
}

const usualNight = { from: 22, to: 7 };

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

function QuietHours({ settings: { quietHours: quiet }, onChange }: Props) {
  return (
    <>
      <SwitchSetting
        label="Quiet hours"
        purpose="No notifications in these hours. Expiries and watched names are told afterwards."
        isOn={quiet !== null}
        onChange={(isOn) => onChange({ quietHours: isOn ? usualNight : null })}
      />
      {quiet !== null && (
        <Setting label="Quiet from and until" purpose="In your time zone.">
          {(labelled) => (
            <Group gap="sm" wrap="nowrap" role="group" {...labelled}>
              <Hour
                label="Quiet from"
                value={quiet.from}
                onChange={(from) => onChange({ quietHours: { ...quiet, from } })}
              />
              <Hour
                label="Quiet until"
                value={quiet.to}
                onChange={(to) => onChange({ quietHours: { ...quiet, to } })}
              />
            </Group>
          )}
        </Setting>
      )}
    </>
  );
}

interface HourProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (hour: number) => void;
}

const Hour = ({ label, value, onChange }: HourProps) => (
  <Select
    aria-label={label}
    w={110}
    data={hours}
    value={String(value)}
    onChange={(hour) => hour !== null && onChange(Number(hour))}
  />
);

function WatchedNames({ accountId }: { readonly accountId: string }) {
  const { bridge, notices } = useStores();
  const [watched, again] = useAction('watching', 'names', { accountId });
  const [isBusy, setBusy] = useState(false);

  async function run(): Promise<void> {
    setBusy(true);
    const done = await bridge.request.watching.run({ accountId });
    setBusy(false);
    if (!done.ok) notices.actions.fail(done.error);
    else
      notices.actions.say(
        `${counted(done.value.lookedUp, 'name', 'names')} checked, ${format.count(done.value.available)} newly available`,
      );
  }

  return (
    <Loaded of={watched} about="The watched names could not be listed" again={again}>
      {({ names }) => (
        <>
          <Group justify="space-between" mt="md" mb="xs">
            <Text component="h4" fw={600}>
              Watched names
            </Text>
            {names.length > 0 && (
              <Button
                loading={isBusy}
                leftSection={<IconRefresh size={14} aria-hidden />}
                onClick={() => void run()}
              >
                Check now
              </Button>
            )}
          </Group>
          {names.length === 0 ? (
            <Text c="dimmed">
              None. Watch a taken name from its details in Search or in a bulk lookup; it is checked once a
              day.
            </Text>
          ) : (
            <Table aria-label="Watched names">
              <Table.Tbody>
                {names.map((name) => (
                  <WatchedRow key={name.domain} name={name} />
                ))}
              </Table.Tbody>
            </Table>
          )}
        </>
      )}
    </Loaded>
  );
}

function WatchedRow({ name: { accountId, domain, finding } }: { readonly name: WatchedName }) {
  const { bridge, notices, route } = useStores();
  const unicode = toUnicode(domain);
  return (
    <Table.Tr>
      <Table.Td className="mono selectable">
        <bdi dir="ltr">{unicode}</bdi>
      </Table.Td>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          <FindingMark kind={finding.kind} decorative />
          <FindingWord kind={finding.kind} message={finding.message} />
        </Group>
      </Table.Td>
      <Table.Td c="dimmed">{finding.checkedAt !== null && <Age at={finding.checkedAt} />}</Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {isBuyable(finding.kind) && (
            <RegisterButton
              rowOf={unicode}
              tabIndex={0}
              onClick={() => route.actions.goToRegister([domain], null)}
            />
          )}
          <IconButton
            label={`Stop watching ${isolatedName(unicode)}`}
            onClick={() =>
              notices.actions.report(bridge.request.watching.remove({ accountId, domains: [domain] }))
            }
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
