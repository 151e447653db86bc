import type { answerFrom } from './app-protocol.ts';

type Answer = ReturnType<typeof answerFrom>;

export interface FirstFiles {
  /** Answers as before. */
  readonly answer: Answer;
  /** The page has its document and what that names; or it took too long, and nobody waits for it any more. */
  readonly served: Promise<unknown>;
}

/** How long nothing is asked for when the page has what it needs to begin: the files of one document are asked for at once. */
const quietMs = 8;
const patienceMs = 1_000;

/**
 * Watches a page being served for the first time. Whatever holds this process up before that, holds the page up; while the
 * page then runs its own code, there is time.
 */
export function watchFirstFiles(answer: Answer): FirstFiles {
  const { promise: served, resolve } = Promise.withResolvers<unknown>();
  const giveUp = setTimeout(() => resolve(null), patienceMs);
  let underWay = 0;
  let answered = 0;
  let quiet: ReturnType<typeof setTimeout> | undefined;

  function finish(): void {
    underWay -= 1;
    answered += 1;
    // The document itself names the others.
    if (underWay > 0 || answered < 2) return;
    quiet = setTimeout(() => {
      clearTimeout(giveUp);
      resolve(null);
    }, quietMs);
  }

  return {
    served,
    async answer(request) {
      clearTimeout(quiet);
      underWay += 1;
      return answer(request).finally(finish);
    },
  };
}
