import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { AppError } from '#shared/app-error.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import type { Remedy } from '#shared/words/sentence.ts';
import css from './error-state.module.css';
import { IncidentLink } from './IncidentLink.tsx';

/** What each remedy does here. A remedy that cannot be offered here is left out. */
export type RemedyHandlers = { readonly [R in Remedy]?: () => void };

interface Props {
  readonly error: AppError;
  /** What it is about, before the sentences: "4 names were not answered". */
  readonly about?: string;
  readonly remedies?: RemedyHandlers;
}

/** What happened, whether anything was changed, and what to do next. No stack, no raw answer. */
export function ErrorState({ error, about, remedies = {} }: Props) {
  const { happened, changed, next, remedies: offered } = sentencesFor(error);
  const buttons = offered.flatMap((remedy) => {
    const act = remedies[remedy];
    return act === undefined ? [] : [{ remedy, act }];
  });
  return (
    <div className={css['root']} role="alert">
      <IconAlertTriangle className={css['icon']} size={18} stroke={1.75} aria-hidden />
      <div className={css['text']}>
        {about !== undefined && <p className={css['about']}>{about}</p>}
        <p className="selectable">
          {happened} <strong className={css['changed']}>{changed}</strong>
        </p>
        <p className={css['next']}>{next}</p>
      </div>
      {(buttons.length > 0 || error.kind === 'bug') && (
        <div className={css['actions']}>
          {buttons.map(({ remedy, act }, index) => (
            <Button key={remedy} variant={index === 0 ? 'default' : 'subtle'} onClick={act}>
              {remedyWords[remedy]}
            </Button>
          ))}
          {error.kind === 'bug' && <IncidentLink incidentId={error.incidentId} />}
        </div>
      )}
    </div>
  );
}

const remedyWords: Readonly<Record<Remedy, string>> = {
  'try-again': 'Try again',
  'enter-key': 'Enter the key',
  'edit-account': 'Edit the account',
  'add-account': 'Add an account',
  'keep-in-memory': 'Keep the key in memory',
};
