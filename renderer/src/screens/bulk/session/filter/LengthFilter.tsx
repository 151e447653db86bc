import { Button, NumberInput } from '@mantine/core';
import { useSessionActions, useSessionState } from '../session-context.ts';
import type { FilterChoice } from '../view-choice.ts';
import css from './filter.module.css';
import { FilterPopover } from './FilterPopover.tsx';

/** How long the names are, in characters as people read them. */
export function LengthFilter() {
  const { minLength, maxLength } = useSessionState((state) => state.choice.filter);
  const { filterBy } = useSessionActions();
  const asLength = (typed: string | number): number | null =>
    typeof typed === 'number' && typed >= 0 ? Math.floor(typed) : null;
  return (
    <FilterPopover label="Length" chosen={lengthInWords({ minLength, maxLength })} width={264}>
      <div className={css['pair']}>
        <NumberInput
          data-autofocus
          label="From"
          description="characters"
          min={1}
          max={63}
          value={minLength ?? ''}
          onChange={(typed) => filterBy({ minLength: asLength(typed) })}
        />
        <NumberInput
          label="To"
          description="characters"
          min={1}
          max={63}
          value={maxLength ?? ''}
          onChange={(typed) => filterBy({ maxLength: asLength(typed) })}
        />
      </div>
      <Button
        variant="default"
        fullWidth
        disabled={minLength === null && maxLength === null}
        onClick={() => filterBy({ minLength: null, maxLength: null })}
      >
        Any length
      </Button>
    </FilterPopover>
  );
}

export function lengthInWords({
  minLength,
  maxLength,
}: Pick<FilterChoice, 'minLength' | 'maxLength'>): string | null {
  if (minLength === null) return maxLength === null ? null : `up to ${maxLength}`;
  if (maxLength === null) return `from ${minLength}`;
  return minLength === maxLength ? String(minLength) : `${minLength}–${maxLength}`;
}
