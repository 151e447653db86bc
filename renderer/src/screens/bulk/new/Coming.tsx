import { Button } from '@mantine/core';
import { mostNames } from '#shared/domain/session.ts';
import { useStore } from 'zustand';
import { counted, format } from '../../../lib/format.ts';
import { valueOf } from '../../../lib/remote.ts';
import type { RecipeCount } from './new-state.ts';
import type { NewStore } from './new-store.ts';
import css from './recipe.module.css';

/** How many names would come of the words, some of them, and the making. */
export function Coming({ store }: { readonly store: NewStore }) {
  const count = useStore(store, (state) => state.count);
  const coming = count.status === 'failed' ? null : valueOf(count);
  const isMade = useStore(store, (state) => state.reportOf === 'recipe' && state.report.status === 'ready');
  const canMake = coming !== null && !coming.isTooMany && coming.count > 0;
  return (
    <div className={css['coming']}>
      <div className={css['number']} role="status">
        {coming === null ? 'Nothing to make yet.' : <HowMany coming={coming} />}
      </div>
      {coming !== null && <p className={`${css['sample'] ?? ''} mono`}>{sampleOf(coming)}</p>}
      <Button
        type="submit"
        variant={isMade ? 'default' : 'filled'}
        disabled={!canMake || count.status === 'loading'}
      >
        {canMake ? `Make ${counted(coming.count, 'name', 'names')}` : 'Make the names'}
      </Button>
    </div>
  );
}

const HowMany = ({ coming }: { readonly coming: RecipeCount }) => (
  <>
    <strong>{counted(coming.count, 'name', 'names')}</strong>{' '}
    {coming.isTooMany && (
      <span className={css['reason']}>
        are too many: a session holds {format.count(mostNames)}. Take fewer words.
      </span>
    )}
  </>
);

const sampleOf = ({ sample, count }: RecipeCount): string =>
  sample.length < count ? `${sample.slice(0, 12).join(', ')} …` : sample.join(', ');
