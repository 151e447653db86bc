import { assertNever } from '#shared/assert-never.ts';
import { useStore } from 'zustand';
import { CodesDialog } from '../../codes/CodesDialog.tsx';
import { PlanMaker } from '../../plans/PlanMaker.tsx';
import type { DomainsByName } from '../live-domains.ts';
import { AddDialog } from './AddDialog.tsx';
import type { ListStore } from './list-store.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { TagDialog } from './TagDialog.tsx';

interface Props {
  readonly list: ListStore;
  /** Whose the names are. */
  readonly accountId: string;
  readonly all: DomainsByName;
}

/** What is being asked before something is done. */
export function Asked({ list, accountId, all }: Props) {
  const asked = useStore(list, (state) => state.asked);
  const { close } = list.actions;
  if (asked === null) return null;
  switch (asked.kind) {
    case 'add':
      return <AddDialog accountId={accountId} all={all} onClose={close} />;
    case 'tag':
      return <TagDialog accountId={accountId} names={asked.names} all={all} onClose={close} />;
    case 'remove':
      return <RemoveDialog accountId={accountId} names={asked.names} all={all} onClose={close} />;
    case 'change':
      return <PlanMaker accountId={accountId} domains={asked.names} onClose={close} />;
    case 'codes':
      return <CodesDialog accountId={accountId} names={asked.names} all={all} onClose={close} />;
    default:
      return assertNever(asked);
  }
}
