import type { Session } from '#shared/domain/session.ts';
import { type RefObject, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { NoneShown } from '../../../components/NoneShown.tsx';
import { useCursorInSight } from '../../../components/use-cursor-in-sight.ts';
import { valueOf } from '../../../lib/remote.ts';
import { useWindow } from '../../search/use-window.ts';
import type { ListStore } from './list-store.ts';
import css from './list.module.css';
import { sessionKeys } from './session-keys.ts';
import { SessionRow } from './SessionRow.tsx';
import { useDeeds } from './use-deeds.ts';

interface Props {
  readonly store: ListStore;
  readonly shown: readonly Session[];
  readonly activeId: string | null;
  /** The list, which takes the focus as a whole; its row under the cursor is named to screen readers. */
  readonly list: RefObject<HTMLDivElement | null>;
  readonly toField: () => void;
}

const rowHeight = 60;
const noAccounts: readonly never[] = [];

/** The sessions, one under the other; only those in sight are drawn. */
export function Rows({ store, shown, activeId, list, toField }: Props) {
  const { sessions, accounts } = useStores();
  const busy = useStore(sessions, (state) => state.busy);
  const all = useStore(accounts, (state) => valueOf(state.accounts)?.accounts) ?? noAccounts;
  const byId = useMemo(() => new Map(all.map((account) => [account.id, account])), [all]);
  const cursor = useStore(store, (state) => state.cursor);
  const deeds = useDeeds(store);
  const { first, end } = useWindow(list, rowHeight, shown.length);
  const at = shown.findIndex((session) => session.id === cursor);
  useCursorInSight(list, at, rowHeight);
  useFocusAtFirst(list);
  return (
    <div
      ref={list}
      className={`${css['grid'] ?? ''} figures`}
      role="grid"
      tabIndex={0}
      aria-label="Bulk look-ups"
      aria-rowcount={shown.length + 1}
      aria-activedescendant={at === -1 ? undefined : idOf(at)}
      onKeyDown={sessionKeys(store, deeds, shown, at, toField)}
      onFocus={() => {
        if (at === -1) store.actions.moveTo(shown[0]?.id ?? null);
      }}
    >
      <Heading />
      {shown.length === 0 && (
        <NoneShown title="No session of that name" onAll={() => store.actions.find('')}>
          Names, file names and TLDs were looked through.
        </NoneShown>
      )}
      <div role="rowgroup">
        <div style={{ height: first * rowHeight }} role="presentation" />
        {shown.slice(first, end).map((session, index) => (
          <SessionRow
            key={session.id}
            id={idOf(first + index)}
            index={first + index}
            session={session}
            account={byId.get(session.accountId) ?? null}
            busy={busy.has(session.id)}
            current={first + index === at}
            apart={isApart(shown, first + index, activeId)}
            deeds={deeds}
          />
        ))}
        <div style={{ height: (shown.length - end) * rowHeight }} role="presentation" />
      </div>
    </div>
  );
}

const idOf = (index: number): string => `session-${index}`;

/** The active account's sessions end before it. */
const isApart = (shown: readonly Session[], index: number, activeId: string | null): boolean =>
  index > 0 && shown[index - 1]?.accountId === activeId && shown[index]?.accountId !== activeId;

const Heading = () => (
  <div className={css['top']} role="rowgroup">
    <div className={css['heading']} role="row" aria-rowindex={1}>
      <span role="columnheader">Session</span>
      <span role="columnheader">Account</span>
      <span role="columnheader">Progress</span>
      <span role="columnheader">State</span>
      <span role="columnheader">
        <span className="spoken">Actions</span>
      </span>
    </div>
  </div>
);

/** The keys of the list work from the first moment. */
function useFocusAtFirst(list: RefObject<HTMLDivElement | null>): void {
  useEffect(() => list.current?.focus({ preventScroll: true }), [list]);
}
