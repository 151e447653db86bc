import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconLock, IconLockOpen, IconRefresh } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { LockState } from '#shared/changes/kind.ts';
import type { Domain, DomainPart } from '#shared/domain/portfolio.ts';
import { domainParts } from '#shared/domain/terms.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../../app-stores.ts';
import { ChangeFlow } from '../../changes/ChangeFlow.tsx';
import { SyncAnswerFacts } from '../../changes/ChangeResult.tsx';
import { KnownAge, LastChange, useLastChange } from '../../changes/LastChange.tsx';
import { useChange, isBusy, isShownBy } from '../../changes/flow-store.ts';
import type { DomainTab } from '../../shell/route-store.ts';
import { Age, format, useNowMs } from '../../ui/Formats.tsx';
import { Section } from '../../ui/PageParts.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { useReportFailure } from '../../ui/use-report-failure.ts';
import { dayInWords, daysInWords, daysUntil, partWords, toneOf } from '../domain-words.ts';
import { useDomains } from '../domains-store.ts';
import { endedEarlyFor, useReadings } from '../readings-store.ts';
import { NotePart } from './NotePart.tsx';
import css from './page.module.css';

interface Props {
  readonly domain: Domain;
}

/** Everything known of a domain, each value with its age and source. */
export const Overview = ({ domain }: Props) => (
  <div className={css['overview']}>
    <Problems domain={domain} />
    <div className={css['column']}>
      <LockPart domain={domain} />
      <ExpiryPart domain={domain} />
      <SyncPart domain={domain} />
    </div>
    <div className={css['column']}>
      <NameserversPart domain={domain} />
      <RegistrantPart domain={domain} />
      <NotePart domain={domain} />
    </div>
  </div>
);

