import { Group } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconLockOpen, IconNote } from '@tabler/icons-react';
import { useMemo } from 'react';
import { changeTitle } from '#shared/changes/index.ts';
import type { Change } from '#shared/domain/change.ts';
import { daysUntil } from '#shared/domain/expiry.ts';
import { missInShort, missWords } from '#shared/domain/registry.ts';
import { priceText } from '#shared/domain/finding.ts';
import { isolated, isolatedName } from '#shared/domain/isolated.ts';
import type { Domain, DomainPart } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { ChangeStateMark } from '../changes/ChangeStateMark.tsx';
import { RemovedMark } from '../team/SharedParts.tsx';
import type { TeamMarks } from '../team/team-store.ts';
import { ClaimMark } from '../team/TeamParts.tsx';
import { dayInWords, format, upperFirst, useNowMs } from '../ui/Formats.tsx';
import { AccountLabel } from '../ui/PageParts.tsx';
import type { Column } from '../ui/table-model.ts';
import { TwoLines } from '../ui/TableRow.tsx';
import {
  atRegistryInWords,
  daysInWords,
  exceptWords,
  isTroubled,
  partWords,
  shownAtRegistry,
  sourceAndAge,
  toneOf,
  unreadWords,
  updatesInWords,
} from './domain-words.ts';
import css from './list.module.css';
import { noPrices, type RenewalsOfDomains } from './renewal-prices.ts';

/** A domain as a row of the list. */
export interface Row {
  /** By account and name: see `keyOf`. */
  readonly key: string;
  readonly domain: Domain;
  /** In Unicode. */
  readonly unicode: string;
  /** All searchable text, in lower case. */
  readonly searched: string;
  /** When the oldest of lock, nameservers and registrant was read; null where none of them was. */
  readonly oldestAt: string | null;
  readonly newestAt: string | null;
  /** Whether lock, nameservers or registrant was never read. */
  readonly isPartlyUnread: boolean;
  /** The parts that the newest reading does not stand for. */
  readonly behind: readonly DomainPart[];
}

/** What is known of rows beside their domains. */
export interface RowFacts {
  readonly labelOf: (accountId: string) => string;
  readonly prices: RenewalsOfDomains;
}

/**
 * What a column is sorted by: a number, or a text in the order of the language. Null is unknown and sorts last in both
 * directions. The name is sorted by its Unicode form.
 */
export const sortValues = {
  account: ({ domain }, { labelOf }) => labelOf(domain.accountId),
  client: ({ domain }) => domain.client || null,
  lock: ({ domain }) => domain.lock?.value ?? null,
  nameservers: ({ domain }) => domain.nameservers?.value.join(' ') ?? null,
  registrant: ({ domain }) => domain.registrant?.value ?? null,
  status: ({ domain }) => domain.registry?.value.statuses.join(' ') || null,
  expires: ({ domain }) => (domain.expiresOn === null ? null : dayNumber(domain.expiresOn.value)),
  price: ({ domain }, { prices }) => prices.orderOf(domain),
  tags: ({ domain }) => (domain.tags.length === 0 ? null : domain.tags.join(' ')),
  read: ({ newestAt }) => (newestAt === null ? null : Date.parse(newestAt)),
} satisfies Readonly<Record<string, (row: Row, facts: RowFacts) => string | number | null>>;

export type SortColumn = 'name' | keyof typeof sortValues;

/** A column that can be hidden. */
export type HidableColumn = Exclude<SortColumn, 'name'>;

/** `2026-05-06` as 20260506: in the order of the days, also of one that no calendar has. */
const dayNumber = (day: string): number => Number(day.replaceAll('-', ''));

/** About how many pixels the content of a column takes: in the middle of all rows, but what was not updated of the longest one. */
export interface ContentWidths {
  readonly name: number;
  readonly nameservers: number;
  readonly registrant: number;
  /** 0 where no row has a client. */
  readonly client: number;
  /** 0 where no row has a price to show. */
  readonly price: number;
  /** 0 where no row has a tag. */
  readonly tags: number;
  readonly read: number;
}

const [monoPx, textPx, smallPx, pricePx] = [8, 7, 6.4, 104];
const unreadPx = 'Not loaded yet'.length * textPx;

