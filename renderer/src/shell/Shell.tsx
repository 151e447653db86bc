import { Group, Stack, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type CommandName, commands, type EverywhereCommand, menuCommands } from '#shared/domain/commands.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { ExportNotices } from '../bulk/export/ExportNotices.tsx';
import { SearchScreen } from '../search/SearchScreen.tsx';
import { useKeptFocus } from '../ui/focus.ts';
import { isDialogOpen, isTyping, pressed } from '../ui/Shortcuts.tsx';
import { ErrorBoundary } from '../ui/States.tsx';
import { AccountBand, Header, RestoredBar } from './Header.tsx';
import { everywhere, nameOf, placeNames, places } from './everywhere.tsx';
import { railScreen, type ScreenName } from './route-store.ts';
import type { NoticeAction } from './stores.ts';
import railCss from './rail.module.css';
import css from './shell.module.css';
import { reportBug } from '../bug-reports.ts';
import { lazily, useCalm, usePreloading } from '../ui/lazily.tsx';

const Today = lazily(async () => (await import('../today/TodayScreen.tsx')).TodayScreen);
const Bulk = lazily(async () => (await import('../bulk/BulkScreen.tsx')).BulkScreen);
const Domains = lazily(async () => (await import('../domains/DomainsScreen.tsx')).DomainsScreen);
const Activity = lazily(async () => (await import('../activity/ActivityScreen.tsx')).ActivityScreen);
const Register = lazily(async () => (await import('../register/RegisterScreen.tsx')).RegisterScreen);
const Accounts = lazily(async () => (await import('../accounts/AccountsScreen.tsx')).AccountsScreen);
const Settings = lazily(async () => (await import('../settings/SettingsScreen.tsx')).SettingsScreen);
const Restored = lazily(async () => (await import('../restored/RestoredScreen.tsx')).RestoredScreen);
const Palette = lazily(async () => (await import('./Palette.tsx')).Palette);
const Help = lazily(async () => (await import('./Help.tsx')).Help);

const later = [Today, Bulk, Domains, Activity, Register, Accounts, Settings, Palette, Help];

/** The layout around every screen: the account's band, the navigation rail, the header, and the overlays. */
export function Shell() {
  const stores = useStores();
  const screen = useStore(stores.route, (state) => state.route.screen);
  const overlay = useStore(stores.route, (state) => state.overlay);
  const isCalm = useCalm();
  const main = useRef<HTMLElement>(null);
  useGlobalShortcuts(stores);
  useFullTexts();
  useKeptFocus();
  usePreloading(later);
  return (
    <Stack gap={0} h="100%" bg="var(--nd-chrome)">
      <UnstyledButton className={css['skip'] ?? ''} onClick={() => main.current?.focus()}>
        Skip to the content
      </UnstyledButton>
      <AccountBand />
      <Group flex={1} mih={0} gap={0} align="stretch" wrap="nowrap">
        <Rail />
        <Stack flex={1} miw={0} gap={0} pos="relative">
          <Header />
          <RestoredBar />
          {isCalm && <ReplacedBar />}
          <main ref={main} tabIndex={-1} className={css['main']} aria-label={nameOf(screen)}>
            <ErrorBoundary key={screen} report={(thrown) => reportBug(stores.bridge.request, thrown)}>
              {screens[screen]}
            </ErrorBoundary>
          </main>
          {/* As long as it is written: below the page, so that it covers nothing. */}
          <ExportNotices />
          <Notices />
        </Stack>
      </Group>
      {overlay === 'palette' && <Palette />}
      {(overlay === 'shortcuts' || overlay === 'help') && <Help shows={overlay} />}
    </Stack>
  );
}

const screens: Readonly<Record<ScreenName, React.ReactNode>> = {
  today: <Today />,
  search: <SearchScreen />,
  bulk: <Bulk />,
  domains: <Domains />,
  changes: <Activity />,
  register: <Register />,
  accounts: <Accounts />,
  settings: <Settings />,
  restored: <Restored />,
};

