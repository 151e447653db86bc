import type { Draft, NameSource } from './nouns.ts';

/** A draft as main holds it: its names, and where they came from, for another reading. */
export interface HeldDraft {
  /** Null for a generated draft, which cannot be read another way. */
  readonly origin: NameSource | null;
  /** Null as long as nothing could be read of it. */
  readonly content: { readonly names: string; readonly source: string } | null;
  /** Aborted when nobody wants the draft any more: it was discarded, begun anew, or given up for a newer one. */
  readonly wanted: AbortController;
}

/** The drafts that are under way; the oldest is given up for a new one. */
export interface Drafts {
  readonly find: (draftId: string) => HeldDraft | null;
  /** A draft of which nothing is made yet, in the place of what was held under its id. */
  readonly begin: (draftId: string, origin: NameSource | null) => HeldDraft;
  /** Puts what was made of a draft that was begun in its place. */
  readonly hold: (draftId: string, draft: HeldDraft) => void;
  readonly discard: (draftId: string) => void;
  readonly clear: () => void;
}

export function createDrafts(most: number): Drafts {
  const held = new Map<string, HeldDraft>();

  function discard(draftId: string): void {
    held.get(draftId)?.wanted.abort();
    held.delete(draftId);
  }

  return {
    find: (draftId) => held.get(draftId) ?? null,
    begin(draftId, origin) {
      discard(draftId);
      const begun = { origin, content: null, wanted: new AbortController() };
      held.set(draftId, begun);
      const [oldest] = held.keys();
      if (held.size > most && oldest !== undefined) discard(oldest);
      return begun;
    },
    hold: (draftId, draft) => void held.set(draftId, draft),
    discard,
    clear: () => [...held.keys()].forEach(discard),
  };
}

export const draftOf = ({ names, source }: { readonly names: string; readonly source: string }): Draft => ({
  names: names === '' ? [] : names.split('\n'),
  source,
});
