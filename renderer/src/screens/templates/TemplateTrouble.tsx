import type { AppError } from '#shared/app-error.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { nameRefusal } from './refusal.ts';

/** Why a template was not kept, unless that stands at the name. */
export function TemplateTrouble({ error }: { readonly error: AppError | null }) {
  if (error === null || nameRefusal(error) !== null) return null;
  return (
    <ErrorState error={error} about={error.kind === 'keychain' ? sealed : 'The template was not kept'} />
  );
}

const sealed =
  'The template was not kept: contacts are personal, and without the keychain there is no key to seal them with';
