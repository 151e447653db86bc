// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CodesNow, CodeTaken, CodeAction, CodeOutcome } from '#shared/domain/code.ts';
import type { Change } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  ClipboardCountdown,
  createCodesStore,
  takeOf,
  type Place,
} from '../../../../../renderer/src/codes/TransferCodes.tsx';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aCodesWorld, anAccess, type FakeCodes } from '../../../../support/fake-codes.ts';
import { aFollowedChange, aReview } from '../../../../support/fake-change-flow.ts';
import { aWorld } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart, showPart } from '../../../../support/draw.tsx';
import { TransferCodeTab } from '../../../../../renderer/src/domains/code/TransferCodeTab.tsx';
import { aDomain, aKnown } from '../../../../support/fake-portfolio.ts';

drawInJsdom();

describe('the store of codes', () => {
  const harbour: Place = { accountId: 'practice', domain: 'harbour.example' };
  const nowhere: CodesNow = { clipboard: null, shown: null, canHint: true };

  function codes(answers: FakeAnswers['codes'] = {}, world = aWorld()) {
    const bridge = createFakeBridge(world, { codes: answers });
    const store = createCodesStore(bridge);
    const asked = (method: string) =>
      bridge.world.calls.filter(({ name }) => name === `codes.${method}`).length;
    return { bridge, store, asked };
  }

  /** An answer that comes when a test says so. */
  function held<T>() {
    const { promise, resolve } = Promise.withResolvers<Result<T>>();
    return { promise, give: (value: T) => resolve(ok(value)) };
  }

  it('B13 asks once for each click, and not again while that is asked', async () => {
    const answer = held<CodeTaken>();
    const { store, asked } = codes({ take: () => answer.promise });
    const first = store.actions.take(harbour, 'copy');
    await store.actions.take(harbour, 'copy');
    await store.actions.take(harbour, 'reveal');
    expect(takeOf(store.getState(), harbour)).toEqual({ step: 'asking', deed: 'copy' });
    expect(asked('take')).toBe(1);
    answer.give({ kind: 'declined', why: 'closed' });
    await first;
    expect(asked('take')).toBe(1);
  });

  it('B13 asks nothing again by itself where no answer came', async () => {
    const { store, asked } = codes({
      take: () => Promise.resolve(fail({ kind: 'unreachable', why: 'no-answer-in-time' } as const)),
    });
    await store.actions.take(harbour, 'reveal');
    expect(takeOf(store.getState(), harbour)).toMatchObject({ step: 'failed', deed: 'reveal' });
    expect(asked('take')).toBe(1);
  });

  it('knows where the code is from the answer, until main tells otherwise', async () => {
    const now = held<CodesNow>();
    const { bridge, store } = codes({ now: () => now.promise });
    const taking = store.actions.take(harbour, 'copy');
    await Promise.resolve();
    await Promise.resolve();
    expect(store.getState().now?.clipboard).toMatchObject({ domain: 'harbour.example' });
    bridge.tell('codes.changed', nowhere);
    expect(store.getState().now?.clipboard).toBeNull();
    now.give({ ...nowhere, clipboard: { domain: 'late.example', clearsAt: '2026-11-21T08:00:15.000Z' } });
    await taking;
    expect(store.getState().now?.clipboard).toBeNull();
  });
});

describe('ClipboardCountdown', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['Date', 'setInterval', 'clearInterval'],
      now: Date.parse('2026-11-21T08:00:00.000Z'),
    });
  });

  const copied = (domain: string): CodesNow => ({
    clipboard: { domain, clearsAt: '2026-11-21T08:00:15.000Z' },
    shown: null,
    canHint: false,
  });

  async function shown(now?: CodesNow) {
    const world = { codes: aCodesWorld(now === undefined ? {} : { now }) };
    const all = await drawPart(<ClipboardCountdown />, { world });
    await act(() => Promise.resolve());
    return all;
  }

  const place = () => screen.queryByRole('group', { name: 'Code in the clipboard' });

  describe('the countdown in the header', () => {
    it('counts the seconds for the eye, and says it once for a screen reader', async () => {
      await shown(copied('xn--bckerei-5wa.example'));
      expect(place()?.textContent).toContain('bäckerei.example');
      expect(place()?.textContent).toContain('15 s');
      const said = screen.getByRole('status').textContent;
      expect(said).toMatch(/^The code of bäckerei\.example is in the clipboard until .+\.$/);
      act(() => {
        vi.advanceTimersByTime(6_000);
      });
      expect(place()?.textContent).toContain('9 s');
      expect(screen.getByRole('status').textContent).toBe(said);
    });

    it('takes the code out at once where that is wanted', async () => {
      const { called } = await shown(copied('harbour.example'));
      await act(async () => {
        screen.getByRole('button', { name: 'Clear now' }).click();
        await Promise.resolve();
      });
      expect(called('codes.clearClipboard')).toHaveLength(1);
      expect(place()).toBeNull();
    });
  });
});

