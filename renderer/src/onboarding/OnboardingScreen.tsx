import { Box, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconKey, IconSchool } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { isolated } from '#shared/domain/isolated.ts';
import { type AccountDraft, type AccountScreenStore, createAccountStore } from '../accounts/account-store.ts';
import { NewAccountForm } from '../accounts/AddAccount.tsx';
import { ConnectionTest, isKeyAsked, KeySection } from '../accounts/KeyAndConnection.tsx';
import { useAccount, useStores } from '../app-stores.ts';
import { useDrop } from '../bulk/new/names-input.ts';
import importCss from '../domains/import/import.module.css';
import { createImportStore } from '../domains/import/import-store.ts';
import { ImportSource } from '../domains/import/ImportSource.tsx';
import { Logo } from '../shell/Shell.tsx';
import { accountOf } from '../shell/stores.ts';
import { storeOf } from '../ui/live-collection.ts';
import { ErrorState } from '../ui/States.tsx';
import type { AccountSummary } from '../client.ts';
import { valueOf } from '../remote.ts';

type OnboardingStep = 'choice' | 'account' | 'key' | 'test' | 'domains';

/** The step of the first start, the account that it is about, and what leads on. */
function useOnboarding() {
  const { bridge, accounts, settings, route } = useStores();
  const [store] = useState(() => createAccountStore(bridge.request));
  const [step, setStep] = useState<OnboardingStep>('choice');
  const [addedId, setAddedId] = useState('');
  const account = useAccount(addedId);
  const { actions } = store;

  async function finish(goOn: () => void = route.actions.focusSearch): Promise<void> {
    await accounts.actions.load();
    // Before the shell appears: the user may then go elsewhere at once.
    goOn();
    await settings.actions.write({ onboarded: true });
  }

  async function take(asked: Promise<AccountSummary | null>, next: () => unknown): Promise<void> {
    const added = await asked;
    if (added === null) return;
    actions.show(added.id);
    setAddedId(added.id);
    await accounts.actions.load();
    await next();
  }

  function test(id: string): void {
    setStep('test');
    void actions.test(id);
  }

  /** Adds the account, or corrects it: the key stays with the server that it was given for, and another one is given its own. */
  async function submit(draft: AccountDraft): Promise<void> {
    if (account === null) {
      await take(actions.add(draft), () => setStep('key'));
      return;
    }
    const { id, options, baseUrl } = account;
    const isSameService = URL.parse(draft.baseUrl)?.origin === URL.parse(baseUrl)?.origin;
    await take(actions.edit({ id, options, ...draft, isSameService }, account), () => {
      if (accountOf(accounts.getState(), id)?.key.hasKey === true) test(id);
      else setStep('key');
    });
  }

  return { store, step, setStep, account, finish, take, test, submit };
}

/** The first start, step by step: choose an account, give its key, test the connection, bring the domains. */
export function OnboardingScreen() {
  const { route } = useStores();
  const { store, step, setStep, account, finish, take, test, submit } = useOnboarding();
  const { actions } = store;

  if (step === 'choice')
    return (
      <Choice
        store={store}
        onPractice={() =>
          void take(actions.addPractice(), () => finish(() => route.actions.go({ screen: 'today' })))
        }
        onOwn={() => setStep('account')}
      />
    );
  if (step === 'account' || account === null)
    return (
      <NewAccount
        store={store}
        account={account}
        onAdd={(draft) => void submit(draft)}
        onBack={() => setStep(account === null ? 'choice' : account.key.hasKey ? 'test' : 'key')}
      />
    );
  if (step === 'domains')
    return (
      <BringDomains
        onTake={() => void finish(() => route.actions.goToDomains({ kind: 'import' }))}
        onLater={() => void finish()}
      />
    );
  if (step === 'key' && !account.key.hasKey)
    return (
      <KeyStep
        store={store}
        account={account}
        onKey={() => test(account.id)}
        onBack={() => setStep('account')}
        onLater={() => setStep('domains')}
      />
    );
  return (
    <Tested
      store={store}
      account={account}
      onKey={() => test(account.id)}
      onCorrect={() => setStep('account')}
      onNext={() => setStep('domains')}
    />
  );
}

interface KeyStepProps {
  readonly store: AccountScreenStore;
  readonly account: AccountSummary;
  readonly onKey: () => void;
  readonly onBack: () => void;
  readonly onLater: () => void;
}

const KeyStep = ({ store, account, onKey, onBack, onLater }: KeyStepProps) => (
  <Step
    title={`The key of ${isolated(account.label)}`}
    lead="It goes into your system’s keychain. This page never sees it."
  >
    <KeySection store={store} account={account} onKey={onKey} />
    <Group gap="sm" justify="flex-end">
      <Button variant="subtle" onClick={onLater}>
        Enter it later
      </Button>
      <Button onClick={onBack}>Back</Button>
    </Group>
  </Step>
);

interface TestedProps {
  readonly store: AccountScreenStore;
  readonly account: AccountSummary;
  readonly onKey: () => void;
  readonly onCorrect: () => void;
  readonly onNext: () => void;
}

