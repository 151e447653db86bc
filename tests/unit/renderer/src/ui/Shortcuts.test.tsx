// @vitest-environment jsdom

import { render, screen, within } from '@testing-library/react';
import { describe, expect, it, beforeEach, vi } from 'vitest';
import { shortcuts } from '#shared/domain/shortcuts.ts';
import { ButtonKeys, pressed, printed } from '../../../../../renderer/src/ui/Shortcuts.tsx';
import { ShortcutsPage } from '../../../../../renderer/src/settings/ShortcutsPage.tsx';
import { Shell } from '../../../../../renderer/src/shell/Shell.tsx';
import { drawInJsdom, drawPart, type Given } from '../../../../support/draw.tsx';

const key = (
  name: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {},
) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('pressed', () => {
  it.each([
    ['Ctrl and K', key('k', { ctrlKey: true }), true],
    ['⌘ and K', key('k', { metaKey: true }), true],
    ['K alone', key('k'), false],
    ['Ctrl, Shift and K', key('K', { ctrlKey: true, shiftKey: true }), false],
  ])('knows the palette by %s', (_, event, is) => expect(pressed(event, 'palette')).toBe(is));

  it('tells a letter with Shift from the letter alone', () => {
    expect(pressed(key('c'), 'copy')).toBe(true);
    expect(pressed(key('C', { shiftKey: true }), 'copy')).toBe(false);
    expect(pressed(key('C', { shiftKey: true }), 'copyAvailable')).toBe(true);
  });

  it('takes a sign wherever the keyboard has it: / is Shift and 7 on a German one', () => {
    expect(pressed(key('/'), 'focusSearch')).toBe(true);
    expect(pressed(key('/', { shiftKey: true }), 'focusSearch')).toBe(true);
  });

  it('leaves everything with Alt to the system', () =>
    expect(pressed(key('c', { altKey: true }), 'copy')).toBe(false));
});

describe('the table of shortcuts', () => {
  it('gives no two actions of one place the same key', () => {
    const places = new Set(Object.values(shortcuts).map((one) => one.group));
    for (const place of places) {
      const keys = Object.values(shortcuts).flatMap((one) =>
        one.group === place || one.group === 'Everywhere' ? [...one.keys] : [],
      );
      expect(keys.filter((name, index) => keys.indexOf(name) !== index)).toEqual([]);
    }
  });

  it('is printed as on the keyboard', () => {
    expect(printed('Mod+Shift+A', false)).toEqual(['Ctrl', 'Shift', 'A']);
    expect(printed('Mod+K', true)).toEqual(['⌘', 'K']);
  });
});

describe('ButtonKeys', () => {
  it('shows the keys and leaves the button its own name', () => {
    render(
      <button type="button">
        Export <ButtonKeys of="sessionExport" />
      </button>,
    );
    const button = screen.getByRole('button', { name: 'Export' });
    expect(button.querySelectorAll('kbd').length).toBeGreaterThan(0);
  });
});

drawInJsdom();

beforeEach(() => vi.stubGlobal('requestIdleCallback', vi.fn()));

async function page(given: Given = {}) {
  const drawn = await drawPart(<ShortcutsPage />, {
    before: (stores) => stores.settings.actions.read(),
    ...given,
  });
  const row = (name: string, group = 'Search: the list') =>
    within(
      within(screen.getByRole('table', { name: group }))
        .getByText(name)
        .closest('tr') ?? document.body,
    );
  const change = async (name: string, keys: string, group?: string) => {
    await drawn.user.click(row(name, group).getByRole('button', { name: `Change: ${name}` }));
    await drawn.user.click(screen.getByRole('textbox', { name: 'New keys' }));
    await drawn.user.keyboard(keys);
  };
  return { ...drawn, row, change };
}

