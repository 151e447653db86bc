// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { updateState } from '#shared/areas/maintenance.ts';
import { updateFaults } from '#shared/domain/terms.ts';
import type { UpdateState } from '#shared/domain/maintenance.ts';
import { ok } from '#shared/result.ts';
import { UpdatesSection, WhatsNew } from '../../../../../renderer/src/settings/UpdatesSection.tsx';
import { App } from '../../../../../renderer/src/app.tsx';
import { draw } from '../../../../support/draw.tsx';
import { aWorld, updatesOff } from '../../../../support/fake-world.ts';
import { aPage, drawInJsdom, drawPart } from '../a-drawn-part.tsx';

drawInJsdom();
beforeEach(() => vi.stubGlobal('requestIdleCallback', vi.fn()));

const idle: UpdateState = { ...updatesOff, hindrance: null, status: 'idle' };
const offered = { version: '1.2.0', releasedAt: null, notes: '<b>Faster</b>' };

const show = (state: UpdateState) =>
  drawPart(<UpdatesSection settings={aWorld().settings} onChange={() => undefined} />, {
    answers: {
      updates: {
        read: () => Promise.resolve(ok(state)),
        install: () => Promise.resolve(ok({ ...state, waitsFor: ['batch'] as const })),
      },
    },
  });

describe('what is new in the running version', () => {
  const notes = { version: '0.2.0', releasedAt: null, notes: '<b>Faster</b>' };
  const answers = {
    updates: { whatsNew: () => Promise.resolve(ok({ version: '0.2.0', isUpdated: true, notes })) },
  };

  it('is told by a notice that leads to the notes', async () => {
    const { stores } = await aPage({ answers });
    draw(stores, <App stores={stores} nonce="" />);
    await waitFor(() => expect(stores.notices.getState().notice?.text).toBe('Updated to 0.2.0'));
    act(() => stores.notices.getState().notice?.action?.act());
    expect(stores.route.getState().overlay).toBe('whats-new');
  });

  it('is not told where the version has not grown', async () => {
    const { stores, called } = await aPage();
    draw(stores, <App stores={stores} nonce="" />);
    await waitFor(() => expect(called('updates.whatsNew')).toHaveLength(1));
    expect(stores.notices.getState().notice).toBeNull();
  });

  it('is drawn as text, never as markup', async () => {
    await drawPart(<WhatsNew />, { answers });
    expect((await screen.findByLabelText('Release notes')).textContent).toBe('<b>Faster</b>');
    screen.getByText('Namedesk 0.2.0');
  });

  it('is found in the settings too, also where updates are off', async () => {
    const { stores, user } = await drawPart(
      <UpdatesSection settings={aWorld().settings} onChange={() => undefined} />,
      { answers },
    );
    await user.click(await screen.findByRole('button', { name: 'What’s new' }));
    expect(stores.route.getState().overlay).toBe('whats-new');
  });
});

describe('updates in the settings', () => {
  it.each(updateState.shape.hindrance.unwrap().options)('say why they are off: %s', async (hindrance) => {
    await show({ ...idle, status: 'off', hindrance });
    await waitFor(() => expect(document.body.textContent).toMatch(/Namedesk/));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each(updateFaults)('say what the fault %s means', async (fault) => {
    await show({ ...idle, status: 'failed', fault });
    expect((await screen.findByRole('status')).textContent).toMatch(
      /Nothing was changed|nothing was changed|still works/,
    );
  });

  it('show notes as text, never as markup', async () => {
    await show({ ...idle, status: 'available', offered });
    expect((await screen.findByLabelText('Release notes')).textContent).toBe('<b>Faster</b>');
  });

  it('name what a version waits for, and hold the button back meanwhile', async () => {
    const { user } = await show({ ...idle, status: 'ready', offered });
    const button = await screen.findByRole('button', { name: 'Restart and update' });
    await user.click(button);
    expect(await screen.findByText(/a batch change that is read or applied/)).toBeDefined();
    expect(button).toHaveProperty('disabled', true);
  });

  it('follow what is told', async () => {
    const { bridge } = await show(idle);
    await screen.findByText('Not checked for updates yet.');
    bridge.tell('updates.changed', { ...idle, status: 'downloading', offered, percent: 42 });
    expect(await screen.findByText('Version 1.2.0 is being downloaded: 42 %.')).toBeDefined();
  });
});
