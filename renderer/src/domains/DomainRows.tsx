import { IconAlertTriangle, IconLock, IconLockOpen, IconNote } from '@tabler/icons-react';
import { type RefObject, useMemo } from 'react';
import { useStore } from 'zustand';
import { changeTitle } from '#shared/changes/index.ts';
import type { Change } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { ChangeStateMark } from '../changes/ChangeParts.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { format, useNowMs } from '../ui/Formats.tsx';
import { NoMatch } from '../ui/States.tsx';
import { allOrNone, type Column, noSelection } from '../ui/table-model.ts';
import { TwoLines } from '../ui/TableRow.tsx';
import { dayInWords, daysInWords, daysUntil, partWords, sourceAndAge, toneOf } from './domain-words.ts';
import { usePortfolioActions } from './portfolio-actions.ts';
import {
  type Column as SortColumn,
  isTroubled,
  type PortfolioNow,
  type PortfolioStore,
  type Row,
} from './portfolio-store.ts';
import css from './list.module.css';

interface Props {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
}

const nameOf = ({ domain }: Row): string => domain.name;

/** The list of domains. Actions are on the selected names; where none is selected, on the current one. */
export function DomainRows({ list, now: { shown, uncertain }, grid, toField }: Props) {
  const { cursor, chosen, look } = useStore(list);
  const actions = usePortfolioActions(list);
  const columns = useMemo(() => columnsWith(uncertain, actions.openChange), [uncertain, actions.openChange]);
  const at = useMemo(() => shown.findIndex(({ domain }) => domain.name === cursor), [shown, cursor]);
  const on = (act: (names: readonly string[]) => void) => (row: Row | null) => {
    if (chosen.keys.size > 0) act([...chosen.keys]);
    else act(row === null ? [] : [row.domain.name]);
  };
  return (
    <DataTable
      ref={grid}
      label="Domains"
      columns={columns}
      rows={shown}
      rowKey={nameOf}
      rowHeight={44}
      cursor={at}
      onCursor={(_, row) => list.actions.moveTo(row?.domain.name ?? null)}
      onOpen={({ domain }) => actions.open(domain.name)}
      onLeave={toField}
      sort={{ ...look.sort, onSort: list.actions.sortBy }}
      selecting={{
        selection: chosen,
        onChange: list.actions.choose,
        label: ({ unicode }) => `Select ${unicode}`,
      }}
      keys={{
        selectDomains: () => list.actions.choose((before) => allOrNone(before, shown.map(nameOf))),
        dropSelection: () => list.actions.choose(() => noSelection),
        findDomain: toField,
        addDomains: actions.add,
        readDomains: on(actions.readAgain),
        changeDomains: on(actions.change),
        codesOfDomains: on(actions.codes),
        tagDomains: on(actions.tag),
        archiveDomains: on((names) => actions.archive(names, !look.archivedOnly)),
        copyDomains: on(actions.copy),
        removeDomains: on(actions.remove),
      }}
      none={
        <NoMatch title="No matching domains" onAll={list.actions.showAll}>
          Searched names, tags, notes, registrants and nameservers.
        </NoMatch>
      }
      autoFocus
      startsAtFirst
    />
  );
}

const columnsWith = (
  uncertain: PortfolioNow['uncertain'],
  onOpenChange: (changeId: string) => void,
): readonly Column<Row, SortColumn>[] => [
  {
    key: 'name',
    title: 'Name',
    width: 'minmax(160px, 6fr)',
    cell: (row) => (
      <Name row={row} uncertain={uncertain.get(row.domain.name) ?? null} onOpenChange={onOpenChange} />
    ),
  },
  { key: 'lock', title: 'Lock', width: '84px', cell: ({ domain }) => <Lock of={domain} /> },
  {
    key: 'nameservers',
    title: 'Nameservers',
    width: 'minmax(104px, 4fr)',
    cell: ({ domain }) => <Nameservers of={domain} />,
  },
  {
    key: 'registrant',
    title: 'Registrant',
    width: 'minmax(96px, 4fr)',
    narrow: 'minmax(80px, 3fr)',
    cell: ({ domain }) => <Registrant of={domain} />,
  },
  {
    key: 'expires',
    title: 'Expires',
    width: '104px',
    narrow: '100px',
    cell: ({ domain }) => <Expires of={domain} />,
  },
  {
    key: 'tags',
    title: 'Tags',
    width: 'minmax(80px, 3fr)',
    narrow: null,
    className: css['tags'],
    hint: ({ domain }) => domain.tags.join(', '),
    cell: ({ domain: { tags } }) => (
      <>
        {tags[0] !== undefined && <span className={css['tag']}>{tags[0]}</span>}
        {tags.length > 1 && <span className={css['more']}>+{format.count(tags.length - 1)}</span>}
      </>
    ),
  },
  { key: 'read', title: 'Updated', width: '80px', narrow: '76px', cell: (row) => <LastRead row={row} /> },
];

