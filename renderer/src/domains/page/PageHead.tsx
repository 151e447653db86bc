import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowLeft,
  IconChevronDown,
  IconCopy,
  IconDots,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { type Domain, type DomainPart, domainParts } from '#shared/domain/portfolio.ts';
import { useStores } from '../../app-stores.ts';
import { valueOf } from '../../bridge.ts';
import { activeAccount } from '../../shell/stores.ts';
import { Age, useNowMs } from '../../ui/Formats.tsx';
import { AccountDot } from '../../ui/Marks.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { useReportFailure } from '../../ui/use-report-failure.ts';
import { partWords, sourceAndAge } from '../domain-words.ts';
import { useDomains } from '../domains-store.ts';
import { isBeingRead, useReadings } from '../readings-store.ts';
import { RemoveDialog } from '../RemoveDialog.tsx';
import { TagsField, tagsOf } from '../TagDialog.tsx';
import css from './page.module.css';

interface Props {
  readonly domain: Domain;
}

/** The domain in Unicode and as A-labels, its account, and when it was last read. */
export function PageHead({ domain }: Props) {
  const unicode = toUnicode(domain.name);
  const nowMs = useNowMs();
  return (
    <header className={css['head']}>
      <div className={css['line']}>
        <Back />
        <h1 className={`mono selectable ${css['name'] ?? ''}`}>{unicode}</h1>
        <Copy name={unicode} />
        {domain.archivedAt !== null && <span className={css['archived']}>Archived</span>}
        {domain.transferredAway?.value === true && (
          <span className={css['away']} title={sourceAndAge(domain.transferredAway, nowMs)}>
            Transferred away, says the service
          </span>
        )}
        <span className={css['gap']} />
        <RefreshMenu domain={domain} />
        <More domain={domain} />
      </div>
      <div className={css['about']}>
        {unicode !== domain.name && (
          <span className={`mono selectable ${css['ascii'] ?? ''}`}>{domain.name}</span>
        )}
        <Whose />
        <DomainTags domain={domain} />
      </div>
    </header>
  );
}

function Back() {
  const { route } = useStores();
  return (
    <Tooltip label="All domains">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        className={css['back'] ?? ''}
        aria-label="All domains"
        onClick={() => route.actions.goToDomains({ kind: 'list' })}
      >
        <IconArrowLeft size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function Copy({ name }: { readonly name: string }) {
  const copy = useCopy();
  return (
    <Tooltip label="Copy the name">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label="Copy the name"
        onClick={() => copy([name])}
      >
        <IconCopy size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function Whose() {
  const account = useStore(useStores().accounts, activeAccount);
  if (account === null) return null;
  return (
    <span className={css['account']}>
      <AccountDot colour={account.colour} />
      {account.label}
    </span>
  );
}

/** The domain's tags, edited in place. */
function DomainTags({ domain }: Props) {
  const { bridge } = useStores();
  const all = useStore(useDomains(), (state) => valueOf(state.domains));
  const known = useMemo(() => tagsOf(all?.values() ?? []), [all]);
  const told = useReportFailure();
  return (
    <TagsField
      className={css['tags'] ?? ''}
      isQuiet
      aria-label="Tags"
      tags={domain.tags}
      known={known}
      onChange={(tags) =>
        told(
          bridge.request.domains.tag({
            accountId: domain.accountId,
            domains: [domain.name],
            add: tags.filter((tag) => !domain.tags.includes(tag)),
            remove: domain.tags.filter((tag) => !tags.includes(tag)),
          }),
        )
      }
    />
  );
}

function More({ domain }: Props) {
  const { bridge } = useStores();
  const all = useStore(useDomains(), (state) => valueOf(state.domains));
  const [isRemoving, setRemoving] = useState(false);
  const told = useReportFailure();
  const isArchived = domain.archivedAt !== null;
  const size = { size: 14, 'aria-hidden': true } as const;

  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label="More for this domain">
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={isArchived ? <IconArchiveOff {...size} /> : <IconArchive {...size} />}
            onClick={() =>
              told(
                bridge.request.domains.archive({
                  accountId: domain.accountId,
                  domains: [domain.name],
                  archived: !isArchived,
                }),
              )
            }
          >
            {isArchived ? 'Bring back' : 'Archive'}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash {...size} />} onClick={() => setRemoving(true)}>
            Remove…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRemoving && all !== null && (
        <RemoveDialog
          accountId={domain.accountId}
          names={[domain.name]}
          all={all}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}

interface RefreshMenuProps {
  readonly domain: Domain;
}

/** Refreshes the present state from the service: all of it or one part, each shown with its age. */
function RefreshMenu({ domain }: RefreshMenuProps) {
  const readings = useReadings();
  const isReading = useStore(readings, (state) => isBeingRead(state, domain.accountId, domain.name));
  const told = useReportFailure();
  const read = (parts: readonly DomainPart[]) =>
    told(readings.actions.begin(domain.accountId, [domain.name], parts));
  return (
    <span className={css['readAgain']}>
      <span className={css['quiet']} role="status">
        {isReading ? 'Reading…' : <OldestAge domain={domain} />}
      </span>
      <span className={css['split']}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          disabled={isReading}
          onClick={() => read(domainParts)}
        >
          Read again
        </Button>
        <Menu position="bottom-end" width={280}>
          <Menu.Target>
            <ActionIcon variant="default" size={32} disabled={isReading} aria-label="Read a part again">
              <IconChevronDown size={14} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {domainParts.map((part) => (
              <Menu.Item
                key={part}
                rightSection={<span className={css['quiet']}>{<PartAge domain={domain} part={part} />}</span>}
                onClick={() => read([part])}
              >
                {partWords[part]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </span>
    </span>
  );
}

const knownOf = (domain: Domain, part: DomainPart): { readonly at: string } | null =>
  ({ lock: domain.lock, nameservers: domain.nameservers, contacts: domain.registrant })[part];

function PartAge({ domain, part }: RefreshMenuProps & { readonly part: DomainPart }) {
  const known = knownOf(domain, part);
  return known === null ? 'not read yet' : <Age at={known.at} />;
}

function OldestAge({ domain }: RefreshMenuProps) {
  const times = domainParts.flatMap((part) => knownOf(domain, part)?.at ?? []);
  const [oldest] = times.toSorted();
  if (oldest === undefined) return 'Not read yet';
  return (
    <>
      {times.length < domainParts.length ? 'Read in part, ' : 'Read '}
      <Age at={oldest} />
    </>
  );
}
