import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useStore } from 'zustand';
import { changeFamilies } from '#shared/domain/change-kinds.ts';
import type { Domain, DomainPart } from '#shared/domain/portfolio.ts';
import { domainParts, ownTexts } from '#shared/domain/terms.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../../app-stores.ts';
import { editors } from '../../changes/kinds/index.ts';
import { LockEditor } from '../../changes/kinds/lock.tsx';
import { KnownAge } from '../../changes/LastChange.tsx';
import { format, useNowMs } from '../../ui/Formats.tsx';
import { Section } from '../../ui/PageParts.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { useReportFailure } from '../../ui/use-report-failure.ts';
import { dayInWords, daysInWords, daysUntil, partWords, toneColours, toneOf } from '../domain-words.ts';
import { useDomains } from '../domains-store.ts';
import { endedEarlyFor, useReadings } from '../readings-store.ts';
import type { DomainTab } from '../../shell/route-store.ts';
import { OwnTextPart } from './OwnTextPart.tsx';
import css from './page.module.css';

interface Props {
  readonly domain: Domain;
}

/** Everything known of a domain, each value with its age and source. */
export const Overview = ({ domain }: Props) => (
  <SimpleGrid cols={2} spacing={48} verticalSpacing={0}>
    <Problems domain={domain} />
    <div className={css['column']}>
      <LockEditor domain={domain} />
      <ExpiryPart domain={domain} />
      {otherEditors.map(({ family, Part }) => (
        <Part key={family} domain={domain} />
      ))}
    </div>
    <div className={css['column']}>
      <NameserversPart domain={domain} />
      <RegistrantPart domain={domain} />
      {ownTexts.map((name) => (
        <OwnTextPart key={name} domain={domain} name={name} />
      ))}
    </div>
  </SimpleGrid>
);

/** The editors of the overview, but for the lock. */
const otherEditors = changeFamilies.flatMap((family) => {
  const editor = editors[family];
  return editor.on === 'overview' && family !== 'lock' ? [{ family, Part: editor.Part }] : [];
});

/** Values that could not be read at the last attempt, with the reason and next steps. */
function Problems({ domain }: Props) {
  const nowMs = useNowMs();
  const readings = useReadings();
  const ended = useStore(readings, (state) => endedEarlyFor(state, domain.accountId, domain.name));
  if (domain.troubles.length === 0 && ended === null) return null;
  return (
    <Stack gap="sm" my="sm" style={{ gridColumn: '1 / -1' }}>
      {ended !== null && ended.error !== null && (
        <Problem
          domain={domain}
          error={ended.error}
          about="Couldn’t refresh anything just now"
          parts={domainParts}
          onDismiss={() => readings.actions.dismiss(ended.id)}
        />
      )}
      {domain.troubles.map(({ part, error, at }) => (
        <Problem
          key={part}
          domain={domain}
          error={error}
          about={`Couldn’t refresh: ${partWords[part]}, tried ${format.age(at, nowMs)}`}
          parts={[part]}
        />
      ))}
    </Stack>
  );
}

interface TroubleProps extends Props {
  readonly error: AppError;
  readonly about: string;
  /** The parts that are read again. */
  readonly parts: readonly DomainPart[];
  readonly onDismiss?: () => void;
}

function Problem({ domain, parts, ...shown }: TroubleProps) {
  const { route } = useStores();
  const { begin } = useReadings().actions;
  const report = useReportFailure();
  const toAccount = (intent: 'look' | 'edit') => () => route.actions.goToAccount(domain.accountId, intent);
  return (
    <ErrorState
      {...shown}
      remedies={{
        'try-again': () => report(begin(domain.accountId, [domain.name], parts)),
        'enter-key': toAccount('look'),
        'edit-account': toAccount('edit'),
      }}
    />
  );
}

