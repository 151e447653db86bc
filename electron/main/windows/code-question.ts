import type { CodeStep } from '#shared/ipc/code-channel.ts';

export type CodeAnswer = Extract<CodeStep, { readonly kind: 'confirm' | 'passphrase' }>;

/** The one question that stands in the code window. */
export interface StandingQuestion {
  /** Null: it was turned down, or another one took its place. */
  readonly put: (kind: CodeAnswer['kind']) => Promise<CodeAnswer | null>;
  readonly answer: (answer: CodeAnswer | null) => void;
  /** Which answer it waits for; null while none stands. */
  readonly waitsFor: () => CodeAnswer['kind'] | null;
}

export function createStandingQuestion(): StandingQuestion {
  let standing: {
    readonly kind: CodeAnswer['kind'];
    readonly resolve: (answer: CodeAnswer | null) => void;
  } | null = null;
  const answer = (given: CodeAnswer | null): void => {
    const before = standing;
    standing = null;
    before?.resolve(given);
  };
  return {
    put(kind) {
      answer(null);
      const { promise, resolve } = Promise.withResolvers<CodeAnswer | null>();
      standing = { kind, resolve };
      return promise;
    },
    answer,
    waitsFor: () => standing?.kind ?? null,
  };
}
