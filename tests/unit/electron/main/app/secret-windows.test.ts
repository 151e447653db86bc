import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeStep } from '#shared/areas/code-window-schemas.ts';
import {
  codeChannel,
  type CodeQuestion,
  keyChannel,
  longestKey,
  shownPasswordChannel,
} from '#shared/areas/secret-windows.ts';
import { longestPassphrase, shortestPassphrase } from '#shared/domain/bounds.ts';
import { fail, ok } from '#shared/result.ts';
import { createSecretWindows } from '../../../../../electron/main/app/secret-windows.ts';
import { fromTrusted, trustOnly } from '../../../../../electron/main/ipc/sender.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import type { LinkEvents } from '../../../../../electron/main/system/peer.ts';
import type {
  AnswerToWindow,
  SaidByWindow,
  SecretWindow,
} from '../../../../../electron/main/windows/secret-windows.ts';
import { aCaller, aFrame, aListeningLog } from '../../../../support/ipc/callers.ts';
import { promises } from '../../../../support/time/virtual-time.ts';

/** A window as main has it: what its page asks, and how it ends. */
function aWindow(how: SecretWindow, { heard, gone }: LinkEvents) {
  const answers: AnswerToWindow[] = [];
  let [calls, isOver] = [0, false];
  const say = heard as (said: SaidByWindow) => void;
  const end = (): void => {
    if (!isOver) say({ kind: 'ended' });
    isOver = true;
  };
  return {
    how,
    isOver: () => isOver,
    link: { say: (answer: unknown) => void answers.push(answer as AnswerToWindow), close: end },
    /** What the page is answered with; undefined while it waits. */
    async asks(channel: string, payload: unknown) {
      calls += 1;
      const id = calls;
      say({ kind: 'asked', id, channel, payload });
      await promises();
      return answers.find((answer) => answer.id === id)?.answer;
    },
    left: () => say({ kind: 'left' }),
    end,
    gone,
  };
}

/** The windows over a main that opens whatever it is asked for. */
function theWindows({ isLocked = false, isProtected = true } = {}) {
  const opened: ReturnType<typeof aWindow>[] = [];
  const told: string[] = [];
  const listening = aListeningLog();
  const windows = createSecretWindows({
    platform: {
      open(_name, how, events) {
        const window = aWindow(how as SecretWindow, events);
        opened.push(window);
        return window.link;
      },
      tell: {
        focusSecretWindow: (page: string) => void told.push(`focus ${page}`),
        closeSecretWindows: () => void told.push('close'),
      } as never,
    },
    isProtected,
    isLocked: () => isLocked,
    log: listening.log,
  });
  const last = (): ReturnType<typeof aWindow> => {
    const window = opened.at(-1);
    if (window === undefined) throw new Error('No window was opened');
    return window;
  };
  return { windows, opened, told, last, ...listening };
}

const question: CodeQuestion = {
  ...{ deed: 'reveal', domain: 'a.example', accountLabel: 'Example Reseller', accountColour: 'teal' },
  ...{ lock: null, canHint: false, clearClipboardAfterS: 15, earlier: null },
};

const shown = {
  ...{ domain: 'a.example', code: new Secret('aB3-xyz'), forMs: 20_000, canHint: false },
  ...{ clearClipboardAfterS: 15, copy: () => Promise.resolve(null) },
};

/** A code window that is open, with its main. */
function aCodeWindow() {
  const world = theWindows();
  const code = world.windows.openCodeWindow();
  if (code === null) throw new Error('The window was not opened');
  const page = world.last();
  return { ...world, code, page, step: (step: unknown) => page.asks(codeChannel, step) };
}

