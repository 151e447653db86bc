import { expect, vi } from 'vitest';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { Client } from '#shared/routes.ts';
import { createFlowStore } from '../../../../../renderer/src/changes/flow-store.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { oneChange, type OneChange } from '../../../../support/fake-change-flow.ts';
import { aWorld } from '../../../../support/fake-world.ts';

export const lock: ChangeAsk = { kind: 'lock', state: 'locked' };

/** A flow over a bridge that answers as `one` says. */
export function aFlow(one: OneChange = {}, others: Partial<Client['changes']> = {}) {
  const bridge = createFakeBridge(aWorld(), { changes: oneChange(one, others) });
  const flow = createFlowStore({
    request: bridge.request,
    accountId: 'practice',
    domain: 'harbour.example',
  });
  const at = async (step: string) => {
    await vi.waitFor(() => {
      expect(flow.getState().step).toBe(step);
    });
    return flow.getState();
  };
  const sent = () => bridge.world.calls.filter(({ name }) => name === 'changes.apply');
  const called = (name: string) => bridge.world.calls.filter((call) => call.name === name).length;
  return { flow, ...flow.actions, at, sent, called };
}

/** An answer that a test gives when it wants to. */
export function later<T>() {
  let answer: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    answer = resolve;
  });
  return { promise, answer: (value: T) => answer(value) };
}
