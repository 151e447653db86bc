import { IconAlertOctagon, IconAlertTriangle, IconPoint } from '@tabler/icons-react';
import type { LogLine } from '#shared/domain/diagnostics.ts';
import css from './diagnostics.module.css';

const marks = {
  info: { Icon: IconPoint, word: 'For information' },
  warning: { Icon: IconAlertTriangle, word: 'Warning' },
  error: { Icon: IconAlertOctagon, word: 'Mistake' },
} as const;

/** How grave a line is, by shape and colour; the word is read out. */
export function LevelMark({ level }: { readonly level: LogLine['level'] }) {
  const { Icon, word } = marks[level];
  return (
    <span className={css['mark']} data-level={level} role="img" aria-label={word} title={word}>
      <Icon size={14} stroke={1.75} aria-hidden />
    </span>
  );
}
