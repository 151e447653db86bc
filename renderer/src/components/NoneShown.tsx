import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { EmptyState } from './EmptyState.tsx';

interface Props {
  readonly title: string;
  /** Why none is left. */
  readonly children: string;
  readonly onAll: () => void;
}

/** The one row of a grid whose filter leaves none: says so, and leads back to all. */
export const NoneShown = ({ title, children, onAll }: Props) => (
  <div role="row">
    <div role="gridcell">
      <EmptyState
        icon={<IconFilterOff size={24} stroke={1.5} />}
        title={title}
        actions={
          <Button variant="default" onClick={onAll}>
            Show all
          </Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  </div>
);
