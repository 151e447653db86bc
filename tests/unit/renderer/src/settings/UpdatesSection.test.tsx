// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { updateState } from '#shared/areas/maintenance.ts';
import { updateFaults } from '#shared/domain/terms.ts';
import type { UpdateState } from '#shared/domain/update.ts';
import { ok } from '#shared/result.ts';
import { UpdatesSection } from '../../../../../renderer/src/settings/UpdatesSection.tsx';
import { updatesOff } from '../../../../support/fake-upkeep.ts';
import { aWorld } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart } from '../a-drawn-part.tsx';

drawInJsdom();

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
