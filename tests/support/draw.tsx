import { MantineProvider } from '@mantine/core';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { type Stores, StoresProvider } from '../../renderer/src/app-stores.ts';
import { theme } from '../../renderer/src/theme.ts';

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

/** Draws a part of the page as it stands in the application: under its stores and its theme. */
export const draw = (stores: Stores, part: ReactNode): RenderResult =>
  render(
    <StoresProvider value={stores}>
      <MantineProvider env="test" theme={theme}>
        {part}
      </MantineProvider>
    </StoresProvider>,
  );
