import { Button, Modal, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../../../../lib/format.ts';
import { useNowMs } from '../../../../lib/ticker.ts';
import { ageUnits, countOlder } from '../ages.ts';
import { useSessionActions, useSessionState } from '../session-context.ts';
import css from './head.module.css';

/** Looks again at what is older than an age of one's own; how many cells that are is told while it is typed. */
export function OwnAgeDialog({ onClose }: { readonly onClose: () => void }) {
  const model = useSessionState((state) => state.model);
  const { lookAgain } = useSessionActions();
  const [amount, setAmount] = useState(12);
  const [unit, setUnit] = useState<string>(ageUnits[1].value);
  const seconds = Math.round(amount * Number(unit));
  const count = countOlder(model?.matrix.checkedAt ?? new Uint32Array(), useNowMs(), seconds);
  return (
    <Modal opened onClose={onClose} title="Look again at what is older" size={400}>
      <form
        className={css['confirm']}
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          void lookAgain({ kind: 'older-than', seconds });
        }}
      >
        <div className={css['ownAge']}>
          <NumberInput
            data-autofocus
            label="Older than"
            min={1}
            max={9_999}
            value={amount}
            onChange={(typed) => setAmount(Number(typed) || 0)}
          />
          <Select
            label="Unit"
            data={[...ageUnits]}
            value={unit}
            onChange={(chosen) => setUnit(chosen ?? unit)}
          />
        </div>
        <p role="status">
          {counted(count, 'cell was', 'cells were')} checked longer ago than that. Cells that were never
          checked are not counted.
        </p>
        <div className={css['end']}>
          <Button variant="default" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" disabled={count === 0 || seconds <= 0}>
            Look again at {counted(count, 'cell', 'cells')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
