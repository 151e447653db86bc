import { Badge, Box, Button, Group, Menu, Stack, Text, Title } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconChevronDown,
  IconChevronUp,
  IconCopy,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { nameInText, toUnicode } from '#shared/domain/domain-name.ts';
import type { DomainPart } from '#shared/domain/portfolio.ts';
import { useStores } from '../../app-stores.ts';
import { isBusy, useChange } from '../../changes/flow-store.ts';
import { Age, format, lowerFirst, useNowMs } from '../../ui/Formats.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { AccountLabel, BackTo, IconButton } from '../../ui/PageParts.tsx';
import { useCopy } from '../../ui/copy.ts';
import { NameCaution } from '../../ui/States.tsx';
import {
  exceptWords,
  type OfDomain,
  partWords,
  readOf,
  sourceAndAge,
  unreadWords,
  updatesOf,
} from '../domain-words.ts';
import { keyOf, listedOf, useDomains } from '../domains-store.ts';
import { isBeingRead, readAgain, useReadings, useRegistry } from '../readings-store.ts';
import { type PortfolioStore, usePortfolio, usePortfolioActions } from '../portfolio-store.ts';
import { useKeys } from '../../ui/Shortcuts.tsx';
import type { DomainTab } from './tabs.ts';
import { RemoveDialog, TagsField, tagsOf } from '../EditDialogs.tsx';
import { domainParts } from '#shared/domain/domain-parts.ts';
import { valueOf } from '../../remote.ts';

interface HeadProps extends OfDomain {
  readonly list: PortfolioStore;
  readonly tab: DomainTab;
}

/** The domain in Unicode and as A-labels, its account, and when it was last read. */
export function PageHead({ domain, list, tab }: HeadProps) {
  const { route } = useStores();
  const copy = useCopy();
  const unicode = toUnicode(domain.name);
  const nowMs = useNowMs();
  return (
    <Stack component="header" gap={4}>
      <Group gap="sm" wrap="nowrap">
        <BackTo label="All domains" onClick={() => route.actions.goToDomains({ kind: 'list' })} />
        <Title order={1} fz="xl" miw={0} className="mono selectable" style={{ overflowWrap: 'anywhere' }}>
          {unicode}
        </Title>
        <IconButton
          label="Copy the name"
          size={24}
          icon={<IconCopy size={14} stroke={1.75} aria-hidden />}
          onClick={() => copy([unicode])}
        />
        {domain.archivedAt !== null && <Badge color="gray">Archived</Badge>}
        {domain.transferredAway?.value === true && (
          <Badge color="caution" title={sourceAndAge(domain.transferredAway, nowMs)}>
            Transferred away (as reported)
          </Badge>
        )}
        <RefreshMenu domain={domain} />
        <Neighbours domain={domain} list={list} tab={tab} />
        <More domain={domain} list={list} />
      </Group>
      <Group gap="0 16px" pl={36} mih={32}>
        {unicode !== domain.name && (
          <Text span c="dimmed" className="mono selectable" style={{ overflowWrap: 'anywhere' }}>
            {domain.name}
          </Text>
        )}
        <Text span c="dimmed">
          <AccountLabel accountId={domain.accountId} />
        </Text>
        <DomainTags domain={domain} />
      </Group>
      <Box pl={36}>
        <NameCaution unicode={unicode} />
      </Box>
    </Stack>
  );
}

