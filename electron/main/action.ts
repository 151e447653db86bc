import type { z } from 'zod';
import { mapOk, type Result } from '#shared/result.ts';
import type { Immutable } from '#shared/schema-type.ts';
import type { InWindow } from './app/in-window.ts';
import type { Services } from './services/services.ts';

/** What somebody can ask of Namedesk: what is parsed before it, and the function that answers. */
export interface Action<
  On,
  I extends z.ZodType = z.ZodType,
  R extends Answering = Answering,
> extends ActionOptions {
  readonly input: I;
  // A method: a list holds actions of many inputs, each of which the guard has parsed by its own schema.
  run(on: On, input: z.output<I>): R;
}

interface ActionOptions {
  /** It is answered while the application is locked, too: it neither reads nor changes the workspace. */
  readonly whileLocked?: true;
  /** See {@link openToAssistants}. */
  readonly forAssistants?: true;
}

/**
 * An action, or a command, that assistants' tools may have done, too: it reads, or makes what waits for a person. Nothing else is in their
 * reach (decision 0041).
 */
export const openToAssistants = <T extends object>(open: T): Open<T> => ({ ...open, forAssistants: true });
export type Open<T> = T & { readonly forAssistants: true };

type Answering = Result<unknown> | Promise<Result<unknown>>;

/** Over the services alone: it works where there is no window, too. */
export const action = <I extends z.ZodType, R extends Answering>(
  input: I,
  run: (on: Services, input: z.output<I>) => R,
): Action<Services, I, R> => ({ input, run });

/** Over what belongs to a window too: dialogs, the clipboard, windows for secrets. */
export const inWindow = <I extends z.ZodType, R extends Answering>(
  input: I,
  run: (on: InWindow, input: z.output<I>) => R,
  options: ActionOptions = {},
): Action<InWindow, I, R> => ({ input, run, ...options });

/** An answer that is one value under its name. */
export const under = async <const K extends string, T>(name: K, result: Result<T> | Promise<Result<T>>) =>
  mapOk(await result, (value) => ({ [name]: value }) as Readonly<Record<K, T>>); // Made with this one key.

/** Actions by area and name. */
export type ActionTable = Readonly<Record<string, Readonly<Record<string, Action<InWindow>>>>>;

/** What an action answers with where it does not fail. */
export type AnswerOf<R> = ValueOf<Awaited<R>>;
type ValueOf<R> = R extends { readonly ok: true; readonly value: infer T } ? T : never;

/** A function for each action, for a caller in another process: failures are values. */
export type ClientOf<Table> = {
  readonly [A in keyof Table]: {
    readonly [M in keyof Table[A]]: Table[A][M] extends Action<never, infer I, infer R>
      ? (input: Immutable<z.input<I>>) => Promise<Result<Immutable<AnswerOf<R>>>>
      : never;
  };
};

/** The names (`area.name`) of actions whose answers have members that another process does not get, such as a `Secret` or a date. */
export type NotPlain<Table> = {
  [A in keyof Table & string]: {
    [M in keyof Table[A] & string]: Table[A][M] extends Action<never, z.ZodType, infer R>
      ? IsPlain<AnswerOf<R>> extends true
        ? never
        : `${A}.${M}`
      : never;
  }[keyof Table[A] & string];
}[keyof Table & string];

type IsPlain<T> = [T] extends [string | number | boolean | null | undefined | Uint8Array]
  ? true
  : [T] extends [(...asked: never) => unknown]
    ? false
    : false extends { [K in keyof T]: IsPlain<T[K]> }[keyof T]
      ? false
      : true;