const LookupCount = lazily(async () => (await import('./LateParts.tsx')).LookupCount);
const TodayCount = lazily(async () => (await import('./LateParts.tsx')).TodayCount);
const ReplacedBar = lazily(async () => (await import('./LateParts.tsx')).ReplacedBar);
const UncertainCount = lazily(async () => (await import('./LateParts.tsx')).UncertainCount);

function Rail() {
  const { route } = useStores();
  const isCalm = useCalm();
  const here = useStore(route, railScreen);
  return (
    <Stack component="nav" flex="none" gap={4} w={76} px={6} pb={8} align="center" aria-label="Screens">
      <Logo />
      {placeNames.map((name) => {
        const { route: place, Icon, isFirstBelow } = places[name];
        return (
          <UnstyledButton
            key={name}
            className={railCss['place'] ?? ''}
            data-below={isFirstBelow}
            aria-current={here === place.screen ? 'page' : undefined}
            onClick={() => route.actions.go(place)}
          >
            <Icon size={20} stroke={1.75} aria-hidden />
            <span>{commands[name].label}</span>
            {place.screen === 'today' && isCalm && <TodayCount />}
            {place.screen === 'bulk' && isCalm && <LookupCount />}
            {place.screen === 'changes' && isCalm && <UncertainCount />}
          </UnstyledButton>
        );
      })}
    </Stack>
  );
}

/** The application's logo: a name and the dot behind it. Drawn like resources/icons/icon.svg. */
export function Logo() {
  return (
    <Group h={48} mb={4} aria-hidden>
      <svg width="28" height="28" viewBox="0 0 28 28">
        <rect width="28" height="28" rx="7" fill="var(--nd-accent-fill)" />
        <path
          d="M7 20v-9.6M7 14.2c0-2.4 1.5-4 3.8-4 2.2 0 3.6 1.4 3.6 3.9V20"
          fill="none"
          stroke="var(--nd-on-accent)"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
        <circle cx="20.2" cy="18.9" r="2.2" fill="var(--nd-practice)" />
      </svg>
    </Group>
  );
}

/** A notice goes with a person to one other place; farther on it would be in the way, and about something else. */
function useLeftBehind({ route, notices }: Pick<Stores, 'route' | 'notices'>): void {
  useEffect(() => {
    const seen = { id: 0, moves: 0 };
    return route.subscribe((now, before) => {
      const { notice } = notices.getState();
      if (now.route === before.route || notice === null) return;
      seen.moves = seen.id === notice.id ? seen.moves + 1 : 1;
      seen.id = notice.id;
      if (seen.moves > 1) notices.actions.dismiss();
    });
  }, [route, notices]);
}

/** The notice, over the foot of the page and for screen readers. */
export function Notices() {
  const stores = useStores();
  const { notices } = stores;
  useLeftBehind(stores);
  const notice = useStore(notices, (state) => state.notice);
  return (
    <div className={css['place']} role="status" aria-live="polite" aria-atomic={false}>
      {notice !== null && (
        <Group
          key={notice.id}
          className={css['notice'] ?? ''}
          data-tone={notice.tone}
          gap="sm"
          wrap="nowrap"
          px="md"
          bg="var(--nd-text)"
          c="var(--nd-surface)"
          bdrs="lg"
        >
          {notice.tone === 'quiet' ? (
            <IconCheck size={16} stroke={2} style={{ flex: 'none' }} aria-hidden />
          ) : (
            <IconAlertTriangle size={16} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
          )}
          <span className={css['text']}>{notice.text}</span>
          {notice.action !== undefined && <Action action={notice.action} />}
        </Group>
      )}
    </div>
  );
}

function Action({ action }: { readonly action: NoticeAction }) {
  const { dismiss } = useStores().notices.actions;
  return (
    <UnstyledButton
      className={css['action'] ?? ''}
      aria-live="off"
      onClick={() => {
        dismiss();
        action.act();
      }}
    >
      {action.label}
    </UnstyledButton>
  );
}