interface NameProps {
  readonly row: Row;
  /** Its newest uncertain change. */
  readonly uncertain: Change | null;
  readonly onOpenChange: (changeId: string) => void;
}

/** The name in Unicode and A-labels, with marks for anything that needs attention. */
function Name({ row: { domain, unicode }, uncertain, onOpenChange }: NameProps) {
  const isOther = unicode !== domain.name;
  const isArchived = domain.archivedAt !== null;
  return (
    <TwoLines
      second={
        (isOther || isArchived) && (
          <>
            {isOther && <span className="mono">{domain.name}</span>} {isArchived && 'Archived'}
          </>
        )
      }
    >
      <span className={css['name']} title={isOther ? `${unicode}\n${domain.name}` : unicode}>
        <span className="mono">{unicode}</span>
        {uncertain !== null && <Uncertain change={uncertain} onOpen={onOpenChange} />}
        {isTroubled(domain) && <Trouble of={domain} />}
        {domain.note !== '' && (
          <span className={css['mark']} title={domain.note} role="img" aria-label="Has a note">
            <IconNote size={14} stroke={1.75} aria-hidden />
          </span>
        )}
      </span>
    </TwoLines>
  );
}

interface UncertainProps {
  readonly change: Change;
  readonly onOpen: NameProps['onOpenChange'];
}

/** For the mouse only; with the keyboard, the domain's page leads there as well. */
function Uncertain({ change, onOpen }: UncertainProps) {
  const words = `Change ${change.number} is uncertain: ${changeTitle(change.what)}`;
  return (
    <button
      type="button"
      className={css['mark']}
      tabIndex={-1}
      title={`${words}. Open it`}
      aria-label={words}
      onClick={() => onOpen(change.id)}
    >
      <span aria-hidden>
        <ChangeStateMark state="uncertain" short />
      </span>
    </button>
  );
}

function Trouble({ of: domain }: CellProps) {
  const words = [
    ...(domain.transferredAway?.value === true ? ['The service says it was transferred away.'] : []),
    ...domain.troubles.map(({ part, error }) => `${partWords[part]}: ${sentencesFor(error).happened}`),
  ].join('\n');
  return (
    <span className={css['mark']} data-tone="caution" title={words} role="img" aria-label={words}>
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
    </span>
  );
}

interface CellProps {
  readonly of: Domain;
}

const Unread = ({ words = 'Not loaded yet' }: { readonly words?: string }) => (
  <span className={css['unread']}>{words}</span>
);

/** The registrar lock, by icon and word. */
function Lock({ of: { lock } }: CellProps) {
  const nowMs = useNowMs();
  if (lock === null) return <Unread />;
  const Icon = lock.value === 'locked' ? IconLock : IconLockOpen;
  return (
    <span className={css['lock']} data-state={lock.value} title={sourceAndAge(lock, nowMs)}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {lock.value === 'locked' ? 'Locked' : 'Unlocked'}
    </span>
  );
}

/** The first nameserver and the number of others; all of them on hover. */
function Nameservers({ of: { nameservers } }: CellProps) {
  const nowMs = useNowMs();
  const [first, ...others] = nameservers?.value ?? [];
  if (nameservers === null || first === undefined)
    return <Unread words={nameservers === null ? 'Not loaded yet' : 'None'} />;
  return (
    <div title={`${nameservers.value.join('\n')}\n${sourceAndAge(nameservers, nowMs)}`}>
      <TwoLines second={others.length > 0 && `and ${format.count(others.length)} more`}>
        <span className="mono">{first}</span>
      </TwoLines>
    </div>
  );
}

function Registrant({ of: { registrant } }: CellProps) {
  const nowMs = useNowMs();
  if (registrant === null) return <Unread />;
  return (
    <span title={`${registrant.value}\n${sourceAndAge(registrant, nowMs)}`}>
      {registrant.value === '' ? 'No name' : registrant.value}
    </span>
  );
}

/** The expiry date and the days until then. An unknown date is not marked as a problem: few services report it. */
function Expires({ of: { expiresOn } }: CellProps) {
  const nowMs = useNowMs();
  if (expiresOn === null) return <Unread words="Not known" />;
  const days = daysUntil(expiresOn.value, nowMs);
  return (
    <div className={css['expires']} data-tone={toneOf(days)} title={sourceAndAge(expiresOn, nowMs)}>
      <TwoLines second={daysInWords(days)}>{dayInWords(expiresOn.value)}</TwoLines>
    </div>
  );
}

/** The age of the oldest value that was read. */
function LastRead({ row: { oldestAt, isPartlyUnread } }: { readonly row: Row }) {
  const nowMs = useNowMs();
  if (oldestAt === null) return <Unread words="Never" />;
  return (
    <div title={`The oldest of its values: ${format.instant(oldestAt)}`}>
      <TwoLines second={isPartlyUnread && 'in part'}>
        <time dateTime={oldestAt}>{format.age(oldestAt, nowMs)}</time>
      </TwoLines>
    </div>
  );
}
