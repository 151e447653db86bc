import { TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { amountToType, type OverLimit } from '#shared/domain/limits.ts';
import { limitSentence } from '#shared/words/change-error-sentences.ts';
import css from './limits.module.css';

interface Props {
  readonly limits: readonly OverLimit[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Every limit that would be gone over, and the field in which a person confirms them: the very digits that are shown. */
export const TypedLimit = ({ limits, typed, onType }: Props) => (
  <div className={css['over']}>
    {limits.map(limitSentence).map((words) => (
      <p key={words} className={css['overWords']}>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        {words}
      </p>
    ))}
    <TextInput
      label={
        <>
          Type <span className="mono figures">{amountToType(limits)}</span> to confirm
        </>
      }
      inputMode="decimal"
      value={typed}
      maxLength={40}
      autoComplete="off"
      classNames={{ input: 'mono' }}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  </div>
);
