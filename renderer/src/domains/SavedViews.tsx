import { Menu, Select, Stack, TextInput } from '@mantine/core';
import { type KeyboardEvent, useMemo } from 'react';
import { useStore } from 'zustand';
import * as z from 'zod/mini';
import { longestViewName } from '#shared/domain/bounds.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { mapOk, ok } from '#shared/result.ts';
import { type Stores, useActiveAccount, useActiveId, useStores } from '../app-stores.ts';
import { activeAccount } from '../shell/stores.ts';
import { FormDialog } from '../ui/Dialogs.tsx';
import { FilterPopover } from '../ui/Filters.tsx';
import { MoreMenu } from '../ui/MoreMenu.tsx';
import type { SavedView } from '../ui/list-views.ts';
import { dueWithinDays } from '#shared/domain/expiry.ts';
import { onlyWith, type PortfolioFilter, type PortfolioView, readView, viewOf } from './portfolio-filter.ts';
import { createPortfolioStore, type PortfolioStore } from './portfolio-store.ts';
import css from './views.module.css';

/** The list whose views these are. */
const listOfViews = 'domains';

const byExpiry = { sort: { by: 'expires', isDescending: false } } as const;

/** Views that are always there. The accounts, and the columns that are hidden, stay as they are. */
const builtInViews: readonly {
  readonly id: string;
  readonly name: string;
  readonly filter: Partial<PortfolioFilter>;
}[] = [
  { id: 'all', name: 'All domains', filter: {} },
  {
    id: 'due',
    name: `Due in ${dueWithinDays} days`,
    filter: { expiresWithinDays: dueWithinDays, ...byExpiry },
  },
  { id: 'expired', name: 'Expired', filter: { expiresWithinDays: -1, ...byExpiry } },
  { id: 'unlocked', name: 'Unlocked', filter: { lock: 'unlocked' } },
  { id: 'undated', name: 'Without an expiry', filter: { expiresWithinDays: 'not-known' } },
];

/** A view by its name, what it shows, and the saved one that it is; null where it is built in. */
interface NamedView {
  readonly name: string;
  readonly view: PortfolioView;
  readonly saved: SavedView | null;
}

/** Those of the active account and of all, the built-in ones first. */
function viewsFor(now: PortfolioView, saved: readonly SavedView[], accountId: string | null) {
  const isShown = (one: SavedView) =>
    one.list === listOfViews && (one.accountId === null || one.accountId === accountId);
  return [
    ...builtInViews.map(({ name, filter }): NamedView => {
      const sort = filter.sort ?? now.filter.sort;
      return { name, saved: null, view: { ...now, filter: onlyWith(now.filter, { ...filter, sort }) } };
    }),
    ...saved.filter(isShown).map((one): NamedView => ({ name: one.name, saved: one, view: readBody(one) })),
  ];
}

/** A body that is not understood shows all domains. */
function readBody({ body }: SavedView): PortfolioView {
  try {
    return readView(JSON.parse(body));
  } catch {
    return readView(null);
  }
}

const bodyOf = (view: PortfolioView): string => JSON.stringify(viewOf(view));

/** For the command palette: each view, and how the list shows it. */
export function viewCommands({ listViews, accounts }: Pick<Stores, 'listViews' | 'accounts'>) {
  const viewsOf = (list: PortfolioStore) =>
    viewsFor(list.getState(), listViews.getState().saved, activeAccount(accounts.getState())?.id ?? null);
  return viewsOf(createPortfolioStore()).map(({ name }, index) => ({
    id: builtInViews[index]?.id ?? `saved-${name}`,
    name,
    open: (list: PortfolioStore): void => {
      const found = viewsOf(list)[index];
      if (found !== undefined) list.actions.open(found.view);
    },
  }));
}

/** The views for what is shown, the shown one among them, and how the list shows it. */
function useViews(list: PortfolioStore) {
  const { listViews } = useStores();
  const filter = useStore(list, (state) => state.filter);
  const hidden = useStore(list, (state) => state.hidden);
  const saved = useStore(listViews, (state) => state.saved);
  const accountId = useActiveId();
  const now = useMemo(() => ({ filter, hidden }), [filter, hidden]);
  const views = useMemo(() => viewsFor(now, saved, accountId), [now, saved, accountId]);
  const shown = bodyOf(now);
  // One that is saved says more of what is shown than one that is always there.
  return { now, views, accountId, current: views.findLast(({ view }) => bodyOf(view) === shown) };
}

interface ViewsProps {
  readonly list: PortfolioStore;
}

/** The views behind one button, where the window has no room for them beside the list. */
export function ViewsChoice({ list }: ViewsProps) {
  const { current } = useViews(list);
  return (
    <div className={css['narrow']}>
      <FilterPopover label="View" chosen={current?.name ?? null} width={220}>
        {(close) => <SavedViews list={list} onChosen={close} />}
      </FilterPopover>
    </div>
  );
}

/**
 * The built-in views of the list and the saved ones, each opened by one click, and the clients; the one that is shown is marked. One
 * stop for the Tab key: arrows go through them.
 */
