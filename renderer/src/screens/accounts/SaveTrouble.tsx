import type { AppError } from '#shared/app-error.ts';
import { ErrorState } from '../../components/ErrorState.tsx';

const atItsField = new Set(['label', 'baseUrl', 'username']);

/** Why an account could not be saved, unless the reason already stands at its field. */
export function SaveTrouble({ error }: { readonly error: AppError | null }) {
  if (error === null || (error.kind === 'invalid-input' && atItsField.has(error.field))) return null;
  return <ErrorState error={error} />;
}
