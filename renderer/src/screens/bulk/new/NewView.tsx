import { Button } from '@mantine/core';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { pressed } from '../../../lib/shortcuts.ts';
import { CheckStep } from './CheckStep.tsx';
import { whatWasDropped } from './dropped.ts';
import { NamesStep } from './NamesStep.tsx';
import css from './new.module.css';
import type { NewStore } from './new-store.ts';
import { TldStep } from './TldStep.tsx';
import { useReady } from './use-ready.ts';

interface Props {
  readonly store: NewStore;
  readonly onCreate: (name: string, start: boolean) => void;
}

/** The three steps, all in sight: which names, under which TLDs, and what that comes to. */
export function NewView({ store, onCreate }: Props) {
  const { route } = useStores();
  const ready = useReady(store);
  const drop = useDrop(store);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // What is pressed in a dialog over the screen comes by here as well.
    if (!event.currentTarget.contains(event.target as Node)) return; // The target of a key is always a node.
    if (pressed(event, 'openNames')) store.actions.openFile();
    else if (!pressed(event, 'startSession')) return;
    else if (ready.missing === null) onCreate(ready.name, true);
    event.preventDefault();
  }

  return (
    <div className={css['screen']} onKeyDown={onKeyDown} {...drop.handlers}>
      <div className={css['head']}>
        <h1 className={css['title']}>New bulk look-up</h1>
        <Button variant="default" onClick={() => route.actions.goToBulk({ kind: 'list' })}>
          Cancel
        </Button>
      </div>
      <div className={css['steps']}>
        <NamesStep store={store} isOver={drop.isOver} />
        <TldStep store={store} />
        <CheckStep store={store} ready={ready} onCreate={onCreate} />
      </div>
    </div>
  );
}

interface Drop {
  /** Something that can be dropped is over the screen. */
  readonly isOver: boolean;
  readonly handlers: Readonly<Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>>;
}

/** The whole screen takes a drop: nobody has to aim. */
function useDrop(store: NewStore): Drop {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver(event) {
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave(event) {
        if (event.relatedTarget === null) setIsOver(false);
      },
      onDrop(event) {
        event.preventDefault();
        setIsOver(false);
        const dropped = whatWasDropped(event.dataTransfer);
        if (dropped !== null) store.actions.take(dropped);
      },
    },
  };
}
