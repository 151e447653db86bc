import { useCallback } from 'react';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useStores } from '../../../app-stores.ts';

/** In characters, as `clipboard.copyText` has it. */
const mostToCopy = 100_000;

/** Copies a text and says what it was. */
export function useCopyText(): (text: string, what: string) => void {
  const { bridge, notices } = useStores();
  return useCallback(
    (text, what) => {
      const { say } = notices.actions;
      if (text.length > mostToCopy) {
        say('That is too much to copy at once', 'problem');
        return;
      }
      void bridge.request.clipboard.copyText({ text }).then((result) => {
        if (result.ok) say(`Copied ${what}`);
        else say(sentencesFor(result.error).happened, 'problem');
      });
    },
    [bridge, notices],
  );
}
