import type { Draft, NameSource } from './nouns.ts';

/** A draft as main holds it: its names, and where they came from, for another reading. */
export interface HeldDraft {
  /** Null for a generated draft, which cannot be read another way. */
  readonly origin: NameSource | null;
  /** Null as long as nothing could be read of it. */
  readonly content: { readonly names: string; readonly source: string } | null;
}

/** The drafts that are under way; the oldest is given up for a new one. */
export interface Drafts {
  readonly find: (draftId: string) => HeldDraft | null;
  readonly hold: (draftId: string, draft: HeldDraft) => void;
  readonly discard: (draftId: string) => void;
  readonly clear: () => void;
}

export function createDrafts(most: number): Drafts {
  const held = new Map<string, HeldDraft>();
  return {
    find: (draftId) => held.get(draftId) ?? null,
    hold(draftId, draft) {
      held.delete(draftId);
      held.set(draftId, draft);
      const [oldest] = held.keys();
      if (held.size > most && oldest !== undefined) held.delete(oldest);
    },
    discard: (draftId) => void held.delete(draftId),
    clear: () => held.clear(),
  };
}

export const draftOf = ({ names, source }: { readonly names: string; readonly source: string }): Draft => ({
  names: names === '' ? [] : names.split('\n'),
  source,
});
