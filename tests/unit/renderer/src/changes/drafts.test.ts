import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { createEditorStore } from '../../../../../renderer/src/changes/drafts.ts';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aWorld } from '../../../../support/fake-world.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00.000Z') }));

function anEditor(drafts: FakeAnswers['drafts'] = {}) {
  const bridge = createFakeBridge(aWorld(), { drafts });
  const editor = createEditorStore({
    request: bridge.request,
    accountId: 'account-1',
    domain: 'harbour.example',
    kind: 'nameservers',
    read: (body) => (typeof body === 'string' ? body : null),
    now: () => new Date().toISOString(),
    restMs: 500,
  });
  const calls = (name: string) => bridge.world.calls.filter((call) => call.name === name);
  return { editor, ...editor.actions, calls };
}

const saved = () => Promise.resolve(ok({}));

const kept = (body: string) => ({
  read: () => Promise.resolve(ok({ body, savedAt: '2026-11-21T08:57:00.000Z' })),
});

describe('what is typed into an editor', () => {
  it('is kept as a draft once the typing rests, and only then', async () => {
    const { type, calls } = anEditor();
    type('a');
    await vi.advanceTimersByTimeAsync(499);
    type('ab');
    await vi.advanceTimersByTimeAsync(499);
    expect(calls('drafts.save')).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls('drafts.save').map(({ input }) => input)).toEqual([
      { accountId: 'account-1', domain: 'harbour.example', kind: 'nameservers', body: '"ab"' },
    ]);
  });

  it('F8 is kept at once when the editor is left, before the typing has rested, and once', async () => {
    const { type, flush, calls } = anEditor();
    type('a');
    type('ab');
    await flush();
    expect(calls('drafts.save').map(({ input }) => input)).toEqual([
      { accountId: 'account-1', domain: 'harbour.example', kind: 'nameservers', body: '"ab"' },
    ]);
    await flush();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls('drafts.save')).toHaveLength(1);
  });

  it('F8 is waited for when it is on its way already', async () => {
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof saved>>>();
    const { type, flush } = anEditor({ save: () => promise });
    type('a');
    await vi.advanceTimersByTimeAsync(500);
    let isFlushed = false;
    const flushing = flush().then(() => (isFlushed = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(isFlushed).toBe(false);
    resolve(await saved());
    await flushing;
    expect(isFlushed).toBe(true);
  });

  it('wins over a draft that comes late', async () => {
    const { editor, open, type } = anEditor(kept('"typed before"'));
    open();
    type('typed now');
    await vi.advanceTimersByTimeAsync(0);
    expect(editor.getState().typed).toBe('typed now');
  });

  it.each(['{"of":"another shape"}', 'no JSON'])('is not taken from a draft that says %s', async (body) => {
    const { editor, open } = anEditor(kept(body));
    open();
    await vi.advanceTimersByTimeAsync(0);
    expect(editor.getState().typed).toBeNull();
  });

  it('says so when it cannot be kept', async () => {
    const { editor, type } = anEditor({
      save: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' })),
    });
    type('a');
    await vi.advanceTimersByTimeAsync(500);
    expect(editor.getState().keepError).toEqual({ kind: 'storage', fault: 'full' });
  });

  it('is kept at the next flush where it was refused before: it was typed just before the lock', async () => {
    const answers = [fail({ kind: 'app-locked' } as const), ok({})];
    const { editor, type, flush } = anEditor({ save: () => Promise.resolve(answers.shift() ?? ok({})) });
    type('a');
    await vi.advanceTimersByTimeAsync(500);
    expect(editor.getState().keepError).toEqual({ kind: 'app-locked' });
    await flush();
    expect(editor.getState().keepError).toBeNull();
    expect(answers).toEqual([]);
  });
});
