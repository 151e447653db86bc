/** Finds names by their beginning while it is typed. */
export interface TypeAhead {
  /**
   * Takes one more character.
   *
   * @param from The shown row at which the search begins. @param rows How many are shown.
   * @param beginsWith Whether the name of a shown row begins with a text in lower case.
   * @returns The shown row that was found, or null.
   */
  readonly type: (
    character: string,
    from: number,
    rows: number,
    beginsWith: (row: number, text: string) => boolean,
  ) => number | null;
  /** The next character begins anew: the user did something else in between. */
  readonly forget: () => void;
}

/** After so long the next character begins anew. */
const pauseMs = 1_000;

/** The same character over and over goes from one name with it to the next. */
export function createTypeAhead(clock: () => number): TypeAhead {
  let typed = '';
  let typedAtMs = Number.NEGATIVE_INFINITY;

  return {
    type(character, from, rows, beginsWith) {
      const nowMs = clock();
      if (nowMs - typedAtMs > pauseMs) typed = '';
      typedAtMs = nowMs;
      const next = character.toLowerCase();
      if (typed !== next) typed += next;
      const start = typed === next ? from + 1 : from;
      for (let step = 0; step < rows; step += 1) {
        const row = (start + step) % rows;
        if (beginsWith(row, typed)) return row;
      }
      return null;
    },
    forget() {
      typed = '';
    },
  };
}

/** Whether a key types a character that can stand in a name. */
export const isNameCharacter = (press: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}): boolean => !press.ctrlKey && !press.metaKey && !press.altKey && /^[\p{L}\p{M}\p{N}-]$/u.test(press.key);
