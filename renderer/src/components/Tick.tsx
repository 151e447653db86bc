import type { ComponentProps } from 'react';
import css from './tick.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly label: string;
}

/** A box to be ticked, with its words: small, as in the lists of TLDs. */
export const Tick = ({ label, ...input }: Props) => (
  <label className={css['tick']}>
    <input type="checkbox" className="tick" {...input} />
    <span>{label}</span>
  </label>
);
