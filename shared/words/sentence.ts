/** What the screen can offer next. The words of the button follow from it. */
export type Remedy = 'try-again' | 'enter-key' | 'edit-account' | 'add-account' | 'keep-in-memory';

/** What every error says: what happened, whether anything was changed, and what to do next. */
export interface ErrorSentences {
  readonly happened: string;
  readonly changed: string;
  readonly next: string;
  readonly remedies: readonly Remedy[];
}

export const nothingChanged = 'Nothing was changed.';
