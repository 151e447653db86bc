import { describe, expect, it } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { commandsOf } from '../../../../../renderer/src/shell/commands.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../../support/fake-ports.ts';
import { anAccount, aPracticeAccount, aWorld } from '../../../../support/fake-world.ts';

async function palette() {
  const bridge = createFakeBridge(aWorld({ accounts: [aPracticeAccount(), anAccount()] }));
  const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
  await Promise.all([
    stores.accounts.actions.load(),
    stores.tlds.actions.load(),
    stores.settings.actions.read(),
  ]);
  const commands = () =>
    commandsOf(stores, {
      accounts: stores.accounts.getState(),
      tlds: stores.tlds.getState(),
      search: stores.search.getState(),
      sessions: stores.sessions.getState(),
    }).flatMap((group) => group.commands);
  return { bridge, stores, commands, labels: () => commands().map((command) => command.label) };
}

describe('the palette', () => {
  it('reaches every screen, every other account and every TLD set', async () => {
    const { labels } = await palette();
    expect(labels()).toEqual(
      expect.arrayContaining([
        'Search',
        'Accounts',
        'Settings',
        'Switch to Northwind Hosting',
        'Ask under Popular',
      ]),
    );
    expect(labels()).not.toContain('Switch to Practice');
  });

  it('offers nothing that cannot be done now', async () => {
    const { labels } = await palette();
    expect(labels()).not.toContain('Stop asking');
    expect(labels()).not.toContain('Look again at all');
  });

  it('switches the account', async () => {
    const { bridge, commands } = await palette();
    commands()
      .find((command) => command.id === 'switch-account-1')
      ?.act();
    expect(bridge.world.calls).toContainEqual({ name: 'accounts.select', input: { id: 'account-1' } });
  });

  it('keeps the chosen TLD set for the next start', async () => {
    const { bridge, commands } = await palette();
    commands()
      .find((command) => command.id === 'tlds-popular')
      ?.act();
    expect(bridge.world.calls).toContainEqual({
      name: 'settings.write',
      input: { searchTldSetId: 'popular' },
    });
  });
});
