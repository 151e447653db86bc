import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconEdit,
  IconKey,
  IconRefresh,
  IconTag,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useStore } from 'zustand';
import { format } from '../../../lib/format.ts';
import { noneChosen } from './chosen.ts';
import { useDeeds } from './deeds.ts';
import type { ListStore } from './list-store.ts';
import css from './selection.module.css';
import type { PortfolioNow } from './use-portfolio.ts';

interface Props {
  readonly list: ListStore;
  readonly now: PortfolioNow;
}

/** How many are selected, and what can be done with them. */
export function SelectionBar({ list, now: { shown } }: Props) {
  const names = useStore(list, ({ chosen }) => chosen.names);
  const isArchive = useStore(list, ({ look }) => look.archivedOnly);
  const deeds = useDeeds(list);
  if (names.size === 0) return null;
  const inSight = shown.filter(({ domain }) => names.has(domain.name)).length;
  const all = [...names];
  const size = { size: 14, 'aria-hidden': true } as const;
  const button = (label: string, icon: React.ReactNode, act: () => void) => (
    <Button variant="default" leftSection={icon} onClick={act}>
      {label}
    </Button>
  );
  return (
    <div className={css['bar']} role="toolbar" aria-label="With the selected domains">
      <p className={css['count']} role="status">
        <strong>{format.count(names.size)} selected</strong>
        {inSight < names.size && (
          <span className={css['quiet']}>{format.count(names.size - inSight)} of them not shown</span>
        )}
      </p>
      {button('Read again', <IconRefresh {...size} />, () => deeds.readAgain(all))}
      {button('Change…', <IconEdit {...size} />, () => deeds.change(all))}
      {button('Codes…', <IconKey {...size} />, () => deeds.codes(all))}
      {button('Tag…', <IconTag {...size} />, () => deeds.tag(all))}
      {isArchive
        ? button('Bring back', <IconArchiveOff {...size} />, () => deeds.archive(all, false))
        : button('Archive', <IconArchive {...size} />, () => deeds.archive(all, true))}
      {button('Copy names', <IconCopy {...size} />, () => deeds.copy(all))}
      {button('Remove…', <IconTrash {...size} />, () => deeds.remove(all))}
      <Tooltip label="Select none">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Select none"
          onClick={() => list.actions.choose(() => noneChosen)}
        >
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
