// @vitest-environment jsdom

import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { updateFaults, updateDisabledReasons, type UpdateState } from '#shared/domain/update.ts';
import { ok } from '#shared/result.ts';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { UpdatesSection } from '../../../../../renderer/src/settings/UpdatesSection.tsx';
import { draw, standInForTheBrowser } from '../../../../support/draw.tsx';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../../support/fake-ports.ts';
import { updatesOff } from '../../../../support/fake-upkeep.ts';
import { aWorld } from '../../../../support/fake-world.ts';

vi.setConfig({ testTimeout: 30_000 });
beforeAll(standInForTheBrowser);
afterEach(cleanup);

const idle: UpdateState = { ...updatesOff, hindrance: null, status: 'idle' };
const offered = { version: '1.2.0', releasedAt: null, notes: '<b>Faster</b>' };

function show(state: UpdateState) {
  const bridge = createFakeBridge(aWorld(), {
    updates: {
      read: () => Promise.resolve(ok(state)),
      install: () => Promise.resolve(ok({ ...state, waitsFor: ['plan'] as const })),
    },
  });
  const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
  draw(stores, <UpdatesSection settings={bridge.world.settings} onChange={() => undefined} />);
  return { bridge, user: userEvent.setup() };
}

describe('updates in the settings', () => {
  it.each(updateDisabledReasons)('say why they are off: %s', async (hindrance) => {
    show({ ...idle, status: 'off', hindrance });
    await waitFor(() => expect(document.body.textContent).toMatch(/Namedesk/));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each(updateFaults)('say what the fault %s means', async (fault) => {
    show({ ...idle, status: 'failed', fault });
    expect((await screen.findByRole('status')).textContent).toMatch(
      /Nothing was changed|nothing was changed|still runs/,
    );
  });

  it('show notes as text, never as markup', async () => {
    show({ ...idle, status: 'available', offered });
    expect((await screen.findByLabelText('Release notes')).textContent).toBe('<b>Faster</b>');
  });

  it('name what a version waits for, and hold the button back meanwhile', async () => {
    const { user } = show({ ...idle, status: 'ready', offered });
    const button = await screen.findByRole('button', { name: 'Restart and update' });
    await user.click(button);
    expect(await screen.findByText(/a batch change that is read or applied/)).toBeDefined();
    expect(button).toHaveProperty('disabled', true);
  });

  it('follow what is told', async () => {
    const { bridge } = show(idle);
    await screen.findByText('Not looked for a new version yet.');
    bridge.tell('updates.changed', { ...idle, status: 'downloading', offered, percent: 42 });
    expect(await screen.findByText('Version 1.2.0 is being downloaded: 42 %.')).toBeDefined();
  });
});