/** By these the columns share their room, so that none is cut while another one is nearly empty. */
export function contentWidths(rows: readonly Row[], prices = noPrices): ContentWidths {
  let [name, nameservers, registrant, client, tags, read] = [0, 0, 0, 0, 0, 76];
  for (const { domain, unicode, behind } of rows) {
    const [host] = domain.nameservers?.value ?? [];
    const longestTag = Math.max(0, ...domain.tags.slice(0, 2).map(({ length }) => length * smallPx + 12));
    name += unicode.length * monoPx + 24;
    nameservers += host === undefined ? unreadPx : host.length * monoPx;
    registrant += domain.registrant === null ? unreadPx : domain.registrant.value.length * textPx;
    client += domain.client.length * textPx;
    tags += longestTag;
    read = Math.max(read, Math.ceil(exceptWords(behind).length * smallPx));
  }
  const inTheMiddle = (sum: number, of = rows.length): number => Math.ceil(sum / Math.max(1, of));
  return {
    name: Math.max(1, inTheMiddle(name)),
    nameservers: Math.max(1, inTheMiddle(nameservers)),
    registrant: Math.max(1, inTheMiddle(registrant)),
    client: inTheMiddle(client, rows.filter(({ domain }) => domain.client !== '').length),
    price: rows.some(({ domain }) => prices.has(domain)) ? pricePx : 0,
    tags: inTheMiddle(tags),
    read,
  };
}

interface ColumnsNeeds {
  /** The newest uncertain change of each domain that has one, by `keyOf`. */
  readonly uncertain: ReadonlyMap<string, Change>;
  readonly onOpenChange: (changeId: string) => void;
  readonly widths: ContentWidths;
  readonly prices: RenewalsOfDomains;
  readonly marks: TeamMarks;
  /** The domains of several accounts are listed. */
  readonly isOfAccounts: boolean;
  /** Without a tag, a price or a client in any row, the others have the room, unless the list is sorted by these. */
  readonly sortedBy: SortColumn;
  readonly hidden: readonly HidableColumn[];
}

const isOwn = (key: SortColumn): key is 'client' | 'price' | 'tags' =>
  key === 'client' || key === 'price' || key === 'tags';

/** The columns of the list, each with how it is drawn. Where it is narrow, clients, prices and tags have room only if another column is hidden. */
export function columnsWith(needs: ColumnsNeeds): readonly Column<Row, SortColumn>[] {
  const { widths, isOfAccounts, sortedBy, hidden } = needs;
  const hasRoom = hidden.some((key) => !hiddenAtFirst.includes(key));
  return everyColumn(needs)
    .filter(({ key }) => key === 'name' || !hidden.includes(key))
    .filter(({ key }) => key !== 'account' || isOfAccounts)
    .filter(({ key }) => !isOwn(key) || key === sortedBy || widths[key] > 0)
    .map((column) => ({
      ...column,
      title: column.key === 'name' ? 'Name' : columnTitles[column.key],
      // Names and tags say what they are.
      isTitleSaid: column.key !== 'name' && column.key !== 'tags',
      ...(isOwn(column.key) && hasRoom && { narrow: column.width }),
    }));
}

/** The columns of these rows. Most changes of rows leave the widths as they are, and the columns with them. */
export function useColumns(rows: readonly Row[], needs: Omit<ColumnsNeeds, 'widths'>) {
  const { uncertain, onOpenChange, prices, marks, isOfAccounts, sortedBy, hidden } = needs;
  const widths = useMemo(() => JSON.stringify(contentWidths(rows, prices)), [rows, prices]);
  return useMemo(
    () =>
      columnsWith({
        uncertain,
        onOpenChange,
        prices,
        marks,
        isOfAccounts,
        sortedBy,
        hidden,
        // Written above.
        widths: JSON.parse(widths) as ContentWidths,
      }),
    [uncertain, onOpenChange, widths, prices, marks, isOfAccounts, sortedBy, hidden],
  );
}

const columnTitles = {
  account: 'Account',
  client: 'Client',
  lock: 'Lock',
  nameservers: 'Nameservers',
  registrant: 'Registrant',
  status: 'At the registry',
  expires: 'Expires',
  price: 'Renewal',
  tags: 'Tags',
  read: 'Updated',
} as const satisfies Readonly<Record<HidableColumn, string>>;

/** The columns that can be hidden, in their order. */
export const hidableColumns = (Object.keys(columnTitles) as HidableColumn[]) // a constant object has the keys of its type
  .map((key) => ({ key, title: columnTitles[key] }));

/** Those that are hidden until somebody chooses them. */
export const hiddenAtFirst: readonly HidableColumn[] = ['status'];

