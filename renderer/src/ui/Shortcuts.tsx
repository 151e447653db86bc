import { useWindowEvent } from '@mantine/hooks';
import type { KeyboardEvent, RefObject } from 'react';
import { type CommandName, commands } from '#shared/domain/commands.ts';
import css from './keys.module.css';

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/**
 * Whether a key press matches the shortcut `name`. A punctuation key such as `/` or `?` matches by character, with or without
 * Shift.
 */
export const pressed = (event: KeyPress, name: CommandName): boolean =>
  commands[name].keys.some((keys) => matches(event, keys));

function matches(event: KeyPress, keys: string): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const sign = /^[^a-z0-9]$/iu.test(key);
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === parts.includes('Mod') &&
    (sign || event.shiftKey === parts.includes('Shift')) &&
    event.altKey === parts.includes('Alt')
  );
}

/** Whether a dialog is over the screen. A list or a menu that drops down is none, whatever its role. */
export const isDialogOpen = (): boolean => document.querySelector('[role=dialog][aria-modal=true]') !== null;

/** What each of these shortcuts does, wherever the focus is: not behind a dialog, nor where a field or a list takes the key. */
export function useKeys(acts: Partial<Readonly<Record<CommandName, (() => void) | null>>>): void {
  useWindowEvent('keydown', (event) => {
    // The type of `acts` proves its names.
    const [, act] = Object.entries(acts).find(([name]) => pressed(event, name as CommandName)) ?? [];
    if (!act || event.defaultPrevented || isDialogOpen() || isOfField(event)) return;
    event.preventDefault();
    act();
  });
}

/** A character that is typed, or the key that goes to the next word on a Mac. */
const isOfField = (event: globalThis.KeyboardEvent): boolean =>
  isTyping(event.target) &&
  ((event.key.length === 1 && !event.ctrlKey && !event.metaKey) || pressed(event, 'goBack'));

/** To the field that finds something in a screen, with what is typed in it selected. */
export function focusField({ current }: RefObject<HTMLInputElement | null>): void {
  current?.focus();
  current?.select();
}

/** Whether a key press goes to a text field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Enter: '↵',
  Delete: 'Del',
};

/** The keys of one alternative as printed on the keyboard: `['Ctrl', 'K']`. */
export const printed = (keys: string, mac: boolean): readonly string[] =>
  keys.split('+').map((key) => {
    if (key === 'Mod') return mac ? '⌘' : 'Ctrl';
    return signs[key] ?? key;
  });

const isMac = (): boolean => navigator.userAgent.includes('Macintosh');

interface Props {
  readonly of: CommandName;
  /** Print every alternative, not only the first. */
  readonly all?: boolean;
}

/** A shortcut, as printed on the keyboard. */
export function Keys({ of, all = false }: Props) {
  const alternatives: readonly string[] = commands[of].keys;
  return (
    <span style={{ display: 'inline-flex', gap: 8 }}>
      {(all ? alternatives : alternatives.slice(0, 1)).map((keys) => (
        <span key={keys} style={{ display: 'inline-flex', gap: 2 }}>
          {printed(keys, isMac()).map((key) => (
            <kbd key={key} className={css['key']}>
              {key}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

/**
 * A button's shortcut, shown inside the button but not part of its accessible name. Where there is no room, styles hide the
 * button's section with `:has([data-button-keys])`.
 */
export const ButtonKeys = ({ of }: { readonly of: CommandName }) => (
  <span style={{ display: 'inline-flex' }} data-button-keys aria-hidden>
    <Keys of={of} />
  </span>
);

/** Moves the focus by an arrow key from a list item's button to that of the next or previous item. Returns it; else null. */
export function moveInList(event: KeyboardEvent<HTMLElement>): HTMLButtonElement | null {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return null;
  event.preventDefault();
  const item = event.currentTarget.closest('li');
  const next = event.key === 'ArrowDown' ? item?.nextElementSibling : item?.previousElementSibling;
  const button = next?.querySelector('button') ?? null;
  button?.focus();
  return button;
}
