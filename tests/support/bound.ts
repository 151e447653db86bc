import type { Result } from '#shared/result.ts';
import type { Action, ActionTable, AnswerOf } from '../../electron/main/action.ts';
import type { InWindow } from '../../electron/main/app/in-window.ts';

type Bound<Area> = {
  readonly [M in keyof Area]: Area[M] extends Action<never, infer I, infer R>
    ? (input: I['_zod']['output']) => Promise<Result<AnswerOf<R>>>
    : never;
};

/** The actions of an area over what a test gives them, behind no guard: inputs are parsed already. */
export const bound = <Area extends ActionTable[string]>(area: Area, on: Partial<InWindow>): Bound<Area> =>
  Object.fromEntries(
    Object.entries(area).map(([method, asked]) => [
      method,
      async (input: never) => await asked.run(on as InWindow, input),
    ]),
    // Each function under its name.
  ) as Bound<Area>;
