import { IconCircle, IconCircleCheck } from '@tabler/icons-react';

/** Before a step of a checklist: whether it is done, as far as is known. It is ticked by what is known and never by hand. */
export function DoneMark({ isDone }: { readonly isDone: boolean }) {
  const Icon = isDone ? IconCircleCheck : IconCircle;
  return (
    <Icon
      size={18}
      stroke={1.75}
      color={isDone ? 'var(--nd-fine)' : 'var(--nd-muted)'}
      style={{ flex: 'none', marginTop: 1 }}
      role="img"
      aria-label={isDone ? 'Done' : 'Not yet'}
    />
  );
}
