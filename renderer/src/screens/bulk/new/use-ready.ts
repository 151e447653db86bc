import { useStore } from 'zustand';
import { format } from '../../../lib/format.ts';
import { type NewState, readyReport } from './new-state.ts';
import type { NewStore } from './new-store.ts';
import { sizeOf, tooLarge } from './outlook.ts';
import { proposedName } from './proposed-name.ts';

/** Whether a session can be made, and under which name. */
export interface Ready {
  readonly name: string;
  /** What is still missing or too much, as a sentence; null where nothing is. */
  readonly missing: string | null;
  /** It is too much, rather than not there yet. */
  readonly isTooLarge: boolean;
}

export function useReady(store: NewStore): Ready {
  return readyOf(useStore(store), format.day(new Date().toISOString()));
}

export function readyOf(state: NewState, today: string): Ready {
  const report = readyReport(state);
  const { names, tlds } = sizeOf(state);
  const name = state.name ?? (report === null ? '' : proposedName(report, today));
  const limit = tooLarge(names, tlds);
  return { name, missing: limit ?? notYet(state, names, tlds, name), isTooLarge: limit !== null };
}

function notYet(state: NewState, names: number, tlds: number, name: string): string | null {
  if (state.report.status === 'loading') return 'The names are being read.';
  if (names === 0) return state.way === 'recipe' ? 'Make names first.' : 'Enter names first.';
  if (tlds === 0) return 'Choose at least one TLD.';
  if (name.trim() === '') return 'Give the session a name.';
  return null;
}
