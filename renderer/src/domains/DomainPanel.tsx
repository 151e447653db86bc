import { Button, Group, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import { daysUntil } from '#shared/domain/expiry.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { KnownAge } from '../changes/ChangeParts.tsx';
import { takeCode } from '../codes/TransferCodes.tsx';
import { dayInWords, useNowMs } from '../ui/Formats.tsx';
import { AccountLabel, Fact, Facts, IconButton, openDomain } from '../ui/PageParts.tsx';
import { Keys } from '../ui/Shortcuts.tsx';
import { daysInWords, type OfDomain, toneColours, toneOf, unreadWords } from './domain-words.ts';
import type { Row } from './portfolio-columns.tsx';
import { type PortfolioNow, type PortfolioStore, usePortfolioActions } from './portfolio-store.ts';
import panelCss from '../styles/panel.module.css';
import css from './views.module.css';

interface Props {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
  readonly toList: () => void;
}

/** What is known of the domain under the cursor, beside the list, which keeps its place. It follows the cursor. */
export function DomainPanel({ list, now: { shown }, toList }: Props) {
  const { cursor, isPanelOpen } = useStore(list);
  if (!isPanelOpen) return null;
  const row = shown.find(({ key }) => key === cursor);
  return row === undefined ? null : <Panel list={list} row={row} toList={toList} />;
}

function Panel({ list, row, toList }: Pick<Props, 'list' | 'toList'> & { readonly row: Row }) {
  const { domain, unicode, key } = row;
  // What acts on the selection stands below the list.
  const isBeside = useStore(list, ({ chosen }) => chosen.keys.size > 0);
  const actions = usePortfolioActions(list);
  useEffect(() => {
    list.actions.showInPanel(key);
    return () => list.actions.showInPanel(null);
  }, [list, key]);

  function close(): void {
    list.actions.showPanel(false);
    toList();
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };

  return (
    <aside
      className={`${panelCss['panel'] ?? ''} ${css['panel'] ?? ''}`}
      aria-label={`About ${isolated(unicode)}`}
      onKeyDown={onKeyDown}
    >
      <div className={panelCss['head']}>
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Text
            component="h2"
            fz="lg"
            fw={600}
            flex={1}
            miw={0}
            className="mono selectable"
            style={{ overflowWrap: 'anywhere' }}
          >
            {unicode}
          </Text>
          <IconButton label="Close the panel" size={24} onClick={close} />
        </Group>
        <Group gap="4px 12px" c="dimmed">
          {unicode !== domain.name && <span className="mono selectable">{domain.name}</span>}
          <AccountLabel accountId={domain.accountId} />
        </Group>
        <Group gap={6} mt={8}>
          <Button
            variant="filled"
            px={10}
            rightSection={<Keys of="openDomain" />}
            onClick={() => actions.open(domain)}
          >
            Open page
          </Button>
          {!isBeside && (
            <Button px={10} onClick={() => actions.readAgain([key])}>
              Read again
            </Button>
          )}
          {!isBeside && domain.archivedAt === null && (
            <Button px={10} onClick={() => actions.batch('renew', [key])}>
              Renew…
            </Button>
          )}
        </Group>
      </div>
      <div className={panelCss['body']} tabIndex={0} role="group" aria-label="What is known">
        <Values domain={domain} />
      </div>
    </aside>
  );
}

/** One that is locked is unlocked first, on its tab: its code alone transfers nothing. */
function takeOrUnlock(stores: Stores, { accountId, name, lock }: Domain): void {
  const place = { accountId, domain: name };
  if (lock?.value === 'locked') openDomain(stores, { ...place, tab: 'transfer-code' });
  else takeCode(stores, place, 'copy');
}

/** Each value with its source and age. What is not known is said to be so. */
function Values({ domain }: OfDomain) {
  const stores = useStores();
  const { lock, nameservers, registrant } = domain;
  return (
    <Facts nameWidth={96}>
      <Value label="Expires" known={domain.expiresOn} otherwise="Not known">
        {domain.expiresOn !== null && <Expiry day={domain.expiresOn.value} />}
      </Value>
      <Value label="Lock" known={lock} otherwise={unreadWords(domain, 'lock')}>
        {lock?.value === 'locked' ? 'Locked' : 'Unlocked'}
      </Value>
      <Fact name="Code">
        <Button size="compact-sm" onClick={() => takeOrUnlock(stores, domain)}>
          {lock?.value === 'locked' ? 'Unlock, then copy…' : 'Copy the code…'}
        </Button>
      </Fact>
      <Value label="Nameservers" known={nameservers} otherwise={unreadWords(domain, 'nameservers')}>
        <ul className="mono selectable">
          {nameservers?.value.map((host) => (
            <li key={host}>{host}</li>
          ))}
        </ul>
      </Value>
      <Value label="Registrant" known={registrant} otherwise={unreadWords(domain, 'contacts')}>
        {registrant?.value === '' ? 'No name' : registrant?.value}
      </Value>
      <OwnValues {...domain} />
    </Facts>
  );
}

function Expiry({ day }: { readonly day: string }) {
  const days = daysUntil(day, useNowMs());
  return (
    <Text span c={toneColours[toneOf(days)]}>
      {dayInWords(day)}, {daysInWords(days)}
    </Text>
  );
}

/** What a person has written about it. */
const OwnValues = ({ client, tags, note }: Pick<Domain, 'client' | 'tags' | 'note'>) => (
  <>
    {client !== '' && (
      <Fact name="Client">
        <bdi>{client}</bdi>
      </Fact>
    )}
    {tags.length > 0 && <Fact name="Tags">{tags.map(isolated).join(', ')}</Fact>}
    {note !== '' && (
      <Fact name="Note">
        <span style={{ whiteSpace: 'pre-wrap' }}>{note}</span>
      </Fact>
    )}
  </>
);

interface ValueProps {
  readonly label: string;
  readonly known: Parameters<typeof KnownAge>[0] | null;
  /** Where it is not known. */
  readonly otherwise: string;
  readonly children: ReactNode;
}

const Value = ({ label, known, otherwise, children }: ValueProps) => (
  <Fact name={label}>
    {known === null ? (
      <Text span c="dimmed">
        {otherwise}
      </Text>
    ) : (
      <Stack gap={0}>
        {children}
        <KnownAge {...known} />
      </Stack>
    )}
  </Fact>
);
