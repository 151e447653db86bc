import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { windowBackground } from '../../../../../electron/main/windows/look.ts';
import { palettes } from '../../../../../renderer/src/theme.ts';

it('opens a window in the colour of its page, in either scheme', () => {
  expect([windowBackground(false), windowBackground(true)]).toEqual([
    palettes.light.surface,
    palettes.dark.surface,
  ]);
});

describe('the key page', () => {
  const styles = readFileSync(new URL('../../../../../renderer/src/key/key.css', import.meta.url), 'utf8');
  const [light = '', dark = ''] = styles.split('prefers-color-scheme: dark');
  const coloursIn = (text: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [
        camel(name),
        value,
      ]),
    );
  const camel = (name: string): string =>
    name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

  it.each([
    ['light', coloursIn(light), palettes.light],
    ['dark', coloursIn(dark), palettes.dark],
  ] as const)('takes its colours from the theme (%s)', (_scheme, own, palette) => {
    expect(Object.keys(own).length).toBeGreaterThanOrEqual(8);
    expect(palette).toMatchObject(own);
  });
});
