// @vitest-environment jsdom

import { globSync, readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { commandPlaces, commands, commandsIn, menuCommands } from '#shared/domain/commands.ts';
import { ButtonKeys, pressed, printed } from '../../../../../renderer/src/ui/Shortcuts.tsx';
import * as names from '#shared/domain/domain-name.ts';
import { everywhere, placeNames } from '../../../../../renderer/src/shell/everywhere.tsx';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../../support/fake-sessions.ts';
import { aWorld } from '../../../../support/fake-world.ts';

/** The modules in some folders. */
const sourcesOf = (...folders: readonly string[]): readonly string[] =>
  globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`)).toSorted();

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

describe('the table of commands', () => {
  const all = Object.entries(commands);
  const actions = everywhere(
    createStores(createFakeBridge(aWorld()), createFakePorts(), () => Promise.resolve(names)),
  );

  it('gives no two commands of one place the same key, and each key a place', () => {
    for (const place of commandPlaces) {
      const keys = commandsIn([place, 'Everywhere']).flatMap((name) => commands[name].keys);
      expect(keys.filter((name, index) => keys.indexOf(name) !== index)).toEqual([]);
    }
    for (const [, { keys, group }] of all) expect(keys.length > 0).toBe(group !== null);
  });

  it('has every command of every screen with a key in the help and in the menu; back is the matter of a page', () => {
    const outside = commandsIn(['Everywhere']).filter((name) => !menuCommands.some((one) => one === name));
    expect(outside).toEqual(['goBack']);
    const undone = all.filter(([name, { menu, group }]) => (menu ?? group) === null && !(name in actions));
    expect(undone).toEqual([]);
    expect(menuCommands.filter((name) => !(name in actions))).toEqual([]);
  });

  it('is where texts of what can be done everywhere and all keys stand: no button, menu or palette has its own', () => {
    const everyLabel = new Set(all.filter(([name]) => name in actions).map(([, { label }]) => label));
    // A place of the rail is named like its screen, and a title of a screen is no command.
    for (const name of placeNames) everyLabel.delete(commands[name].label);
    const elsewhere = sourcesOf('renderer/src', 'electron/main/windows').flatMap((path) => {
      const source = readFileSync(path, 'utf8');
      const keys = [...source.matchAll(/'(?:Mod|Ctrl|Alt|Shift)\+[^'\n]+'/gu)].map(([found]) => found);
      const texts = [
        ...source.matchAll(
          />\s*([^<>{}\n]+?)\s*<\/(?:Button|Menu\.Item|UnstyledButton)>|label[=:] ?["']([^"'\n]+)["']/gu,
        ),
      ];
      const own = texts.map(([, text, label]) => text ?? label ?? '').filter((text) => everyLabel.has(text));
      return [...keys, ...own].map((found) => `${path}: ${found}`);
    });
    // The settings index names the setting, which shows it.
    expect(elsewhere).toEqual(['renderer/src/settings/settings-index.ts: Support bundle']);
  });

  it('numbers the screens in the order of the rail; the settings have the key that they have everywhere', () => {
    const keys = placeNames.map((name) => commands[name].keys);
    expect(keys).toEqual(['1', '2', '3', '4', '5', '6', ','].map((last) => [`Mod+${last}`]));
    expect(placeNames[0]).toBe('goToday');
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