function Tested({ store, account, onKey, onCorrect, onNext }: TestedProps) {
  const report = useStore(store, (state) => valueOf(state.report));
  const isUnheard = report?.probes.every(({ verdict }) => verdict !== 'answered') ?? false;
  return (
    <Step
      title={`Connection test: ${isolated(account.label)}`}
      lead="Whether the service can be reached, and accepts your key."
    >
      {isKeyAsked(report) && <KeySection store={store} account={account} onKey={onKey} />}
      <ConnectionTest store={store} account={account} onCorrect={onCorrect} />
      <Group gap="sm" justify="flex-end">
        <Button onClick={onCorrect}>Back</Button>
        <Button variant={isUnheard ? 'default' : 'filled'} onClick={onNext}>
          Next: your domains
        </Button>
      </Group>
    </Step>
  );
}

interface NewAccountProps {
  readonly store: AccountScreenStore;
  /** The one that was added already, to be corrected. */
  readonly account: AccountSummary | null;
  readonly onAdd: (draft: AccountDraft) => void;
  readonly onBack: () => void;
}

function NewAccount({ store, account, onAdd, onBack }: NewAccountProps) {
  const saving = useStore(store, (state) => state.saving);
  const hasKey = account?.key.hasKey ?? false;
  return (
    <Step
      title={account === null ? 'Add my account' : `Correct ${isolated(account.label)}`}
      lead={hasKey ? 'Next the connection is tested again.' : 'Next you enter the key, in a separate window.'}
    >
      <Paper withBorder radius="lg" p="lg">
        <NewAccountForm store={store} {...(account && { initial: draftOf(account) })} onSubmit={onAdd}>
          <Group gap="sm" justify="flex-end">
            <Button onClick={onBack}>Back</Button>
            <Button variant="filled" type="submit" loading={saving}>
              {hasKey ? 'Next: the connection' : 'Next: the key'}
            </Button>
          </Group>
        </NewAccountForm>
      </Paper>
    </Step>
  );
}

const draftOf = ({ label, colour, baseUrl, username }: AccountSummary): AccountDraft => ({
  label,
  colour,
  baseUrl,
  username,
});

interface BringDomainsProps {
  /** A file or a table is being read. */
  readonly onTake: () => void;
  readonly onLater: () => void;
}

/** The way to the portfolio: the service cannot list domains, a registrar's file can. */
function BringDomains({ onTake, onLater }: BringDomainsProps) {
  const store = storeOf(useStores(), createImportStore);
  const { isOver, handlers } = useDrop((dropped) => {
    store.actions.take(dropped);
    onTake();
  });
  return (
    <Step
      title="Bring your domains"
      lead="The service can’t list them, so the list is kept on this computer. Your registrar’s file has them, with their expiry dates."
    >
      <div className={importCss['drop']} data-over={isOver} {...handlers}>
        <ImportSource
          store={store}
          title={null}
          opens="Import from your registrar’s file"
          isMain
          onTake={onTake}
        />
      </div>
      <Button variant="subtle" mt="md" style={{ alignSelf: 'flex-end' }} onClick={onLater}>
        Later
      </Button>
    </Step>
  );
}

interface StepProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

const Step = ({ title, lead, children }: StepProps) => (
  <Box component="main" h="100%" bg="var(--nd-chrome)" style={{ overflowY: 'auto' }}>
    <Stack gap={0} maw={720} mih="100%" mx="auto" pt="max(24px, 13vh)" px="xl" pb="xl">
      <Group>
        <Logo />
      </Group>
      <Title order={1} fz={24} lh="32px">
        {title}
      </Title>
      <Text size="md" c="dimmed" mt={4} mb="lg">
        {lead}
      </Text>
      {children}
    </Stack>
  </Box>
);

interface ChoiceProps {
  readonly store: AccountScreenStore;
  readonly onPractice: () => void;
  readonly onOwn: () => void;
}

/** The choice between the practice account and an own account. The other can be added later. */
function Choice({ store, onPractice, onOwn }: ChoiceProps) {
  const { saving, saveError } = useStore(store);
  return (
    <Step
      title="Welcome to Namedesk"
      lead="Find, buy and manage domain names. Which account do you want to start with?"
    >
      <SimpleGrid cols={2} mb="md">
        <Offer
          icon={<IconSchool size={24} stroke={1.5} color="var(--nd-accent)" aria-hidden />}
          title="Practice account"
          about="A built-in service for trying things out. Everything works, nothing is real, nothing costs anything."
        >
          <Button loading={saving} onClick={onPractice}>
            Start with the practice account
          </Button>
        </Offer>
        <Offer
          icon={<IconKey size={24} stroke={1.5} color="var(--nd-accent)" aria-hidden />}
          title="My reseller account"
          about="You need three things from your provider: the base URL, your e-mail address and an API key."
        >
          <Button variant="filled" onClick={onOwn}>
            Add my account
          </Button>
        </Offer>
      </SimpleGrid>
      {saveError !== null && <ErrorState error={saveError} remedies={{ 'try-again': onPractice }} />}
      <Text c="dimmed">
        Your API key stays in your system’s keychain. Nothing is bought twice, nothing is guessed. Either
        account can be added later.
      </Text>
    </Step>
  );
}

interface OfferProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}

const Offer = ({ icon, title, about, children }: OfferProps) => (
  <Paper component="section" withBorder radius="lg" p="lg">
    <Stack gap="sm" h="100%" align="flex-start">
      {icon}
      <Title order={2}>{title}</Title>
      <Text c="dimmed" flex={1} mb="sm">
        {about}
      </Text>
      {children}
    </Stack>
  </Paper>
);
