import { Modal } from '@mantine/core';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PlaceRisk } from '#shared/domain/backup.ts';
import { emptyChangeFilter } from '#shared/domain/journal.ts';
import type { Bridge } from '#shared/routes.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { coalesced, storeOf } from '../ui/live-collection.ts';
import { Keys, type Shortcut, type ShortcutGroup, type ShortcutName, shortcuts } from '../ui/Shortcuts.tsx';
import railCss from './rail.module.css';
import css from './shortcuts.module.css';

/** Every shortcut, from the same table that the handlers use. */
export function ShortcutsOverlay() {
  const { route } = useStores();
  return (
    <Modal opened onClose={() => route.actions.show('none')} title="Keyboard shortcuts" size={760}>
      <div className={css['groups']}>
        {[...grouped()].map(([group, names]) => (
          <section key={group} className={css['group']}>
            <h3 className={css['title']}>{group}</h3>
            <dl>
              {names.map((name) => (
                <div key={name} className={css['line']}>
                  <dt>{shortcuts[name].label}</dt>
                  <dd>
                    <Keys of={name} all />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

function grouped(): ReadonlyMap<ShortcutGroup, readonly ShortcutName[]> {
  const groups = new Map<ShortcutGroup, ShortcutName[]>();
  // `Object.entries` loses the key type; the table itself proves it.
  for (const [name, { group }] of Object.entries(shortcuts) as [ShortcutName, Shortcut][]) {
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return groups;
}

const words: Readonly<Record<PlaceRisk, string>> = {
  network:
    'The workspace is on another computer’s disk, and can be damaged there. See Backups in the settings.',
  synced:
    'The workspace is in a folder that another program copies, and can be damaged there. See Backups in the settings.',
};

/** Warns once at startup that the workspace's folder is not a safe place for it. */
export function PlaceRiskNotice({ risk }: { readonly risk: PlaceRisk }) {
  const { notices } = useStores();
  useEffect(() => notices.actions.say(words[risk], 'problem'), [notices, risk]);
  return null;
}

/** The number of changes that need attention; nothing where there are none. */
export function UncertainCount() {
  const count = useUncertainCount();
  if (count === 0) return null;
  return (
    <span className={railCss['count']} role="img" aria-label={`${count} uncertain`}>
      {count > 99 ? '99+' : count}
    </span>
  );
}

interface UncertainCountStore extends StoreApi<{ readonly count: number }> {
  readonly load: () => void;
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'changes'>;
  readonly on: Pick<Bridge['on'], 'changes.changed'>;
  readonly restMs: number;
}

/** The number of uncertain changes of all accounts; counted again after every change event. */
export function createUncertainCount({ request, on, restMs }: Deps): UncertainCountStore {
  const store = createStore(() => ({ count: 0 }));
  let isLoaded = false;

  async function read(): Promise<void> {
    const result = await request.changes.list({ filter: emptyChangeFilter, offset: 0, limit: 1 });
    if (result.ok) store.setState({ count: result.value.byState.uncertain ?? 0 });
    else isLoaded = false;
  }

  on['changes.changed'](coalesced(() => void read(), restMs));

  return {
    ...store,
    load() {
      if (isLoaded) return;
      isLoaded = true;
      void read();
    },
  };
}

const uncertainCountOf = ({ bridge }: Stores) => createUncertainCount({ ...bridge, restMs: 400 });

/** The number of changes that need attention, over all accounts; 0 until it is known. */
function useUncertainCount(): number {
  const store = storeOf(useStores(), uncertainCountOf);
  useEffect(() => store.load(), [store]);
  return useStore(store, ({ count }) => count);
}
