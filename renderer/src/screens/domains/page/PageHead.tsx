import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowLeft,
  IconCopy,
  IconDots,
  IconTrash,
} from '@tabler/icons-react';
import type { Domain } from '#shared/domain/portfolio.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { AccountDot } from '../../../components/AccountDot.tsx';
import { activeAccount } from '../../../shell/accounts-store.ts';
import { useCopy } from '../../search/use-copy.ts';
import { sourceAndAge } from '../known-words.ts';
import { useNowMs } from '../../../lib/ticker.ts';
import { useDomains } from '../domains-store.ts';
import { RemoveDialog } from '../list/RemoveDialog.tsx';
import { TagsField, tagsOf } from '../TagsField.tsx';
import { valueOf } from '../../../lib/remote.ts';
import css from './page.module.css';
import { ReadAgain } from './ReadAgain.tsx';
import { useTold } from './use-told.ts';

interface Props {
  readonly domain: Domain;
}

/** Which domain it is, in both forms, whose it is, and when it was last read. */
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
        <ReadAgain domain={domain} />
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

/** Changed where they stand. */
function DomainTags({ domain }: Props) {
  const { bridge } = useStores();
  const all = useStore(useDomains(), (state) => valueOf(state.domains));
  const known = useMemo(() => tagsOf(all?.values() ?? []), [all]);
  const told = useTold();
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
  const told = useTold();
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
