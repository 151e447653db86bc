import { describe, expect, it } from 'vitest';
import type { CodeQuestion, CodeView, PassphraseQuestion } from '#shared/areas/secret-windows.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import type { ShownCode } from '../../../../../electron/main/codes/codes.ts';
import { createCodeSession, createCodeViews } from '../../../../../electron/main/codes/code-session.ts';
import { promises } from '../../../../support/time/virtual-time.ts';

describe('the talk with the code window', () => {
  const question: CodeQuestion = {
    deed: 'reveal',
    domain: 'xn--bcher-kva.example',
    accountLabel: 'Example Reseller',
    accountColour: 'teal',
    lock: null,
    canHint: false,
    clearClipboardAfterS: 15,
    earlier: null,
  };

  const many: PassphraseQuestion = {
    accountLabel: 'Example Reseller',
    accountColour: 'teal',
    count: 3,
    first: ['a.example', 'xn--bcher-kva.example'],
    fileName: 'codes.age',
  };

  const clearsAt = '2026-03-01T10:30:15.000Z';

  const aShown = (
    copy: ShownCode['copy'] = () => Promise.resolve({ kind: 'copied', clearsAt }),
  ): ShownCode => ({
    domain: 'xn--bcher-kva.example',
    code: new Secret('aB3-xyz'),
    forMs: 20_000,
    canHint: false,
    clearClipboardAfterS: 15,
    copy,
  });
  const shown = aShown();

  /** A talk with a clock that is set by hand. */
  function aTalk() {
    let nowMs = 1_000;
    let alarm: { readonly call: () => void; readonly atMs: number } | null = null;
    let ends = 0;
    const talk = createCodeSession({
      isProtected: true,
      nowMs: () => nowMs,
      later(call, durationMs) {
        alarm = { call, atMs: nowMs + durationMs };
        return () => (alarm = null);
      },
      onOver: () => (ends += 1),
    });
    return {
      talk,
      ends: () => ends,
      isTimed: () => alarm !== null,
      pass: (durationMs: number): void => {
        nowMs += durationMs;
        if (alarm !== null && alarm.atMs <= nowMs) alarm.call();
      },
    };
  }

  const neverCopied = (): never => {
    throw new Error('It is not to be copied');
  };

  /** A talk in which the page has been shown the question. */
  async function anAskedTalk() {
    const talking = aTalk();
    const confirmed = talking.talk.confirmed(question);
    await talking.talk.step({ kind: 'begin' });
    return { ...talking, confirmed };
  }

  /** A talk in which the code is on the screen. */
  async function aShowingTalk(code = shown) {
    const talking = await anAskedTalk();
    const view = talking.talk.step({ kind: 'confirm' });
    talking.talk.show(code);
    return { ...talking, view: await view };
  }

  it('asks what was asked before the page was there, and afterwards', async () => {
    const before = aTalk();
    void before.talk.confirmed(question);
    const asked = { kind: 'question', question, unicode: 'bücher.example' };
    expect(await before.talk.step({ kind: 'begin' })).toEqual(asked);
    const after = aTalk();
    const view = after.talk.step({ kind: 'begin' });
    void after.talk.confirmed(question);
    expect(await view).toEqual(asked);
  });

  it('hears that the user confirmed, and lets the page wait for what comes of it', async () => {
    const { talk, confirmed, ends } = await anAskedTalk();
    let view: unknown = null;
    void talk.step({ kind: 'confirm' }).then((next) => (view = next));
    expect(await confirmed).toBe(true);
    await promises();
    expect([view, ends()]).toEqual([null, 0]);
  });

  it.each(['turned down', 'closed'] as const)('B13 hears no from a question that was %s', async (how) => {
    const { talk, confirmed, ends } = await anAskedTalk();
    if (how === 'closed') talk.end();
    else expect(await talk.step({ kind: 'cancel' })).toEqual({ kind: 'over' });
    expect(await confirmed).toBe(false);
    expect(ends()).toBe(1);
    expect(await talk.confirmed(question)).toBe(false);
  });

  it('B13 shows a code once, as the answer to the step that waits, with the time it has', async () => {
    const { view, talk, ends } = await aShowingTalk();
    expect(view).toEqual({
      kind: 'code',
      domain: 'xn--bcher-kva.example',
      unicode: 'bücher.example',
      code: 'aB3-xyz',
      hidesInMs: 20_000,
      isProtected: true,
      canHint: false,
      clearClipboardAfterS: 15,
    });
    expect(await talk.step({ kind: 'begin' })).toEqual({ kind: 'over' });
    expect(ends()).toBe(1);
  });

  it('shows a code without a question, with the time that a slow page has left it', async () => {
    const { talk, pass } = aTalk();
    talk.show(shown);
    pass(150);
    expect(await talk.step({ kind: 'begin' })).toMatchObject({ kind: 'code', hidesInMs: 19_850 });
  });

  it('B13 hides a code after its time, not before', async () => {
    const { pass, ends } = await aShowingTalk();
    pass(19_999);
    expect(ends()).toBe(0);
    pass(1);
    expect(ends()).toBe(1);
  });

  it('B13 hides a code that no page asked for after its time', async () => {
    const { talk, pass, ends } = aTalk();
    talk.show(shown);
    pass(20_000);
    expect(ends()).toBe(1);
    expect(await talk.step({ kind: 'begin' })).toEqual({ kind: 'over' });
  });

  it('B13 hides a code when the user looks elsewhere, and lets a question stand', async () => {
    const asked = await anAskedTalk();
    asked.talk.leftWindow();
    expect(asked.ends()).toBe(0);
    const showing = await aShowingTalk();
    showing.talk.leftWindow();
    expect(showing.ends()).toBe(1);
    expect(showing.isTimed()).toBe(false);
  });

  it('F17 copies the code that is shown, as often as it is asked to, and tells the page no code again', async () => {
    let copies = 0;
    const { talk, ends } = await aShowingTalk(
      aShown(() => {
        copies += 1;
        return Promise.resolve({ kind: 'copied', clearsAt });
      }),
    );
    expect(await talk.step({ kind: 'copy' })).toEqual({ kind: 'copied', clearsAt });
    expect(await talk.step({ kind: 'copy' })).toEqual({ kind: 'copied', clearsAt });
    expect([copies, ends()]).toEqual([2, 0]);
  });

  it('F17 goes on where the code could not be copied, and says so', async () => {
    const notCopied = { kind: 'not-copied', why: 'journal' } as const;
    const { talk, ends } = await aShowingTalk(aShown(() => Promise.resolve(notCopied)));
    expect(await talk.step({ kind: 'copy' })).toEqual(notCopied);
    expect(ends()).toBe(0);
  });

  it('F17 ends where the user went away before the code was copied', async () => {
    const { talk, ends } = await aShowingTalk(aShown(() => Promise.resolve(null)));
    expect(await talk.step({ kind: 'copy' })).toEqual({ kind: 'over' });
    expect(ends()).toBe(1);
  });

  it.each<[string, () => Promise<ReturnType<typeof aTalk>>]>([
    ['before it has begun', () => Promise.resolve(aTalk())],
    ['while the question stands', anAskedTalk],
    [
      'before it has seen the code',
      () => {
        const talking = aTalk();
        talking.talk.show(aShown(neverCopied));
        return Promise.resolve(talking);
      },
    ],
    [
      'again while the first is on its way',
      async () => {
        const talking = await aShowingTalk(aShown(() => new Promise(() => undefined)));
        void talking.talk.step({ kind: 'copy' });
        return talking;
      },
    ],
    [
      'after the code is gone',
      async () => {
        const talking = await aShowingTalk(aShown(neverCopied));
        talking.pass(20_000);
        return talking;
      },
    ],
  ])('F17 ends with a page that copies %s; nothing is copied', async (_case, made) => {
    const { talk, ends } = await made();
    expect(await talk.step({ kind: 'copy' })).toEqual({ kind: 'over' });
    expect(ends()).toBe(1);
  });

  it('drops a code that comes after the window was closed', async () => {
    const { talk, ends } = await anAskedTalk();
    const view = talk.step({ kind: 'confirm' });
    talk.end();
    expect(talk.show(shown)).toBe(false);
    expect(await view).toEqual({ kind: 'over' });
    expect(ends()).toBe(1);
  });

  it('takes a passphrase, and keeps it to itself', async () => {
    const { talk } = aTalk();
    const answer = talk.passphrase(many);
    expect(await talk.step({ kind: 'begin' })).toEqual({
      kind: 'passphrase',
      question: { ...many, first: ['a.example', 'bücher.example'] },
    });
    void talk.step({ kind: 'passphrase', passphrase: 'twelve-letters' });
    const passphrase = await answer;
    expect(passphrase?.reveal()).toBe('twelve-letters');
    expect(String(passphrase)).toBe('[secret]');
  });

  it('takes the passphrase of a file, and another one where that does not open it', async () => {
    const { talk, ends } = aTalk();
    const answer = talk.unlock({ fileName: 'codes.age', isWrong: false });
    expect(await talk.step({ kind: 'begin' })).toEqual({
      kind: 'unlock',
      question: { fileName: 'codes.age', isWrong: false },
    });
    const view = talk.step({ kind: 'unlock', passphrase: 'x' });
    expect((await answer)?.reveal()).toBe('x');
    const again = talk.unlock({ fileName: 'codes.age', isWrong: true });
    expect(await view).toMatchObject({ kind: 'unlock', question: { isWrong: true } });
    void talk.step({ kind: 'unlock', passphrase: 'right' });
    expect((await again)?.reveal()).toBe('right');
    expect(ends()).toBe(0);
  });

  it('has no passphrase of a file from a window that was closed, nor from an answer to another question', async () => {
    const closed = aTalk();
    const answer = closed.talk.unlock({ fileName: 'codes.age', isWrong: false });
    closed.talk.end();
    expect(await answer).toBeNull();
    const { talk, ends } = aTalk();
    const other = talk.unlock({ fileName: 'codes.age', isWrong: false });
    await talk.step({ kind: 'begin' });
    void talk.step({ kind: 'passphrase', passphrase: 'twelve-letters' });
    expect([await other, ends()]).toEqual([null, 1]);
  });

  it('has no passphrase from a window that was closed', async () => {
    const { talk } = aTalk();
    const answer = talk.passphrase(many);
    talk.end();
    expect(await answer).toBeNull();
  });

  it.each([
    ['confirms before it has begun', [{ kind: 'confirm' }]],
    ['begins twice, as a page does that was loaded anew', [{ kind: 'begin' }, { kind: 'begin' }]],
    ['answers another question', [{ kind: 'begin' }, { kind: 'passphrase', passphrase: 'x'.repeat(12) }]],
    ['confirms twice', [{ kind: 'begin' }, { kind: 'confirm' }, { kind: 'confirm' }]],
  ] as const)('ends with a page that %s', async (_case, steps) => {
    const { talk, ends } = aTalk();
    void talk.confirmed(question);
    const views = steps.map((step) => talk.step(step));
    expect(await views.at(-1)).toEqual({ kind: 'over' });
    expect(ends()).toBe(1);
  });

  it('turns down a question in whose place another one comes', async () => {
    const { talk } = aTalk();
    const first = talk.confirmed(question);
    void talk.confirmed({ ...question, domain: 'other.example' });
    expect(await first).toBe(false);
  });
});

describe('code views', () => {
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
});
