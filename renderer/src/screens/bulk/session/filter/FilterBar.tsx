import type { RefObject } from 'react';
import { AgeFilter } from './AgeFilter.tsx';
import { CauseFilter } from './CauseFilter.tsx';
import css from './filter.module.css';
import { KindChips } from './KindChips.tsx';
import { LengthFilter } from './LengthFilter.tsx';
import { LookSwitches } from './LookSwitches.tsx';
import { NewerFindings, ShownCount } from './ShownCount.tsx';
import { SortMenu } from './SortMenu.tsx';
import { TextFilter } from './TextFilter.tsx';
import { TldFilter } from './TldFilter.tsx';

interface Props {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toGrid: () => void;
}

/** Which findings are shown, in which order, and how many that are. Everything here is kept with the session. */
export function FilterBar({ field, toGrid }: Props) {
  return (
    <div className={css['bar']} role="search" aria-label="Filter">
      <div className={css['line']}>
        <KindChips />
        <ShownCount />
      </div>
      <div className={css['line']}>
        <TextFilter field={field} toGrid={toGrid} />
        <TldFilter />
        <LengthFilter />
        <AgeFilter />
        <CauseFilter />
        <SortMenu />
        <div className={css['end']}>
          <NewerFindings />
          <LookSwitches />
        </div>
      </div>
    </div>
  );
}
