import { MantineProvider } from '@mantine/core';
import { render, type RenderResult } from '@testing-library/react';
import * as React from 'react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { type Stores, StoresProvider } from '../../renderer/src/app-stores.ts';
import { theme } from '../../renderer/src/theme.ts';

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
export function standInForTheBrowser(): void {
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
 * Draws a part of the page as it stands in the application: under its stores and its theme. Mantine’s style sheets are left out: jsdom
 * goes through their rules for each name that it computes, and lays nothing out by them.
 */
export const draw = (stores: Stores, part: ReactNode): RenderResult =>
  render(
    <StoresProvider value={stores}>
      <MantineProvider env="test" theme={theme} withCssVariables={false} withGlobalClasses={false}>
        {part}
      </MantineProvider>
    </StoresProvider>,
  );
