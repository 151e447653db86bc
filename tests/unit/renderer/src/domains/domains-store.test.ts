import { describe, expect, it } from 'vitest';
import type { Domain } from '#shared/domain/portfolio.ts';
import { ok, type Result } from '#shared/result.ts';
import { valueOf } from '../../../../../renderer/src/bridge.ts';
import { createDomainsStore, domainOf } from '../../../../../renderer/src/domains/domains-store.ts';
import { createAccountsStore } from '../../../../../renderer/src/shell/stores.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { anAccount, aPracticeAccount, aWorld } from '../../../../support/fake-world.ts';

type Listed = Result<{ domains: Domain[] }>;

/** A store whose lists are answered by hand, in the order in which they were asked for. */
async function aStore() {
  const answers: ((answer: Listed) => void)[] = [];
  const bridge = createFakeBridge(aWorld({ accounts: [aPracticeAccount(), anAccount()] }), {
    domains: { list: () => new Promise((resolve) => answers.push(resolve)) },
  });
  const accounts = createAccountsStore(bridge);
  await accounts.actions.load();
  const store = createDomainsStore({ bridge, accounts });
  const answer = async (at: number, domains: Domain[]) => {
    answers[at]?.(ok({ domains }));
    await Promise.resolve();
    await Promise.resolve();
  };
  const names = () => [...(valueOf(store.getState().domains)?.keys() ?? [])];
  return { bridge, accounts, store, answers, answer, names };
}

const theirs = (name: string) => aDomain(name, { accountId: 'account-1' });

describe('the portfolio of the active account', () => {
  it('is not read before somebody looks at it, and then once', async () => {
    const { store, answers } = await aStore();
    expect(answers).toHaveLength(0);
    store.actions.load();
    store.actions.load();
    expect(answers).toHaveLength(1);
  });

  it('takes what main tells while the list is on its way for newer than the list', async () => {
    const { store, bridge, answer, names } = await aStore();
    store.actions.load();
    const changed = aDomain('a.com', { note: 'newer' });
    bridge.tell('domains.changed', { accountId: 'practice', domains: [changed], removed: ['b.com'] });
    await answer(0, [aDomain('a.com', { note: 'older' }), aDomain('b.com'), aDomain('c.com')]);
    expect(names()).toEqual(['a.com', 'c.com']);
    expect(domainOf(store.getState(), 'a.com')?.note).toBe('newer');
  });

  it('shows what it knew of an account at once when one turns back, and reads it anew', async () => {
    const { store, accounts, answer, answers, names } = await aStore();
    store.actions.load();
    await answer(0, [aDomain('mine.com')]);
    await accounts.actions.select('account-1');
    expect(names()).toEqual([]);
    await answer(1, [theirs('theirs.com')]);
    expect(names()).toEqual(['theirs.com']);
    await accounts.actions.select('practice');
    expect(names()).toEqual(['mine.com']);
    expect(answers).toHaveLength(3);
  });

  it('hears of an account that is not shown, too', async () => {
    const { store, accounts, bridge, answer, names } = await aStore();
    store.actions.load();
    await answer(0, [aDomain('mine.com')]);
    await accounts.actions.select('account-1');
    bridge.tell('domains.changed', { accountId: 'practice', domains: [aDomain('new.com')], removed: [] });
    expect(names()).toEqual([]);
    await accounts.actions.select('practice');
    expect(names()).toEqual(['mine.com', 'new.com']);
  });

  it('never shows one account’s domains under another, whichever way main had turned', async () => {
    const { store, accounts, answer, names } = await aStore();
    store.actions.load();
    await accounts.actions.select('account-1');
    await answer(0, [theirs('theirs.com')]);
    await answer(1, [theirs('theirs.com')]);
    await accounts.actions.select('practice');
    expect(names()).toEqual([]);
  });

  it('keeps what it knew where it cannot be read anew', async () => {
    const { store, answer, answers, names } = await aStore();
    store.actions.load();
    await answer(0, [aDomain('mine.com')]);
    const again = store.actions.reload();
    answers[1]?.({ ok: false, error: { kind: 'storage', fault: 'busy' } });
    await again;
    expect(store.getState().domains.status).toBe('failed');
    expect(names()).toEqual(['mine.com']);
  });
});
