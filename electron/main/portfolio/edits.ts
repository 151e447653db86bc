import { ok, type Result } from '#shared/result.ts';
import { invalidInput } from '../system/texts.ts';
import type { Move, Step } from '../workspace/repositories/portfolio.ts';

/** How many things were moved back or forth, and how many were not, because something else has changed them since. */
export interface Reverted {
  readonly changed: number;
  readonly kept: number;
}

/** Moves each thing that is still in its `from`; returns how many could be. */
type MoveAll<S> = (moves: readonly Move<S>[]) => Result<number> | Promise<Result<number>>;

interface Edit<S> {
  readonly steps: Map<string, Step<S>>;
  readonly moveAll: MoveAll<S>;
}

/** What the newest local edits changed, each under the id that the page gave it: in memory, until the program ends. */
export function createEdits<S>() {
  /** By the id, then by whose things they are. */
  const edits = new Map<string, Map<string, Edit<S>>>();

  function forgetOldest(): void {
    let count = 0;
    for (const [id, parts] of [...edits].toReversed()) {
      for (const { steps } of parts.values()) count += steps.size;
      // The newest one is kept, however large it is.
      if (id !== [...edits.keys()].at(-1) && count > mostSteps) edits.delete(id);
    }
    const [oldest] = edits.keys();
    if (oldest !== undefined && edits.size > mostEdits) edits.delete(oldest);
  }

  return {
    /**
     * Adds steps to an edit. Of two steps of the same thing, the edit is from before the first to after the second.
     *
     * @param id Undefined for an edit that nobody will undo.
     * @param of The account, where each has things of the same key.
     */
    add(id: string | undefined, steps: readonly Step<S>[], moveAll: MoveAll<S>, of = ''): void {
      if (id === undefined) return;
      const parts = edits.get(id) ?? new Map<string, Edit<S>>();
      const edit = parts.get(of) ?? { steps: new Map<string, Step<S>>(), moveAll };
      for (const step of steps)
        edit.steps.set(step.key, { ...(edit.steps.get(step.key) ?? step), after: step.after });
      edits.set(id, parts.set(of, edit));
      forgetOldest();
    },
    /**
     * Undoes an edit, or does it again; what was changed since by something else stays as it is, and is counted.
     *
     * Fails with: `invalid-input` (it is not in memory any more), `storage`.
     */
    revert: async (id: string, direction: 'undo' | 'redo'): Promise<Result<Reverted>> => {
      const parts = edits.get(id);
      if (parts === undefined) return tooOld;
      const sum = { changed: 0, kept: 0 };
      for (const { steps, moveAll } of parts.values()) {
        const moves = [...steps.values()].map(({ key, before, after }) =>
          direction === 'undo' ? { key, from: after, to: before } : { key, from: before, to: after },
        );
        const moved = await moveAll(moves);
        if (!moved.ok) return moved;
        sum.changed += moved.value;
        sum.kept += moves.length - moved.value;
      }
      return ok(sum);
    },
  };
}

const mostEdits = 20;
/** Of all edits together. */
const mostSteps = 50_000;

const tooOld = invalidInput('edit', 'This can no longer be undone.');
