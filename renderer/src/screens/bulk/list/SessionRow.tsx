import type { Session } from '#shared/domain/session.ts';
import { memo } from 'react';
import { AccountDot } from '../../../components/AccountDot.tsx';
import { findingWords } from '../../../components/finding-words.ts';
import { FindingMark } from '../../../components/FindingMark.tsx';
import { format } from '../../../lib/format.ts';
import type { AccountSummary } from '../../../lib/nouns.ts';
import { useNowMs } from '../../../lib/ticker.ts';
import { percentDone, sizeInWords } from '../session/session-words.ts';
import { FindingsBar } from './FindingsBar.tsx';
import { progressWords, statusWords } from './list-words.ts';
import { RowActions } from './RowActions.tsx';
import css from './list.module.css';
import type { Deeds } from './use-deeds.ts';

interface Props {
  readonly id: string;
  readonly index: number;
  readonly session: Session;
  /** Null where it is gone. */
  readonly account: AccountSummary | null;
  /** Something is being done to it. */
  readonly busy: boolean;
  /** Under the list's cursor. */
  readonly current: boolean;
  /** The first of another account's. */
  readonly apart: boolean;
  readonly deeds: Deeds;
}

/** One bulk look-up: what it is, how far it is, what it found, what it does now. */
export const SessionRow = memo(function SessionRow(props: Props) {
  const { id, index, session, account, busy, current, apart, deeds } = props;
  return (
    <div
      id={id}
      className={css['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={current}
      aria-busy={busy}
      data-apart={apart}
      onClick={() => deeds.open(session)}
    >
      <div className={css['what']} role="gridcell">
        <span className={css['name']} title={session.name}>
          {session.name}
        </span>
        <span className={css['size']}>
          {sizeInWords(session)} · {sourceWords(session)}
        </span>
      </div>
      <div className={css['account']} role="gridcell">
        {account !== null && <AccountDot colour={account.colour} />}
        <span>{account?.label ?? 'Removed account'}</span>
      </div>
      <div className={css['progress']} role="gridcell">
        <FindingsBar
          counts={session.counts}
          label={`Progress of ${session.name}`}
          words={progressWords(session)}
          percent={percentDone(session)}
        />
        <Found session={session} />
      </div>
      <Status session={session} />
      <div className={css['actions']} role="gridcell">
        <RowActions session={session} busy={busy} deeds={deeds} />
      </div>
    </div>
  );
});

const sourceWords = ({ source, rerunOf }: Session): string =>
  rerunOf === null ? source : `run again · ${source}`;

const worthSeeing = ['available', 'premium', 'unknown'] as const;

/** How far it is, and the findings that one looks for. */
function Found({ session }: { readonly session: Session }) {
  return (
    <span className={css['found']}>
      <span className={css['percent']}>{percentDone(session)} %</span>
      {worthSeeing
        .filter((kind) => session.counts[kind] > 0)
        .map((kind) => (
          <span key={kind} className={css['count']} title={findingWords[kind]}>
            <FindingMark kind={kind} />
            {format.count(session.counts[kind])}
          </span>
        ))}
    </span>
  );
}

function Status({ session }: { readonly session: Session }) {
  const { main, more } = statusWords(session, useNowMs());
  return (
    <div className={css['status']} role="gridcell" data-state={session.state}>
      <span className={css['main']} title={main}>
        {main}
      </span>
      <span className={css['more']} title={more}>
        {more}
      </span>
    </div>
  );
}
