import * as React from 'react';
import userEvent from '@testing-library/user-event';
import * as names from '#shared/domain/domain-name.ts';
import { MantineProvider } from '@mantine/core';
import { render, cleanup, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Client } from '../../renderer/src/client.ts';
import { StoresProvider, createStores, type Stores } from '../../renderer/src/app-stores.ts';
import { theme } from '../../renderer/src/theme.ts';
import { createFakeBridge, type FakeAnswers } from './fake-bridge.ts';
import { createFakePorts } from './fake-sessions.ts';
import { aWorld, type FakeWorld } from './fake-world.ts';
import { oneChange, type OneChange } from './fake-change-flow.ts';

/**
 * React notes for each of its first 10,000 elements in a drawing where it was created, for its own warnings: a quarter of
 * a test's time. This tells it that these are used up; where React's name for their number changes, tests are only slower.
 */
function forgetWhereElementsAreCreated(): void {
  const internals: unknown = Object.entries(React).find(([name]) =>
    name.startsWith('__CLIENT_INTERNALS'),
  )?.[1];
  if (typeof internals !== 'object' || internals === null) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => 10_000,
    set: () => undefined,
  });
}

forgetWhereElementsAreCreated();

/** Stands in for what jsdom has not and Mantine asks for. Call it before the first drawing of a test file. */
function standInForTheBrowser(): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
  Element.prototype.scrollIntoView = vi.fn();
  Element.prototype.scrollTo = vi.fn();
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: tableHeight });
}

/** Tables draw the rows that there is room for. */
function tableHeight(this: Element): number {
  return ['grid', 'table'].includes(this.getAttribute('role') ?? '') ? 800 : 0;
}

/**
 * A part of the page as it stands in the application: under its stores and its theme. Mantine’s style sheets are left out: jsdom goes
 * through their rules for each name that it computes, and lays nothing out by them.
 */
export const asShown = (stores: Stores, part: ReactNode): ReactNode => (
  <StoresProvider value={stores}>
    <MantineProvider env="test" theme={theme} withCssVariables={false} withGlobalClasses={false}>
      {part}
    </MantineProvider>
  </StoresProvider>
);

export const draw = (stores: Stores, part: ReactNode): RenderResult => render(asShown(stores, part));

/** Once in a file of tests: the browser's stand-ins, and a clean page after each test. */
export function drawInJsdom(): void {
  vi.setConfig({ testTimeout: 30_000 });
  beforeAll(standInForTheBrowser);
  beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));
  afterEach(cleanup);
}

export interface Given {
  readonly world?: Partial<FakeWorld> | undefined;
  readonly answers?: FakeAnswers | undefined;
  /** Runs before the part is drawn: loads what it needs, goes to its place. */
  readonly before?: (stores: Stores) => unknown;
}

/** The page's stores before a fake bridge, with their accounts loaded. */
export async function aPage({ world, answers, before }: Given = {}) {
  const bridge = createFakeBridge(aWorld(world), answers);
  const ports = createFakePorts();
  const stores = createStores(bridge, ports, () => Promise.resolve(names));
  await stores.accounts.actions.load();
  await before?.(stores);
  /** What was asked of main by this name. */
  const called = (name: string) =>
    bridge.world.calls.filter((call) => call.name === name).map(({ input }) => input);
  return { bridge, ports, stores, called, user: userEvent.setup() };
}

/** A part of the page as it stands in the application. */
export async function drawPart(part: ReactNode, given: Given = {}) {
  const page = await aPage(given);
  return { ...page, drawn: draw(page.stores, part) };
}

export type User = ReturnType<typeof userEvent.setup>;

/** Puts a text behind what is in a field, at once: a letter at a time draws the whole part again for each. */
export async function enter(user: User, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

export interface Around extends OneChange, Given {
  readonly changes?: Partial<Client['changes']>;
}

/** Draws one part of a domain's page as it stands in the application. */
export async function showPart(part: ReactNode, { world, changes, answers, ...one }: Around = {}) {
  const page = await drawPart(part, {
    world,
    answers: { ...answers, changes: oneChange(one, changes) },
    before: ({ status }) => status.actions.read(),
  });
  /** What was asked for, to be looked at. */
  const asked = () => page.called('changes.prepare');
  return { ...page, asked };
}
