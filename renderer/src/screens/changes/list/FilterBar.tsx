import { SegmentedControl, TextInput } from '@mantine/core';
import { changeKinds } from '#shared/domain/change.ts';
import { IconSearch, IconX } from '@tabler/icons-react';
import type { KeyboardEvent, RefObject } from 'react';
import { useStore } from 'zustand';
import { Keys } from '../../../components/Keys.tsx';
import { Tick } from '../../../components/Tick.tsx';
import { format } from '../../../lib/format.ts';
import { FilterPopover } from '../../bulk/session/filter/FilterPopover.tsx';
import { toggledIn } from '../../bulk/session/filter/toggled-in.ts';
import { kindWords } from '../change-words.ts';
import { type ChangeListStore, isFiltered, wholeList } from './list-store.ts';
import css from './filter.module.css';
import { StateChips } from './StateChips.tsx';

interface Props {
  readonly store: ChangeListStore;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toList: () => void;
}

/** Which changes are shown: by a part of the name, by account, kind and state. */
export function FilterBar({ store, field, toList }: Props) {
  const look = useStore(store);
  const { lookAt } = store.actions;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && look.text !== '') lookAt({ text: '' });
    else if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    else toList();
    event.preventDefault();
  }

  return (
    <div className={css['bar']}>
      <div className={css['line']}>
        <TextInput
          ref={field}
          className={css['find'] ?? ''}
          aria-label="Find by domain"
          placeholder="Part of the domain"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={look.text === '' ? <Keys of="findChange" /> : null}
          maxLength={255}
          spellCheck={false}
          value={look.text}
          onChange={(event) => lookAt({ text: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <SegmentedControl
          aria-label="Whose changes"
          withItemsBorders={false}
          data={[
            { value: 'this', label: 'This account' },
            { value: 'all', label: 'All accounts' },
          ]}
          value={look.whose}
          onChange={(value) => lookAt({ whose: value === 'all' ? 'all' : 'this' })}
        />
        <Kinds store={store} />
        {look.planId !== null && (
          <button type="button" className={css['chip']} aria-pressed onClick={() => lookAt({ planId: null })}>
            Of one plan <IconX size={12} aria-hidden />
          </button>
        )}
        {isFiltered(look) && (
          <button type="button" className={css['clear']} onClick={() => lookAt(wholeList)}>
            Show all
          </button>
        )}
      </div>
      <StateChips store={store} />
    </div>
  );
}

function Kinds({ store }: Pick<Props, 'store'>) {
  const kinds = useStore(store, (state) => state.kinds);
  const [only] = kinds ?? [];
  const chosen = only === undefined ? null : kindsInWords(kinds ?? []);
  return (
    <FilterPopover label="Kind" chosen={chosen} width={264}>
      <div role="group" aria-label="Kinds of change">
        {changeKinds.map((kind) => (
          <Tick
            key={kind}
            label={kindWords[kind]}
            checked={kinds?.includes(kind) ?? false}
            onChange={() => store.actions.lookAt({ kinds: toggledIn(changeKinds, kinds, kind) })}
          />
        ))}
      </div>
    </FilterPopover>
  );
}

const kindsInWords = (kinds: readonly (keyof typeof kindWords)[]): string => {
  const [only] = kinds;
  return kinds.length === 1 && only !== undefined ? kindWords[only] : format.count(kinds.length);
};
