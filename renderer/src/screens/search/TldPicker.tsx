import { Menu } from '@mantine/core';
import { IconAdjustments, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { Keys } from '../../components/Keys.tsx';
import { counted, format } from '../../lib/format.ts';
import type { TldSet } from '../../lib/nouns.ts';
import { lazily } from '../../lib/lazily.tsx';
import { valueOf } from '../../lib/remote.ts';
import { pressed } from '../../lib/shortcuts.ts';
import css from './field.module.css';
import { chosenSet, chosenTlds } from './tlds-store.ts';

const TldDialog = lazily(async () => (await import('./TldDialog.tsx')).TldDialog);

const noSets: readonly TldSet[] = [];

/** Which TLDs are asked: a preset, an own set, or a list picked by hand. */
export function TldPicker() {
  const { tlds, settings } = useStores();
  const sets = useStore(tlds, (state) => valueOf(state.sets)) ?? noSets;
  const current = useStore(tlds, chosenSet);
  const count = useStore(tlds, (state) => chosenTlds(state).length);
  const [picking, setPicking] = useState(false);
  useOpenByKey(() => setPicking(true));

  function choose(id: string): void {
    tlds.actions.choose({ kind: 'set', id });
    void settings.actions.write({ searchTldSetId: id });
  }

  return (
    <>
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <button type="button" className={css['tlds']}>
            <span className={css['set']}>{nameOf(current)}</span>
            <span>{counted(count, 'TLD', 'TLDs')}</span>
            <IconChevronDown size={14} stroke={2} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown mah={360} className="scrolls">
          {sets.map((set) => (
            <Menu.Item
              key={set.id}
              leftSection={<IconCheck size={14} opacity={set.id === current?.id ? 1 : 0} aria-hidden />}
              rightSection={format.count(set.tlds.length)}
              aria-current={set.id === current?.id}
              onClick={() => choose(set.id)}
            >
              {set.name}
            </Menu.Item>
          ))}
          {sets.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<IconAdjustments size={14} aria-hidden />}
            rightSection={<Keys of="chooseTlds" />}
            onClick={() => setPicking(true)}
          >
            Pick TLDs…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {picking && <TldDialog onClose={() => setPicking(false)} />}
    </>
  );
}

const nameOf = (set: TldSet | null): string => set?.name ?? 'Own list';

function useOpenByKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!pressed(event, 'chooseTlds')) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
}
