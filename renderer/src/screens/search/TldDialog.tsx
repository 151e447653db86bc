import { Button, Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { counted, format } from '../../lib/format.ts';
import { SaveSet } from './SaveSet.tsx';

import css from './tld-dialog.module.css';
import { byLetter, toggled } from './tld-pick.ts';
import { TldChoices } from './TldChoices.tsx';
import { TldSource } from './TldSource.tsx';
import { chosenSet, chosenTlds, knownTlds } from './tlds-store.ts';

/** Picks TLDs from all that the account has, and keeps the pick as a set. Copes with two thousand of them. */
export function TldDialog({ onClose }: { readonly onClose: () => void }) {
  const { tlds } = useStores();
  const all = useStore(tlds, knownTlds);
  const set = useStore(tlds, chosenSet);
  const [picked, setPicked] = useState<ReadonlySet<string>>(() => new Set(chosenTlds(tlds.getState())));
  const [text, setText] = useState('');
  const sections = useMemo(() => byLetter(all, picked, text), [all, picked, text]);
  const matching = sections.flatMap((section) => section.tlds);

  function use(): void {
    tlds.actions.choose({ kind: 'own', tlds: [...picked] });
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title="Pick TLDs" size={820} classNames={{ body: css['dialog'] ?? '' }}>
      <div className={css['top']}>
        <TextInput
          className={css['find'] ?? ''}
          placeholder="Find a TLD"
          aria-label="Find a TLD"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <Button
          variant="default"
          disabled={matching.length === 0}
          onClick={() => setPicked(new Set([...picked, ...matching]))}
        >
          Pick {text === '' ? 'all' : 'these'} {format.count(matching.length)}
        </Button>
        <Button variant="default" disabled={picked.size === 0} onClick={() => setPicked(new Set())}>
          Pick none
        </Button>
      </div>
      <TldChoices sections={sections} picked={picked} toggle={(tld) => setPicked(toggled(picked, tld))} />
      <TldSource />
      <div className={css['bottom']}>
        <SaveSet picked={[...picked]} set={set} onSaved={onClose} />
        <Button disabled={picked.size === 0} onClick={use}>
          Use {counted(picked.size, 'TLD', 'TLDs')}
        </Button>
      </div>
    </Modal>
  );
}