describe('the key window', () => {
  it('is opened with whose key it asks for, and protected as the settings say', () => {
    const { windows, last } = theWindows({ isProtected: false });
    void windows.askForKey('Example Reseller');
    const fragment = JSON.stringify({ for: 'key', of: 'Example Reseller' });
    expect(last().how).toEqual({ page: 'key', fragment, isProtected: false });
    last().end();
    windows.protect(true);
    void windows.askForPassword('ada', true);
    expect(last().how).toMatchObject({
      fragment: JSON.stringify({ for: 'new-password', of: 'ada' }),
      isProtected: true,
    });
  });

  it('gives the key as a secret, without white space around it, and closes', async () => {
    const { windows, last } = theWindows();
    const key = windows.askForKey('x');
    expect(await last().asks(keyChannel, { key: ' k-1 ' })).toEqual(ok({}));
    expect(await key).toBeInstanceOf(Secret);
    expect((await key)?.reveal()).toBe('k-1');
    expect(last().isOver()).toBe(true);
  });

  it.each<[string, (page: ReturnType<typeof aWindow>) => unknown]>([
    ['answers none', (page) => page.asks(keyChannel, { key: null })],
    ['is closed', (page) => page.end()],
    ['could not be opened', (page) => page.gone()],
  ])('gives none where it %s', async (_case, happens) => {
    const { windows, last } = theWindows();
    const key = windows.askForKey('x');
    await happens(last());
    expect(await key).toBeNull();
  });

  it.each([
    ['empty', { key: ' ' }],
    ['too long', { key: 'x'.repeat(longestKey + 1) }],
    ['no text', { key: 5 }],
    ['no object', 'k-1'],
  ])('A11 takes no key that is %s', async (_case, payload) => {
    const { windows, last, refused } = theWindows();
    const key = windows.askForKey('x');
    expect(await last().asks(keyChannel, payload)).toMatchObject({ error: { kind: 'invalid-input' } });
    expect(refused).toEqual([{ guard: 'input' }]);
    last().end();
    expect(await key).toBeNull();
  });

  it('shows a password once, and no key can be fetched from one that asks for it', async () => {
    const { windows, last } = theWindows();
    const isShown = windows.showPassword('ada', new Secret('p-1'));
    expect(await last().asks(shownPasswordChannel, {})).toEqual(ok({ password: 'p-1' }));
    expect(await last().asks(shownPasswordChannel, {})).toEqual(fail({ kind: 'cancelled' }));
    last().end();
    expect(await isShown).toBe(true);
    void windows.askForKey('x');
    expect(await last().asks(shownPasswordChannel, {})).toEqual(fail({ kind: 'cancelled' }));
  });

  it('says that a password was not shown where the application is locked', async () => {
    expect(await theWindows({ isLocked: true }).windows.showPassword('ada', new Secret('p-1'))).toBe(false);
  });
});

describe('windows for secrets', () => {
  it('are not opened while the application is locked', async () => {
    const { windows, opened } = theWindows({ isLocked: true });
    expect(await windows.askForKey('x')).toBeNull();
    expect(windows.openCodeWindow()).toBeNull();
    expect(opened).toEqual([]);
  });

  it('come to the front where they are open, and are opened again once they have ended', async () => {
    const { windows, opened, told, last } = theWindows();
    void windows.askForKey('x');
    expect(await windows.askForKey('y')).toBeNull();
    expect([opened.length, told]).toEqual([1, ['focus key']]);
    expect(windows.openCodeWindow()).not.toBeNull();
    last().end();
    expect(windows.openCodeWindow()).not.toBeNull();
    expect(opened).toHaveLength(3);
  });

  it('are one of a kind also where the process of the one before ends late', () => {
    const { windows, opened, told, last } = theWindows();
    windows.openCodeWindow();
    const before = last();
    before.end();
    windows.openCodeWindow();
    before.gone();
    expect(windows.openCodeWindow()).toBeNull();
    expect([opened.length, told]).toEqual([2, ['focus code']]);
  });

  it('are closed by main, all that are open, and what is typed meanwhile counts no more', async () => {
    const { windows, told, last } = theWindows();
    const code = windows.openCodeWindow();
    const key = windows.askForKey('x');
    windows.close();
    expect(told).toEqual(['close']);
    expect(await last().asks(keyChannel, { key: 'k-1' })).toEqual(fail({ kind: 'cancelled' }));
    expect([await key, code?.isOpen()]).toEqual([null, false]);
    void windows.askForKey('y');
    expect(told).toEqual(['close']);
  });
});

