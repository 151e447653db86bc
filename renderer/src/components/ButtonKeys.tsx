import type { ShortcutName } from '../lib/shortcuts.ts';
import css from './keys.module.css';
import { Keys } from './Keys.tsx';

/**
 * A button's shortcut, inside the button: seen, and no part of the button's name. Where there is no room for it, styles
 * leave the button's section out with `:has([data-button-keys])`.
 */
export const ButtonKeys = ({ of }: { readonly of: ShortcutName }) => (
  <span className={css['inButton']} data-button-keys aria-hidden>
    <Keys of={of} />
  </span>
);
