import { describe, expect, it } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { createDomainsStore } from '../../../../../renderer/src/screens/domains/domains-store.ts';
import { codeCommands, codePlaces } from '../../../../../renderer/src/shell/code-commands.ts';
import type { DomainsView } from '../../../../../renderer/src/shell/route-store.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../../support/fake-ports.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { aWorld } from '../../../../support/fake-world.ts';

async function palette(view: DomainsView = { kind: 'list' }) {
  const domains = [
    aDomain('harbour.example'),
    aDomain('xn--bckerei-5wa.example'),
    aDomain('old.example', { archivedAt: '2026-10-01T08:00:00.000Z' }),
  ];
  const bridge = createFakeBridge(aWorld({ domains }));
  const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
  await stores.accounts.actions.load();
  const store = createDomainsStore({ ...bridge, accounts: stores.accounts });
  store.actions.load();
  await store.actions.reload();
  stores.route.actions.goToDomains(view);
  const commands = () => codeCommands(stores, store.getState());
  const act = (id: string) =>
    [...commands(), ...codePlaces(stores, store.getState())].find((one) => one.id === id)?.act();
  const asked = (name: string) => bridge.world.calls.filter((call) => call.name === name);
  return { bridge, stores, domains: store, commands, act, asked, view: () => stores.route.getState().route };
}

const open = { kind: 'domain', domain: 'harbour.example', tab: 'overview' } as const;

describe('the palette on transfer codes', () => {
  it('copies and reveals that of the open domain alone, and leads to where the result is told', async () => {
    const { commands, act, asked, view } = await palette(open);
    expect(commands().map(({ label }) => label)).toEqual([
      'Copy the transfer code of harbour.example…',
      'Reveal the transfer code of harbour.example…',
      'Transfer codes into files',
    ]);
    act('reveal-code');
    expect(asked('codes.take').map(({ input }) => input)).toEqual([
      { accountId: 'practice', domain: 'harbour.example', deed: 'reveal' },
    ]);
    expect(view()).toMatchObject({ view: { domain: 'harbour.example', tab: 'transfer-code' } });
  });

  it('asks for nothing where no domain is open', async () => {
    const { commands } = await palette();
    expect(commands().map(({ id }) => id)).toEqual(['codes']);
  });

  it('leads to the code of each domain that is not archived, without asking for it', async () => {
    const { stores, domains, act, asked, view } = await palette();
    expect(codePlaces(stores, domains.getState()).map(({ label }) => label)).toEqual([
      'Transfer code of harbour.example',
      'Transfer code of bäckerei.example',
    ]);
    act('code-xn--bckerei-5wa.example');
    expect(view()).toMatchObject({ view: { domain: 'xn--bckerei-5wa.example', tab: 'transfer-code' } });
    expect(asked('codes.take')).toHaveLength(0);
  });

  it('takes a code out of the clipboard while one is there', async () => {
    const { commands, act, asked } = await palette(open);
    act('copy-code');
    await Promise.resolve();
    await Promise.resolve();
    expect(commands()[0]?.label).toBe('Take the code of harbour.example out of the clipboard');
    act('clear-code');
    expect(asked('codes.clearClipboard')).toHaveLength(1);
  });
});
