import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { counted } from '../../../lib/format.ts';
import { knownTlds } from '../../search/tlds-store.ts';
import { FoundTlds } from './FoundTlds.tsx';
import type { NewStore } from './new-store.ts';
import { SaveChoice } from './SaveChoice.tsx';
import { Step } from './Step.tsx';
import { listedOf } from './tld-choice.ts';
import { TldList } from './TldList.tsx';
import { TldSets } from './TldSets.tsx';
import css from './tlds.module.css';
import { TypedTlds } from './TypedTlds.tsx';
import { Unlisted } from './Unlisted.tsx';

/** Under which TLDs: whole sets, typed ones, those found behind the names, or picked from the account's list. */
export function TldStep({ store }: { readonly store: NewStore }) {
  const { tlds } = useStores();
  const known = useStore(tlds, knownTlds);
  const listed = useMemo(() => listedOf(known), [known]);
  const chosen = useStore(store, (state) => state.tlds);
  return (
    <Step number={2} title="TLDs">
      <TldSets store={store} />
      <FoundTlds store={store} />
      <TypedTlds store={store} listed={listed} />
      <div className={css['bottom']}>
        <p role="status" className={css['chosen']}>
          {counted(chosen.length, 'TLD', 'TLDs')} chosen
        </p>
        <SaveChoice chosen={chosen} />
      </div>
      <Unlisted store={store} listed={listed} />
      <TldList store={store} known={known} />
    </Step>
  );
}
