import type { z } from 'zod';
import type { draftReport, readingChoices, recipe, recipeCount } from '#shared/ipc/session-schemas.ts';
import type { Result } from '#shared/result.ts';

export type ReadingChoices = z.output<typeof readingChoices>;
export type DraftReport = z.output<typeof draftReport>;
export type Recipe = z.output<typeof recipe>;
export type RecipeCount = z.output<typeof recipeCount>;

/** Where names come from. */
export type NameSource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly fileName: string; readonly bytes: Uint8Array }
  /** Refused before it is read where it is too large. */
  | { readonly kind: 'file'; readonly path: string };

/** The names of a draft, ready for a session. */
export interface Draft {
  /** A-labels, each once, in the order of their first appearance. */
  readonly names: readonly string[];
  readonly source: string;
}

/**
 * Names on their way to a session, read and cleaned on a thread of its own. Nothing is dropped or changed without a
 * word in the report.
 *
 * Fails with: `invalid-input` (`field` `file`, `text`, `recipe`, `encoding`, `column`, `sheet` or `draftId`; `reason` is a
 * sentence for the user).
 */
export interface Intake {
  readonly read: (
    draftId: string,
    source: NameSource,
    choices: ReadingChoices,
  ) => Promise<Result<DraftReport>>;
  readonly reread: (draftId: string, choices: ReadingChoices) => Promise<Result<DraftReport>>;
  readonly count: (recipe: Recipe) => Promise<Result<RecipeCount>>;
  readonly generate: (draftId: string, recipe: Recipe) => Promise<Result<DraftReport>>;
  readonly draft: (draftId: string) => Promise<Result<Draft>>;
  readonly discard: (draftId: string) => void;
  readonly close: () => Promise<void>;
}
