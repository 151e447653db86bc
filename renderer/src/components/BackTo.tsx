import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';

interface Props {
  /** Where it leads to. */
  readonly label: string;
  readonly onClick: () => void;
}

/** The way back from a page to what it belongs to, before its title. */
export const BackTo = ({ label, onClick }: Props) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} onClick={onClick}>
      <IconArrowLeft size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  </Tooltip>
);
