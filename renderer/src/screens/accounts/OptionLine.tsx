import { Button } from '@mantine/core';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { type ReactNode, useId } from 'react';
import type { AccountOptions } from '../../lib/nouns.ts';
import css from './form.module.css';
import { isDefault, optionWords, shownOption } from './option-words.ts';

interface Props {
  readonly name: keyof AccountOptions;
  readonly options: AccountOptions;
  readonly onChange: (changes: Partial<AccountOptions>) => void;
  /** Why the value was refused; null when it was not. */
  readonly reason: string | null;
  /** Draws the control under the names it is given. */
  readonly children: (labelled: {
    readonly 'aria-labelledby': string;
    readonly 'aria-describedby': string;
  }) => ReactNode;
}

const defaults: AccountOptions = defaultAccountOptions;

/** One option: what it is for on the left, its control on the right, the default and the way back to it below. */
export function OptionLine({ name, options, onChange, reason, children }: Props) {
  const label = useId();
  const purpose = useId();
  const words = optionWords[name];
  return (
    <div className={css['option']}>
      <div>
        <div id={label} className={css['optionLabel']}>
          {words.label}
        </div>
        <p id={purpose} className={css['purpose']}>
          {words.purpose}
        </p>
      </div>
      <div className={css['control']}>
        {children({ 'aria-labelledby': label, 'aria-describedby': purpose })}
        {reason !== null && <p className={css['reason']}>{reason}</p>}
        {isDefault(name, options) ? (
          <span className={css['default']}>Default</span>
        ) : (
          <Button
            variant="subtle"
            size="compact-xs"
            className={css['reset'] ?? ''}
            onClick={() => onChange({ [name]: defaults[name] })}
          >
            Default: {shownOption(name, defaults)}
          </Button>
        )}
      </div>
    </div>
  );
}