describe('the code window', () => {
  it('asks, and shows a code until its process has gone', async () => {
    const { code, page, step } = aCodeWindow();
    const confirmed = code.confirmed(question);
    expect(await step({ kind: 'begin' })).toMatchObject(ok({ kind: 'question', question }));
    const waiting = step({ kind: 'confirm' });
    expect([await confirmed, await waiting]).toEqual([true, undefined]);
    let isSeen = false;
    void code.show(shown).then(() => (isSeen = true));
    page.left();
    await promises();
    expect([page.isOver(), code.isOpen(), code.ended.aborted, isSeen]).toEqual([true, false, true, false]);
    page.gone();
    await promises();
    expect(isSeen).toBe(true);
  });

  it('B13 hides a code when the user looks elsewhere, and lets a question stand', async () => {
    const { code, page, step } = aCodeWindow();
    void code.confirmed(question);
    await step({ kind: 'begin' });
    page.left();
    expect([page.isOver(), code.isOpen()]).toEqual([false, true]);
    void code.show(shown);
    page.left();
    expect([page.isOver(), code.isOpen()]).toEqual([true, false]);
  });

  it.each<[string, (page: ReturnType<typeof aWindow>) => void]>([
    ['is closed', (page) => page.end()],
    ['could not be opened', (page) => page.gone()],
  ])('B13 has no answer to a question, and shows no code, once it %s', async (_case, happens) => {
    const { code, page } = aCodeWindow();
    const confirmed = code.confirmed(question);
    happens(page);
    expect([await confirmed, code.isOpen(), code.ended.aborted]).toEqual([false, false, true]);
    await code.show(shown);
    expect(await code.passphrase({ ...question, count: 1, first: [], fileName: 'codes.age' })).toBeNull();
  });
});

describe('the channel of the code window', () => {
  const ours = aFrame('app://code');
  const runs = 1_000;

  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true });
  const payload = fc.oneof(
    anything,
    fc.record({
      kind: fc.oneof(fc.constantFrom('begin', 'confirm', 'passphrase', 'unlock', 'cancel', 'code'), anything),
      passphrase: fc.oneof(anything, fc.string()),
    }),
  );

  it.each([
    ['the main window', aCaller({ id: 2, frame: aFrame() })],
    ['another window at the same address', aCaller({ id: 2, frame: ours })],
    ['a frame that is gone', aCaller({ mainFrame: ours, senderFrame: null })],
    ['a frame below the top', aCaller({ mainFrame: ours, senderFrame: aFrame('app://code') })],
    ['a page from elsewhere', aCaller({ frame: aFrame('https://evil.example', '/') })],
    ['about:blank', aCaller({ frame: { origin: 'app://code', url: 'about:blank' } })],
  ] as const)('A11 is closed to %s, and open to its own page', async (_who, stranger) => {
    const passed: unknown[] = [];
    const isTrusted = trustOnly(() => 1, 'app://code');
    const ask = fromTrusted({ name: codeChannel, isTrusted, log: aListeningLog().log }, (sent) => {
      passed.push(sent);
      return Promise.resolve(ok({}));
    });
    expect(await ask(stranger, { kind: 'confirm' })).toMatchObject({ ok: false, error: { kind: 'bug' } });
    expect(passed).toEqual([]);
    expect(await ask(aCaller({ frame: ours }), { kind: 'confirm' })).toEqual(ok({}));
    expect(passed).toEqual([{ kind: 'confirm' }]);
  });

  it(`A11 lets none of ${runs} payloads through that its schema refuses`, async ({ annotate }) => {
    let refused = 0;
    const property = fc.asyncProperty(payload, async (sent) => {
      const { code, step } = aCodeWindow();
      const answer = await step(sent);
      const read = codeStep.safeParse(sent);
      if (!read.success) refused += 1;
      // What is let through ends the talk, unless it begins it: then the page waits for what it is to show.
      const begins = read.success && read.data.kind === 'begin';
      expect(code.isOpen()).toBe(!read.success || begins);
      expect(answer?.ok).toBe(begins ? undefined : read.success);
    });
    await fc.assert(property, { numRuns: runs });
    expect(refused).toBeGreaterThan(runs / 2);
    await annotate(`figure: ${runs} payloads, ${refused} refused, 0 let through; 6 strangers refused`);
  });

  it.each([
    ['too short', 'x'.repeat(shortestPassphrase - 1), false],
    ['as short as it may be', 'x'.repeat(shortestPassphrase), true],
    ['as long as it may be', 'x'.repeat(longestPassphrase), true],
    ['too long', 'x'.repeat(longestPassphrase + 1), false],
  ])('B6 judges a passphrase that is %s', async (_case, passphrase, fits) => {
    const { code, step } = aCodeWindow();
    const answer = code.passphrase({ ...question, count: 1, first: ['a.example'], fileName: 'codes.age' });
    await step({ kind: 'begin' });
    const refusal = await step({ kind: 'passphrase', passphrase });
    expect(refusal?.ok).toBe(fits ? undefined : false);
    code.close();
    expect((await answer)?.reveal()).toBe(fits ? passphrase : undefined);
  });
});
