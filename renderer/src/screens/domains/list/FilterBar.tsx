import { IconAlertTriangle, IconArchive } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { format } from '../../../lib/format.ts';
import { ChangeStateMark } from '../../changes/ChangeStateMark.tsx';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import css from './filter.module.css';
import type { ListStore } from './list-store.ts';
import { isTroubled } from './look.ts';
import type { PortfolioNow } from './use-portfolio.ts';

interface Props {
  readonly list: ListStore;
  readonly now: PortfolioNow;
}

const locks = [
  { value: 'locked', words: 'Locked' },
  { value: 'unlocked', words: 'Unlocked' },
  { value: 'not-read', words: 'Not read yet' },
] as const;

const expiries = [
  { value: -1, words: 'past' },
  { value: 30, words: 'within 30 days' },
  { value: 90, words: 'within 90 days' },
  { value: 365, words: 'within a year' },
] as const;

const ages = [
  { value: 1, words: 'a day' },
  { value: 7, words: '7 days' },
  { value: 30, words: '30 days' },
  { value: 90, words: '90 days' },
] as const;

/** Which domains are shown. */
export function FilterBar({ list, now }: Props) {
  const look = useStore(list, (state) => state.look);
  const change = list.actions.look;
  return (
    <div className={css['bar']} role="group" aria-label="Filter">
      <ChoiceMenu
        label="Lock"
        any="Any lock"
        choices={locks}
        value={look.lock}
        onChoose={(lock) => change({ lock })}
      />
      <ChoiceMenu
        label="Expires"
        any="At any time"
        choices={expiries}
        value={look.expiresWithinDays}
        onChoose={(expiresWithinDays) => change({ expiresWithinDays })}
      />
      <ChoiceMenu
        label="Not read for"
        any="Read at any time"
        choices={ages}
        value={look.notReadForDays}
        onChoose={(notReadForDays) => change({ notReadForDays })}
      />
      <span className={css['rule']} aria-hidden />
      <Chips list={list} now={now} />
    </div>
  );
}

function Chips({ list, now: { all, uncertain } }: Props) {
  const { troubledOnly, uncertainOnly, archivedOnly } = useStore(list, (state) => state.look);
  const { look } = list.actions;
  const domains = [...all.values()];
  const archived = domains.filter(({ archivedAt }) => archivedAt !== null).length;
  const troubled = domains.filter(
    (one) => isTroubled(one) && (one.archivedAt !== null) === archivedOnly,
  ).length;
  const unsure = domains.filter(({ name }) => uncertain.has(name)).length;
  return (
    <>
      <Chip
        words="Trouble"
        icon={<IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
        count={troubled}
        isOn={troubledOnly}
        onPress={() => look({ troubledOnly: !troubledOnly })}
      />
      <Chip
        words="Uncertain change"
        icon={<ChangeStateMark state="uncertain" short />}
        count={unsure}
        isOn={uncertainOnly}
        onPress={() => look({ uncertainOnly: !uncertainOnly })}
      />
      <Chip
        words="Archived"
        icon={<IconArchive size={14} stroke={1.75} aria-hidden />}
        count={archived}
        isOn={archivedOnly}
        onPress={() => look({ archivedOnly: !archivedOnly })}
      />
    </>
  );
}

interface ChipProps {
  readonly words: string;
  readonly icon: ReactNode;
  readonly count: number;
  readonly isOn: boolean;
  readonly onPress: () => void;
}

/** Stays away where there is nothing of the kind, as long as nobody looks at it. */
function Chip({ words, icon, count, isOn, onPress }: ChipProps) {
  if (count === 0 && !isOn) return null;
  return (
    <button type="button" className={css['chip']} aria-pressed={isOn} onClick={onPress}>
      <span aria-hidden className={css['icon']}>
        {icon}
      </span>
      {words} <span className={css['count']}>{format.count(count)}</span>
    </button>
  );
}