/** Values that could not be read at the last attempt, with the reason and next steps. */
function Problems({ domain }: Props) {
  const nowMs = useNowMs();
  const readings = useReadings();
  const endedBy = useStore(readings, (state) => endedEarlyFor(state, domain.accountId, domain.name));
  if (domain.troubles.length === 0 && endedBy === null) return null;
  return (
    <Stack gap="sm" my="sm" className={css['wide'] ?? ''}>
      {endedBy !== null && (
        <Problem domain={domain} error={endedBy} about="Nothing could be read just now" parts={domainParts} />
      )}
      {domain.troubles.map(({ part, error, at }) => (
        <Problem
          key={part}
          domain={domain}
          error={error}
          about={`${partWords[part]} could not be read, tried ${format.age(at, nowMs)}`}
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
}

function Problem({ domain, error, about, parts }: TroubleProps) {
  const { route } = useStores();
  const { begin } = useReadings().actions;
  const report = useReportFailure();
  const toAccount = (intent: 'look' | 'edit') => () => route.actions.goToAccount(domain.accountId, intent);
  return (
    <ErrorState
      error={error}
      about={about}
      remedies={{
        'try-again': () => report(begin(domain.accountId, [domain.name], parts)),
        'enter-key': toAccount('look'),
        'edit-account': toAccount('edit'),
      }}
    />
  );
}

/** The registrar lock with its age and the meaning of its states; locks and unlocks. */
export function LockPart({ domain }: Props) {
  const flow = useChange(domain, 'lock');
  const state = useStore(flow);
  const last = useLastChange(domain.accountId, domain.name, 'lock');
  const known = domain.lock?.value ?? null;
  const set = (wanted: LockState) => (
    <Button
      key={wanted}
      variant={known === null || wanted === 'locked' ? 'default' : 'subtle'}
      disabled={isBusy(state)}
      leftSection={
        wanted === 'locked' ? <IconLock size={14} aria-hidden /> : <IconLockOpen size={14} aria-hidden />
      }
      onClick={() => flow.actions.begin({ kind: 'lock', state: wanted })}
    >
      {wanted === 'locked' ? 'Lock…' : 'Unlock…'}
    </Button>
  );
  return (
    <Section
      title="Registrar lock"
      actions={
        <Group gap="sm">
          {known !== 'locked' && set('locked')}
          {known !== 'unlocked' && set('unlocked')}
        </Group>
      }
    >
      <Stack gap="sm">
        <Present domain={domain} />
        {last !== null && !isShownBy(state, last) && (
          <p>
            <LastChange change={last} />
          </p>
        )}
        <ChangeFlow flow={flow} />
      </Stack>
    </Section>
  );
}

function Present({ domain: { lock } }: Props) {
  return (
    <>
      <Group gap={8}>
        {lock?.value === 'locked' && <IconLock size={16} stroke={1.75} aria-hidden />}
        {lock?.value === 'unlocked' && <IconLockOpen size={16} stroke={1.75} aria-hidden />}
        <strong>{lock === null ? 'Not read yet' : lockWords[lock.value].word}</strong>
        {lock !== null && <KnownAge {...lock} />}
      </Group>
      <Text c="dimmed" maw={640}>
        {lock === null ? bothMean : lockWords[lock.value].means}
      </Text>
    </>
  );
}

const lockWords: Readonly<Record<LockState, { readonly word: string; readonly means: string }>> = {
  locked: {
    word: 'Locked',
    means:
      'Nobody can transfer the domain away without unlocking it first. Unlock it before a transfer that is wanted.',
  },
  unlocked: {
    word: 'Unlocked',
    means: 'Whoever has the transfer code can transfer the domain away. Lock it unless a transfer is wanted.',
  },
};

const bothMean =
  'Locked, the domain cannot be transferred away; unlocked, whoever has the transfer code can. Whether every TLD has a lock is not said by the API.';

/** The expiry date, as far as known. */
function ExpiryPart({ domain }: Props) {
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
    return (
      <Text c="dimmed">Not known. The API has no way to ask for it: a sync may tell it, or you do.</Text>
    );
  const days = daysUntil(expiresOn.value, nowMs);
  return (
    <Group gap="4px 8px" align="baseline">
      <strong className={css['expiry']} data-tone={toneOf(days)}>
        {dayInWords(expiresOn.value)}, {days < 0 ? `expired ${daysInWords(days)}` : daysInWords(days)}
      </strong>
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
    </form>
  );
}

/** Requests a sync with the registry from the service, and shows its last answer. */
export function SyncPart({ domain }: Props) {
  const flow = useChange(domain, 'sync');
  const state = useStore(flow);
  const last = useLastChange(domain.accountId, domain.name, 'sync');
  return (
    <Section
      title="Sync"
      actions={
        <Button
          variant="default"
          disabled={isBusy(state)}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => flow.actions.begin({ kind: 'sync' })}
        >
          Sync…
        </Button>
      }
    >
      <Stack gap="sm">
        <Text c="dimmed" maw={640}>
          The API says neither what a sync is for nor what it alters at the service; it is sent as a change,
          never on its own. It may answer the expiry and whether the domain was transferred away.
        </Text>
        <ChangeFlow flow={flow} />
        {last !== null && !isShownBy(state, last) && (
          <p>
            <LastChange change={last} />
          </p>
        )}
        {last !== null && last.told !== null && !isShownBy(state, last) && (
          <>
            <SyncAnswerFacts told={last.told} />
            <Text c="dimmed">
              As the sync answered, <Age at={last.sentAt ?? last.createdAt} />.
            </Text>
          </>
        )}
      </Stack>
    </Section>
  );
}

/** The nameservers in their order. */
const NameserversPart = ({ domain }: Props) => (
  <Section title="Nameservers" actions={<Way domain={domain} to="nameservers" words="Change…" />}>
    {domain.nameservers === null ? (
      <Text c="dimmed">Not read yet</Text>
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
      <Text c="dimmed">Not read yet</Text>
    ) : (
      <Group gap="4px 8px" align="baseline">
        <span className="selectable">
          {domain.registrant.value === '' ? 'Without a name' : domain.registrant.value}
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