/** The commands of every screen, by key and from the application menu. A single key such as `/` is ignored while typing or while a dialog is open. */
function useGlobalShortcuts(stores: Stores): void {
  // Not after the paint, as other effects: whoever sees the shell can already press a key.
  useLayoutEffect(() => {
    const act = (name: EverywhereCommand): void => everywhere(stores)[name].act();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isSelectAll(event) && !isTyping(event.target)) {
        event.preventDefault();
        if (!isDialogOpen()) selectInList(event);
        return;
      }
      const found = menuCommands.find((name) => pressed(event, name));
      if (isBare(event) && isElsewhere(event.target)) return;
      if (found === undefined) {
        giveToList(event);
        return;
      }
      if (isOfField(found) && (hasOwnUndo(event.target) || isDialogOpen())) return;
      event.preventDefault();
      act(found);
    };
    const endMenu = stores.bridge.on['menu.chosen'](({ command }) => {
      if (isOfField(command) && hasOwnUndo(document.activeElement)) {
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else undoes the typing in a field
        document.execCommand(command);
        return;
      }
      if (isOfField(command) && isDialogOpen()) return;
      act(command);
    });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      endMenu();
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [stores]);
}

/** A text that is cut where there is no room for it is shown in full under the pointer, unless it says something else there. */
function useFullTexts(): void {
  useEffect(() => {
    const shown = new WeakSet<Element>();
    const onPointerOver = ({ target }: PointerEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      const cut = cutAround(target);
      if (cut === null) {
        // It was cut before, with another text or in a narrower window.
        const fits = target.closest('[title]');
        if (fits !== null && shown.delete(fits)) fits.removeAttribute('title');
        return;
      }
      const isOwn = cut.closest('[title]') !== null && !shown.has(cut);
      if (isOwn) return;
      cut.title = cut.innerText.trim();
      shown.add(cut);
    };
    document.addEventListener('pointerover', onPointerOver);
    return () => document.removeEventListener('pointerover', onPointerOver);
  }, []);
}

/** The element, or one not far around it, whose text does not fit. */
function cutAround(element: HTMLElement): HTMLElement | null {
  let part: HTMLElement | null = element;
  for (let far = 0; part !== null && far < 4; far += 1, part = part.parentElement) {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(part);
    const isLine =
      overflowX !== 'visible' && textOverflow === 'ellipsis' && part.scrollWidth > part.clientWidth;
    if (isLine || (webkitLineClamp !== 'none' && part.scrollHeight > part.clientHeight)) return part;
  }
  return null;
}

const isSelectAll = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'a';

/** Outside of text fields, "all" is the list of the page, never each text on it. A list that has the focus has taken the key itself. */
function selectInList({ key, ctrlKey, metaKey, target }: KeyboardEvent): void {
  const list = document.querySelector<HTMLElement>('main [role=grid][aria-multiselectable=true]');
  if (list === null || list === target) return;
  list.focus();
  list.dispatchEvent(
    new KeyboardEvent('keydown', { key, ctrlKey, metaKey, bubbles: true, cancelable: true }),
  );
}

/**
 * A single key is the list's wherever the focus is but in a text, a menu or a dialog: what had it may be gone, or another account's list
 * be there since.
 */
function giveToList(event: KeyboardEvent): void {
  const { key, shiftKey, target } = event;
  if (!isSingle(event) || event.defaultPrevented || isElsewhere(target)) return;
  const list = document.querySelector<HTMLElement>('main [role=grid]');
  if (list === null || !(target instanceof Element)) return;
  if (list.contains(target) || target.closest('[role=menu], [role=listbox], [role=dialog]') !== null) return;
  const before = document.activeElement;
  if (list.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })))
    return;
  event.preventDefault();
  if (document.activeElement === before) list.focus({ preventScroll: true });
}

const isBare = (event: KeyboardEvent): boolean => !event.ctrlKey && !event.metaKey && event.key.length === 1;

const isSingle = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && (key === 'Delete' || (key.length === 1 && key !== ' '));

const isElsewhere = (target: EventTarget | null): boolean => isTyping(target) || isDialogOpen();

/** Shortcuts that a text field has too: there, its own typing is undone. */
const isOfField = (name: CommandName): boolean => name === 'undo' || name === 'redo';

const hasOwnUndo = (target: EventTarget | null): boolean =>
  isTyping(target) &&
  !(target instanceof HTMLSelectElement) &&
  !(target instanceof HTMLInputElement && target.readOnly);
