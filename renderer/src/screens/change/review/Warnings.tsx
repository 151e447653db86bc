import { IconAlertTriangle } from '@tabler/icons-react';
import type { Review } from '../flow-state.ts';
import css from './review.module.css';

/** What one should know before it is sent. It forbids nothing. */
export function Warnings({ warnings }: Pick<Review, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <ul className={css['warnings']} aria-label="To know before">
      {warnings.map(({ id, text }, index) => (
        <li key={`${id} ${index}`}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
