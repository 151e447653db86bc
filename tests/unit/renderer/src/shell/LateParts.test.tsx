// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LookupCount, UncertainCount } from '../../../../../renderer/src/shell/LateParts.tsx';
import { aChange, anUncertainChange } from '../../../../support/a-change.ts';
import { aSession, aSessionId } from '../../../../support/fake-sessions.ts';
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

it('the number of bulk lookups is of those that wait, or else of those that run, and live', async () => {
  const ofState = (number: number, state: 'running' | 'waiting' | 'finished') =>
    aSession({ id: aSessionId(number), state });
  const sessions = [ofState(1, 'running'), ofState(2, 'running'), ofState(3, 'finished')];
  const { bridge } = await drawPart(<LookupCount />, { world: { sessions } });
  await screen.findByRole('img', { name: '2 running' });
  act(() => bridge.tell('sessions.changed', { sessions: [ofState(1, 'waiting')], removed: [] }));
  await screen.findByRole('img', { name: '1 waiting' });
  const over = [ofState(1, 'finished'), ofState(2, 'finished')];
  act(() => bridge.tell('sessions.changed', { sessions: over, removed: [] }));
  expect(screen.queryByRole('img')).toBeNull();
});