/** Each without its title. */
const everyColumn = (needs: ColumnsNeeds): readonly Omit<Column<Row, SortColumn>, 'title'>[] => [
  {
    key: 'name',
    width: `minmax(160px, ${needs.widths.name}fr)`,
    narrow: `minmax(120px, ${needs.widths.name}fr)`,
    cell: (row) => <Name row={row} needs={needs} />,
  },
  {
    key: 'account',
    width: 'minmax(96px, 160px)',
    narrow: 'minmax(56px, 96px)',
    cell: ({ domain }) => <AccountLabel accountId={domain.accountId} isOneLine />,
  },
  {
    key: 'client',
    width: `minmax(72px, ${Math.max(1, needs.widths.client)}fr)`,
    narrow: null,
    hint: ({ domain }) => domain.client,
    cell: ({ domain }) => <bdi>{domain.client}</bdi>,
  },
  {
    key: 'lock',
    width: '96px',
    cell: ({ domain }) => <Lock of={domain} />,
  },
  {
    key: 'nameservers',
    width: `minmax(104px, ${needs.widths.nameservers}fr)`,
    narrow: `minmax(48px, ${needs.widths.nameservers}fr)`,
    cell: ({ domain }) => <Nameservers of={domain} />,
  },
  {
    key: 'registrant',
    width: `minmax(96px, ${needs.widths.registrant}fr)`,
    narrow: `minmax(48px, ${needs.widths.registrant}fr)`,
    cell: ({ domain }) => <Registrant of={domain} />,
  },
  {
    key: 'status',
    width: '144px',
    narrow: '96px',
    cell: ({ domain }) => <Statuses of={domain} />,
  },
  {
    key: 'expires',
    width: '104px',
    narrow: '100px',
    cell: ({ domain }) => <Expires of={domain} />,
  },
  {
    key: 'price',
    width: `${pricePx}px`,
    narrow: null,
    cell: ({ domain }) => <RenewalPrice of={domain} prices={needs.prices} />,
  },
  {
    key: 'tags',
    width: `minmax(56px, ${Math.max(1, needs.widths.tags)}fr)`,
    narrow: null,
    className: css['tags'],
    hint: ({ domain }) => domain.tags.map(isolated).join(', '),
    cell: ({ domain }) => <Tags of={domain} />,
  },
  {
    key: 'read',
    width: `${needs.widths.read}px`,
    cell: (row) => <LastRead row={row} />,
  },
];

interface NameProps {
  readonly row: Row;
  readonly needs: ColumnsNeeds;
}

