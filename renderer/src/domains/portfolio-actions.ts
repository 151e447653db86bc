import { type KeyboardEvent, useMemo } from 'react';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { domainParts } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { Result } from '#shared/result.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { counted } from '../ui/Formats.tsx';
import { pressed, type ShortcutName } from '../ui/Shortcuts.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { moveFor } from '../ui/virtual-list.ts';
import { type DomainsStore, useDomains } from './domains-store.ts';
import {
  allOrNone,
  emptySelection,
  extendSelection,
  type PortfolioStore,
  type Row,
  toggleSelected,
} from './portfolio-store.ts';
import { type ReadingsStore, useReadings } from './readings-store.ts';

/** Actions on names of the list; with no names they do nothing. */
export interface PortfolioActions {
  readonly open: (name: string) => void;
  readonly openChange: (changeId: string) => void;
  readonly add: () => void;
  readonly readAgain: (names: readonly string[]) => void;
  readonly change: (names: readonly string[]) => void;
  readonly codes: (names: readonly string[]) => void;
  readonly tag: (names: readonly string[]) => void;
  readonly archive: (names: readonly string[], isArchived: boolean) => void;
  readonly copy: (names: readonly string[]) => void;
  readonly remove: (names: readonly string[]) => void;
}

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

function createPortfolioActions(
  { bridge, notices, route }: Stores,
  list: PortfolioStore,
  { readings, domains }: { readonly readings: ReadingsStore; readonly domains: DomainsStore },
  copy: (names: readonly string[]) => void,
): PortfolioActions {
  const ask =
    (kind: 'tag' | 'remove' | 'change' | 'codes') =>
    (names: readonly string[]): void => {
      if (names.length > 0) list.actions.ask({ kind, names });
    };

  /** Shows a notice with the error on failure, or `done` on success. */
  function tell(asked: Promise<Result<unknown>>, done: string | null): void {
    void asked.then((result) => {
      if (result.ok && done !== null) notices.actions.say(done);
      if (result.ok) return;
      const { happened, next } = sentencesFor(result.error);
      notices.actions.say(`${happened} ${next}`, 'problem');
    });
  }

  /** The account of the listed names. */
  const accountId = (): string => domains.getState().accountId ?? '';

  return {
    open: (domain) => route.actions.goToDomains({ kind: 'domain', domain, tab: 'overview' }),
    openChange: (changeId) => route.actions.goToChanges({ kind: 'list', changeId }),
    add: () => list.actions.ask({ kind: 'add' }),
    readAgain(names) {
      if (names.length > 0) tell(readings.actions.begin(accountId(), names, domainParts), null);
    },
    change: ask('change'),
    codes: ask('codes'),
    tag: ask('tag'),
    archive(names, archived) {
      if (names.length === 0) return;
      const what = counted(names.length, 'domain', 'domains');
      tell(
        bridge.request.domains.archive({ accountId: accountId(), domains: [...names], archived }),
        archived ? `Archived ${what}` : `Brought ${what} back`,
      );
    },
    copy: (names) => copy(names.map(toUnicode)),
    remove: ask('remove'),
  };
}

interface KeyContext {
  readonly list: PortfolioStore;
  readonly deeds: PortfolioActions;
  readonly shown: readonly Row[];
  /** The current row; -1 is none. */
  readonly at: number;
  readonly toField: () => void;
}

/** The keys of the list: move, select, open, and the actions on the selection. */
export const portfolioKeys =
  (context: KeyContext) =>
  (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const act = moveOf(event, context) ?? actOf(event, context);
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

function moveOf(event: KeyboardEvent, { list, shown, at, toField }: KeyContext): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const moved = moveFor(event.key, at, shown.length);
  if (moved === null) return null;
  return () => {
    const name = shown[moved]?.domain.name ?? null;
    if (moved < 0 && !event.shiftKey) toField();
    if (name === null) return;
    const from = list.getState().cursor;
    if (event.shiftKey) list.actions.choose((chosen) => extendSelection(chosen, shown, from, name));
    list.actions.moveTo(name);
  };
}

/** The selected names; where none is selected, the current one. */
function targetNames({ list, shown, at }: Pick<KeyContext, 'list' | 'shown' | 'at'>): readonly string[] {
  const { names } = list.getState().chosen;
  if (names.size > 0) return [...names];
  const current = shown[at];
  return current === undefined ? [] : [current.domain.name];
}

function actOf(event: KeyboardEvent, context: KeyContext): (() => void) | null {
  const { list, deeds, shown, at, toField } = context;
  const current = shown[at]?.domain;
  const names = () => targetNames(context);
  if (event.key === ' ' && !event.ctrlKey && !event.metaKey)
    return () => {
      if (current !== undefined) list.actions.choose((chosen) => toggleSelected(chosen, current.name));
    };
  const acts: readonly (readonly [ShortcutName, () => void])[] = [
    [
      'openDomain',
      () => {
        if (current !== undefined) deeds.open(current.name);
      },
    ],
    ['selectDomains', () => list.actions.choose((chosen) => allOrNone(chosen, shown))],
    ['dropSelection', () => list.actions.choose(() => emptySelection)],
    ['findDomain', toField],
    ['addDomains', deeds.add],
    ['readDomains', () => deeds.readAgain(names())],
    ['changeDomains', () => deeds.change(names())],
    ['codesOfDomains', () => deeds.codes(names())],
    ['tagDomains', () => deeds.tag(names())],
    ['archiveDomains', () => deeds.archive(names(), !list.getState().look.archivedOnly)],
    ['copyDomains', () => deeds.copy(names())],
    ['removeDomains', () => deeds.remove(names())],
  ];
  return acts.find(([name]) => pressed(event, name))?.[1] ?? null;
}
