// @vitest-environment jsdom

import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { ErrorState, type RemedyHandlers } from '../../../../../renderer/src/ui/States.tsx';

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
});
afterEach(cleanup);

const show = (error: AppError, remedies: RemedyHandlers) =>
  render(
    <MantineProvider env="test">
      <ErrorState error={error} remedies={remedies} />
    </MantineProvider>,
  );

describe('ErrorState', () => {
  it('offers the remedies that the place can carry out, and does what was pressed', () => {
    const enter = vi.fn();
    show({ kind: 'refused', why: 'credentials', status: 401, said: '' }, { 'enter-key': enter });
    screen.getByRole('button', { name: 'Enter the key' }).click();
    expect(enter).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Edit the account' })).toBeNull();
  });

  it('is announced', () => {
    show({ kind: 'no-key' }, {});
    expect(screen.getByRole('alert').textContent).toContain('Nothing was changed.');
  });
});
