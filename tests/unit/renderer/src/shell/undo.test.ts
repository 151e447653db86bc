import { describe, expect, it } from 'vitest';
import { defaultLimits } from '#shared/domain/limits.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { createNoticeStore, createSettingsStore } from '../../../../../renderer/src/shell/stores.ts';
import { changeSettings, createUndoStore } from '../../../../../renderer/src/shell/undo.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { aWorld } from '../../../../support/fake-world.ts';

type Answer = Result<{ readonly changed: number; readonly kept: number }>;

/** A stack, with edits that note when they are undone and done again. */
function aStack(answer: Answer = ok({ changed: 1, kept: 0 })) {
  const bridge = createFakeBridge(aWorld());
  const notices = createNoticeStore(1_000);
  const undo = createUndoStore({
    ...bridge,
    notices: notices.actions,
    otherAccount: (id) => (id === 'other' ? 'Acme' : null),
    newId: () => crypto.randomUUID(),
  });
  const acts: string[] = [];
  const done = (text: string, accountId: string | null = null) =>
    undo.actions.tell({
      text,
      accountId,
      revert: (direction) => {
        acts.push(`${direction} ${text}`);
        return Promise.resolve(answer);
      },
    });
  const settings = createSettingsStore(bridge.request);
  return {
    ...{ bridge, undo, done, acts, settings },
    redo: undo.actions.redo,
    add: undo.actions.add,
    edit: undo.actions.edit,
    notice: () => notices.getState().notice,
    texts: () => notices.getState().notice?.text,
  };
}

const full = fail({ kind: 'storage', fault: 'full' } as const);
const tooOld = fail({
  kind: 'invalid-input',
  field: 'edit',
  reason: 'This can no longer be undone.',
} as const);

describe('undo', () => {
  it('takes the latest edit first, then the one before it; redo goes the same way forth', async () => {
    const { done, undo, redo, acts } = aStack();
    done('A');
    done('B');
    for (const step of [undo.actions.undo, undo.actions.undo, redo, redo, undo.actions.undo]) await step();
    expect(acts).toEqual(['undo B', 'undo A', 'redo A', 'redo B', 'undo B']);
  });

  it('does one after the other when the key is pressed twice', async () => {
    const { done, undo, acts } = aStack();
    done('A');
    done('B');
    await Promise.all([undo.actions.undo(), undo.actions.undo()]);
    expect(acts).toEqual(['undo B', 'undo A']);
  });

  it('has nothing to redo after another edit', async () => {
    const { done, undo, redo, acts, texts } = aStack();
    done('A');
    await undo.actions.undo();
    done('B');
    await redo();
    expect([acts, texts()]).toEqual([['undo A'], 'Nothing to redo.']);
  });

  it('keeps the twenty newest', async () => {
    const { done, undo, acts, texts } = aStack();
    for (let each = 1; each <= 21; each += 1) done(`${each}`);
    for (let each = 1; each <= 21; each += 1) await undo.actions.undo();
    expect(acts).toHaveLength(20);
    expect(acts.at(-1)).toBe('undo 2');
    expect(texts()).toBe('Nothing to undo here. What was sent to the service stays.');
  });

  it('in the notice undoes the edit that it tells of, once, also when another was added without a notice', async () => {
    const { done, undo, add, acts, notice } = aStack();
    done('A');
    const { action } = notice() ?? {};
    add({ text: 'B', accountId: null, revert: () => Promise.resolve(ok({ changed: 1, kept: 0 })) });
    action?.act();
    action?.act();
    await undo.actions.undo();
    expect(acts).toEqual(['undo A']);
  });

  it.each([
    ['all of it', { changed: 3, kept: 0 }, 'Undone: Tagged 3 domains', 'quiet', 'Redo'],
    [
      'nothing of it, as it changed nothing',
      { changed: 0, kept: 0 },
      'Undone: Tagged 3 domains',
      'quiet',
      'Redo',
    ],
    [
      'some of it',
      { changed: 2, kept: 1 },
      'Undone: Tagged 3 domains. 1 was changed since and stays as it is.',
      'quiet',
      'Redo',
    ],
    [
      'none of it',
      { changed: 0, kept: 3 },
      'Not undone, because of a later change: Tagged 3 domains',
      'problem',
      undefined,
    ],
  ] as const)('says that it undid %s', async (_, reverted, text, tone, button) => {
    const { done, undo, notice } = aStack(ok(reverted));
    done('Tagged 3 domains');
    await undo.actions.undo();
    expect([notice()?.text, notice()?.tone, notice()?.action?.label]).toEqual([text, tone, button]);
  });

  it('names the account where another one is active', async () => {
    const { done, undo, texts } = aStack();
    done('Archived 3 domains', 'other');
    await undo.actions.undo();
    expect(texts()).toBe('Undone: Archived 3 domains (Acme)');
  });

  it('says why it failed, and can be tried again; what is not known any more cannot', async () => {
    const again = aStack(full);
    again.done('A');
    await again.undo.actions.undo();
    await again.undo.actions.undo();
    expect(again.acts).toEqual(['undo A', 'undo A']);
    const gone = aStack(tooOld);
    gone.done('A');
    await gone.undo.actions.undo();
    expect(gone.texts()).toBe('This can no longer be undone.');
    await gone.undo.actions.undo();
    expect(gone.acts).toEqual(['undo A']);
  });

  it('has nothing of an edit that failed', async () => {
    const { undo, edit } = aStack();
    await edit({ area: 'domains', text: 'Tagged 3 domains', accountId: 'practice' }, () =>
      Promise.resolve(full),
    );
    expect(undo.getState().done).toEqual([]);
  });
});

describe('undo of a setting', () => {
  it('puts back what it was, and does it again', async () => {
    const stack = aStack();
    await stack.settings.actions.read();
    const before = stack.settings.actions.known();
    await changeSettings(stack, { density: 'compact' });
    expect(stack.notice()).toMatchObject({ text: 'Changed the density', action: { label: 'Undo' } });
    await stack.undo.actions.undo();
    expect(stack.settings.actions.known()).toEqual(before);
    expect(stack.bridge.world.settings).toEqual(before);
    await stack.redo();
    expect(stack.bridge.world.settings.density).toBe('compact');
  });

  it('leaves one that was changed elsewhere since', async () => {
    const stack = aStack();
    await stack.settings.actions.read();
    await changeSettings(stack, { colourScheme: 'dark' });
    stack.bridge.world.settings = { ...stack.bridge.world.settings, colourScheme: 'light' };
    await stack.undo.actions.undo();
    expect(stack.bridge.world.settings.colourScheme).toBe('light');
    expect(stack.texts()).toBe('Not undone, because of a later change: Changed the colours');
  });

  it('is not offered where search results are deleted, nor for what guards money and secrets', async () => {
    const stack = aStack();
    await stack.settings.actions.read();
    await changeSettings(stack, { keepFindingsDays: 7 });
    await changeSettings(stack, { onboarded: true });
    await changeSettings(stack, { protectSecretWindows: false });
    await changeSettings(stack, { limits: { ...defaultLimits, dayCount: 3 } });
    expect(stack.undo.getState().done).toEqual([]);
    await changeSettings(stack, { keepFindingsDays: 0 });
    expect(stack.undo.getState().done).toHaveLength(1);
  });
});
