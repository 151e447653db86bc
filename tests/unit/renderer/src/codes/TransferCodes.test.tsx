// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CodesNow, CodeTaken } from '#shared/domain/code.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  accessesOf,
  ClipboardCountdown,
  createCodesStore,
  type Place,
  takeOf,
} from '../../../../../renderer/src/codes/TransferCodes.tsx';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aCodesWorld, anAccess } from '../../../../support/fake-codes.ts';
import { aWorld } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart } from '../a-drawn-part.tsx';

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

  it('keeps the results of two accounts with the same name apart', async () => {
    const { store } = codes();
    await store.actions.take(harbour, 'copy');
    expect(takeOf(store.getState(), { ...harbour, accountId: 'account-1' })).toBeNull();
  });

  it('puts a result away, and takes a code out of the clipboard', async () => {
    const { store, asked } = codes();
    await store.actions.take(harbour, 'copy');
    store.actions.dismiss(harbour);
    expect(takeOf(store.getState(), harbour)).toBeNull();
    await store.actions.clearClipboard();
    expect(asked('clearClipboard')).toBe(1);
    expect(store.getState().now?.clipboard).toBeNull();
  });

  it('reads the accesses after each click, of the account whose code it is', async () => {
    const accesses = [anAccess(1)];
    const of: unknown[] = [];
    const { store } = codes({
      accesses(input) {
        of.push(input);
        return Promise.resolve(ok({ accesses }));
      },
    });
    await store.actions.take(harbour, 'copy');
    expect(of).toEqual([harbour]);
    expect(accessesOf(store.getState(), harbour)).toEqual({ status: 'ready', value: accesses });
  });

  it('is told by main at the first look whether histories can be asked', async () => {
    const { store } = codes({}, aWorld({ codes: aCodesWorld({ now: nowhere }) }));
    expect(store.getState().now).toBeNull();
    await store.actions.refresh();
    expect(store.getState().now?.canHint).toBe(true);
  });
});

describe('ClipboardCountdown', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['Date', 'setInterval', 'clearInterval'],
      now: Date.parse('2026-11-21T08:00:00.000Z'),
    });
  });
  afterEach(() => vi.useRealTimers());

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
    it('is not there while no code is in the clipboard', async () => {
      const { bridge } = await shown();
      expect(place()).toBeNull();
      expect(screen.getByRole('status').textContent).toBe('');
      act(() => bridge.tell('codes.changed', copied('harbour.example')));
      expect(place()).not.toBeNull();
      act(() => bridge.tell('codes.changed', { ...copied(''), clipboard: null }));
      expect(place()).toBeNull();
    });

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
