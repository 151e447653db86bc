import type { AppError } from '#shared/app-error.ts';
import { ok, type Result } from '#shared/result.ts';
import type { StoreApi } from 'zustand/vanilla';
import { idle, loading, type Remote, valueOf } from '../../../lib/remote.ts';
import {
  type NewDeps,
  type NewState,
  noChoices,
  type ReadingChoices,
  type Recipe,
  type Report,
} from './new-state.ts';

/** What the names are to be read from next. */
export type Wish =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly fileName: string; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A file that the system's own dialog asks for. */
  | { readonly kind: 'choose' }
  | { readonly kind: 'reread'; readonly choices: ReadingChoices }
  | { readonly kind: 'recipe'; readonly recipe: Recipe }
  | { readonly kind: 'nothing' };

/** The report; null where there is none, as after a dialog that was closed without a file. */
type Answer = Result<Report | null>;

export interface Reading {
  readonly wish: (wish: Wish) => void;
  /** A wish is coming: what is being read now is out of date already. */
  readonly expect: () => void;
}

/** What came of a file that was chosen in the system's own dialog. */
export interface Told {
  readonly onChosen: () => void;
  /** The dialog was closed without one. */
  readonly onClosed: () => void;
  /** It could not be read; and what was read before is not held in main any more. */
  readonly onMisread: (error: AppError) => void;
}

/**
 * Has names read, one reading at a time: main keeps the last one under the draft's id, so the last that is asked must be
 * the last that is answered. What is wished meanwhile waits; of several wishes the newest counts.
 *
 * @param told What came of the system's own dialog.
 */
export function createReading(
  { getState: get, setState: set }: StoreApi<NewState>,
  deps: NewDeps,
  told: Told,
): Reading {
  let next: Wish | null = null;
  let isExpecting = false;
  let isReading = false;
  const isLast = (): boolean => next === null && !isExpecting;

  async function readOn(): Promise<void> {
    if (isReading) return;
    isReading = true;
    for (let wish = next; wish !== null; wish = next) {
      next = null;
      const before = get().report;
      const answer = await ask(wish, deps);
      if (!isLast()) continue;
      if (wish.kind === 'choose' && !answer.ok) told.onMisread(answer.error);
      else {
        set({ ...wayOf(wish, answer), report: reportAfter(wish, answer, valueOf(before)) });
        if (wish.kind === 'choose') told[answer.ok && answer.value !== null ? 'onChosen' : 'onClosed']();
      }
    }
    isReading = false;
  }

  return {
    wish(wish) {
      next = wish;
      isExpecting = false;
      const keeps = wish.kind === 'reread' || wish.kind === 'choose';
      set({ report: loading(keeps ? get().report : idle), refusal: null, createError: null });
      void readOn();
    },
    expect() {
      if (isExpecting) return;
      isExpecting = true;
      set({ report: loading(idle), refusal: null, createError: null });
    },
  };
}

async function ask(wish: Wish, { request: { intake }, draftId }: NewDeps): Promise<Answer> {
  switch (wish.kind) {
    case 'text':
      return intake.readText({ draftId, text: wish.text, choices: noChoices });
    case 'bytes':
      return intake.readBytes({ draftId, fileName: wish.fileName, bytes: wish.bytes, choices: noChoices });
    case 'choose': {
      const result = await intake.chooseFile({ draftId, choices: noChoices });
      return result.ok ? ok(result.value.report) : result;
    }
    case 'reread':
      return intake.reread({ draftId, choices: wish.choices });
    case 'recipe':
      return intake.generate({ draftId, ...wish.recipe });
    case 'nothing': {
      const result = await intake.discard({ draftId });
      return result.ok ? ok(null) : result;
    }
  }
}

function reportAfter(wish: Wish, answer: Answer, known: Report | null): Remote<Report> {
  // How a file is read can be chosen anew after a failure; a new file has nothing to choose yet.
  if (!answer.ok)
    return { status: 'failed', error: answer.error, before: wish.kind === 'reread' ? known : null };
  const value = answer.value ?? (wish.kind === 'choose' ? known : null);
  return value === null ? idle : { status: 'ready', value };
}

function wayOf(wish: Wish, answer: Answer): Partial<NewState> {
  if (wish.kind === 'recipe') return { reportOf: 'recipe' };
  const isSame = wish.kind === 'reread' || (wish.kind === 'choose' && answer.ok && answer.value === null);
  return isSame ? {} : { reportOf: 'list' };
}
