import { useCallback } from 'react';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { Result } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';

/** Shows a notice with the error where the request fails. */
export function useReportFailure(): (answer: Promise<Result<unknown>>) => void {
  const { notices } = useStores();
  return useCallback(
    (answer) =>
      void answer.then((result) => {
        if (result.ok) return;
        const { happened, next } = sentencesFor(result.error);
        notices.actions.say(`${happened} ${next}`, 'problem');
      }),
    [notices],
  );
}