/** The expiry date, as far as known. */
function ExpiryPart({ domain }: Props) {
  const [isTelling, setTelling] = useState(false);
  return (
    <Section
      title="Expiry"
      actions={
        !isTelling && (
          <Button variant="default" onClick={() => setTelling(true)}>
            {domain.expiresOn === null ? 'Set expiry…' : 'Correct…'}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        <Expiry domain={domain} />
        {isTelling && <TellForm domain={domain} onClose={() => setTelling(false)} />}
      </Stack>
    </Section>
  );
}

function Expiry({ domain: { expiresOn } }: Props) {
  const nowMs = useNowMs();
  if (expiresOn === null)
    return <Text c="dimmed">Unknown. The API can’t be asked for it: try a sync, or set it yourself.</Text>;
  const days = daysUntil(expiresOn.value, nowMs);
  return (
    <Group gap="4px 8px" align="baseline">
      <Text span fw={600} c={toneColours[toneOf(days)]}>
        {dayInWords(expiresOn.value)}, {days < 0 ? `expired ${daysInWords(days)}` : daysInWords(days)}
      </Text>
      <KnownAge {...expiresOn} />
    </Group>
  );
}

/** A date entered by hand, stored as such. Nothing changes at the service. */
function TellForm({ domain, onClose }: Props & { readonly onClose: () => void }) {
  const { bridge } = useStores();
  const { put } = useDomains().actions;
  const [day, setDay] = useState(domain.expiresOn?.value ?? '');
  const [error, setError] = useState<AppError | null>(null);

  async function tell(expiresOn: string | null): Promise<void> {
    const result = await bridge.request.domains.tellExpiry({
      accountId: domain.accountId,
      domain: domain.name,
      expiresOn,
    });
    if (!result.ok) {
      setError(result.error);
      return;
    }
    put(result.value);
    onClose();
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (day !== '') void tell(day);
  }

  return (
    <Stack
      component="form"
      gap={12}
      maw={400}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <TextInput
        type="date"
        label="Expires on"
        description="Saved here only. Nothing changes at the service."
        value={day}
        max="9999-12-31"
        error={error === null ? null : sentencesFor(error).happened}
        onChange={(event) => setDay(event.currentTarget.value)}
        autoFocus
      />
      <Group gap="sm">
        <Button type="submit" disabled={day === ''}>
          Keep
        </Button>
        {domain.expiresOn !== null && (
          <Button variant="default" onClick={() => void tell(null)}>
            Not known
          </Button>
        )}
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

/** The nameservers in their order. */
const NameserversPart = ({ domain }: Props) => (
  <Section title="Nameservers" actions={<Way domain={domain} to="nameservers" words="Change…" />}>
    {domain.nameservers === null ? (
      <Text c="dimmed">Not loaded yet</Text>
    ) : (
      <>
        <ol className="mono selectable">
          {domain.nameservers.value.map((host) => (
            <li key={host}>{host}</li>
          ))}
        </ol>
        {domain.nameservers.value.length === 0 && <p>None</p>}
        <KnownAge {...domain.nameservers} />
      </>
    )}
  </Section>
);

/** The registrant's name. The other contact data is read only when the contacts are opened, and never stored. */
const RegistrantPart = ({ domain }: Props) => (
  <Section title="Registrant" actions={<Way domain={domain} to="contacts" words="Contacts…" />}>
    {domain.registrant === null ? (
      <Text c="dimmed">Not loaded yet</Text>
    ) : (
      <Group gap="4px 8px" align="baseline">
        <span className="selectable">
          {domain.registrant.value === '' ? 'No name' : domain.registrant.value}
        </span>
        <KnownAge {...domain.registrant} />
      </Group>
    )}
  </Section>
);

function Way({ domain, to, words }: Props & { readonly to: DomainTab; readonly words: string }) {
  const { route } = useStores();
  return (
    <Button
      variant="default"
      onClick={() => route.actions.goToDomains({ kind: 'domain', domain: domain.name, tab: to })}
    >
      {words}
    </Button>
  );
}
