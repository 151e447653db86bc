import { mapOk, type Result } from '#shared/result.ts';
import type { Output, Parsed } from '#shared/routes.ts';
import { invalidInput } from '../system/texts.ts';
import type { Move, Step } from '../workspace/repositories/portfolio.ts';

type Direction = Parsed<'domains', 'revert'>['direction'];
export type Reverted = Output<'domains', 'revert'>;

/** Moves each thing that is still in its `from`; returns how many could be. */
type MoveAll<S> = (moves: readonly Move<S>[]) => Promise<Result<number>>;

interface Edit<S> {
  readonly steps: Map<string, Step<S>>;
  readonly moveAll: MoveAll<S>;
}

/** What the newest local edits changed, each under the id that the page gave it: in memory, until the program ends. */
export function createEdits<S>() {
  const edits = new Map<string, Edit<S>>();

  function forgetOldest(): void {
    let count = 0;
    for (const [id, { steps }] of [...edits].toReversed()) {
      count += steps.size;
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
     */
    add(id: string | undefined, steps: readonly Step<S>[], moveAll: MoveAll<S>): void {
      if (id === undefined) return;
      const edit = edits.get(id) ?? { steps: new Map<string, Step<S>>(), moveAll };
      for (const step of steps)
        edit.steps.set(step.key, { ...(edit.steps.get(step.key) ?? step), after: step.after });
      edits.set(id, edit);
      forgetOldest();
    },
    /**
     * Undoes an edit, or does it again; what was changed since by something else stays as it is, and is counted.
     *
     * Fails with: `invalid-input` (it is not in memory any more), `storage`.
     */
    revert: async (id: string, direction: Direction): Promise<Result<Reverted>> => {
      const edit = edits.get(id);
      if (edit === undefined) return tooOld;
      const moves = [...edit.steps.values()].map(({ key, before, after }) =>
        direction === 'undo' ? { key, from: after, to: before } : { key, from: before, to: after },
      );
      return mapOk(await edit.moveAll(moves), (changed) => ({ changed, kept: moves.length - changed }));
    },
  };
}

const mostEdits = 20;
/** Of all edits together. */
const mostSteps = 50_000;

const tooOld = invalidInput('edit', 'This can no longer be undone.');
