import { useCallback } from 'react';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { Result } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';

/** Says in passing what went wrong with what was asked; nothing where it went well. */
export function useReportFailure(): (asked: Promise<Result<unknown>>) => void {
  const { notices } = useStores();
  return useCallback(
    (asked) =>
      void asked.then((result) => {
        if (result.ok) return;
        const { happened, next } = sentencesFor(result.error);
        notices.actions.say(`${happened} ${next}`, 'problem');
      }),
    [notices],
  );
}
