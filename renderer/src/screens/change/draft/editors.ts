import type { Domain, DraftKind } from '#shared/domain/portfolio.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { type Stores, useStores } from '../../../app-stores.ts';
import { storeOf } from '../../../lib/store-of.ts';
import type { FlowStore } from '../flow-store.ts';
import { placeOf } from '../last-changes.ts';
import { createEditorStore, type EditorState, type EditorStore } from './editor-store.ts';

type EditorOf<T> = (accountId: string, domain: string) => EditorStore<T>;

const restMs = 500;

/** A factory for `useEditor`: make it once, outside of every component. */
export const editorsOf =
  <T>(kind: DraftKind, read: (body: unknown) => T | null) =>
  ({ bridge: { request }, unsaved }: Stores): EditorOf<T> => {
    const editors = new Map<string, EditorStore<T>>();
    const now = () => new Date().toISOString();
    return (accountId, domain) => {
      const place = placeOf(accountId, domain);
      const known = editors.get(place);
      if (known !== undefined) return known;
      const editor = createEditorStore({ request, accountId, domain, kind, read, now, restMs });
      editors.set(place, editor);
      unsaved.add(editor.actions.flush);
      return editor;
    };
  };

/** What is typed into the editor of a domain: the same wherever one comes from, with what was kept of it. Leaving it keeps it. */
export function useEditor<T>(
  create: (stores: Stores) => EditorOf<T>,
  { accountId, name }: Pick<Domain, 'accountId' | 'name'>,
): EditorStore<T> & { readonly state: EditorState<T> } {
  const editor = storeOf(useStores(), create)(accountId, name);
  useEffect(() => {
    editor.actions.open();
    return () => void editor.actions.flush();
  }, [editor]);
  return { ...editor, state: useStore(editor) };
}

interface Forgetting {
  readonly actions: Pick<EditorStore<unknown>['actions'], 'sent'>;
}

/** Once a change is known to be done, what was typed for it is no longer a draft. */
export function useForgetWhenDone(flow: FlowStore, { actions }: Forgetting): void {
  const doneAt = useStore(flow, (state) =>
    state.step === 'over' && isDone(state.change.state) ? state.change.createdAt : null,
  );
  const { sent } = actions;
  useEffect(() => {
    if (doneAt !== null) sent(doneAt);
  }, [doneAt, sent]);
}

const isDone = (state: string): boolean => state === 'confirmed' || state === 'applied';
