import { Button } from '@mantine/core';
import { IconKey, IconSchool } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '#shared/errors.ts';
import { type AccountDraft, type AccountScreenStore, createAccountStore } from '../accounts/account-store.ts';
import { AccountFields, emptyDraft, SaveTrouble } from '../accounts/AddAccount.tsx';
import { ConnectionTest, KeySection } from '../accounts/KeyAndConnection.tsx';
import { useStores } from '../app-stores.ts';
import { type AccountSummary, valueOf } from '../bridge.ts';
import { Logo } from '../shell/Shell.tsx';
import { ErrorState } from '../ui/States.tsx';
import css from './onboarding.module.css';

/** The first start, step by step: choose an account, give its key, test the connection. */
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

type OnboardingStep = 'choice' | 'account' | 'key' | 'test';

interface Props {
  readonly store: AccountScreenStore;
  readonly step: OnboardingStep;
  /** The account added here; null before. */
  readonly account: AccountSummary | null;
  readonly onStep: (step: OnboardingStep) => void;
  readonly onPractice: () => void;
  readonly onAdd: (draft: AccountDraft) => void;
  readonly onKey: () => void;
  readonly onFinish: () => void;
}

/** One page: a choice, and then at most three steps. */
function OnboardingView(props: Props) {
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

interface ChoiceProps {
  readonly saving: boolean;
  readonly error: AppError | null;
  readonly onPractice: () => void;
  readonly onOwn: () => void;
}

/** The choice between the practice account and an own account. The other can be added later. */
function Choice({ saving, error, onPractice, onOwn }: ChoiceProps) {
  return (
    <>
      <h1 className={css['title']}>Welcome to Namedesk</h1>
      <p className={css['lead']}>
        Look names up, and look after them. Which account do you want to begin with?
      </p>
      <div className={css['choices']}>
        <section className={css['choice']}>
          <IconSchool size={24} stroke={1.5} aria-hidden />
          <h2>Practice account</h2>
          <p>
            A service of its own, inside the application. Everything works, nothing is real, nothing costs.
          </p>
          <Button variant="default" loading={saving} onClick={onPractice}>
            Begin with practice
          </Button>
        </section>
        <section className={css['choice']}>
          <IconKey size={24} stroke={1.5} aria-hidden />
          <h2>My reseller account</h2>
          <p>You need three things from your provider: the base URL, your e-mail address and an API key.</p>
          <Button onClick={onOwn}>Add my account</Button>
        </section>
      </div>
      {error !== null && <ErrorState error={error} remedies={{ 'try-again': onPractice }} />}
      <p className={css['promise']}>
        Your API key stays in your system’s keychain. Nothing is bought twice, nothing is guessed. Either
        account can be added later.
      </p>
    </>
  );
}

interface NewAccountProps {
  readonly saving: boolean;
  readonly error: AppError | null;
  readonly onAdd: (draft: AccountDraft) => void;
  readonly onBack: () => void;
}

/** The form for the first own account. */
function NewAccount({ saving, error, onAdd, onBack }: NewAccountProps) {
  const [draft, setDraft] = useState(emptyDraft);
  return (
    <>
      <h1 className={css['title']}>Add my account</h1>
      <p className={css['lead']}>The key comes next, in a window of its own.</p>
      <form
        className={css['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onAdd(draft);
        }}
      >
        <AccountFields
          draft={draft}
          error={error}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
        <SaveTrouble error={error} />
        <div className={css['end']}>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button type="submit" loading={saving}>
            Next: the key
          </Button>
        </div>
      </form>
    </>
  );
}
