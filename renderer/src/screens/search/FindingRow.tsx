import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy, IconLayoutSidebarRight, IconRefresh } from '@tabler/icons-react';
import { notGiven, shortestPeriod } from '#shared/domain/price.ts';
import { memo, useState } from 'react';
import { useStores } from '../../app-stores.ts';
import { Age } from '../../components/Age.tsx';
import { unknownWords } from '../../components/finding-words.ts';
import { FindingMark } from '../../components/FindingMark.tsx';
import { FindingWord } from '../../components/FindingWord.tsx';
import type { Finding } from '../../lib/nouns.ts';
import { priceText } from '../../lib/price-text.ts';
import css from './list.module.css';
import type { Row } from './rows.ts';
import { useCopy } from './use-copy.ts';

interface Props {
  readonly id: string;
  readonly index: number;
  readonly row: Row;
  /** Under the list's cursor. */
  readonly current: boolean;
  /** Its details are open beside the list. */
  readonly open: boolean;
}

/** One name under one TLD: what is known, at what price, since when and from where. */
export const FindingRow = memo(function FindingRow({ id, index, row, current, open }: Props) {
  const { search } = useStores();
  const { domain, unicode } = row.name;
  const [pointed, setPointed] = useState(false);
  const remark = remarkOn(row);
  return (
    <div
      id={id}
      className={css['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={open}
      aria-busy={row.asking}
      data-current={current}
      data-kind={row.finding.kind}
      onClick={() => search.actions.openDetails(domain)}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      <span className={css['finding']} role="gridcell">
        <FindingMark kind={row.finding.kind} decorative />
        <FindingWord kind={row.finding.kind} />
      </span>
      <span className={css['domain']} role="gridcell">
        {unicode}
      </span>
      <span className={css['price']} role="gridcell">
        <Price finding={row.finding} />
      </span>
      <span className={css['asked']} role="gridcell">
        <Asked row={row} />
      </span>
      <span className={css['remark']} role="gridcell" title={remark}>
        {remark}
      </span>
      <span className={css['actions']} role="gridcell">
        {/* Seen there alone. Those of every row would take most of the time that a key press has. */}
        {(current || pointed) && <RowActions row={row} />}
      </span>
    </div>
  );
});

/** What else there is to say: its A-labels, why it is unknown, what the service said of it. */
function remarkOn({ name, finding }: Row): string {
  const parts = [
    name.domain === name.unicode ? '' : name.domain,
    finding.cause === null ? '' : unknownWords[finding.cause],
    finding.kind === 'unknown' || finding.kind === 'invalid' || finding.kind === 'reserved'
      ? finding.message
      : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

const buyable: ReadonlySet<string> = new Set(['available', 'premium', 'reserved']);

function Price({ finding }: { readonly finding: Finding }) {
  const first = shortestPeriod(finding.prices);
  const price = first?.register ?? notGiven;
  if (price.kind !== 'given')
    return buyable.has(finding.kind) ? <span className={css['none']}>{priceText(price)}</span> : null;
  return (
    <>
      {priceText(price)}
      {first !== undefined && first.period !== 1 && <span className={css['none']}> / {first.period} y</span>}
    </>
  );
}

function Asked({ row }: { readonly row: Row }) {
  if (row.asking) return <span className={css['asking']}>Asking…</span>;
  if (row.finding.checkedAt === null) return row.missed ? 'No answer' : null;
  return (
    <>
      <Age at={row.finding.checkedAt} />
      <span className={css['source']}>
        {row.missed ? 'no new answer' : row.source === 'kept' ? 'kept' : 'service'}
      </span>
    </>
  );
}

function RowActions({ row }: { readonly row: Row }) {
  const { search } = useStores();
  const copy = useCopy();
  const { domain, unicode } = row.name;
  const actions = [
    { label: `Copy ${unicode}`, Icon: IconCopy, act: () => copy([unicode]) },
    { label: `Look again at ${unicode}`, Icon: IconRefresh, act: () => search.actions.lookAgain([domain]) },
    {
      label: `Details of ${unicode}`,
      Icon: IconLayoutSidebarRight,
      act: () => search.actions.openDetails(domain),
    },
  ];
  return actions.map(({ label, Icon, act }) => (
    <Tooltip key={label} label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        tabIndex={-1}
        aria-label={label}
        onClick={(event) => {
          event.stopPropagation();
          act();
        }}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ));
}
