import { Button } from '@mantine/core';
import type { CodeSaving } from '#shared/domain/code.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { format } from '../../../lib/format.ts';
import { activeAccount } from '../../../shell/accounts-store.ts';
import type { ListStore } from '../../domains/list/list-store.ts';
import css from './saving.module.css';
import type { SavingStore } from './saving-store.ts';
import { askableAgain } from './saving-words.ts';

interface Props {
  readonly saving: CodeSaving;
  readonly store: SavingStore;
  readonly list: ListStore;
}

/** Selects those whose code nobody has among the domains, and asks what to do with them; nothing is asked of the service here. */
export function AskAgain({ saving, store, list }: Props) {
  const { accounts, route, notices } = useStores();
  const activeId = useStore(accounts, (state) => activeAccount(state)?.id ?? null);
  // Where there is no file, what came is nowhere.
  const isLost = saving.file === 'none';
  const count = isLost ? saving.total - saving.outcomes.emailed : askableAgain(saving);
  if (count === 0) return null;

  async function select(): Promise<void> {
    const found = await store.actions.namesToAskAgain(isLost);
    if (!found.ok) {
      notices.actions.say(sentencesFor(found.error).happened, 'problem');
      return;
    }
    const names = found.value;
    list.actions.showAll();
    list.actions.choose(() => ({ names: new Set(names), anchor: null }));
    list.actions.ask({ kind: 'codes', names });
    route.actions.goToDomains({ kind: 'list' });
  }

  if (activeId !== saving.accountId)
    return (
      <Button variant="default" onClick={() => void accounts.actions.select(saving.accountId)}>
        Switch to {saving.accountLabel} to ask again
      </Button>
    );
  return (
    <div className={css['again']}>
      <Button variant="default" onClick={() => void select()}>
        Select the {format.count(count)} {isLost ? 'to ask again' : 'without a code'}…
      </Button>
      {saving.outcomes.emailed > 0 && (
        <p className={css['small']}>Those e-mailed to the registrant are left out.</p>
      )}
    </div>
  );
}
