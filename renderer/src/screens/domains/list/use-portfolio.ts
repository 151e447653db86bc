import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Change } from '#shared/domain/change.ts';
import { useNowMs } from '../../../lib/ticker.ts';
import { valueOf } from '../../../lib/remote.ts';
import { type DomainsStore, useDomains } from '../domains-store.ts';
import type { DomainsByName } from '../live-domains.ts';
import { newestByDomain, useOpenChanges } from '../open-changes-store.ts';
import type { ListStore } from './list-store.ts';
import { createOrdering } from './order.ts';
import type { Row } from './row.ts';
import { matcherOf } from './shown.ts';

const none: DomainsByName = new Map();

export interface PortfolioNow {
  readonly store: DomainsStore;
  readonly accountId: string | null;
  /** Null until it has been read. */
  readonly known: DomainsByName | null;
  readonly all: DomainsByName;
  /** Filtered, in order. */
  readonly shown: readonly Row[];
  /** The newest uncertain change of each name that has one. */
  readonly uncertain: ReadonlyMap<string, Change>;
}

/** The portfolio as the list shows it now. */
export function usePortfolio(list: ListStore): PortfolioNow {
  const store = useDomains();
  const { accountId, domains } = useStore(store);
  const open = useStore(useOpenChanges());
  const look = useStore(list, (state) => state.look);
  const nowMs = useNowMs();
  const [inOrder] = useState(createOrdering);
  const known = valueOf(domains);
  const all = known ?? none;
  const uncertain = useMemo(() => newestByDomain(open, accountId, 'uncertain'), [open, accountId]);
  const ordered = useMemo(() => inOrder(all, look.sort), [inOrder, all, look.sort]);
  const shown = useMemo(
    () => ordered.filter(matcherOf(look, { nowMs, uncertain })),
    [ordered, look, nowMs, uncertain],
  );
  return { store, accountId, known, all, shown, uncertain };
}
