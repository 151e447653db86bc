import { expect, it } from 'vitest';
import type { CodeView } from '#shared/ipc/code-channel.ts';
import { createCodeViews } from '../../../../../electron/main/windows/code-views.ts';

const code: CodeView = {
  kind: 'code',
  domain: 'a.example',
  unicode: 'a.example',
  code: 'aB3',
  hidesInMs: 20_000,
  isProtected: false,
  canHint: false,
  clearClipboardAfterS: 15,
};

it('makes a view when the page takes it, and once', async () => {
  const views = createCodeViews();
  let made = 0;
  views.tell(() => {
    made += 1;
    return code;
  });
  expect([made, views.isSeen()]).toEqual([0, false]);
  expect(await views.next()).toBe(code);
  expect([made, views.isSeen()]).toEqual([1, true]);
});

it('B13 never makes a view that the page did not take before the end', async () => {
  const views = createCodeViews();
  let made = 0;
  views.tell(() => {
    made += 1;
    return code;
  });
  views.end();
  views.tell(() => code);
  expect(await views.next()).toEqual({ kind: 'over' });
  expect(made).toBe(0);
});

it('B13 keeps no view that the page did not take, with the code in it', () => {
  const views = createCodeViews();
  views.tell(() => code);
  views.end();
  expect(views.isSeen()).toBe(true);
});
