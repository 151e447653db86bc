// @vitest-environment jsdom

import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { standInForTheBrowser } from '../../../../support/draw.tsx';
import {
  aChangeId,
  aFollowedChange,
  anEntryOf,
  answeredEvent,
} from '../../../../support/fake-change-flow.ts';
import { button, sendIt, show } from './a-shown-change.tsx';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(standInForTheBrowser);
afterEach(cleanup);

describe('a change that is not sent', () => {
  it('because another one is open leads to that one', async () => {
    const { stores, user } = await show(
      {},
      { prepare: () => Promise.resolve(fail({ kind: 'open-change', changeId: aChangeId(3), number: 3 })) },
    );
    await user.click(await button('Open change 3'));
    expect(stores.route.getState().route).toMatchObject({ view: { changeId: aChangeId(3) } });
  });

  it('because it is otherwise now is looked at again', async () => {
    const { bridge, user } = await show({ applied: fail({ kind: 'changed-since', what: 'lock' }) });
    await user.click(await button('Lock'));
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was changed.');
    await user.click(await button('Review again'));
    expect(bridge.world.calls.filter(({ name }) => name === 'changes.prepare')).toHaveLength(2);
  });

  it('because the service could not be reached can be tried again', async () => {
    await show({}, { prepare: () => Promise.resolve(fail({ kind: 'unreachable', why: 'offline' })) });
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was changed.');
    expect(await button('Try again')).toBeDefined();
  });
});

describe('a change that is sent', () => {
  it('says how far it is: written down, sent, read back', async () => {
    const sending = aFollowedChange();
    const { user } = await show({
      applied: ok(sending),
      entries: [
        anEntryOf(sending, { type: 'sending', attempt: 1, before: { readAt: sending.createdAt } }),
        anEntryOf(sending, answeredEvent('claimed'), '2026-11-21T09:00:03.000Z'),
      ],
    });
    const panel = await sendIt(user);
    await vi.waitFor(() => {
      expect(
        within(panel)
          .getByText('Reading the registrar lock back')
          .closest('li')
          ?.getAttribute('aria-current'),
      ).toBe('step');
    });
    expect(panel.textContent).toContain('Written down as change 12');
    expect(panel.textContent).toContain('Sent and answered');
  });

  it('C12 is never called failed where that is not known, and says what was checked and what is left', async () => {
    const uncertain = aFollowedChange({
      state: 'uncertain',
      error: { kind: 'uncertain', why: 'no-complete-answer' },
      readBackAt: '2026-11-21T09:00:40.000Z',
      evidence: [{ label: 'Registrar lock', before: 'unlocked', after: null, speaks: 'neither' }],
    });
    const { user, stores } = await show({ applied: ok(uncertain) });
    const panel = await sendIt(user);
    expect(panel.textContent).toContain('We do not know whether this was done');
    expect(panel.textContent).toContain('What was read back does not decide it:');
    expect(panel.textContent).toContain('It is not sent again by itself.');
    expect(panel.textContent).not.toMatch(/fail/i);
    expect(within(panel).queryByRole('button', { name: 'Send again' })).toBeNull();
    expect(within(panel).getByRole('button', { name: 'Read back' })).toBeDefined();
    await user.click(within(panel).getByRole('button', { name: 'Settle…' }));
    expect(stores.route.getState().route).toMatchObject({ view: { changeId: aChangeId(12) } });
  });

  it('of which nothing left can be sent again by a person, or withdrawn', async () => {
    const { user, bridge } = await show(
      { applied: ok(aFollowedChange({ state: 'planned', error: { kind: 'not-sent', why: 'offline' } })) },
      {
        withdraw: () =>
          Promise.resolve(ok(aFollowedChange({ state: 'withdrawn', changedAt: '2026-11-21T10:00:00.000Z' }))),
      },
    );
    const panel = await sendIt(user);
    expect(panel.textContent).toContain('Nothing left this computer');
    expect(within(panel).getByRole('button', { name: 'Send again' })).toBeDefined();
    await user.click(within(panel).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('It was never sent, and never will be.')).toBeDefined();
    expect(bridge.world.calls.filter(({ name }) => name === 'changes.send')).toEqual([]);
  });

  it('follows what main tells until the service has confirmed it', async () => {
    const { user, bridge } = await show();
    await sendIt(user);
    bridge.tell('changes.changed', {
      changes: [
        aFollowedChange({
          state: 'confirmed',
          proof: 'read-back',
          changedAt: '2026-11-21T09:00:05.000Z',
          evidence: [{ label: 'Registrar lock', before: 'unlocked', after: 'locked', speaks: 'for' }],
        }),
      ],
    });
    expect(await screen.findByText('The service said done, and reading back agrees.')).toBeDefined();
    expect(screen.getByLabelText('What was read').textContent).toContain('speaks for it');
    await user.click(await button('Close'));
    expect(screen.queryByRole('status')).toBeNull();
  });
});