/** The name in Unicode and A-labels, with marks for anything that needs attention. */
function Name({ row: { key, domain, unicode }, needs }: NameProps) {
  const { marks, onOpenChange } = needs;
  const uncertain = needs.uncertain.get(key);
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
        {/* Spoken as one word, which its two parts would not be. */}
        <span className={`mono ${css['whole'] ?? ''}`} role="group" aria-label={isolatedName(unicode)}>
          <span>{unicode.slice(0, dotOf(unicode))}</span>
          <span>{unicode.slice(dotOf(unicode))}</span>
        </span>
        {uncertain !== undefined && <Uncertain change={uncertain} onOpen={onOpenChange} />}
        <ClaimMark claim={marks.claimOf(domain.name)} isAlone />
        <RemovedMark by={marks.removedBy(domain)} isAlone />
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

/** Where the TLD begins: a name that is too long is cut before it. */
const dotOf = (domain: string): number => (domain.includes('.') ? domain.indexOf('.') : domain.length);

/** For the mouse only; with the keyboard, the domain's page leads there as well. */
function Uncertain({ change, onOpen }: { readonly change: Change; readonly onOpen: (id: string) => void }) {
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
        <ChangeStateMark of={{ state: 'uncertain' }} short />
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

const Unread = ({ words }: { readonly words: string }) => <span className={css['unread']}>{words}</span>;

function Lock({ of: domain }: CellProps) {
  const nowMs = useNowMs();
  const { lock } = domain;
  if (lock === null) return <Unread words={unreadWords(domain, 'lock')} />;
  const Icon = lock.value === 'locked' ? IconLock : IconLockOpen;
  return (
    <span className={css['lock']} data-state={lock.value} title={sourceAndAge(lock, nowMs)}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {lock.value === 'locked' ? 'Locked' : 'Unlocked'}
    </span>
  );
}

/** The first nameserver and the number of others; all of them on hover. */
function Nameservers({ of: domain }: CellProps) {
  const nowMs = useNowMs();
  const { nameservers } = domain;
  const [first, ...others] = nameservers?.value ?? [];
  if (nameservers === null || first === undefined)
    return <Unread words={nameservers === null ? unreadWords(domain, 'nameservers') : 'None'} />;
  return (
    <div title={`${nameservers.value.join('\n')}\n${sourceAndAge(nameservers, nowMs)}`}>
      <TwoLines second={others.length > 0 && `and ${format.count(others.length)} more`}>
        <span className="mono">{first}</span>
      </TwoLines>
    </div>
  );
}

function Statuses({ of: domain }: CellProps) {
  const words = shownAtRegistry(domain, useNowMs()).map(atRegistryInWords);
  const [first, ...others] = words;
  if (first === undefined) return <Unread words="Not known" />;
  return (
    <div title={words.join('\n')}>
      <TwoLines second={others.length > 0 && `and ${format.count(others.length)} more`}>{first}</TwoLines>
    </div>
  );
}

const Tags = ({ of: { tags } }: CellProps) => (
  <>
    {tags[0] !== undefined && <span className={css['tag']}>{tags[0]}</span>}
    {tags[1] !== undefined && (
      <Group component="span" gap={4} wrap="nowrap" maw="100%">
        <span className={css['tag']}>{tags[1]}</span>
        {tags.length > 2 && <span className={css['more']}>+{format.count(tags.length - 2)}</span>}
      </Group>
    )}
  </>
);

function Registrant({ of: domain }: CellProps) {
  const nowMs = useNowMs();
  const { registrant } = domain;
  if (registrant === null) return <Unread words={unreadWords(domain, 'contacts')} />;
  return (
    <span title={`${registrant.value}\n${sourceAndAge(registrant, nowMs)}`}>
      {registrant.value === '' ? 'No name' : registrant.value}
    </span>
  );
}

/** The expiry date and the days until then. An unknown date is not marked as a problem: few services report it. */
function Expires({ of: { expiresOn, registry } }: CellProps) {
  const nowMs = useNowMs();
  if (expiresOn === null) {
    const missing = registry?.value.missing ?? null;
    if (registry === null || missing === null) return <Unread words="Not known" />;
    return (
      <span title={`${missWords[missing]}, asked ${format.age(registry.at, nowMs)}`}>
        <Unread words={missInShort[missing]} />
      </span>
    );
  }
  const days = daysUntil(expiresOn.value, nowMs);
  const by = expiresOn.by === undefined ? '' : `, by ${isolated(expiresOn.by)}`;
  const second = expiresOn.source === 'expected' ? 'expected' : `${daysInWords(days)}${by}`;
  return (
    <div
      className={css['expires']}
      data-tone={toneOf(days)}
      title={`${sourceAndAge(expiresOn, nowMs)}\n${upperFirst(second)}`}
    >
      <TwoLines second={second}>{dayInWords(expiresOn.value)}</TwoLines>
    </div>
  );
}

/** What the service said of this very name; of other names, it is said so. */
function RenewalPrice({ of: domain, prices }: CellProps & { readonly prices: RenewalsOfDomains }) {
  const nowMs = useNowMs();
  const known = prices.of(domain);
  const shown = known ?? prices.similarTo(domain);
  if (shown === null) return <Unread words="Not known" />;
  const price = priceText({ kind: 'given', ...shown });
  const seen = `for a year, seen ${format.age(shown.at, nowMs)}`;
  if (known !== null) return <span title={`${price} ${seen}`}>{price}</span>;
  return (
    <div
      className={css['unread']}
      title={`${price} ${seen} for another name of this TLD. Not counted in sums`}
    >
      <TwoLines second={price}>similar names:</TwoLines>
    </div>
  );
}

/** The age of the newest reading, and of which parts it was, where others are older by more than a day or were never read. */
function LastRead({ row: { domain, newestAt, behind } }: { readonly row: Row }) {
  const nowMs = useNowMs();
  if (newestAt === null) {
    const tried = domain.troubles.map(({ at }) => at).toSorted()[0];
    if (tried === undefined) return <Unread words="Never" />;
    return (
      <TwoLines second="tried">
        <time dateTime={tried}>{format.age(tried, nowMs)}</time>
      </TwoLines>
    );
  }
  return (
    <div title={updatesInWords(domain, nowMs)}>
      <TwoLines second={exceptWords(behind)}>
        <time dateTime={newestAt}>{format.age(newestAt, nowMs)}</time>
      </TwoLines>
    </div>
  );
}
