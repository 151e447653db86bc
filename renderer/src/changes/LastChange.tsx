import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { changeTitle } from '#shared/changes/index.ts';
import { type ChangeFamily, familyOf } from '#shared/domain/change-kinds.ts';
import type { Change, Proof } from '#shared/domain/change.ts';
import type { KnownSource } from '#shared/domain/portfolio.ts';
import type { Bridge } from '#shared/routes.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { Age } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { ChangeStateMark } from './ChangeParts.tsx';

/** The last change of a kind, with its outcome and evidence (C11), and a link to it. */
export function LastChange({ change }: { readonly change: Change }) {
  const { goToChanges } = useStores().route.actions;
  return (
    <Group component="span" display="inline-flex" gap="0 8px">
      <ChangeStateMark state={change.state} proof={change.proof} />
      <span>
        {changeTitle(change.what)}, <Age at={change.sentAt ?? change.createdAt} />
        {change.proof !== null && `, ${proofWords[change.proof]}`}
      </span>
      <Button
        variant="transparent"
        size="compact-sm"
        h={20}
        px={0}
        onClick={() => goToChanges({ kind: 'list', changeId: change.id })}
      >
        Change {change.number}
      </Button>
    </Group>
  );
}

const proofWords: Readonly<Record<Proof, string>> = {
  answer: 'as reported by the service',
  'read-back': 'verified',
  person: 'marked by you',
};

interface LastOfDomain {
  readonly byFamily: ReadonlyMap<ChangeFamily, Change>;
  /** False until loaded: before that, an empty result does not mean that there is no change. */
  readonly isRead: boolean;
}

interface LastChangesState {
  /** For the domains that were shown. */
  readonly byPlace: ReadonlyMap<string, LastOfDomain>;
}

export const domainKey = (accountId: string, domain: string): string => `${accountId} ${domain}`;

const nothingYet: LastOfDomain = { byFamily: new Map(), isRead: false };

/** The last change of each family on the domains that were shown; follows main's events for these. */
export function createLastChanges({ request, on }: Bridge) {
  const store = createStore<LastChangesState>(() => ({ byPlace: new Map() }));

  function put(place: string, changes: readonly Change[], isRead: boolean): void {
    const { byPlace } = store.getState();
    const known = byPlace.get(place) ?? nothingYet;
    const byFamily = changes.reduce(withNewer, known.byFamily);
    store.setState({ byPlace: new Map(byPlace).set(place, { byFamily, isRead: known.isRead || isRead }) });
  }

  on['changes.changed'](({ changes }) => {
    for (const change of changes) {
      const place = domainKey(change.accountId, change.domain);
      if (store.getState().byPlace.has(place)) put(place, [change], false);
    }
  });

  return {
    ...store,
    async read(accountId: string, domain: string): Promise<void> {
      const place = domainKey(accountId, domain);
      put(place, [], false);
      const result = await request.changes.lastOf({ accountId, domain });
      if (result.ok) put(place, result.value.changes, true);
    },
  };
}

/** The change created later is the newer; of one change, the version received last. */
function withNewer(families: LastOfDomain['byFamily'], change: Change): LastOfDomain['byFamily'] {
  const family = familyOf(change.what.kind);
  const known = families.get(family);
  if (known !== undefined && (known.number > change.number || isOlder(change, known))) return families;
  return new Map(families).set(family, change);
}

const isOlder = (change: Change, known: Change): boolean =>
  change.number === known.number && change.changedAt < known.changedAt;

const lastChangesOf = ({ bridge }: Stores) => createLastChanges(bridge);

/** The last changes of a domain, loaded whenever a screen that shows them is opened. */
function useLastOf(accountId: string, domain: string): LastOfDomain {
  const last = storeOf(useStores(), lastChangesOf);
  useEffect(() => {
    void last.read(accountId, domain);
  }, [last, accountId, domain]);
  return useStore(last, ({ byPlace }) => byPlace.get(domainKey(accountId, domain)) ?? nothingYet);
}

/** The last change of a family on a domain; null where there is none, or none is known yet. */
export const useLastChange = (accountId: string, domain: string, family: ChangeFamily): Change | null =>
  useLastOf(accountId, domain).byFamily.get(family) ?? null;

/** The same, but undefined while it is not known whether there is one. */
export function useLastIfKnown(
  accountId: string,
  domain: string,
  family: ChangeFamily,
): Change | null | undefined {
  const { byFamily, isRead } = useLastOf(accountId, domain);
  return byFamily.get(family) ?? (isRead ? null : undefined);
}

/** The age and source of a value: "read 3 min ago". */
export const KnownAge = ({ at, source }: { readonly at: string; readonly source: KnownSource }) => (
  <Text span c="dimmed">
    {sourceWords[source]} <Age at={at} />
  </Text>
);

const sourceWords: Readonly<Record<KnownSource, string>> = {
  read: 'read',
  change: 'set from here',
  sync: 'from a sync',
  typed: 'entered by you',
  expected: 'expected, renewed from here',
};
