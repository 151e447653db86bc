import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok, type Result } from '#shared/result.ts';
import { createSavedText } from '../../../../../../renderer/src/domains/page/Overview.tsx';

beforeEach(() => vi.useFakeTimers());

/** A store whose saves are answered by hand. */
function aStore() {
  const left: string[] = [];
  const saves: {
    readonly text: string;
    readonly edit: string;
    readonly answer: (result: Result<unknown>) => void;
  }[] = [];
  const store = createSavedText({
    kept: 'before',
    save: (text, edit) => new Promise((answer) => saves.push({ text, edit, answer })),
    onLeft: (edit) => void left.push(edit),
    restMs: 600,
  });
  const answer = async (at: number, result: Result<unknown>) => {
    saves[at]?.answer(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    store,
    saves,
    answer,
    saved: () => saves.map(({ text }) => text),
    left,
    state: () => store.getState(),
  };
}

const full = fail({ kind: 'storage', fault: 'full' } as const);

describe('a note', () => {
  it('is saved once the keys rest', () => {
    const { store, saved } = aStore();
    store.actions.type('a');
    vi.advanceTimersByTime(500);
    store.actions.type('ab');
    vi.advanceTimersByTime(599);
    expect(saved()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(saved()).toEqual(['ab']);
  });

  it('is saved once more where it was typed on while it was being saved, one save after the other', async () => {
    const { store, saved, answer, state } = aStore();
    store.actions.type('a');
    void store.actions.flush();
    store.actions.type('ab');
    void store.actions.flush();
    expect(saved()).toEqual(['a']);
    await answer(0, ok({}));
    expect(saved()).toEqual(['a', 'ab']);
    await answer(1, ok({}));
    expect(state().saving).toBe('saved');
  });

  it('stays as it was typed where it cannot be saved, and is tried again', async () => {
    const { store, saved, answer, state } = aStore();
    store.actions.type('a');
    void store.actions.flush();
    await answer(0, full);
    expect(state()).toMatchObject({ text: 'a', saving: 'failed', error: { kind: 'storage' } });
    store.actions.take('before');
    expect(state().text).toBe('a');
    void store.actions.flush();
    await answer(1, ok({}));
    expect(saved()).toEqual(['a', 'a']);
    expect(state()).toMatchObject({ saving: 'saved', error: null });
  });

  it('takes what another window kept, unless something was typed here', () => {
    const { store, state } = aStore();
    store.actions.take('theirs');
    expect(state().text).toBe('theirs');
    store.actions.type('mine');
    store.actions.take('theirs again');
    expect(state().text).toBe('mine');
  });

  it('is one edit from the first save to leaving the field, and the next visit is another', async () => {
    const { store, saves, answer, left } = aStore();
    await store.actions.leave();
    store.actions.type('a');
    vi.advanceTimersByTime(600);
    await answer(0, ok({}));
    store.actions.type('ab');
    const leaving = store.actions.leave();
    await answer(1, ok({}));
    await leaving;
    await store.actions.leave();
    store.actions.type('abc');
    const again = store.actions.leave();
    await answer(2, ok({}));
    await again;
    const [first, second, third] = saves.map(({ edit }) => edit);
    expect([first, third]).toEqual(left);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});
