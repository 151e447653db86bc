import { useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import type { AccountSummary } from '../../lib/nouns.ts';
import { valueOf } from '../../lib/remote.ts';
import { createAccountStore } from '../accounts/account-store.ts';
import { type OnboardingStep, OnboardingView } from './OnboardingView.tsx';

/** The first start, step by step: which account, its key, whether it answers. */
export function OnboardingScreen() {
  const { bridge, accounts, settings, route } = useStores();
  const [store] = useState(() => createAccountStore(bridge.request));
  const [step, setStep] = useState<OnboardingStep>('choice');
  const [addedId, setAddedId] = useState<string | null>(null);
  const account = useStore(accounts, (state) => find(valueOf(state.accounts)?.accounts ?? [], addedId));
  const { actions } = store;

  async function finish(): Promise<void> {
    await accounts.actions.load();
    await settings.actions.write({ onboarded: true });
    route.actions.focusSearch();
  }

  async function take(
    asked: Promise<AccountSummary | null>,
    next: () => void | Promise<void>,
  ): Promise<void> {
    const added = await asked;
    if (added === null) return;
    actions.look(added.id);
    setAddedId(added.id);
    await accounts.actions.load();
    await next();
  }

  return (
    <OnboardingView
      store={store}
      step={step}
      account={account}
      onStep={setStep}
      onPractice={() => void take(actions.addPractice(), finish)}
      onAdd={(draft) => void take(actions.add(draft), () => setStep('key'))}
      onKey={() => {
        setStep('test');
        if (account !== null) void actions.test(account.id);
      }}
      onFinish={() => void finish()}
    />
  );
}

const find = (accounts: readonly AccountSummary[], id: string | null): AccountSummary | null =>
  accounts.find((account) => account.id === id) ?? null;