/** To the domains before and after this one in the order of the list, which goes with it. */
function Neighbours({ domain, list, tab }: HeadProps) {
  const { shown } = usePortfolio(list);
  const actions = usePortfolioActions(list);
  const at = useMemo(() => shown.findIndex(({ key }) => key === keyOf(domain)), [shown, domain]);
  const goTo = (step: -1 | 1): (() => void) | null => {
    const row = at === -1 ? undefined : shown[at + step];
    if (row === undefined) return null;
    return () => {
      list.actions.moveTo(row.key);
      actions.open(row.domain, tab);
    };
  };
  const [previous, next] = [goTo(-1), goTo(1)];
  useKeys({ previousDomain: previous, nextDomain: next });
  if (at === -1) return null;
  return (
    <Group
      gap={0}
      wrap="nowrap"
      role="group"
      aria-label={`${format.count(at + 1)} of ${format.count(shown.length)} in the list`}
    >
      <IconButton
        label="Previous domain"
        size={32}
        disabled={previous === null}
        icon={<IconChevronUp size={16} stroke={1.75} aria-hidden />}
        onClick={() => previous?.()}
      />
      <IconButton
        label="Next domain"
        size={32}
        disabled={next === null}
        icon={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        onClick={() => next?.()}
      />
    </Group>
  );
}

function DomainTags({ domain }: OfDomain) {
  const { bridge, undo } = useStores();
  const all = useStore(useDomains(), (state) => valueOf(state.domains));
  const known = useMemo(() => tagsOf(all?.values() ?? []), [all]);
  const { report } = useStores().notices.actions;
  return (
    <TagsField
      flex={1}
      miw={160}
      isQuiet
      aria-label="Tags"
      tags={domain.tags}
      known={known}
      onChange={(tags) =>
        report(
          undo.actions.edit(
            {
              area: 'domains',
              text: `Changed the tags of ${nameInText(domain.name)}`,
              accountId: domain.accountId,
            },
            (edit) =>
              bridge.request.domains.tag({
                accountId: domain.accountId,
                domains: [domain.name],
                add: tags.filter((tag) => !domain.tags.includes(tag)),
                remove: domain.tags.filter((tag) => !tags.includes(tag)),
                edit,
              }),
          ),
        )
      }
    />
  );
}

function More({ domain, list }: Omit<HeadProps, 'tab'>) {
  const actions = usePortfolioActions(list);
  const all = useStore(useDomains(), (state) => valueOf(state.domains));
  const [isRemoving, setRemoving] = useState(false);
  const isArchived = domain.archivedAt !== null;
  const size = { size: 14, 'aria-hidden': true } as const;

  return (
    <>
      <MoreMenu label="More for this domain" size={32} width={220}>
        <Menu.Item
          leftSection={isArchived ? <IconArchiveOff {...size} /> : <IconArchive {...size} />}
          onClick={() => actions.archive([keyOf(domain)], !isArchived, nameInText(domain.name))}
        >
          {isArchived ? 'Restore' : 'Archive'}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash {...size} />} onClick={() => setRemoving(true)}>
          Remove…
        </Menu.Item>
      </MoreMenu>
      {isRemoving && all !== null && (
        <RemoveDialog
          of={[{ accountId: domain.accountId, names: [domain.name] }]}
          all={listedOf(new Map([[domain.accountId, all]]))}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}

/**
 * Reads the present state again: all of it, or one part, each shown with its age. That the service reads its registry is logged as a
 * change.
 */
export function RefreshMenu({ domain }: OfDomain) {
  const readings = useReadings();
  const isReading = useStore(readings, (state) => isBeingRead(state, domain.accountId, domain.name));
  const stores = useStores();
  const sync = useChange(domain, 'sync');
  const isSyncing = useStore(sync, isBusy);
  const { isOn, lookUp } = useRegistry();
  const read = (part: DomainPart) =>
    stores.notices.actions.report(readings.actions.begin(domain.accountId, [domain.name], [part]));
  return (
    <Group gap="sm" ml="auto" wrap="nowrap" flex="none">
      <Text span c="dimmed" role="status">
        {isReading ? 'Reading…' : <NewestAge domain={domain} />}
      </Text>
      <Button.Group>
        <Button
          leftSection={<IconRefresh size={14} aria-hidden />}
          disabled={isReading}
          onClick={() => readAgain(stores, readings, [keyOf(domain)])}
        >
          Read again
        </Button>
        <Menu position="bottom-end" width={280}>
          <Menu.Target>
            <Button px="xs" disabled={isReading} aria-label="Choose what is read">
              <IconChevronDown size={14} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {domainParts.map((part) => (
              <Menu.Item
                key={part}
                rightSection={
                  <Text span c="dimmed">
                    <PartAge domain={domain} part={part} />
                  </Text>
                }
                onClick={() => read(part)}
              >
                {partWords[part]}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item onClick={() => lookUp([keyOf(domain)], true)}>
              {isOn ? 'Expiry, at the registry' : 'Expiry, at the registry…'}
            </Menu.Item>
            <Menu.Item
              disabled={isSyncing}
              onClick={() =>
                stores.route.actions.goToDomains(
                  { kind: 'domain', domain: domain.name, tab: 'overview' },
                  () => sync.actions.begin({ kind: 'sync' }),
                )
              }
            >
              Have the service read it again…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
    </Group>
  );
}

function PartAge({ domain, part }: OfDomain & { readonly part: DomainPart }) {
  const known = readOf(domain, part);
  return known === null ? lowerFirst(unreadWords(domain, part)) : <Age at={known.at} />;
}

function NewestAge({ domain }: OfDomain) {
  const { newestAt, behind } = updatesOf(domain);
  if (newestAt === null) return unreadWords(domain, domain.troubles[0]?.part ?? 'lock');
  return (
    <>
      Updated <Age at={newestAt} />
      {behind.length > 0 && `, ${exceptWords(behind)}`}
    </>
  );
}
