import { Modal } from '@mantine/core';
import { useStores } from '../app-stores.ts';
import { Keys } from '../components/Keys.tsx';
import { type Shortcut, type ShortcutGroup, type ShortcutName, shortcuts } from '../lib/shortcuts.ts';
import css from './shortcuts.module.css';

/** Every shortcut there is, from the same table that the keys are read by. */
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
  // `Object.entries` forgets the key type; the table itself proves it.
  for (const [name, { group }] of Object.entries(shortcuts) as [ShortcutName, Shortcut][]) {
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return groups;
}
