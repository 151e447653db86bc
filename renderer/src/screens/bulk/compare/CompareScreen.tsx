import { useEffect, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { createCompareStore } from './compare-store.ts';
import { CompareView } from './CompareView.tsx';

interface Props {
  readonly beforeId: string;
  readonly afterId: string;
}

/** Two runs over the same names, beside each other. */
export function CompareScreen({ beforeId, afterId }: Props) {
  return <Comparing key={`${beforeId} ${afterId}`} beforeId={beforeId} afterId={afterId} />;
}

function Comparing({ beforeId, afterId }: Props) {
  const { bridge } = useStores();
  const [store] = useState(() => createCompareStore({ ...bridge, beforeId, afterId }));
  useEffect(() => void store.actions.read(), [store]);
  return <CompareView store={store} beforeId={beforeId} afterId={afterId} />;
}
