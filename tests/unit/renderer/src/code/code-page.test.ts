// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CodeStep, CodeView } from '#shared/areas/secret-windows.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '#shared/result.ts';
import { startCodePage } from '../../../../../renderer/src/code/code-page.ts';

const markup = readFileSync(join(import.meta.dirname, '../../../../../renderer/code.html'), 'utf8');

interface Alarm {
  readonly call: () => void;
  readonly atMs: number;
}

/** The page of the code window over a main that answers by hand, and a clock that is set by hand. */
function aCodePage() {
  const { body } = new DOMParser().parseFromString(markup, 'text/html');
  document.body.replaceChildren(...body.children);
  const steps: CodeStep[] = [];
  const copied: string[] = [];
  const waiting: ((view: CodeView) => void)[] = [];
  const alarms = new Set<Alarm>();
  let nowMs = 0;
  const listening = vi.spyOn(document, 'addEventListener');
  onTestFinished(() => {
    for (const [type, listener] of listening.mock.calls) document.removeEventListener(type, listener);
    document.body.replaceChildren();
  });
  startCodePage({
    codeStep(step) {
      steps.push(step);
      return new Promise((resolve) => waiting.push((view) => resolve(ok(view))));
    },
    now: () => new Date('2026-03-01T12:00:00Z'),
    nowMs: () => nowMs,
    later(call, durationMs) {
      const alarm = { call, atMs: nowMs + durationMs };
      alarms.add(alarm);
      return () => void alarms.delete(alarm);
    },
    isCalm: false,
    fillWithRandom: (bytes) => void bytes.fill(7),
    copySelection() {
      const { activeElement: field } = document;
      if (field instanceof HTMLInputElement)
        copied.push(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0));
    },
  });
  return {
    steps,
    copied,
    /** Answers the step that waits. */
    async show(view: CodeView) {
      waiting.pop()?.(view);
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
    },
    pass(durationMs: number) {
      const endMs = nowMs + durationMs;
      for (;;) {
        const [next] = [...alarms]
          .filter(({ atMs }) => atMs <= endMs)
          .sort((one, other) => one.atMs - other.atMs);
        if (next === undefined) break;
        alarms.delete(next);
        nowMs = next.atMs;
        next.call();
      }
      nowMs = endMs;
    },
  };
}

const question: CodeView = {
  kind: 'question',
  unicode: 'bücher.example',
  question: {
    deed: 'copy',
    domain: 'xn--bcher-kva.example',
    accountLabel: '<b>Main & Sons</b>',
    accountColour: 'teal',
    lock: null,
    canHint: false,
    clearClipboardAfterS: 15,
    earlier: null,
  },
};

const code: Extract<CodeView, { readonly kind: 'code' }> = {
  kind: 'code',
  domain: 'a.example',
  unicode: 'a.example',
  code: 'aB3-<i>',
  hidesInMs: 20_000,
  isProtected: false,
  canHint: false,
  clearClipboardAfterS: 15,
};

const passphrase: CodeView = {
  kind: 'passphrase',
  question: {
    accountLabel: 'Example Reseller',
    accountColour: 'teal',
    count: 1_204,
    first: ['a.example', 'b.example'],
    fileName: 'codes.age',
  },
};

const unlock = (isWrong: boolean): CodeView => ({
  kind: 'unlock',
  question: { fileName: 'leaving.age', isWrong },
});

const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });
const shown = (): string =>
  [...document.querySelectorAll('main')]
    .filter(({ hidden }) => !hidden)
    .map(({ id }) => id)
    .join();

/** A page on which one view stands, long enough to be pressed. */
async function aPageWith(view: CodeView) {
  const page = aCodePage();
  await page.show(view);
  page.pass(400);
  return page;
}

