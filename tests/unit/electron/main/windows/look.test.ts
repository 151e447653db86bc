import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { windowBackground } from '../../../../../electron/main/windows/look.ts';
import { accountColourValues, palettes } from '../../../../../renderer/src/theme.ts';

it('opens a window in the colour of its page, in either scheme', () => {
  expect([windowBackground(false), windowBackground(true)]).toEqual([
    palettes.light.surface,
    palettes.dark.surface,
  ]);
});

const stylesOf = (path: string): string =>
  readFileSync(new URL(`../../../../../renderer/src/${path}`, import.meta.url), 'utf8');

const camel = (name: string): string =>
  name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** The custom properties of a style sheet that are colours. */
const coloursIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [
      camel(name),
      value,
    ]),
  );

describe('the pages without a framework', () => {
  const [light = '', dark = ''] = stylesOf('styles/small-page.css').split('prefers-color-scheme: dark');

  it.each([
    ['light', coloursIn(light), palettes.light],
    ['dark', coloursIn(dark), palettes.dark],
  ] as const)('take their colours from the theme (%s)', (_scheme, own, palette) => {
    expect(Object.keys(own).length).toBeGreaterThanOrEqual(8);
    expect(palette).toMatchObject(own);
  });

  it('know the colour of every account', () => {
    const styles = stylesOf('code/code.css');
    for (const [name, value] of Object.entries(accountColourValues)) {
      expect(styles).toContain(`--account-${name}: ${value};`);
      expect(styles).toContain(`.dot[data-colour='${name}']`);
    }
  });
});
