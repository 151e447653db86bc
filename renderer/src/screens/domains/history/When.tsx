import type { Change } from '#shared/domain/change.ts';
import { Age } from '../../../components/Age.tsx';
import css from './history.module.css';

/** When it was sent, or written down where it was not sent. */
export const When = ({ change: { sentAt, createdAt } }: { readonly change: Change }) => (
  <span className={css['when']}>
    {sentAt === null ? 'Written down ' : 'Sent '}
    <Age at={sentAt ?? createdAt} />
  </span>
);