describe('the question', () => {
  it('names the domain in both forms, the account as text, and what will happen', async () => {
    const { steps } = await aPageWith(question);
    expect(steps).toEqual([{ kind: 'begin' }]);
    expect(shown()).toBe('question');
    for (const text of ['bücher.example', 'xn--bcher-kva.example', '<b>Main & Sons</b>'])
      expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByText(/15 s/)).toBeDefined();
    expect(screen.getByText(/If one runs, reveal the code instead/).hidden).toBe(false);
  });

  it('B13 confirms by its button, once, and waits', async () => {
    const page = await aPageWith(question);
    expect(document.activeElement).toBe(button('Copy'));
    button('Copy').click();
    expect(page.steps).toEqual([{ kind: 'begin' }, { kind: 'confirm' }]);
    expect(shown()).toBe('waiting');
    expect(screen.getByRole('status').textContent).toBe('Requesting the code…');
  });

  it('takes no press before it has been in sight for 400 ms', async () => {
    const page = aCodePage();
    await page.show(question);
    page.pass(399);
    button('Copy').click();
    expect(page.steps).toHaveLength(1);
    page.pass(1);
    button('Copy').click();
    expect(page.steps).toHaveLength(2);
  });

  it('takes no press right after the window got the focus back', async () => {
    const page = await aPageWith(question);
    window.dispatchEvent(new Event('focus'));
    button('Copy').click();
    expect(page.steps).toHaveLength(1);
  });

  it('B13 takes no press while it is out of sight', async () => {
    const page = await aPageWith(question);
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
    page.pass(10_000);
    button('Copy').click();
    Reflect.deleteProperty(document, 'hidden');
    expect(page.steps).toHaveLength(1);
  });

  it.each([
    ['Enter', true],
    ['Enter', false],
  ])('takes %s, held down: %s', async (key, repeat) => {
    await aPageWith(question);
    const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true });
    button('Copy').dispatchEvent(event);
    expect(event.defaultPrevented).toBe(repeat);
  });

  it('F17 says that the code from before may stop working, where there is one', async () => {
    await aPageWith(question);
    const request = screen.getByText(/The code is requested once/);
    expect(request.classList.contains('caution')).toBe(false);
    const earlier = { how: 'shown', at: '2026-03-01T11:57:00Z' } as const;
    await aPageWith({ ...question, question: { ...question.question, earlier } });
    expect(screen.getByRole('heading', { name: 'Copy a new transfer code of' })).toBeDefined();
    const warned = screen.getByText('This requests a new code. The one shown 3 min ago may stop working.');
    expect(warned.classList.contains('caution')).toBe(true);
  });

  it('F17 is not given up by the second half of a double click: the code would be lost', async () => {
    const page = await aPageWith(question);
    button('Copy').click();
    button('Close').click();
    expect(page.steps.at(-1)).toEqual({ kind: 'confirm' });
    page.pass(400);
    button('Close').click();
    expect(page.steps.at(-1)).toEqual({ kind: 'cancel' });
  });
});

describe('the code', () => {
  it('is one word for a screen reader, spelled beside it, and by fours for the eye', async () => {
    await aPageWith(code);
    const text = screen.getByRole('img', { name: 'aB3-<i>' });
    expect(text.textContent).toBe('aB3-<i>');
    expect([...text.children].map(({ textContent }) => textContent)).toEqual(['aB3-', '<i>']);
    expect(text.querySelectorAll('.digit')).toHaveLength(1);
    expect(document.getElementById('code-spelled')?.textContent).toContain('B capital B, bravo');
    expect(text.getAttribute('aria-describedby')).toBe('code-spelled');
  });

  it('counts down, and leaves the page by itself when its time is over', async () => {
    const page = aCodePage();
    await page.show(code);
    expect(screen.getByRole('timer').textContent).toContain('Hides in 20 s');
    page.pass(12_500);
    expect(screen.getByRole('timer').textContent).toContain('Hides in 8 s');
    page.pass(7_500);
    expect(document.body.outerHTML).not.toContain('B3-');
    expect(page.steps.at(-1)).toEqual({ kind: 'cancel' });
  });

  it.each([
    ['button', 'Hide now'],
    ['key', '{Escape}'],
  ])('goes by its %s', async (way, name) => {
    const page = await aPageWith(code);
    if (way === 'button') button(name).click();
    else await userEvent.keyboard(name);
    expect(page.steps.at(-1)).toEqual({ kind: 'cancel' });
    expect(document.body.outerHTML).not.toContain('B3-');
  });

  it.each([false, true])('B18 says that captures show it unless it is kept out: %s', async (isProtected) => {
    await aPageWith({ ...code, isProtected });
    expect(screen.queryByText(/screen capture/) === null).toBe(isProtected);
  });

  it.each([false, true])(
    'B16 says before copying how long it stays, and that histories keep it where they cannot be asked: %s',
    async (canHint) => {
      await aPageWith({ ...code, canHint, clearClipboardAfterS: 42 });
      const [says] = screen.getAllByText(/copies it for 42 s, without a new request\./);
      expect(button('Copy code').getAttribute('aria-describedby')).toBe(says?.id);
      expect(document.getElementById('code-history')?.hidden).toBe(canHint);
    },
  );

  const clearsAt = '2026-03-01T12:00:15Z';
  const pressKeys = (init: KeyboardEventInit): void =>
    void document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));

  it.each<[string, () => void]>([
    ['its button', () => button('Copy code').click()],
    ['Ctrl+C', () => pressKeys({ key: 'c', ctrlKey: true })],
    ['Cmd+C', () => pressKeys({ key: 'c', metaKey: true })],
  ])(
    'F17 is copied by %s, once at a time, without being said; it stays on the screen',
    async (_way, press) => {
      const page = await aPageWith(code);
      press();
      press();
      expect(page.steps.slice(1)).toEqual([{ kind: 'copy' }]);
      await page.show({ kind: 'copied', clearsAt });
      expect(shown()).toBe('code');
      expect(screen.getByText(/^Copied\. Namedesk clears the clipboard at /)).toBeDefined();
      press();
      expect(page.steps.slice(1)).toEqual([{ kind: 'copy' }, { kind: 'copy' }]);
    },
  );

  it.each([
    ['journal', 'Not copied: the access log could not be written.'],
    ['clipboard', 'Not copied: the clipboard did not accept it. Try again.'],
  ] as const)('F17 says why it was not copied: %s', async (why, words) => {
    const page = await aPageWith(code);
    button('Copy code').click();
    await page.show({ kind: 'not-copied', why });
    expect(screen.getByText(words).getAttribute('role')).toBe('status');
  });

  it.each(['Copy code', 'Hide now'])(
    'F17 takes no press on “%s” that was meant for the question before it',
    async (name) => {
      const page = await aPageWith(question);
      button('Copy').click();
      // The answer takes longer than a double click: the code's own view shuts its buttons again.
      page.pass(400);
      await page.show(code);
      button(name).click();
      pressKeys({ key: 'c', ctrlKey: true });
      expect(page.steps).toHaveLength(2);
      page.pass(400);
      button(name).click();
      expect(page.steps).toHaveLength(3);
    },
  );

  it('F17 leaves the keys that copy alone where no code is shown, and where they are held down', async () => {
    const page = await aPageWith(passphrase);
    pressKeys({ key: 'c', ctrlKey: true });
    expect(page.steps).toHaveLength(1);
    const other = await aPageWith(code);
    pressKeys({ key: 'c', ctrlKey: true, repeat: true });
    pressKeys({ key: 'c' });
    expect(other.steps).toHaveLength(1);
  });
});

