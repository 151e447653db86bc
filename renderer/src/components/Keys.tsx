import { isMac, printed, type ShortcutName, shortcuts } from '../lib/shortcuts.ts';
import css from './keys.module.css';

interface Props {
  readonly of: ShortcutName;
  /** Print every alternative, not only the first. */
  readonly all?: boolean;
}

/** A shortcut as it is printed on the keyboard. */
export function Keys({ of, all = false }: Props) {
  const alternatives: readonly string[] = shortcuts[of].keys;
  return (
    <span className={css['keys']}>
      {(all ? alternatives : alternatives.slice(0, 1)).map((keys) => (
        <span key={keys} className={css['combination']}>
          {printed(keys, isMac()).map((key) => (
            <kbd key={key} className={css['key']}>
              {key}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