export function SavedViews({ list, onChosen }: ViewsProps & { readonly onChosen?: () => void }) {
  const { views, current, now } = useViews(list);
  const isOfClient = (now.filter.client ?? '') !== '';
  const stop = isOfClient ? 'clients' : (current ?? views[0]);
  return (
    <Stack component="nav" gap={2} aria-label="Views" onKeyDown={moveThrough}>
      {views.map((one) => (
        <div
          key={`${one.saved?.accountId ?? ''} ${one.saved === null} ${one.name}`}
          className={css['view']}
          data-current={one === current}
        >
          <button
            type="button"
            className={css['name']}
            tabIndex={one === stop ? 0 : -1}
            aria-current={one === current ? 'true' : undefined}
            onClick={() => {
              list.actions.open(one.view);
              onChosen?.();
            }}
          >
            {one.name}
          </button>
          {one.saved !== null && (
            <ViewMenu
              list={list}
              saved={one.saved}
              now={now}
              isShown={one === current}
              isInPopover={onChosen !== undefined}
            />
          )}
        </div>
      ))}
      <div className={css['view']} data-current={isOfClient}>
        <button
          type="button"
          className={css['name']}
          tabIndex={stop === 'clients' ? 0 : -1}
          onClick={() => {
            onChosen?.();
            list.actions.ask({ kind: 'clients' });
          }}
        >
          Clients…
        </button>
      </div>
    </Stack>
  );
}

function moveThrough(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const all = [...event.currentTarget.querySelectorAll('button')];
  const at = all.findIndex((one) => one === document.activeElement);
  if (event.defaultPrevented || step === undefined || at === -1) return;
  event.preventDefault();
  all[at + step]?.focus();
}

interface ViewMenuProps extends ViewsProps {
  readonly saved: SavedView;
  readonly now: PortfolioView;
  readonly isShown: boolean;
  readonly isInPopover: boolean;
}

/** What is done with a saved view. Replacing and deleting can be undone. */
function ViewMenu({ list, saved, now, isShown, isInPopover }: ViewMenuProps) {
  const stores = useStores();
  const { notices, listViews, undo } = stores;

  function edit(text: string, next: SavedView | null): void {
    const write = (to: SavedView | null) =>
      to === null ? listViews.actions.remove(saved) : listViews.actions.put(to);
    const written = write(next);
    notices.actions.report(written);
    void written.then((result) => {
      if (!result.ok) return;
      const revert = async (direction: 'undo' | 'redo') =>
        mapOk(await write(direction === 'undo' ? saved : next), () => ({ changed: 1, kept: 0 }));
      undo.actions.tell({ text, accountId: saved.accountId, revert });
    });
  }

  const name = isolated(saved.name);
  return (
    <MoreMenu
      label={`More for the view ${name}`}
      size={24}
      tabIndex={-1}
      position="bottom-start"
      width={240}
      withinPortal={!isInPopover}
    >
      <Menu.Item onClick={() => list.actions.ask({ kind: 'view', saved })}>Rename…</Menu.Item>
      <Menu.Item
        disabled={isShown}
        onClick={() => edit(`Replaced the view ${name}`, { ...saved, body: bodyOf(now) })}
      >
        Replace with what is shown
      </Menu.Item>
      <Menu.Item onClick={() => edit(`Deleted the view ${name}`, null)}>Delete</Menu.Item>
    </MoreMenu>
  );
}

interface ViewDialogProps extends ViewsProps {
  /** The one that is renamed; null saves what is shown. */
  readonly saved: SavedView | null;
  readonly onClose: () => void;
}

/** The form of a name. A name that is in use is refused: what has it would be lost. */
const nameSchema = (taken: readonly string[]) =>
  z.object({
    name: z.string().check(
      z.trim(),
      z.minLength(1, 'Enter a name'),
      z.refine((name) => !taken.includes(name.toLowerCase()), 'There is a view of this name'),
    ),
    whose: z.enum(['all', 'this']),
  });

/** Names a view: a new one, or one that is there. */
export function ViewDialog({ list, saved: before, onClose }: ViewDialogProps) {
  const { listViews } = useStores();
  const { now, views: taken, accountId } = useViews(list);
  const label = useActiveAccount()?.label ?? '';
  const schema = useMemo(
    () =>
      nameSchema(
        taken
          .filter(({ saved }) => saved !== before || before === null)
          .map(({ name }) => name.toLowerCase()),
      ),
    [taken, before],
  );
  return (
    <FormDialog
      title={before === null ? 'Save view' : 'Rename view'}
      size={480}
      action={before === null ? 'Save' : 'Rename'}
      hint="Filter, order and columns, as the list shows them now."
      schema={schema}
      initialValues={{ name: before?.name ?? '', whose: before?.accountId == null ? 'all' : 'this' }}
      onSubmit={async ({ name, whose }) => {
        if (before?.name === name) return ok(null);
        const of = { list: listOfViews, accountId: whose === 'all' ? null : accountId, name };
        const body = before?.body ?? bodyOf(now);
        return listViews.actions.put({ ...of, body }, before);
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            maxLength={longestViewName}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {before === null && now.filter.accounts === null && (
            <Select
              label="Shown with"
              data={[
                { value: 'all', label: 'Every account' },
                { value: 'this', label: `${label} alone` },
              ]}
              {...form.getInputProps('whose')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
