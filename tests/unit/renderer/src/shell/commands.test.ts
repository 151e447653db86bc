import { describe, expect, it } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { createDomainsStore } from '../../../../../renderer/src/screens/domains/domains-store.ts';
import { commandsOf } from '../../../../../renderer/src/shell/commands.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../../support/fake-ports.ts';
import { aSession, aSessionId } from '../../../../support/fake-sessions.ts';
import { anAccount, aPracticeAccount, aWorld } from '../../../../support/fake-world.ts';

const sessions = [
  aSession({ id: aSessionId(1), name: 'Early', changedAt: '2026-11-20T08:00:00.000Z' }),
  aSession({ id: aSessionId(2), name: 'Late', state: 'running' }),
  aSession({ id: aSessionId(3), name: 'Waits', state: 'waiting', changedAt: '2026-11-19T08:00:00.000Z' }),
];

async function palette() {
  const bridge = createFakeBridge(aWorld({ accounts: [aPracticeAccount(), anAccount()], sessions }));
  const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
  await Promise.all([
    stores.accounts.actions.load(),
    stores.tlds.actions.load(),
    stores.settings.actions.read(),
    stores.sessions.actions.load(),
  ]);
  const domains = createDomainsStore({ ...bridge, accounts: stores.accounts });
  domains.actions.load();
  await domains.actions.reload();
  const commands = () =>
    commandsOf(stores, {
      accounts: stores.accounts.getState(),
      tlds: stores.tlds.getState(),
      search: stores.search.getState(),
      sessions: stores.sessions.getState(),
      domains: domains.getState(),
    }).flatMap((group) => group.commands);
  return { bridge, stores, commands, labels: () => commands().map((command) => command.label) };
}

describe('the palette', () => {
  it('reaches every screen, every other account and every TLD set', async () => {
    const { labels } = await palette();
    expect(labels()).toEqual(
      expect.arrayContaining([
        'Search',
        'Bulk lookup',
        'New bulk look-up',
        'Domains',
        'Changes',
        'Register a name',
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

  it('opens every session by its name, the latest first', async () => {
    const { stores, commands } = await palette();
    const opening = commands().filter((command) => command.id.startsWith('session-'));
    expect(opening.map((command) => command.label)).toEqual(['Late', 'Early', 'Waits']);
    opening[1]?.act();
    expect(stores.route.getState().route).toEqual({
      screen: 'bulk',
      view: { kind: 'session', sessionId: aSessionId(1) },
    });
  });

  it('pauses all that are on their way, and resumes all that are paused', async () => {
    const { bridge, commands, labels } = await palette();
    const does = (id: string) =>
      commands()
        .find((command) => command.id === id)
        ?.act();
    const asked = (name: string) =>
      bridge.world.calls.filter((call) => call.name === name).map((call) => call.input);
    expect(labels()).toContain('Pause all 2 running sessions');
    does('pause-all');
    expect(asked('sessions.pause')).toEqual([{ id: aSessionId(2) }, { id: aSessionId(3) }]);
    await Promise.resolve();
    expect(labels()).not.toContain('Pause all 2 running sessions');
    does('resume-all');
    expect(asked('sessions.resume')).toHaveLength(3);
  });
});
