// @vitest-environment jsdom

import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CodesNow } from '#shared/domain/code.ts';
import { ClipboardCountdown } from '../../../../../renderer/src/codes/TransferCodes.tsx';
import { aCodesWorld } from '../../../../support/fake-codes.ts';
import { drawInJsdom } from '../domains/a-portfolio.tsx';
import { showPart } from '../domains/a-shown-part.tsx';

drawInJsdom();
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
  const all = await showPart(<ClipboardCountdown />, { world });
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
