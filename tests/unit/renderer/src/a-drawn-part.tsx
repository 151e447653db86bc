import { cleanup } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { createStores, type Stores } from '../../../../renderer/src/app-stores.ts';
import { draw, standInForTheBrowser } from '../../../support/draw.tsx';
import { createFakeBridge, type FakeAnswers } from '../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../support/fake-sessions.ts';
import { aWorld, type FakeWorld } from '../../../support/fake-world.ts';

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
