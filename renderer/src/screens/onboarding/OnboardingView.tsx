import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import type { AccountSummary } from '../../lib/nouns.ts';
import { Logo } from '../../shell/Logo.tsx';
import type { AccountDraft, AccountScreenStore } from '../accounts/account-store.ts';
import { ConnectionTest } from '../accounts/ConnectionTest.tsx';
import { KeySection } from '../accounts/KeySection.tsx';
import { Choice } from './Choice.tsx';
import { NewAccount } from './NewAccount.tsx';
import css from './onboarding.module.css';

export type OnboardingStep = 'choice' | 'account' | 'key' | 'test';

interface Props {
  readonly store: AccountScreenStore;
  readonly step: OnboardingStep;
  /** The account that was added here; null before. */
  readonly account: AccountSummary | null;
  readonly onStep: (step: OnboardingStep) => void;
  readonly onPractice: () => void;
  readonly onAdd: (draft: AccountDraft) => void;
  readonly onKey: () => void;
  readonly onFinish: () => void;
}

/** One calm page: a choice, and behind it no more than three steps. */
export function OnboardingView(props: Props) {
  return (
    <main className={css['screen']}>
      <div className={css['page']}>
        <Logo />
        <StepOf {...props} />
      </div>
    </main>
  );
}

function StepOf({ store, step, account, onStep, onPractice, onAdd, onKey, onFinish }: Props) {
  const { saving, saveError, takingKey, keyError, report } = useStore(store);
  if (step === 'choice')
    return (
      <Choice saving={saving} error={saveError} onPractice={onPractice} onOwn={() => onStep('account')} />
    );
  if (step === 'account' || account === null)
    return <NewAccount saving={saving} error={saveError} onAdd={onAdd} onBack={() => onStep('choice')} />;
  return (
    <>
      <h1 className={css['title']}>
        {step === 'key' ? `The key of ${account.label}` : `How ${account.label} answers`}
      </h1>
      <p className={css['lead']}>
        {step === 'key'
          ? 'It goes into your system’s keychain. This page never sees it.'
          : 'The credit, the TLDs and the version were asked for. Nothing was changed.'}
      </p>
      {step === 'key' && (
        <KeySection
          account={account}
          taking={takingKey}
          trouble={keyError}
          actions={store.actions}
          onKey={onKey}
        />
      )}
      {step === 'test' && <ConnectionTest report={report} test={() => void store.actions.test(account.id)} />}
      <div className={css['end']}>
        <Button variant={step === 'key' ? 'subtle' : 'filled'} onClick={onFinish}>
          {step === 'key' ? 'Enter it later' : 'Begin'}
        </Button>
      </div>
    </>
  );
}
