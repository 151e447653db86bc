import { Button, Menu } from '@mantine/core';
import { IconArrowsSort, IconChevronDown, IconCopy, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { ButtonKeys } from '../../components/ButtonKeys.tsx';
import { Keys } from '../../components/Keys.tsx';
import { format } from '../../lib/format.ts';
import css from './run-bar.module.css';
import { countsOf, domainsWith, isInOrder } from './rows.ts';
import { isAsking } from './search-state.ts';
import { useCopy } from './use-copy.ts';

/** How the asking goes, and what can be done with all findings at once. */
export function RunBar() {
  const { search } = useStores();
  const asking = useStore(search, isAsking);
  return asking ? <Progress /> : <Whole />;
}

function Progress() {
  const { search } = useStores();
  const rows = useStore(search, (state) => state.rows);
  const slow = useStore(search, (state) => state.runs.some((run) => run.slow));
  const asked = useStore(search, (state) => new Set(state.runs.flatMap((run) => [...run.domains])).size);
  const waiting = useMemo(() => [...rows.values()].filter((row) => row.asking).length, [rows]);
  const done = asked - waiting;
  return (
    <div className={`${css['bar'] ?? ''} figures`}>
      <span role="status" className={css['state']} data-slow={slow}>
        {slow ? 'Still waiting for the service:' : 'Asking:'} {format.count(done)} of {format.count(asked)}
      </span>
      <progress className={css['progress']} value={done} max={asked} aria-label="Answered" />
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={14} stroke={2} aria-hidden />}
        onClick={search.actions.stop}
      >
        Stop
      </Button>
    </div>
  );
}

function Whole() {
  const { search } = useStores();
  const rows = useStore(search, (state) => state.rows);
  const order = useStore(search, (state) => state.order);
  const counts = useMemo(() => countsOf(rows), [rows]);
  const sorted = useMemo(() => isInOrder(rows, order), [rows, order]);
  const copy = useCopy();
  const all = [...rows.keys()];
  return (
    <div className={`${css['bar'] ?? ''} figures`}>
      {!sorted && (
        <Button
          variant="subtle"
          leftSection={<IconArrowsSort size={14} aria-hidden />}
          rightSection={<ButtonKeys of="sort" />}
          onClick={search.actions.sort}
        >
          Sort again
        </Button>
      )}
      {counts.available > 0 && (
        <Button
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => copy(domainsWith(rows, 'available'))}
        >
          Copy {format.count(counts.available)} available
        </Button>
      )}
      {all.length > counts.unchecked && (
        <Menu position="bottom-end" width={280}>
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<IconRefresh size={14} aria-hidden />}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              Look again
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              rightSection={<Keys of="lookAgainAll" />}
              onClick={() => search.actions.lookAgain(all)}
            >
              At all {format.count(all.length)}
            </Menu.Item>
            <Menu.Item
              disabled={counts.unknown === 0}
              rightSection={<Keys of="lookAgainUnknown" />}
              onClick={() => search.actions.lookAgain(domainsWith(rows, 'unknown'))}
            >
              At the {format.count(counts.unknown)} unknown
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
