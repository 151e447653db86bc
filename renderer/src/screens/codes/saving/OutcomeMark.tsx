import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconHelpCircle,
  IconMail,
  IconPlugConnectedX,
  IconPoint,
} from '@tabler/icons-react';
import type { CodeOutcome } from '#shared/domain/code.ts';
import css from './saving.module.css';

const icons = {
  code: IconCheck,
  emailed: IconMail,
  refused: IconBan,
  unclear: IconHelpCircle,
  'no-answer': IconAlertTriangle,
  'not-sent': IconPlugConnectedX,
} as const satisfies Readonly<Record<CodeOutcome, unknown>>;

/** What came, by shape and colour; its words stand beside it. Null: not asked. */
export function OutcomeMark({ outcome }: { readonly outcome: CodeOutcome | null }) {
  const Icon = outcome === null ? IconPoint : icons[outcome];
  return (
    <span className={css['mark']} data-outcome={outcome ?? 'none'} aria-hidden>
      <Icon size={16} stroke={1.75} />
    </span>
  );
}
