// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { activeAccount } from '../../../../../renderer/src/shell/stores.ts';
import { openDomain } from '../../../../../renderer/src/ui/PageParts.tsx';
import { fail } from '#shared/result.ts';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { anAccount, aPracticeAccount } from '../../../../support/fake-world.ts';
import { aPage } from '../a-drawn-part.tsx';

const other = anAccount();
const domain = { accountId: other.id, domain: 'harbour.com', tab: 'overview' } as const;
const there = { screen: 'domains', view: { kind: 'domain', domain: 'harbour.com', tab: 'overview' } };

async function aPageWithInput(answers: FakeAnswers = {}) {
  const { stores } = await aPage({ world: { accounts: [aPracticeAccount(), other] }, answers });
  const { route, accounts, notices } = stores;
  route.actions.goToBulk({ kind: 'new' });
  let goOn = (): void => undefined;
  route.actions.holdBack((leave) => (goOn = leave));
  const here = () => ({
    active: activeAccount(accounts.getState())?.id,
    screen: route.getState().route.screen,
    said: notices.getState().notice?.text ?? '',
  });
  return { stores, here, route: () => route.getState().route, goOn: () => goOn() };
}

describe('a domain of another account', () => {
  it('is opened in its account once the screen with input may be left, and not before', async () => {
    const { stores, here, route, goOn } = await aPageWithInput();
    const before = here();
    openDomain(stores, domain);
    await new Promise(setImmediate);
    expect(here()).toEqual(before);
    expect(before.active).not.toBe(other.id);
    goOn();
    await vi.waitFor(() => expect(route()).toEqual(there));
    expect(here()).toMatchObject({ active: other.id, said: `Switched to ${other.label}` });
  });

  it('is not looked for in the active account where its own cannot be made the active one', async () => {
    const select = () => Promise.resolve(fail({ kind: 'storage', fault: 'busy' } as const));
    const { stores, here, goOn } = await aPageWithInput({ accounts: { select } });
    openDomain(stores, domain);
    goOn();
    await new Promise(setImmediate);
    expect(here()).toMatchObject({ screen: 'bulk', said: '' });
  });

  it('is not opened over the screen that was gone to while its account was made the active one', async () => {
    const { stores, here, goOn } = await aPageWithInput();
    openDomain(stores, domain);
    goOn();
    stores.route.actions.holdBack(null);
    stores.route.actions.go({ screen: 'changes', view: { kind: 'batches' } });
    await vi.waitFor(() => expect(here().active).toBe(other.id));
    await new Promise(setImmediate);
    expect(here()).toMatchObject({ screen: 'changes', said: `Switched to ${other.label}` });
  });
});
