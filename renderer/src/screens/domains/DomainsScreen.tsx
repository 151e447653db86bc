import { assertNever } from '#shared/assert-never.ts';
import { useStore } from 'zustand';
import { type Stores, useStores } from '../../app-stores.ts';
import { storeOf } from '../../lib/store-of.ts';
import { activeAccount } from '../../shell/accounts-store.ts';
import type { DomainsView } from '../../shell/route-store.ts';
import { CodesView } from '../codes/CodesView.tsx';
import { TemplatesView } from '../templates/TemplatesView.tsx';
import { createListStore } from './list/list-store.ts';
import { Portfolio } from './list/Portfolio.tsx';
import { DomainPage } from './page/DomainPage.tsx';

const list: DomainsView = { kind: 'list' };

/** What is selected belongs to one account: with another one the selection is gone. */
function createLooking({ accounts }: Stores) {
  const looking = createListStore();
  let before = activeAccount(accounts.getState())?.id;
  accounts.subscribe((state) => {
    const id = activeAccount(state)?.id;
    if (id === undefined || id === before) return;
    before = id;
    looking.actions.restart();
  });
  return looking;
}

/** The names that are looked after: their list, one of them, the templates for their values, or their codes on the way into files. */
export function DomainsScreen() {
  const stores = useStores();
  const view = useStore(stores.route, ({ route }) => (route.screen === 'domains' ? route.view : list));
  const looking = storeOf(stores, createLooking);
  switch (view.kind) {
    case 'list':
      return <Portfolio list={looking} />;
    case 'domain':
      return <DomainPage key={view.domain} name={view.domain} tab={view.tab} />;
    case 'templates':
      return <TemplatesView />;
    case 'codes':
      return <CodesView savingId={view.savingId} list={looking} />;
    default:
      return assertNever(view);
  }
}
