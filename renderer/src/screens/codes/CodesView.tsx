import type { ListStore } from '../domains/list/list-store.ts';
import { SavingList } from './list/SavingList.tsx';
import { SavingView } from './saving/SavingView.tsx';

interface Props {
  /** The list of them where it is null. */
  readonly savingId: string | null;
  /** Where names are selected to be asked for again. */
  readonly list: ListStore;
}

/** Codes on their way into encrypted files. */
export const CodesView = ({ savingId, list }: Props) =>
  savingId === null ? <SavingList /> : <SavingView key={savingId} savingId={savingId} list={list} />;
