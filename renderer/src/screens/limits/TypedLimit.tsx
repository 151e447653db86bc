import { TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { OverLimit } from '#shared/domain/limits.ts';
import { limitSentence } from '#shared/words/change-error-sentences.ts';
import css from './limits.module.css';

interface Props {
  readonly limit: OverLimit;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** A limit that would be gone over, and the field in which a person confirms it: the very digits that are shown. */
export const TypedLimit = ({ limit, typed, onType }: Props) => (
  <div className={css['over']}>
    <p className={css['overWords']}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      {limitSentence(limit)}
    </p>
    <TextInput
      label={
        <>
          Type <span className="mono figures">{limit.wouldBe}</span> to confirm
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
