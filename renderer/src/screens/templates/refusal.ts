import type { AppError } from '#shared/app-error.ts';

/** The reason that belongs to a template's name; null where the failure is about something else. */
export const nameRefusal = (error: AppError | null): string | null =>
  error?.kind === 'invalid-input' && error.field === 'name' ? error.reason : null;
