import { useUncertainCount } from '../screens/changes/uncertain-count.ts';
import css from './rail.module.css';

/** How many changes wait for a person; nothing where none does. */
export function UncertainCount() {
  const count = useUncertainCount();
  if (count === 0) return null;
  return (
    <span className={css['count']} role="img" aria-label={`${count} uncertain`}>
      {count > 99 ? '99+' : count}
    </span>
  );
}
