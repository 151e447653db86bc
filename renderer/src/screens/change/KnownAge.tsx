import type { KnownSource } from '#shared/domain/portfolio.ts';
import { Age } from '../../components/Age.tsx';
import css from './change.module.css';

/** How old a value is and where it came from: "read 3 min ago". */
export const KnownAge = ({ at, source }: { readonly at: string; readonly source: KnownSource }) => (
  <span className={css['quiet']}>
    {sourceWords[source]} <Age at={at} />
  </span>
);

const sourceWords: Readonly<Record<KnownSource, string>> = {
  read: 'read',
  change: 'set by a change from here',
  sync: 'from a sync',
  typed: 'entered by you',
  expected: 'expected, renewed from here',
};
