import type { AppError } from '#shared/app-error.ts';
import { useEffect, useRef } from 'react';
import { ErrorState } from '../../components/ErrorState.tsx';
import { nameRefusal } from './refusal.ts';

/** Why a template was not kept, unless that stands at the name. Comes into sight where the form is long. */
export function TemplateTrouble({ error }: { readonly error: AppError | null }) {
  const trouble = useRef<HTMLDivElement>(null);
  useEffect(() => trouble.current?.scrollIntoView({ block: 'center' }), [error]);
  if (error === null || nameRefusal(error) !== null) return null;
  return (
    <div ref={trouble}>
      <ErrorState error={error} about={error.kind === 'keychain' ? sealed : 'The template was not kept'} />
    </div>
  );
}

const sealed =
  'The template was not kept: contacts are personal, and without the keychain there is no key to seal them with';
