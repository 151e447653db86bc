import { Button, TextInput } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { type SyntheticEvent, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { Section } from '../../../components/Section.tsx';
import { useNowMs } from '../../../lib/ticker.ts';
import { KnownAge } from '../../change/KnownAge.tsx';
import { dayInWords, daysInWords, daysUntil, toneOf } from '../days.ts';
import { useDomains } from '../domains-store.ts';
import css from './page.module.css';

interface Props {
  readonly domain: Domain;
}

/** When the domain expires, as far as anybody has told. */
export function ExpiryPart({ domain }: Props) {
  const [isTelling, setTelling] = useState(false);
  return (
    <Section
      title="Expiry"
      actions={
        !isTelling && (
          <Button variant="default" onClick={() => setTelling(true)}>
            {domain.expiresOn === null ? 'Tell the day…' : 'Correct…'}
          </Button>
        )
      }
    >
      <div className={css['stack']}>
        <Expiry domain={domain} />
        {isTelling && <TellForm domain={domain} onClose={() => setTelling(false)} />}
      </div>
    </Section>
  );
}

function Expiry({ domain: { expiresOn } }: Props) {
  const nowMs = useNowMs();
  if (expiresOn === null)
    return (
      <p className={css['means']}>
        Not known. The API has no way to ask for it: a sync may tell it, or you do.
      </p>
    );
  const days = daysUntil(expiresOn.value, nowMs);
  return (
    <p className={css['value']}>
      <strong data-tone={toneOf(days)}>
        {dayInWords(expiresOn.value)}, {days < 0 ? `expired ${daysInWords(days)}` : daysInWords(days)}
      </strong>
      <KnownAge {...expiresOn} />
    </p>
  );
}

/** A person's word, kept as such; at the service nothing changes by it. */
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
    <form
      className={css['tell']}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <TextInput
        type="date"
        label="Expires on"
        description="Kept here as entered by you. At the service nothing changes."
        value={day}
        max="9999-12-31"
        error={error === null ? null : sentencesFor(error).happened}
        onChange={(event) => setDay(event.currentTarget.value)}
        autoFocus
      />
      <div className={css['ways']}>
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
      </div>
    </form>
  );
}
