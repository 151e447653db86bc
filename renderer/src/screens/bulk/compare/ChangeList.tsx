import { toUnicode } from '#shared/domain/domain-name.ts';
import type { FindingKind } from '#shared/domain/finding.ts';
import type { Price } from '#shared/domain/price.ts';
import type { SessionChange } from '#shared/domain/session.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { useRef } from 'react';
import { FindingMark } from '../../../components/FindingMark.tsx';
import { FindingWord } from '../../../components/FindingWord.tsx';
import { priceText } from '../../../lib/price-text.ts';
import { useWindow } from '../../search/use-window.ts';
import css from './compare.module.css';

const rowHeight = 32;

/** The domains whose finding or price changed, before and after. Only those in sight are drawn. */
export function ChangeList({ changes }: { readonly changes: readonly SessionChange[] }) {
  const list = useRef<HTMLDivElement>(null);
  const { first, end } = useWindow(list, rowHeight, changes.length);
  return (
    <div
      ref={list}
      className={`${css['list'] ?? ''} figures`}
      role="table"
      tabIndex={0}
      aria-label="Changes"
      aria-rowcount={changes.length + 1}
    >
      <div role="rowgroup" className={css['top']}>
        <div role="row" aria-rowindex={1} className={css['heading']}>
          <span role="columnheader">Domain</span>
          <span role="columnheader">Before</span>
          <span role="columnheader" className={css['right']}>
            To register
          </span>
          <span role="columnheader" className={css['after']}>
            After
          </span>
          <span role="columnheader" className={css['right']}>
            To register
          </span>
        </div>
      </div>
      <div role="rowgroup">
        <div style={{ height: first * rowHeight }} role="presentation" />
        {changes.slice(first, end).map((change, index) => (
          <Change key={change.domain} change={change} index={first + index + 2} />
        ))}
        <div style={{ height: (changes.length - end) * rowHeight }} role="presentation" />
      </div>
    </div>
  );
}

function Change({ change, index }: { readonly change: SessionChange; readonly index: number }) {
  const unicode = toUnicode(change.domain);
  return (
    <div role="row" aria-rowindex={index} className={css['row']}>
      <span role="cell" className={`${css['domain'] ?? ''} selectable`} title={change.domain}>
        {unicode}
      </span>
      <span role="cell">
        <Kind kind={change.before} />
      </span>
      <Register kind={change.before} price={change.priceBefore} />
      <span role="cell" className={css['after']}>
        <IconArrowRight className={css['arrow']} size={14} aria-hidden />
        <Kind kind={change.after} />
      </span>
      <Register kind={change.after} price={change.priceAfter} />
    </div>
  );
}

const Kind = ({ kind }: { readonly kind: FindingKind }) => (
  <span className={css['kind']}>
    <FindingMark kind={kind} decorative />
    <FindingWord kind={kind} />
  </span>
);

const buyable: ReadonlySet<string> = new Set(['available', 'premium']);

/** That a price is not given is said only where one would be paid. */
const Register = ({ kind, price }: { readonly kind: FindingKind; readonly price: Price }) => (
  <span role="cell" className={css['right']} data-price={price.kind}>
    {(price.kind === 'given' || buyable.has(kind)) && priceText(price)}
  </span>
);
