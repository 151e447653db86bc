import { Button } from '@mantine/core';
import { IconCopy, IconShoppingCart } from '@tabler/icons-react';
import { isolatedName } from '#shared/domain/isolated.ts';
import { format } from '../ui/Formats.tsx';

// Apart from the details, which are loaded after the first list.

interface CopyAvailableProps {
  /** Null where they are not counted. */
  readonly count: number | null;
  readonly onCopy: () => void;
}

/** Copies the available names of a list. */
export const CopyAvailable = ({ count, onCopy }: CopyAvailableProps) => (
  <Button leftSection={<IconCopy size={14} aria-hidden />} onClick={onCopy}>
    Copy {count !== null && `${format.count(count)} `}available
  </Button>
);

interface RegisterButtonProps {
  /** In a row of many it names the domain for screen readers, is small, and is not reached with Tab where the row has keys. */
  readonly rowOf?: string;
  readonly tabIndex?: number;
  readonly onClick: () => void;
}

/** The way from a name that can be bought to its order. */
export const RegisterButton = ({ rowOf, tabIndex = -1, onClick }: RegisterButtonProps) =>
  rowOf === undefined ? (
    <Button variant="filled" leftSection={<IconShoppingCart size={14} aria-hidden />} onClick={onClick}>
      Register…
    </Button>
  ) : (
    <Button
      variant="light"
      size="compact-xs"
      tabIndex={tabIndex}
      aria-label={`Register ${isolatedName(rowOf)}…`}
      onClick={onClick}
    >
      Register…
    </Button>
  );
