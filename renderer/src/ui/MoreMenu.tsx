import { ActionIcon, type ActionIconProps, Menu, type MenuProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface MoreMenuProps
  extends Pick<ActionIconProps, 'size' | 'variant'>, Pick<MenuProps, 'position' | 'width' | 'withinPortal'> {
  /** The name of its button. */
  readonly label: string;
  /** Reached with Tab; in the rows of a table it is not. */
  readonly tabIndex?: number;
  /** The items. */
  readonly children: ReactNode;
}

/** What is needed seldom, behind a button with three dots. */
export function MoreMenu(props: MoreMenuProps) {
  const {
    label,
    tabIndex,
    size = 28,
    variant = 'subtle',
    position = 'bottom-end',
    children,
    ...menu
  } = props;
  return (
    <Menu position={position} {...menu}>
      <Menu.Target>
        <ActionIcon variant={variant} color="gray" size={size} aria-label={label} tabIndex={tabIndex}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
