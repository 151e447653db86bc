import { type SessionSort, sessionSorts } from '#shared/domain/session-view.ts';
import { Menu } from '@mantine/core';
import { IconCheck, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useSessionActions, useSessionState } from '../session-context.ts';
import css from './filter.module.css';

const sortWords: Readonly<Record<SessionSort['by'], readonly [by: string, up: string, down: string]>> = {
  entered: ['As entered', 'first entered first', 'last entered first'],
  name: ['Name', 'A first', 'Z first'],
  length: ['Length', 'shortest first', 'longest first'],
  available: ['Available', 'fewest first', 'most first'],
};

/** In which order the names stand. */
export function SortMenu() {
  const sort = useSessionState((state) => state.choice.sort);
  const { sortBy } = useSessionActions();
  const [by, up, down] = sortWords[sort.by];
  const Icon = sort.descending ? IconSortDescending : IconSortAscending;
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <button
          type="button"
          className={css['matter']}
          data-chosen={sort.by !== 'entered' || sort.descending}
          aria-label={`Order: ${by}, ${sort.descending ? down : up}`}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
          {by}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {sessionSorts.map((one) => (
          <Menu.Item
            key={one}
            rightSection={one === sort.by ? <IconCheck size={14} aria-label="chosen" /> : null}
            // What is available is looked for from the top.
            onClick={() => sortBy({ by: one, descending: one === 'available' })}
          >
            {sortWords[one][0]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {[false, true].map((descending) => (
          <Menu.Item
            key={String(descending)}
            rightSection={descending === sort.descending ? <IconCheck size={14} aria-label="chosen" /> : null}
            onClick={() => sortBy({ ...sort, descending })}
          >
            {descending ? down : up}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
