import { Button, NumberInput, Select } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { format } from '../../../../lib/format.ts';
import { useNowMs } from '../../../../lib/ticker.ts';
import { ageUnits, countOlder } from '../ages.ts';
import { useSessionStore } from '../session-context.ts';
import css from './head.module.css';

/** An age of one's own, in the menu: the number of cells is told while it is typed. */
export function OwnAge({ close }: { readonly close: () => void }) {
  const { getState, actions } = useSessionStore();
  const [amount, setAmount] = useState(12);
  const [unit, setUnit] = useState<string>(ageUnits[1].value);
  const seconds = Math.round(amount * Number(unit));
  const checkedAt = getState().model?.matrix.checkedAt ?? new Uint32Array();
  const count = countOlder(checkedAt, useNowMs(), seconds);
  // The menu reads arrows, letters and Tab as its own; here they are the field's.
  const keep = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') event.stopPropagation();
  };
  return (
    <div className={css['ownAge']} role="group" aria-label="Older than an age of your own" onKeyDown={keep}>
      <span>Older than</span>
      <NumberInput
        aria-label="Age"
        min={1}
        max={9_999}
        hideControls
        value={amount}
        onChange={(value) => setAmount(Number(value) || 0)}
      />
      <Select
        aria-label="Unit of the age"
        data={[...ageUnits]}
        value={unit}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) => setUnit(value ?? unit)}
      />
      <Button
        disabled={count === 0 || seconds === 0}
        onClick={() => {
          close();
          void actions.lookAgain({ kind: 'older-than', seconds });
        }}
      >
        {format.count(count)} again
      </Button>
    </div>
  );
}