const harbour = aDomain('harbour.example');

const unlocked = aDomain('harbour.example', { lock: aKnown('unlocked') });

async function shown(
  answers: FakeAnswers['codes'] = {},
  domain: Domain = harbour,
  codes: Partial<FakeCodes> = {},
) {
  const all = await showPart(<TransferCodeTab domain={domain} />, {
    answers: { codes: answers },
    world: { codes: aCodesWorld({ clock: () => Date.now(), ...codes }) },
  });
  await screen.findByText(/^Nobody has requested|^Newest first/);
  return all;
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

const panel = (name: string) => screen.findByRole('status', { name });

const takes = (taken: CodeTaken) => ({ take: () => Promise.resolve(ok(taken)) });

const fails = (error: AppError) => ({ take: () => Promise.resolve(fail(error)) });

const retrievedAt = '2026-11-21T08:00:00.000Z';

describe('before a code is asked for', () => {
  it('the lock stands beside it with its age, and unlocking is a change like any other', async () => {
    const { user, asked } = await shown();
    const lock = screen.getByRole('group', { name: 'Registrar lock' });
    expect(lock.textContent).toMatch(/^Lockedread /);
    await user.click(within(lock).getByRole('button', { name: 'Unlock…' }));
    await screen.findByRole('dialog');
    expect(asked()).toEqual([
      { accountId: 'practice', domain: 'harbour.example', ask: { kind: 'lock', state: 'unlocked' } },
    ]);
  });

  it('a name that was registered not long ago is said to be refused by most registries', async () => {
    const addedAt = new Date(Date.now() - 10 * 86_400_000).toISOString();
    await shown({}, aDomain('harbour.example', { addedBy: 'registration', addedAt }));
    screen.getByText(/^It was registered or moved within the last 60 days: most registries refuse/);
  });

  it('B16 it is said that clipboard histories keep the code, where they cannot be asked', async () => {
    await shown();
    expect(
      await screen.findByText(/a clipboard history runs on this system, it may keep the code/),
    ).toBeTruthy();
  });

  it('B16 nothing is said of histories where they can be asked', async () => {
    await shown({}, harbour, { now: { clipboard: null, shown: null, canHint: true } });
    await act(() => Promise.resolve());
    expect(screen.queryByText(/a clipboard history runs on this system, it may keep the code/)).toBeNull();
  });

  it('B13 each click asks once; while it is asked, one is led to the code window and cannot click again', async () => {
    const { user, called } = await shown({ take: () => new Promise(() => undefined) });
    await user.click(button('Copy the code…'));
    await panel('Confirm in the code window');
    expect(button('Copy the code…').disabled).toBe(true);
    expect(button('Reveal the code…').disabled).toBe(true);
    expect(called('codes.take')).toEqual([
      { accountId: 'practice', domain: 'harbour.example', deed: 'copy' },
    ]);
  });
});

describe('a locked domain is unlocked and its code copied by one button', () => {
  const change = aFollowedChange({ what: { kind: 'lock', state: 'unlocked' } });

  /** The review of the unlock, opened by that button. */
  async function unlocking(domain = harbour) {
    const shown = await showPart(<TransferCodeTab domain={domain} />, {
      answers: {
        changes: { prepare: () => Promise.resolve(ok(aReview())), apply: () => Promise.resolve(ok(change)) },
      },
      world: { codes: aCodesWorld() },
    });
    await shown.user.click(await screen.findByRole('button', { name: 'Unlock and copy the code…' }));
    const review = await screen.findByRole('dialog');
    const end = (state: Change['state']) =>
      act(() =>
        shown.bridge.tell('changes.changed', {
          changes: [{ ...change, state, changedAt: '2026-11-21T09:00:02.000Z' }],
        }),
      );
    return { ...shown, review, end, asked: () => shown.called('codes.take') };
  }

  it('the code is asked for once the unlocked state was read back, and not before', async () => {
    const { user, review, end, asked } = await unlocking();
    expect(asked()).toEqual([]);
    await user.click(within(review).getByRole('button', { name: 'Unlock' }));
    await screen.findByText('Logged as change 12');
    expect(asked()).toEqual([]);
    end('confirmed');
    await waitFor(() =>
      expect(asked()).toEqual([{ accountId: 'practice', domain: 'harbour.example', deed: 'copy' }]),
    );
    // Of the same change again, as its story is read.
    end('confirmed');
    expect(asked()).toHaveLength(1);
  });

  it.each(['refused', 'uncertain', 'not-applied', 'applied', 'planned'] as const)(
    'no code is asked for where the unlock ended as %s',
    async (state) => {
      const { user, review, end, asked } = await unlocking();
      await user.click(within(review).getByRole('button', { name: 'Unlock' }));
      await screen.findByText('Logged as change 12');
      end(state);
      end('confirmed');
      await act(() => Promise.resolve());
      expect(asked()).toEqual([]);
    },
  );

  it('a review that was closed forgets the code: a later unlock is an unlock alone', async () => {
    const { user, review, end, asked } = await unlocking();
    await user.click(within(review).getByRole('button', { name: 'Cancel' }));
    await user.click(button('Unlock…'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unlock' }));
    await screen.findByText('Logged as change 12');
    end('confirmed');
    await act(() => Promise.resolve());
    expect(asked()).toEqual([]);
  });
});

describe('four results have four screens', () => {
  it('copied: how long, what to do, and that a lock is in the way; afterwards that it is gone', async () => {
    const { user, bridge } = await shown();
    await user.click(button('Copy the code…'));
    const said = await panel('Code copied');
    expect(said.textContent).toContain('Paste it at the new registrar now.');
    expect(said.textContent).toContain('The domain is locked.');
    act(() => bridge.tell('codes.changed', { clipboard: null, shown: null, canHint: false }));
    expect((await panel('No longer in the clipboard')).textContent).toContain('now requests a new code');
  });

  it('copied: the clipboard is cleared at once where that is wanted', async () => {
    const { user, called } = await shown({}, unlocked);
    await user.click(button('Copy the code…'));
    const said = await panel('Code copied');
    expect(said.textContent).not.toContain('locked');
    await user.click(within(said).getByRole('button', { name: 'Clear now' }));
    expect(called('codes.clearClipboard')).toHaveLength(1);
    await panel('No longer in the clipboard');
  });

  it('copied: another code in the clipboard is not taken for this one', async () => {
    const { user, bridge } = await shown();
    await user.click(button('Copy the code…'));
    await panel('Code copied');
    const clipboard = { domain: 'other.example', clearsAt: new Date(Date.now() + 9_000).toISOString() };
    act(() => bridge.tell('codes.changed', { clipboard, shown: null, canHint: false }));
    await panel('No longer in the clipboard');
  });

  it('revealed: it is in a window of its own; once hidden, when it was requested', async () => {
    const { user, bridge } = await shown();
    await user.click(button('Reveal the code…'));
    const said = await panel('Code shown in a separate window');
    expect(said.textContent).toContain('“Copy code” in that window copies the same code.');
    act(() => bridge.tell('codes.changed', { clipboard: null, shown: null, canHint: false }));
    expect((await panel('The code is hidden again')).textContent).toMatch(/requested just now, at \d/);
  });

  it('e-mailed: exactly that, and that nobody here knows where to', async () => {
    const { user, stores } = await shown(takes({ kind: 'emailed', retrievedAt }));
    await user.click(button('Copy the code…'));
    const said = await panel('The service says it e-mailed the code to the registrant');
    expect(said.textContent).toContain('neither a code nor the address it wrote to');
    await user.click(within(said).getByRole('button', { name: 'View the registrant' }));
    expect(stores.route.getState().route).toMatchObject({ view: { tab: 'contacts' } });
  });

  it('unclear: nothing is shown of it but the masked answer, one click away', async () => {
    const answer = '{"result":"••••"}';
    const { user } = await shown(takes({ kind: 'unclear', retrievedAt, status: 200, answer }));
    await user.click(button('Reveal the code…'));
    const said = await panel('The answer has no recognisable code');
    expect(said.textContent).toContain('We don’t know whether a new code was issued');
    expect(said.querySelector('details')?.open).toBe(false);
    expect(within(said).getByLabelText('The masked answer').textContent).toBe(answer);
  });

  it('refused: in the service’s own words, and that nothing was copied', async () => {
    const error = { kind: 'refused', why: 'other', status: 200, said: 'Within 60 days' } as const;
    const { user } = await shown(fails(error));
    await user.click(button('Copy the code…'));
    const said = await panel('The service gave no code');
    expect(said.textContent).toContain('The service said: “Within 60 days” (HTTP 200).');
    expect(said.textContent).toContain('nothing was copied or shown');
    expect(within(said).queryByRole('button', { name: 'Request again…' })).toBeNull();
  });
});

describe('where a code came before', () => {
  const twoMinAgo = () => new Date(Date.now() - 120_000).toISOString();
  const known = (deed: CodeAction, outcome: CodeOutcome | null = 'code') => ({
    accesses: [anAccess(1, { at: twoMinAgo(), deed, outcome })],
  });

  it.each<[string, CodeAction, CodeOutcome, string]>([
    ['copied', 'copy', 'code', 'The one copied 2 min ago may stop working.'],
    ['copied in the window', 'copy-shown', 'code', 'The one copied 2 min ago may stop working.'],
    ['shown', 'reveal', 'code', 'The one shown 2 min ago may stop working.'],
    ['saved', 'save', 'code', 'The one saved to a file 2 min ago may stop working.'],
    ['e-mailed', 'copy', 'emailed', 'The one e-mailed to the registrant 2 min ago may stop working.'],
  ])('F17 both buttons say that a new one is asked for: %s', async (_how, deed, outcome, words) => {
    const { user, called } = await shown({}, harbour, known(deed, outcome));
    expect(screen.getByText(`This requests a new code. ${words}`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copy the code…' })).toBeNull();
    await user.click(button('Copy a new code…'));
    expect(called('codes.take')).toHaveLength(1);
    expect(button('Reveal a new code…').disabled).toBe(false);
  });

  it.each<CodeOutcome | null>(['refused', 'no-answer', 'not-sent', null])(
    'F17 nothing is said of one that reached nobody: %s',
    async (outcome) => {
      await shown({}, harbour, known('copy', outcome));
      expect(button('Copy the code…')).toBeTruthy();
      expect(screen.getByText(/^The code is requested once\./)).toBeTruthy();
    },
  );

  it('F17 copied in the code window: told here, until when, and by a line of the access log', async () => {
    const { user, bridge } = await shown();
    await user.click(button('Reveal the code…'));
    const said = await panel('Code shown in a separate window');
    const clearsAt = new Date(Date.now() + 15_000).toISOString();
    const clipboard = { domain: 'harbour.example', clearsAt };
    const { codes } = bridge.world;
    codes.accesses = [anAccess(2, { deed: 'copy-shown' }), ...codes.accesses];
    act(() => bridge.tell('codes.changed', { clipboard, shown: codes.now.shown, canHint: false }));
    expect(said.textContent).toContain('The same code is in the clipboard until');
    expect(
      await screen.findByText('Copied when shown').then((deed) => deed.parentElement?.textContent),
    ).toContain('The code that was shown; no new request');
    act(() => bridge.tell('codes.changed', { clipboard, shown: null, canHint: false }));
    expect((await panel('Code copied')).textContent).toContain('Namedesk clears it at');
    act(() => bridge.tell('codes.changed', { clipboard: null, shown: null, canHint: false }));
    await panel('The code is hidden again');
  });
});

describe('the requests for a code', () => {
  it('are read again once one has ended, and not as it begins', async () => {
    const end = Promise.withResolvers<Result<CodeTaken>>();
    const { user, called } = await shown({ take: () => end.promise });
    const asked = () => called('codes.accesses').length;
    const before = asked();
    await user.click(button('Copy the code…'));
    expect(called('codes.take')).toHaveLength(1);
    expect(asked()).toBe(before);
    await act(async () => {
      end.resolve(ok({ kind: 'declined', why: 'closed' }));
      await end.promise;
    });
    await waitFor(() => expect(asked()).toBe(before + 1));
  });
});

describe('where no code came', () => {
  it.each<readonly [string, AppError]>([
    ['no answer in time', { kind: 'unreachable', why: 'no-answer-in-time' }],
    ['the connection lost', { kind: 'unreachable', why: 'connection-lost' }],
    ['an unreadable answer', { kind: 'unreadable', status: 200, why: 'cut-short' }],
    ['the server’s own error', { kind: 'refused', why: 'server', status: 500, said: '' }],
    ['an uncertain end', { kind: 'uncertain', why: 'no-complete-answer' }],
    ['a stop at an unknown place', { kind: 'cancelled' }],
  ])('%s: it is not said that nothing was done', async (_, error) => {
    const { user, called } = await shown(fails(error));
    await user.click(button('Copy the code…'));
    const said = await panel('No code received, and we don’t know what was done');
    expect(said.textContent).toContain('We don’t know whether a new code was issued');
    expect(said.textContent).not.toContain('Nothing was changed');
    expect(called('codes.take')).toHaveLength(1);
    await user.click(within(said).getByRole('button', { name: 'Request again…' }));
    expect(called('codes.take')).toHaveLength(2);
  });

  it.each<readonly [string, AppError]>([
    ['offline', { kind: 'unreachable', why: 'offline' }],
    ['without a key', { kind: 'no-key' }],
    ['without a journal', { kind: 'storage', fault: 'full' }],
  ])('%s: it is said that nothing was requested', async (_, error) => {
    const { user } = await shown(fails(error));
    await user.click(button('Copy the code…'));
    expect((await screen.findByRole('alert')).textContent).toContain('No code was requested');
  });

  it('closed and busy are no failures, and nothing was asked', async () => {
    const { user } = await shown(takes({ kind: 'declined', why: 'busy' }));
    await user.click(button('Copy the code…'));
    const said = await panel('Another code window is open');
    expect(said.textContent).toContain('Nothing was requested for this domain');
    await user.click(within(said).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('status', { name: 'Another code window is open' })).toBeNull();
  });
});
