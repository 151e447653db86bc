import { isShortlisted } from '#shared/domain/cell.ts';
import type { StoreApi } from 'zustand/vanilla';
import type { SessionDeps, SessionState } from './session-state.ts';

/** As the contract has it for one call. */
const mostAtOnce = 100_000;

/** The cells on the shortlist, in the order of the rows. */
export function shortlistOf(codes: Uint8Array): readonly number[] {
  const cells: number[] = [];
  codes.forEach((code, cell) => {
    if (isShortlisted(code)) cells.push(cell);
  });
  return cells;
}

/** Puts cells on the shortlist or takes them off: on the screen at once, and back where main could not keep it. */
export function createShortlisting(
  { getState: get, setState: set }: StoreApi<SessionState>,
  { request, sessionId }: SessionDeps,
): (cells: readonly number[], isOn: boolean) => Promise<void> {
  const recount = (): void => set({ counted: get().counted + 1 });
  return async (cells, isOn) => {
    const { model } = get();
    if (model === null) return;
    const changing = cells.filter((cell) => isShortlisted(model.matrix.codes[cell] ?? 0) !== isOn);
    model.setShortlist(changing, isOn);
    recount();
    for (let from = 0; from < changing.length; from += mostAtOnce) {
      const some = changing.slice(from, from + mostAtOnce);
      const result = await request.sessions.shortlist({ id: sessionId, cells: some, isOn });
      if (result.ok) continue;
      model.setShortlist(changing.slice(from), !isOn);
      recount();
      set({ trouble: { deed: 'shortlist', error: result.error } });
      return;
    }
  };
}
