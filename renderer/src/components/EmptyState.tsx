import type { ReactNode } from 'react';
import css from './empty-state.module.css';

interface Props {
  readonly icon: ReactNode;
  readonly title: string;
  /** What to do first. */
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** What an empty list says: that it is empty, and what to do first. */
export function EmptyState({ icon, title, children, actions }: Props) {
  return (
    <div className={css['root']}>
      <div className={css['icon']} aria-hidden>
        {icon}
      </div>
      <h2 className={css['title']}>{title}</h2>
      <div className={css['text']}>{children}</div>
      {actions !== undefined && <div className={css['actions']}>{actions}</div>}
    </div>
  );
}
