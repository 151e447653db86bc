import { type ReactNode, useId } from 'react';
import css from './settings.module.css';

interface Props {
  readonly label: string;
  /** What it does, in one line. */
  readonly purpose: string;
  /** Under that: how it stands. */
  readonly more?: ReactNode;
  /** Draws the control under the names it is given. */
  readonly children: (labelled: {
    readonly 'aria-labelledby': string;
    readonly 'aria-describedby': string;
  }) => ReactNode;
}

/** One setting: what it does on the left, its control on the right. */
export function Setting({ label, purpose, more, children }: Props) {
  const labelId = useId();
  const purposeId = useId();
  return (
    <div className={css['setting']}>
      <div>
        <div id={labelId} className={css['label']}>
          {label}
        </div>
        <p id={purposeId} className={css['purpose']}>
          {purpose}
        </p>
        {more}
      </div>
      {children({ 'aria-labelledby': labelId, 'aria-describedby': purposeId })}
    </div>
  );
}
