import { Button } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useStores } from '../../app-stores.ts';
import { ErrorState, type RemedyHandlers } from '../../components/ErrorState.tsx';
import css from './form.module.css';

const atItsField = new Set(['label', 'baseUrl', 'username', 'typedLabel']);

interface Props {
  readonly error: AppError | null;
  readonly remedies?: RemedyHandlers;
}

/** Why an account could not be saved or removed, with the way to what stands in it; nothing where the reason is at its field. */
export function SaveTrouble({ error, remedies = {} }: Props) {
  if (error === null || (error.kind === 'invalid-input' && atItsField.has(error.field))) return null;
  return (
    <div className={css['trouble']}>
      <ErrorState error={forPeople(error)} remedies={remedies} />
      {error.kind === 'account-in-use' && <InTheWay error={error} />}
    </div>
  );
}

const forPeople = (error: AppError): AppError =>
  error.kind === 'account-in-use' && error.domain !== null
    ? { ...error, domain: toUnicode(error.domain) }
    : error;

function InTheWay({ error }: { readonly error: Extract<AppError, { kind: 'account-in-use' }> }) {
  const { goToChanges } = useStores().route.actions;
  const { why, id, number } = error;
  return why === 'change' ? (
    <Button variant="default" onClick={() => goToChanges({ kind: 'list', changeId: id })}>
      Open change {number}
    </Button>
  ) : (
    <Button variant="default" onClick={() => goToChanges({ kind: 'plan', planId: id })}>
      Open the batch
    </Button>
  );
}
