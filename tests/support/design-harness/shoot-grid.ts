/*
 * Draws the grid alone in a bare window, as `shoot.ts` draws the screens, and keeps a picture of each state:
 *
 *   node tests/support/design-harness/shoot-grid.ts [part of a state's name] [light|dark] [1024|1440]
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { ConsoleMessage, Page } from '@playwright/test';
import type axe from 'axe-core';
import { build } from 'vite';
import { type BareWindow, prepareBareWindows } from '../bare-window/bare-windows.ts';
import { servePage } from './serve-page.ts';

const root = join(import.meta.dirname, '../../..');
const pictures = join(root, 'test-results/design');
const built = join(tmpdir(), `namedesk-grid-${process.pid}`);
const sizes = [
  { width: 1024, height: 640 },
  { width: 1440, height: 900 },
];
const [only = '', onlyScheme = '', onlyWidth = ''] = process.argv.slice(2);
const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface State {
  readonly name: string;
  readonly query: string;
  readonly forced?: true;
  readonly scale?: number;
  readonly act?: (page: Page) => Promise<void>;
}

const focus = (page: Page) => page.getByRole('grid').focus();
const press =
  (...keys: readonly string[]) =>
  async (page: Page) => {
    await focus(page);
    for (const key of keys) await page.keyboard.press(key);
  };
const rest = (x: number, y: number) => async (page: Page) => {
  await page.mouse.move(x, y);
  await page.waitForTimeout(700);
};

const states: readonly State[] = [
  { name: 'comfortable', query: '' },
  { name: 'compact', query: 'density=compact' },
  { name: 'running', query: 'asked=0.003' },
  { name: 'filtered', query: 'kinds=some&text=harbour' },
  { name: 'focus', query: '', act: press('ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight') },
  {
    name: 'range',
    query: '',
    act: press('ArrowDown', 'ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight', 'Space'),
  },
  { name: 'row', query: '', act: press('ArrowDown', 'ArrowDown', 'Home') },
  { name: 'end', query: 'names=1000000&tlds=20&asked=1', act: press('Control+End') },
  { name: 'cross', query: '', act: rest(520, 300) },
  { name: 'tip-heading', query: '', act: rest(420, 30) },
  { name: 'tip-name', query: '', act: rest(90, 300) },
  { name: 'few', query: 'names=6&tlds=8' },
  { name: 'forced', query: '', forced: true, act: press('ArrowDown', 'Shift+ArrowRight') },
  { name: 'dense-pixels', query: '', scale: 2 },
  { name: 'odd-pixels', query: '', scale: 1.25 },
];

async function shoot(
  { page }: BareWindow,
  url: string,
  state: State,
  colorScheme: 'light' | 'dark',
  size: (typeof sizes)[number],
): Promise<readonly string[]> {
  await page.emulateMedia({
    colorScheme,
    reducedMotion: 'reduce',
    forcedColors: state.forced === true ? 'active' : 'none',
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    ...size,
    deviceScaleFactor: state.scale ?? 1,
    mobile: false,
  });
  const troubles: string[] = [];
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(message.text());
  };
  page.on('console', onConsole);
  page.on('pageerror', (error) => troubles.push(String(error)));
  await page.mouse.move(0, 0);
  await page.goto(`${url}?${state.query}`);
  await page.waitForTimeout(500);
  await state.act?.(page);
  await page.waitForTimeout(250);
  await page.screenshot({ path: join(pictures, `grid-${state.name}-${colorScheme}-${size.width}.png`) });
  await page.evaluate(axeSource.replace('"use strict"', ''));
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { readonly axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    }),
  );
  for (const { id, impact, nodes } of violations)
    if (impact === 'serious' || impact === 'critical')
      troubles.push(`axe ${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`);
  await devtools.detach();
  page.off('console', onConsole);
  return troubles;
}

await mkdir(pictures, { recursive: true });
await build({
  logLevel: 'warn',
  configFile: false,
  root: join(import.meta.dirname, 'grid'),
  plugins: [react()],
  build: { outDir: built, emptyOutDir: true, assetsInlineLimit: 0 },
});
const { url, server } = await servePage(built);
const windows = await prepareBareWindows();
const window = await windows.open(url, { width: 1440, height: 900 });
for (const state of states.filter(({ name }) => name.includes(only)))
  for (const scheme of (['light', 'dark'] as const).filter((one) => onlyScheme === '' || one === onlyScheme))
    for (const size of sizes.filter(({ width }) => onlyWidth === '' || String(width) === onlyWidth))
      for (const trouble of await shoot(window, url, state, scheme, size))
        console.log(`${state.name} ${scheme} ${size.width}: ${trouble}`);
await window.close();
windows.close();
server.close();
await rm(built, { recursive: true, force: true });
