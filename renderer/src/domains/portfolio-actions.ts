import { useMemo } from 'react';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { domainParts } from '#shared/domain/terms.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { counted } from '../ui/Formats.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { type DomainsStore, useDomains } from './domains-store.ts';
import { type PortfolioStore, stillThere } from './portfolio-store.ts';
import { type ReadingsStore, useReadings } from './readings-store.ts';

export type PortfolioActions = ReturnType<typeof createPortfolioActions>;

export function usePortfolioActions(list: PortfolioStore): PortfolioActions {
  const stores = useStores();
  const readings = useReadings();
  const domains = useDomains();
  const copy = useCopy();
  return useMemo(
    () => createPortfolioActions(stores, list, { readings, domains }, copy),
    [stores, list, readings, domains, copy],
  );
}

/** Actions on names of the list; with no names they do nothing. */
function createPortfolioActions(
  { bridge, notices, route, undo }: Stores,
  list: PortfolioStore,
  { readings, domains }: { readonly readings: ReadingsStore; readonly domains: DomainsStore },
  copy: (names: readonly string[]) => void,
) {
  const ask =
    (kind: 'tag' | 'remove' | 'change' | 'codes') =>
    (names: readonly string[]): void => {
      if (names.length > 0) list.actions.ask({ kind, names });
    };

  const { report } = notices.actions;
  /** The account of the listed names. */
  const accountId = (): string => domains.getState().accountId ?? '';

  return {
    open: (domain: string) => route.actions.goToDomains({ kind: 'domain', domain, tab: 'overview' }),
    openChange: (changeId: string) => route.actions.goToChanges({ kind: 'list', changeId }),
    add: () => list.actions.ask({ kind: 'add' }),
    readAgain: (names: readonly string[]): void => {
      if (names.length > 0) report(readings.actions.begin(accountId(), names, domainParts));
    },
    change: ask('change'),
    renew: (names: readonly string[]) => list.actions.ask({ kind: 'change', names, action: 'renew' }),
    codes: ask('codes'),
    tag: ask('tag'),
    archive: (names: readonly string[], archived: boolean): void => {
      if (names.length === 0) return;
      const what = counted(names.length, 'domain', 'domains');
      const ofAccount = { accountId: accountId() };
      const moved = undo.actions.edit(
        { area: 'domains', text: archived ? `Archived ${what}` : `Restored ${what}`, ...ofAccount },
        (edit) => bridge.request.domains.archive({ ...ofAccount, domains: [...names], archived, edit }),
      );
      report(moved);
      // They leave the list: selected but hidden, the next action would still be on them.
      const gone = new Set(names);
      void moved.then(({ ok }) => {
        if (ok) list.actions.choose((chosen) => stillThere(chosen, { has: (name) => !gone.has(name) }));
      });
    },
    copy: (names: readonly string[]) => copy(names.map(toUnicode)),
    remove: ask('remove'),
  };
}
