// @vitest-environment jsdom

import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { UncertainCount } from '../../../../../renderer/src/shell/LateParts.tsx';
import { aChange, anUncertainChange } from '../../../../support/a-change.ts';
import { drawInJsdom, drawPart } from '../a-drawn-part.tsx';

drawInJsdom();

it('the number of changes that wait for a person is over all accounts, and counted once for many changes', async () => {
  vi.useFakeTimers();
  const other = anUncertainChange({ number: 2, accountId: 'account-2' });
  const changes = [anUncertainChange({ number: 1 }), other, aChange({ number: 3 })];
  const { bridge, called } = await drawPart(<UncertainCount />, { world: { changes } });
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByRole('img', { name: '2 uncertain' }).textContent).toBe('2');
  bridge.world.changes = [other];
  for (let told = 0; told < 5; told += 1) bridge.tell('changes.changed', { changes: [other] });
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(screen.getByRole('img', { name: '1 uncertain' })).toBeDefined();
  expect(called('changes.list')).toHaveLength(2);
  vi.useRealTimers();
});
