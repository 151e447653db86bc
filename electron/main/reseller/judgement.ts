import type { UnreadableReason } from '#shared/app-error.ts';

/** What an answer's body says: yes with a value, no with the service's own words, or neither. Never guessed. */
export type Judgement<T> =
  | { readonly kind: 'success'; readonly value: T }
  | { readonly kind: 'refusal'; readonly said: string }
  | { readonly kind: 'unclear'; readonly why: UnreadableReason };

export const says = <T>(value: T): Judgement<T> => ({ kind: 'success', value });
export const refuses = (said: string): Judgement<never> => ({ kind: 'refusal', said });
export const unclear = (why: UnreadableReason = 'wrong-shape'): Judgement<never> => ({
  kind: 'unclear',
  why,
});