it('takes the keys that are pressed: they work at once, are stored, and can be reset and that undone', async () => {
  const { row, change, called, stores, user } = await page();
  await change('Recheck', 'o');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(called('settings.write')).toEqual([{ shortcuts: { recheck: 'O' } }]);
  row('Recheck').getByText('O');
  expect(pressed(key('o'), 'recheck')).toBe(true);
  expect(pressed(key('r'), 'recheck')).toBe(false);
  await user.click(row('Recheck').getByRole('button', { name: 'Reset: Recheck' }));
  expect(pressed(key('r'), 'recheck')).toBe(true);
  stores.notices.getState().notice?.action?.act();
  expect(await screen.findByRole('button', { name: 'Reset: Recheck' })).toBeDefined();
});

it('tells by name who uses the keys, and replaces only then', async () => {
  const { row, change, called, user } = await page();
  await change('Recheck', 'c');
  screen.getByText('Used by Copy the name. Replace?');
  expect(called('settings.write')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  row('Recheck').getByText('C');
  row('Copy the name').getByText('None');
  row('Copy the name').getByText('C is used by Recheck.');
  expect(pressed(key('c'), 'copy')).toBe(false);
});

it('leaves Tab to the buttons where keys wait to be replaced', async () => {
  const { change, called, user } = await page();
  await change('Recheck', 'c{Tab}');
  const dialog = within(screen.getByRole('dialog'));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Shift>}{Tab}{Tab}{/Shift}');
  dialog.getByText('Used by Copy the name. Replace?');
  dialog.getByRole('button', { name: 'Replace' }).focus();
  await user.keyboard('{Enter}');
  expect(called('settings.write')).toEqual([{ shortcuts: { recheck: 'C' } }]);
});

it('says which keys it replaces where a shortcut has several', async () => {
  const { row, user } = await page();
  const change = (name: string) => row(name, 'Everywhere').getByRole('button', { name: `Change: ${name}` });
  await user.click(change('Keyboard shortcuts'));
  screen.getByText('Replaces ? and Ctrl + /.');
  await user.keyboard('{Escape}');
  await user.click(change('Command palette'));
  expect(screen.queryByText(/^Replaces/)).toBeNull();
});

it('refuses keys with the reason', async () => {
  const { change, called, user } = await page();
  const reasons = {
    '{Enter}': 'Enter opens and confirms.',
    '{Tab}': 'Tab moves between controls.',
    '{Control>}c{/Control}': 'Text fields need these keys.',
    3: 'Used by Filter by status, which can’t be changed.',
  };
  for (const [keys, reason] of Object.entries(reasons)) {
    await change('Recheck', keys);
    screen.getByText(reason);
    expect(screen.queryByRole('button', { name: 'Replace' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
  }
  await change('Command palette', 'o', 'Everywhere');
  screen.getByText('This key types or deletes text where the shortcut works.');
  expect(called('settings.write')).toEqual([]);
});

it('shows saved entries that cannot be used, keeps them, and discards them when asked', async () => {
  const shortcutsThen = { recheck: 'Enter', ofTomorrow: 'Mod+B' };
  const { change, called, user } = await page({
    before: async ({ settings }) => {
      await settings.actions.read();
      await settings.actions.write({ shortcuts: shortcutsThen });
    },
  });
  screen.getByText('recheck = Enter, ofTomorrow = Mod+B');
  expect(pressed(key('r'), 'recheck')).toBe(true);
  await change('Copy the name', 'o');
  expect(called('settings.write').at(-1)).toEqual({ shortcuts: { ...shortcutsThen, copy: 'O' } });
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(called('settings.write').at(-1)).toEqual({ shortcuts: { copy: 'O' } });
});

it('keys that are pressed for a new shortcut do nothing else on the page', async () => {
  const { stores, user } = await drawPart(<Shell />, {
    before: async ({ settings, route }) => {
      await settings.actions.read();
      route.actions.goToSettings({ kind: 'shortcuts' });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change: Settings' }));
  await user.click(screen.getByRole('textbox', { name: 'New keys' }));
  await user.keyboard('{Control>}2{/Control}');
  screen.getByText('Used by Bulk lookup. Replace?');
  expect(stores.route.getState().route).toEqual({ screen: 'settings', view: { kind: 'shortcuts' } });
});
