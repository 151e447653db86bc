// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asEntered, noFilter } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import { ExportNotices } from '../../../../../../renderer/src/bulk/export/ExportNotices.tsx';
import { aSessionId } from '../../../../../support/fake-sessions.ts';
import { drawInJsdom, drawPart } from '../../a-drawn-part.tsx';

drawInJsdom();
afterEach(() => void vi.useRealTimers());

interface End {
  readonly isCancelled?: boolean;
  readonly error?: AppError | null;
}

/** An export that has just ended. */
async function ended({ isCancelled = false, error = null }: End = {}) {
  const { stores, bridge } = await drawPart(<ExportNotices />);
  vi.useFakeTimers();
  await act(() =>
    stores.exports.actions.start('Bakeries', {
      id: aSessionId(1),
      filter: noFilter,
      sort: asEntered,
      format: 'csv',
    }),
  );
  const exportId = stores.exports.getState().exports[0]?.id ?? '';
  act(() => bridge.tell('exports.finished', { exportId, path: '/tmp/a.csv', rows: 2, isCancelled, error }));
  const wait = (ms: number): void => {
    act(() => void vi.advanceTimersByTime(ms));
  };
  const isThere = () => screen.queryByRole('button', { name: 'Dismiss' }) !== null;
  return { wait, isThere };
}

describe('the notice of an export', () => {
  it.each<[string, End, boolean]>([
    ['that is done leaves by itself', {}, false],
    ['that was cancelled leaves by itself', { isCancelled: true }, false],
    ['that failed stays', { error: { kind: 'unreachable', why: 'offline' } }, true],
  ])('%s', async (_, end, stays) => {
    const { wait, isThere } = await ended(end);
    wait(11_000);
    expect(isThere()).toBe(true);
    wait(60_000);
    expect(isThere()).toBe(stays);
  });

  it.each([
    ['the pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
    ['the focus', fireEvent.focus, fireEvent.blur],
  ] as const)('stays for as long as %s is on it', async (_, come, go) => {
    const { wait, isThere } = await ended();
    const button = screen.getByRole('button', { name: 'Copy the path' });
    come(button);
    wait(60_000);
    expect(isThere()).toBe(true);
    go(button);
    wait(13_000);
    expect(isThere()).toBe(false);
  });
});
