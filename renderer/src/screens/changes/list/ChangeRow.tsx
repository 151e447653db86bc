import type { Change, Proof } from '#shared/domain/change.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { memo } from 'react';
import { AccountDot } from '../../../components/AccountDot.tsx';
import { Age } from '../../../components/Age.tsx';
import type { AccountSummary } from '../../../lib/nouns.ts';
import { changeTitle } from '../change-words.ts';
import { ChangeStateMark } from '../ChangeStateMark.tsx';
import css from './list.module.css';

interface Props {
  readonly id: string;
  /** The line's number, from 0. */
  readonly index: number;
  /** The change's place among the changes. */
  readonly row: number;
  /** Null while its page is on its way. */
  readonly change: Change | null;
  /** Null where it is gone: the journal outlives it. */
  readonly account: AccountSummary | null;
  readonly current: boolean;
  /** It is the one that is looked at. */
  readonly open: boolean;
  readonly onOpen: (change: Change, row: number) => void;
}

/** One change: where it stands, what it is, whose name, when, and what shows it. */
export const ChangeRow = memo(function ChangeRow(props: Props) {
  const { id, index, row, change, account, current, open, onOpen } = props;
  return (
    <div
      id={id}
      className={css['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={current}
      aria-busy={change === null}
      data-open={open}
      onClick={() => {
        if (change !== null) onOpen(change, row);
      }}
    >
      {change === null ? <Coming /> : <Cells change={change} account={account} />}
    </div>
  );
});

const Coming = () => (
  <span className={css['coming']} role="gridcell">
    <span className="spoken">On its way</span>
  </span>
);

function Cells({ change, account }: { readonly change: Change; readonly account: AccountSummary | null }) {
  const title = changeTitle(change);
  return (
    <>
      <span role="gridcell">
        <ChangeStateMark state={change.state} />
      </span>
      <span role="gridcell" className={css['what']} title={title}>
        {title}
      </span>
      <span role="gridcell" className={`${css['domain'] ?? ''} mono`} title={change.domain}>
        {toUnicode(change.domain)}
      </span>
      <span role="gridcell" className={css['account']}>
        {account !== null && <AccountDot colour={account.colour} />}
        <span title={account?.label ?? change.accountLabel}>{account?.label ?? change.accountLabel}</span>
      </span>
      <span role="gridcell" className={css['when']}>
        <Age at={change.sentAt ?? change.createdAt} />
      </span>
      <span role="gridcell" className={css['proof']}>
        {change.proof === null ? '' : proofWords[change.proof]}
      </span>
    </>
  );
}

/** What shows that a closed change is what it says, in a word or two. */
export const proofWords: Readonly<Record<Proof, string>> = {
  'read-back': 'Read back',
  answer: 'Answer alone',
  person: 'A person',
};
