import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStores } from '../../app-stores.ts';
import css from './changes.module.css';

interface Props {
  readonly here: 'changes' | 'plans';
  /** At the right. */
  readonly children?: ReactNode;
}

/** The title over the changes and the plans, and the way from one to the other. */
export function ChangesHead({ here, children }: Props) {
  const { goToChanges } = useStores().route.actions;
  return (
    <div className={css['head']}>
      <h1 className={css['title']}>Changes</h1>
      <SegmentedControl
        aria-label="What to look at"
        withItemsBorders={false}
        data={[
          { value: 'changes', label: 'Changes' },
          { value: 'plans', label: 'Batch changes' },
        ]}
        value={here}
        onChange={(value) =>
          goToChanges(value === 'plans' ? { kind: 'plans' } : { kind: 'list', changeId: null })
        }
      />
      <div className={css['tools']}>{children}</div>
    </div>
  );
}
