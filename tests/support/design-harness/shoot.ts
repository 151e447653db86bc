/*
 * Draws every state of the page in a bare window of the application's runtime, looks for accessibility findings and policy violations, and keeps a picture of each:
 *
 *   node tests/support/design-harness/shoot.ts [part of a state's name] [light|dark] [1024|1440|2560]
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { ConsoleMessage } from '@playwright/test';
import { build } from 'vite';
import { type BareWindow, prepareBareWindows } from '../bare-window/bare-windows.ts';
import { servePage } from './serve-page.ts';
import type { Step } from './step.ts';
import { steps } from './steps.ts';

const root = join(import.meta.dirname, '../../..');
const pictures = join(root, 'test-results/design');
const built = join(tmpdir(), `namedesk-design-${process.pid}`);
const sizes = [
  { width: 1024, height: 640 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];
const schemes = ['light', 'dark'] as const;
const [only = '', onlyScheme = '', onlyWidth = ''] = process.argv.slice(2);
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function buildPage(): Promise<void> {
  const common = { logLevel: 'warn', configFile: false } as const;
  await build({
    ...common,
    root: join(root, 'renderer'),
    plugins: [react()],
    build: {
      outDir: join(built, 'page'),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(root, 'renderer/index.html') },
    },
  });
  await build({
    ...common,
    root: import.meta.dirname,
    build: {
      outDir: join(built, 'bridge'),
      emptyOutDir: true,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, 'install.ts'),
        formats: ['iife'],
        name: 'bridge',
        fileName: () => 'bridge.js',
      },
    },
  });
}

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** How far the frame around the page can be scrolled, as a focused control would: then its head would be out of sight. */
const frameThatScrolls = `(() => {
  let loose = 0;
  for (let frame = document.querySelector('main'); frame !== null; frame = frame.parentElement) {
    if (getComputedStyle(frame).overflowY === 'auto') continue; // it is there to be scrolled
    frame.scrollTop = 10_000;
    loose = Math.max(loose, frame.scrollTop);
    frame.scrollTop = 0;
  }
  return loose;
})()`;

/** What can be used, and lies below the page where nothing scrolls to it. */
const outOfReach = `(() => {
  const main = document.querySelector('main');
  if (main === null) return [];
  const end = main.getBoundingClientRect().bottom + 1;
  const scrolls = (part) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowY);
  const isReached = (part) => {
    for (let around = part; around !== null; around = around.parentElement) {
      if (scrolls(around) || getComputedStyle(around).position === 'fixed') return true;
      if (around === main) return false;
    }
    return true;
  };
  return [...main.querySelectorAll('button, input, textarea, a')]
    .filter((part) => {
      const { bottom, width } = part.getBoundingClientRect();
      return width > 1 && bottom > end && !isReached(part);
    })
    .map((part) => part.getAttribute('aria-label') ?? part.textContent.slice(0, 40));
})()`;

async function shoot(
  { page }: BareWindow,
  url: string,
  step: Step,
  scheme: 'light' | 'dark',
  size: (typeof sizes)[number],
): Promise<readonly string[]> {
  const troubles: string[] = [];
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error' || message.type() === 'warning')
      troubles.push(`${message.text()} (${message.location().url}:${message.location().lineNumber})`);
  };
  const onError = (error: Error): void => void troubles.push(String(error));
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
  page.on('console', onConsole);
  page.on('pageerror', onError);
  await page.goto(`${url}?scene=${step.scene}`);
  await page.waitForTimeout(350);
  await step.act?.(page);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(pictures, `${step.name}-${scheme}-${size.width}.png`) });
  await page.evaluate(axe.replace('"use strict"', ''));
  const found = await page.evaluate<readonly Finding[]>(
    '(async () => (await axe.run(document, { resultTypes: ["violations"] })).violations)()',
  );
  for (const { id, impact, nodes } of found.filter(
    (one) => one.impact === 'serious' || one.impact === 'critical',
  ))
    troubles.push(
      `axe ${impact ?? ''} ${id}: ${nodes
        .map((node) => node.html.slice(0, 140) + ' ' + (node.failureSummary ?? '').slice(0, 220))
        .slice(0, 3)
        .join(' | ')}`,
    );
  const loose = await page.evaluate<number>(frameThatScrolls);
  if (loose > 0) troubles.push(`the frame around the page can be scrolled by ${loose} px`);
  const lost = await page.evaluate<readonly string[]>(outOfReach);
  if (lost.length > 0) troubles.push(`nothing scrolls to ${lost.slice(0, 4).join(', ')}`);
  page.off('console', onConsole);
  page.off('pageerror', onError);
  await devtools.detach();
  return troubles;
}

await mkdir(pictures, { recursive: true });
await buildPage();
const bridge = await readFile(join(built, 'bridge/bridge.js'), 'utf8');
const { url, server } = await servePage(join(built, 'page'));
const windows = await prepareBareWindows();
const window = await windows.open('about:blank', { width: 1440, height: 900 });
await window.page.addInitScript(
  `globalThis.__scene = new URLSearchParams(location.search).get('scene');\n${bridge}`,
);
let troubled = 0;
let shot = 0;
for (const step of steps.filter(({ name }) => name.includes(only)))
  for (const scheme of schemes.filter((one) => onlyScheme === '' || one === onlyScheme))
    for (const size of sizes.filter(({ width }) => onlyWidth === '' || String(width) === onlyWidth)) {
      const troubles = await shoot(window, url, step, scheme, size);
      shot += 1;
      if (troubles.length > 0) troubled += 1;
      for (const trouble of troubles) console.log(`${step.name} ${scheme} ${size.width}: ${trouble}`);
    }
await window.close();
windows.close();
server.close();
await rm(built, { recursive: true, force: true });
console.log(`${shot} states drawn, ${troubled} with findings`);
