import { vi } from 'vitest';
import { ok, type Result } from '#shared/result.ts';
import type { Report } from '../../../../../../renderer/src/bulk/new/new-state.ts';
import { createNewStore } from '../../../../../../renderer/src/bulk/new/new-store.ts';
import { createFakeBridge, type FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { aReport } from '../../../../../support/fake-import.ts';
import { aWorld } from '../../../../../support/fake-world.ts';

export const draftId = '00000000-0000-4000-9000-000000000001';
export const restMs = 300;

/** The store of a session in the making, before the fake clock and a fake bridge. */
export function aStore(answers: FakeAnswers = {}, accountId: string | null = 'account-1') {
  const bridge = createFakeBridge(aWorld(), answers);
  const store = createNewStore({ request: bridge.request, draftId, accountId: () => accountId, restMs });
  const called = (name: string) =>
    bridge.world.calls.filter((call) => call.name === name).map((call) => call.input);
  const type = (text: string) => store.actions.type(() => text, text === '');
  const rested = () => vi.advanceTimersByTimeAsync(restMs);
  return { store, called, type, rested, state: store.getState };
}

export const aFile = (name: string, text: string): File => new File([text], name);

export const anUnreadableFile = (): File =>
  Object.assign(aFile('gone.csv', ''), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) });

/** Its size is told without its bytes being there. */
export const aFileOf = (size: number): File =>
  Object.defineProperty(aFile('big.txt', ''), 'size', { value: size });

/** Answers later, by hand. */
export function inHand() {
  const answers: ((report: Partial<Report>) => void)[] = [];
  const ask = () =>
    new Promise<Result<Report>>((resolve) => {
      answers.push((report) => resolve(ok(aReport(report))));
    });
  return { answers, ask };
}
