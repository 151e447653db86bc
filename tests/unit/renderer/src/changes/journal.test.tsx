// @vitest-environment jsdom

import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { ok } from '#shared/result.ts';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { ChangesScreen } from '../../../../../renderer/src/changes/ChangesScreen.tsx';
import { aChange, aHealth, anUncertainChange } from '../../../../support/a-change.ts';
import { draw, standInForTheBrowser } from '../../../../support/draw.tsx';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../../support/fake-ports.ts';
import { aWorld } from '../../../../support/fake-world.ts';

vi.setConfig({ testTimeout: 30_000 });
beforeAll(standInForTheBrowser);
afterEach(cleanup);

async function show(answers: FakeAnswers = {}) {
  const changes = [anUncertainChange({ number: 1 }), aChange({ number: 2, domain: 'bakery.com' })];
  const bridge = createFakeBridge(aWorld({ changes }), answers);
  const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
  await stores.accounts.actions.load();
  stores.route.actions.goToChanges({ kind: 'list', changeId: null });
  draw(stores, <ChangesScreen />);
  await screen.findByRole('row', { name: /bakery/ });
  const called = (name: string) => bridge.world.calls.filter((call) => call.name === name);
  return { bridge, user: userEvent.setup(), called };
}

const lines = () =>
  within(screen.getByRole('grid', { name: 'Changes' }))
    .getAllByRole('row')
    .slice(1);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the journal', () => {
  it('says how many entries hold together, and checks them when asked', async () => {
    const { user, called } = await show();
    await screen.findByText(/1,204 entries hold together/);
    await user.click(await button('Check now'));
    await vi.waitFor(() => expect(called('changes.health').at(-1)?.input).toEqual({ check: true }));
  });

  it('D4 says of a broken chain where, why, and what still works', async () => {
    const { bridge } = await show();
    bridge.tell('changes.health', aHealth({ broken: { seq: 812, why: 'The hash does not fit.' } }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('at entry 812: nothing is changed at any service');
    expect(alert.textContent).toContain('The hash does not fit.');
    expect(alert.textContent).toContain('reading back and exporting go on');
  });

  it('is exported as it is filtered, and says where it was put', async () => {
    const { user, called } = await show();
    await user.click(await button(/Confirmed/));
    await vi.waitFor(() => expect(lines()).toHaveLength(1));
    await user.click(await button('Export…'));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(/^Exactly what is filtered: 1 change,/);
    await user.click(within(dialog).getByRole('radio', { name: 'JSON' }));
    await user.click(within(dialog).getByRole('button', { name: 'Choose a file…' }));
    await within(dialog).findByText('/home/robin/Documents/changes.json');
    expect(called('changes.exportJournal')[0]?.input).toMatchObject({
      format: 'json',
      filter: { accountId: 'practice', states: ['confirmed'] },
    });
  });

  it('stays as it was where no file was chosen', async () => {
    const { user } = await show({
      changes: { exportJournal: () => Promise.resolve(ok({ path: null, entries: 0 })) },
    });
    await screen.findByRole('row', { name: /bakery/ });
    await user.click(await button('Export…'));
    await user.click(await button('Choose a file…'));
    expect(await button('Choose a file…')).toBeDefined();
  });
});
