import { counted } from '../../../lib/format.ts';
import type { Item } from './items.ts';
import css from './list.module.css';

export const Heading = () => (
  <div className={css['top']} role="rowgroup">
    <div className={css['heading']} role="row" aria-rowindex={1}>
      <span role="columnheader">State</span>
      <span role="columnheader">What</span>
      <span role="columnheader">Domain</span>
      <span role="columnheader">Account</span>
      <span role="columnheader">When</span>
      <span role="columnheader">Shown by</span>
    </div>
  </div>
);

interface Props {
  readonly of: Extract<Item, { readonly kind: 'heading' }>['of'];
  /** The line's number, from 0. */
  readonly index: number;
  readonly uncertain: number;
}

/** Says of the uncertain ones what they are, and what to do. */
export const GroupHeading = ({ of, index, uncertain }: Props) => (
  <div className={css['group']} role="row" aria-rowindex={index + 2} data-of={of}>
    <span role="gridcell">
      {of === 'rest' ? 'All others, the newest first' : <Uncertain count={uncertain} />}
    </span>
  </div>
);

const Uncertain = ({ count }: { readonly count: number }) => (
  <>
    <strong>
      {counted(count, 'change is uncertain', 'changes are uncertain')}: we do not know whether{' '}
      {count === 1 ? 'it was' : 'they were'} done.
    </strong>{' '}
    Read back or settle {count === 1 ? 'it' : 'each'}.
  </>
);
