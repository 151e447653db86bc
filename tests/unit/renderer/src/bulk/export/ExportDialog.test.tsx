// @vitest-environment jsdom

import { act, screen, within, fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { asEntered, noFilter } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import { button, showing } from '../session/a-shown-session.tsx';
import { theSession } from '../session/an-open-session.ts';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { drawInJsdom, drawPart } from '../../../../../support/draw.tsx';
import { ExportNotices } from '../../../../../../renderer/src/bulk/export/ExportNotices.tsx';
import { aSessionId } from '../../../../../support/fake-sessions.ts';

drawInJsdom();

describe('exporting', () => {
  it('says exactly what is exported, and asks for it by the filter that is shown', async () => {
    const { user, asked } = await showing();
    await user.click(button('Available 2'));
    await user.keyboard('{Control>}e{/Control}');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/^Exactly what is shown: 2 checks of 1 name\./)).toBeTruthy();
    await user.click(within(dialog).getByRole('radio', { name: 'NDJSON' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save as…' }));
    expect(asked('exports.toFile')).toMatchObject([{ format: 'ndjson', filter: { kinds: ['available'] } }]);
  });

  it('leaves what is in a portfolio out of the available ones', async () => {
    const names = () => Promise.resolve(ok({ names: ['bakery.com'] }));
    const { user, asked } = await showing(theSession(), { domains: { names } });
    await user.keyboard('{Control>}e{/Control}');
    const dialog = await screen.findByRole('dialog');
    await user.click(await within(dialog).findByRole('button', { name: 'Only the 1 available…' }));
    expect(asked('exports.toFile')).toMatchObject([{ filter: { kinds: ['available'] } }]);
  });

  it('waits, as orders do, while it is not known what is in a portfolio, which is said and can be tried again', async () => {
    let isBroken = true;
    const names = () =>
      Promise.resolve(isBroken ? fail({ kind: 'storage', fault: 'busy' } as const) : ok({ names: [] }));
    const { user } = await showing(theSession(), { domains: { names } }, [0, 1]);
    const areYours = /^Registering, copying and exporting wait: your domains couldn’t be loaded/;
    expect(await screen.findByText(areYours)).toBeTruthy();
    await user.click(button('Shortlist 2'));
    expect(button('Register 2…').hasAttribute('disabled')).toBe(true);
    await user.click(button('Shortlist 2'));
    await user.keyboard('{Control>}e{/Control}');
    const dialog = within(await screen.findByRole('dialog'));
    const exporting = ['Copy as a table', 'Only the 2 available…', 'Save as…'];
    const areDisabled = () =>
      exporting.map((name) => dialog.getByRole('button', { name }).hasAttribute('disabled'));
    expect(dialog.getByText(areYours)).toBeTruthy();
    expect(areDisabled()).toEqual([true, true, true]);
    isBroken = false;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(areDisabled()).toEqual([false, false, false]);
    expect(screen.queryByText(areYours)).toBeNull();
  });

  it('is followed below the page, and can be cancelled there', async () => {
    const { user, asked, bridge } = await showing();
    await user.keyboard('{Control>}e{/Control}');
    await user.click(await screen.findByRole('button', { name: 'Save as…' }));
    const corner = await screen.findByRole('region', { name: 'Exports' });
    await user.click(within(corner).getByRole('button', { name: 'Cancel' }));
    const [{ exportId }] = asked('exports.cancel') as [{ exportId: string }];
    act(() =>
      bridge.tell('exports.finished', { exportId, path: '', rows: 0, isCancelled: true, error: null }),
    );
    expect(within(corner).getByText(/was cancelled$/)).toBeTruthy();
  });

  it('says in the dialog why nothing was exported', async () => {
    const { user } = await showing(theSession(), {
      exports: { toClipboard: () => Promise.resolve(fail({ kind: 'storage', fault: 'busy' })) },
    });
    await user.keyboard('{Control>}e{/Control}');
    await user.click(await screen.findByRole('button', { name: 'Copy as a table' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was exported');
  });
});

interface End {
  readonly isCancelled?: boolean;
  readonly error?: AppError | null;
}

/** An export that has just ended. */
async function ended({ isCancelled = false, error = null }: End = {}, answers: FakeAnswers = {}) {
  const { stores, bridge } = await drawPart(<ExportNotices />, { answers });
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
  return { stores, wait, isThere };
}

describe('the notice of an export', () => {
  it('has the file shown in its folder, and says so where that is gone', async () => {
    const asked: unknown[] = [];
    const gone = { kind: 'invalid-input', field: 'path', reason: 'That file is no longer there.' } as const;
    const { stores } = await ended(
      {},
      {
        app: {
          showInFolder: (of) => {
            asked.push(of);
            return Promise.resolve(asked.length === 1 ? ok({}) : fail(gone));
          },
        },
      },
    );
    const show = () =>
      act(() => Promise.resolve(fireEvent.click(screen.getByRole('button', { name: 'Show in folder' }))));
    await show();
    expect(stores.notices.getState().notice).toBeNull();
    await show();
    expect(stores.notices.getState().notice?.text).toBe('That file is no longer there.');
    expect(asked).toEqual([{ path: '/tmp/a.csv' }, { path: '/tmp/a.csv' }]);
  });
});
