// @vitest-environment jsdom

import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { shortcuts } from '#shared/domain/shortcuts.ts';
import { ButtonKeys, pressed, printed } from '../../../../../renderer/src/ui/Shortcuts.tsx';
import { places } from '../../../../../renderer/src/shell/places.ts';

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

  it('numbers the screens in the order of the rail; the settings have the key that they have everywhere', () => {
    const keys = places.map(({ keys: name }) => shortcuts[name].keys);
    expect(keys).toEqual(['1', '2', '3', '4', '5', '6', ','].map((last) => [`Mod+${last}`]));
    expect(places[0]?.keys).toBe('goToday');
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