describe('the passphrase', () => {
  const first = (): HTMLInputElement => screen.getByLabelText('Passphrase');
  const second = (): HTMLInputElement => screen.getByLabelText('Passphrase again');

  it('says for what it is, and begins in its field', async () => {
    await aPageWith(passphrase);
    expect(screen.getByText(/a\.example, b\.example and 1,202 more/)).toBeDefined();
    expect(screen.getByText('codes.age')).toBeDefined();
    expect(document.activeElement).toBe(first());
  });

  it('goes to main when it was typed twice', async () => {
    const page = await aPageWith(passphrase);
    await userEvent.type(first(), 'twelve-letters');
    await userEvent.type(second(), 'twelve-letters{Enter}');
    expect(page.steps.at(-1)).toEqual({ kind: 'passphrase', passphrase: 'twelve-letters' });
    expect(shown()).toBe('waiting');
  });

  it.each([
    ['the first where that is too short', 'short', '', 'Passphrase'],
    ['the second where that differs', 'twelve-letters', 'x', 'Passphrase again'],
  ])('goes nowhere with a mistake in it; the focus goes to %s', async (_case, one, other, focused) => {
    const page = await aPageWith(passphrase);
    await userEvent.type(first(), one);
    if (other !== '') await userEvent.type(second(), other);
    button('Request the codes').click();
    expect(page.steps).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).not.toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText(focused));
    await userEvent.type(first(), 'y');
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('is made, shown, and as good as typed', async () => {
    const page = await aPageWith(passphrase);
    button('Generate and copy').click();
    expect(first().type).toBe('text');
    expect(first().value).toBe('7777-7777-7777-7777-7777-7777-7777');
    button('Request the codes').click();
    expect(page.steps.at(-1)).toEqual({ kind: 'passphrase', passphrase: first().value });
  });

  it('that is made is copied, and hidden and shown by one button', async () => {
    const page = await aPageWith(passphrase);
    button('Generate and copy').click();
    expect(page.copied).toEqual([first().value]);
    expect(screen.getByText(/^Copied\. Save it/)).toBeDefined();
    button('Hide').click();
    expect(first().type).toBe('password');
    button('Show').click();
    expect(first().type).toBe('text');
  });
});

describe('the passphrase of a file', () => {
  const field = (): HTMLInputElement => screen.getByLabelText('Passphrase of the file');
  const problem = (): string => screen.getByRole('alert').textContent;

  it('names the file, is hidden, and goes to main once; nothing of it stays in the field', async () => {
    const page = await aPageWith(unlock(false));
    expect(screen.getByText('leaving.age')).toBeDefined();
    expect([document.activeElement, field().type]).toEqual([field(), 'password']);
    const typed = field();
    await userEvent.type(typed, 'x{Enter}');
    expect(page.steps).toEqual([{ kind: 'begin' }, { kind: 'unlock', passphrase: 'x' }]);
    expect(shown()).toBe('waiting');
    expect(screen.getByRole('status').textContent).toBe('Opening the file…');
    expect(screen.getByText(/is in the journal/).hidden).toBe(true);
    expect(typed.value).toBe('');
  });

  it('goes nowhere where none was typed, or the form is left', async () => {
    const page = await aPageWith(unlock(false));
    button('Open the file').click();
    expect(problem()).toBe('Type the passphrase of the file.');
    expect(page.steps).toHaveLength(1);
    button('Cancel').click();
    expect(page.steps.at(-1)).toEqual({ kind: 'cancel' });
  });
});
