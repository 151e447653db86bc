import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { daysUntil } from '#shared/domain/expiry.ts';
import {
  explainedStatesOf,
  isAutoRenewed,
  isUnreadMiss,
  missWords,
  stateTitles,
} from '#shared/domain/registry.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../../app-stores.ts';
import { KnownAge } from '../../changes/ChangeParts.tsx';
import { Age, dayInWords, format, useNowMs, withDaysInWords } from '../../ui/Formats.tsx';
import { Section } from '../../ui/PageParts.tsx';
import { Notice } from '../../ui/States.tsx';
import { daysInWords, type OfDomain, toneColours, toneOf } from '../domain-words.ts';
import { keyOf, useDomains } from '../domains-store.ts';
import { useRegistry } from '../readings-store.ts';

/** The expiry with its source and age, the reason where the registry shows none, and the way to set it. */
export function ExpiryPart({ domain }: OfDomain) {
  const [isTelling, setTelling] = useState(false);
  return (
    <Section
      title="Expiry"
      actions={
        !isTelling && (
          <Button onClick={() => setTelling(true)}>
            {domain.expiresOn === null ? 'Set expiry…' : 'Correct…'}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        <div>
          <Expiry domain={domain} />
          <AtRegistry domain={domain} />
        </div>
        {isTelling && <ExpiryForm domain={domain} onClose={() => setTelling(false)} />}
      </Stack>
    </Section>
  );
}

function Expiry({ domain: { expiresOn } }: OfDomain) {
  const nowMs = useNowMs();
  if (expiresOn === null) return <Text c="dimmed">Not known. Read it again, or set it yourself.</Text>;
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

/** What the registry showed beside an expiry: what needs a person first; or why it shows none. */
function AtRegistry({ domain }: OfDomain) {
  const nowMs = useNowMs();
  const { lookUp } = useRegistry();
  const { registry } = domain;
  if (registry === null) return null;
  const { missing, until, statuses, shownAt } = registry.value;
  return (
    <Stack gap={4} mt={4} align="flex-start">
      {missing !== null && (
        <Group gap="4px 12px">
          <Text c="dimmed">
            {missWords[missing]}, asked <Age at={registry.at} />
            {until !== null && `; asked again from ${format.instant(until)} on`}
          </Text>
          {isUnreadMiss(missing) && (
            <Button variant="subtle" size="compact-sm" onClick={() => lookUp([keyOf(domain)], true)}>
              Try again
            </Button>
          )}
        </Group>
      )}
      {isAutoRenewed(registry.value) && (
        <Text c="var(--nd-caution)">
          It has expired, and its registry has renewed it automatically. Until it is paid for, it may be
          deleted.
        </Text>
      )}
      {explainedStatesOf(domain, nowMs).map(({ state, why }) => (
        <Notice key={state} tone={state === 'on-hold' ? 'caution' : 'danger'} title={stateTitles[state]}>
          {withDaysInWords(why)}
        </Notice>
      ))}
      {statuses.length > 0 && (
        <Text c="dimmed">
          The registry shows: {statuses.join(', ')}, asked <Age at={shownAt ?? registry.at} />
        </Text>
      )}
    </Stack>
  );
}

/** A date entered by hand, stored as such. Nothing changes at the service. */
function ExpiryForm({ domain, onClose }: OfDomain & { readonly onClose: () => void }) {
  const { bridge } = useStores();
  const { put } = useDomains().actions;
  const [day, setDay] = useState(domain.expiresOn?.value ?? '');
  const [error, setError] = useState<AppError | null>(null);

  async function tell(expiresOn: string | null): Promise<void> {
    const result = await bridge.request.domains.setExpiry({
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
        <Button variant="filled" type="submit" disabled={day === ''}>
          Save
        </Button>
        {domain.expiresOn !== null && <Button onClick={() => void tell(null)}>Not known</Button>}
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
