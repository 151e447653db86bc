import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconChartBar,
  IconLayoutSidebarRight,
} from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useStores } from '../../../../app-stores.ts';
import { Keys } from '../../../../components/Keys.tsx';
import { valueOf } from '../../../../lib/remote.ts';
import { useSessionActions, useSessionState } from '../session-context.ts';
import css from './filter.module.css';

const sides = [
  { side: 'panel', label: 'Details', keys: 'sessionPanel', Icon: IconLayoutSidebarRight },
  { side: 'summary', label: 'Summary', keys: 'sessionSummary', Icon: IconChartBar },
] as const;

/** How dense the grid is, and what stands beside it. */
export function LookSwitches() {
  const { settings } = useStores();
  const choice = useSessionState((state) => state.choice);
  const { showDensity, showSide } = useSessionActions();
  const usual = useStore(settings, (state) => valueOf(state.settings)?.density ?? 'comfortable');
  const isCompact = (choice.density ?? usual) === 'compact';
  return (
    <div className={css['switches']}>
      <Tooltip label="Compact rows">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Compact rows"
          aria-pressed={isCompact}
          onClick={() => showDensity(isCompact ? 'comfortable' : 'compact')}
        >
          {isCompact ? (
            <IconBaselineDensitySmall size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconBaselineDensityMedium size={16} stroke={1.75} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
      {sides.map(({ side, label, keys, Icon }) => (
        <Tooltip
          key={side}
          label={
            <span className={css['tip']}>
              {label} <Keys of={keys} />
            </span>
          }
        >
          <button
            type="button"
            className={css['matter']}
            aria-pressed={choice.side === side}
            onClick={() => showSide(choice.side === side ? 'none' : side)}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
            <span className={css['word']}>{label}</span>
          </button>
        </Tooltip>
      ))}
    </div>
  );
}
