import type { ShortcutName } from '../lib/shortcuts.ts';

/** Something that the palette reaches by name. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly keys?: ShortcutName;
  readonly act: () => void;
}
