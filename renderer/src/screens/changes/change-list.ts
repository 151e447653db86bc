import { type Stores, useStores } from '../../app-stores.ts';
import { storeOf } from '../../lib/store-of.ts';
import { type ChangeListStore, createChangeListStore } from './list/list-store.ts';

const listOf = ({ bridge }: Stores) => createChangeListStore({ ...bridge, restMs: 300 });

/** The one list of changes, as it is looked at; other screens set its filter and lead to it. */
export const useChangeList = (): ChangeListStore => storeOf(useStores(), listOf);
