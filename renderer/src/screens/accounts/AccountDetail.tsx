import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { AccountDot } from '../../components/AccountDot.tsx';
import { Fact, Facts, Section } from '../../components/Section.tsx';
import type { AccountSummary } from '../../lib/nouns.ts';
import type { AccountScreenStore } from './account-store.ts';
import css from './accounts.module.css';
import { ConnectionTest } from './ConnectionTest.tsx';
import { KeySection } from './KeySection.tsx';
import { isDefault, optionNames, optionWords, shownOption } from './option-words.ts';
import { RemoveAccount } from './RemoveAccount.tsx';

interface Props {
  readonly store: AccountScreenStore;
  readonly account: AccountSummary;
  readonly active: boolean;
}

/** One account: its key, the way to its service, who it is, and how it is asked. */
export function AccountDetail({ store, account, active }: Props) {
  const { report, takingKey, keyError } = useStore(store);
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <Head account={account} active={active} onRemove={() => setRemoving(true)} />
      <KeySection account={account} taking={takingKey} trouble={keyError} actions={store.actions} />
      <ConnectionTest report={report} test={() => void store.actions.test(account.id)} />
      {account.kind === 'reseller' && (
        <Section title="Service" actions={<DifferencesLink accountId={account.id} />}>
          <Facts>
            <Fact name="Base URL" mono>
              {account.baseUrl}
            </Fact>
            <Fact name="E-mail address">{account.username}</Fact>
          </Facts>
        </Section>
      )}
      <Section title="Options">
        <Facts>
          {optionNames.map((name) => (
            <Fact
              key={name}
              name={optionWords[name].label}
              note={isDefault(name, account.options) ? 'default' : ''}
            >
              {shownOption(name, account.options)}
            </Fact>
          ))}
        </Facts>
      </Section>
      {removing && <RemoveAccount store={store} account={account} onClose={() => setRemoving(false)} />}
    </>
  );
}

function DifferencesLink({ accountId }: { readonly accountId: string }) {
  const { route } = useStores();
  return (
    <Button variant="subtle" onClick={() => route.actions.goToSettings({ kind: 'deviations', accountId })}>
      Where it differs from the document
    </Button>
  );
}

interface HeadProps {
  readonly account: AccountSummary;
  readonly active: boolean;
  readonly onRemove: () => void;
}

function Head({ account, active, onRemove }: HeadProps) {
  const { accounts, route } = useStores();
  return (
    <header className={css['head']}>
      <AccountDot colour={account.colour} />
      <h2 className={css['title']}>{account.label}</h2>
      {active ? (
        <span className={css['tag']}>Active</span>
      ) : (
        <Button variant="default" onClick={() => void accounts.actions.select(account.id)}>
          Switch to it
        </Button>
      )}
      <span className={css['headGap']} />
      <Button
        variant="default"
        leftSection={<IconPencil size={14} aria-hidden />}
        onClick={() => route.actions.goToAccount(account.id, 'edit')}
      >
        Edit
      </Button>
      <Button
        variant="subtle"
        color="danger"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={onRemove}
      >
        Remove
      </Button>
    </header>
  );
}
