import { type ReactNode, useId } from 'react';
import css from './new.module.css';

interface Props {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
  /** Something is being dragged over it. */
  readonly isOver?: boolean;
}

/** One of the steps, which are all shown side by side. */
export function Step({ number, title, children, isOver = false }: Props) {
  const id = useId();
  return (
    <section className={css['step']} aria-labelledby={id} data-over={isOver}>
      <h2 id={id} className={css['stepTitle']}>
        <span className={css['number']} aria-hidden>
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}
