import type { z } from 'zod';
import type { draftReport, readingChoices, recipe, recipeCount } from '#shared/ipc/session-schemas.ts';

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
