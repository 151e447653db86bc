import { Button, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { ageInWords, ageUnits, offeredAges } from '../ages.ts';
import { useSessionActions, useSessionState } from '../session-context.ts';
import type { AgeChoice } from '../view-choice.ts';
import css from './filter.module.css';
import { FilterPopover } from './FilterPopover.tsx';

const usual: AgeChoice = { than: 'older', seconds: offeredAges[1].seconds };

/** How long ago cells were checked. One that was never checked has no age, and fits neither way. */
export function AgeFilter() {
  const age = useSessionState((state) => state.choice.filter.age);
  const { filterBy } = useSessionActions();
  const change = (news: Partial<AgeChoice>) => filterBy({ age: { ...(age ?? usual), ...news } });
  return (
    <FilterPopover
      label="Age"
      chosen={age === null ? null : `${age.than} than ${ageInWords(age.seconds)}`}
      width={300}
    >
      <div className={css['stack']}>
        <SegmentedControl
          fullWidth
          aria-label="Older or newer"
          data={[
            { value: 'older', label: 'Older than' },
            { value: 'newer', label: 'Newer than' },
          ]}
          value={(age ?? usual).than}
          onChange={(than) => change({ than: than === 'newer' ? 'newer' : 'older' })}
        />
        <OwnAge key={age === null ? 'none' : 'some'} age={age ?? usual} change={change} />
        <div className={css['offered']}>
          {offeredAges.map(({ seconds, words }) => (
            <Button
              key={seconds}
              variant="default"
              aria-pressed={age?.seconds === seconds}
              onClick={() => change({ seconds })}
            >
              {words}
            </Button>
          ))}
        </div>
        <Button variant="default" disabled={age === null} onClick={() => filterBy({ age: null })}>
          Any age
        </Button>
      </div>
    </FilterPopover>
  );
}

interface OwnAgeProps {
  readonly age: AgeChoice;
  readonly change: (news: Partial<AgeChoice>) => void;
}

function OwnAge({ age, change }: OwnAgeProps) {
  const unit = [...ageUnits].reverse().find(({ value }) => age.seconds % Number(value) === 0) ?? ageUnits[0];
  return (
    <div className={css['pair']}>
      <NumberInput
        aria-label="Age"
        min={1}
        max={9_999}
        value={age.seconds / Number(unit.value)}
        onChange={(typed) => {
          if (typeof typed === 'number' && typed > 0)
            change({ seconds: Math.round(typed * Number(unit.value)) });
        }}
      />
      <Select
        aria-label="Unit of the age"
        data={[...ageUnits]}
        value={unit.value}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) =>
          change({ seconds: (age.seconds / Number(unit.value)) * Number(value ?? unit.value) })
        }
      />
    </div>
  );
}
