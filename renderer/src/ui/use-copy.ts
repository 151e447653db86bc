import { useCallback } from 'react';
import { sentencesFor } from '#shared/error-sentences.ts';
import { useStores } from '../app-stores.ts';
import { counted } from './Formats.tsx';

/** The limit of `clipboard.copyText`, in characters. */
const mostToCopy = 100_000;

/** Copies names, one to a line, and shows a notice. */
export function useCopy(): (names: readonly string[]) => void {
  const { bridge, notices } = useStores();
  return useCallback(
    (names) => {
      const { say } = notices.actions;
      if (names.length === 0) {
        say('There is nothing to copy', 'problem');
        return;
      }
      const text = names.join('\n');
      if (text.length > mostToCopy) {
        say('That is too much to copy at once. Export it to a file instead', 'problem');
        return;
      }
      void bridge.request.clipboard.copyText({ text }).then((result) => {
        if (result.ok) say(`Copied ${whatOf(names)}`);
        else say(sentencesFor(result.error).happened, 'problem');
      });
    },
    [bridge, notices],
  );
}

const whatOf = (names: readonly string[]): string =>
  names.length === 1 ? (names[0] ?? '') : counted(names.length, 'name', 'names');
