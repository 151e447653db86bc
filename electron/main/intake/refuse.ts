import type { AppError } from '#shared/app-error.ts';
import { fail } from '#shared/result.ts';
import { cut } from './words.ts';

/** What of the user's input a refusal is about. */
export type IntakeField = 'file' | 'text' | 'recipe' | 'encoding' | 'column' | 'sheet' | 'draftId';

export type Refusal = Extract<AppError, { readonly kind: 'invalid-input' }>;

/** `reason` is a whole sentence: what is the matter, and what to do about it. */
export const refuse = (field: IntakeField, reason: string): { readonly ok: false; readonly error: Refusal } =>
  fail({ kind: 'invalid-input', field, reason: cut(reason, 1_000) });
