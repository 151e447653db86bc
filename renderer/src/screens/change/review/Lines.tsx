import { IconArrowRight } from '@tabler/icons-react';
import type { ChangeLine } from '#shared/domain/change.ts';
import css from './review.module.css';

interface Props {
  readonly lines: readonly ChangeLine[];
  /** There was nothing before: what is ordered. */
  readonly isNew: boolean;
}

/** Before → after: what changes in sight, what stays as it is folded away. */
export function Lines({ lines, isNew }: Props) {
  const changed = lines.filter((line) => line.isChanged);
  const same = lines.filter((line) => !line.isChanged);
  return (
    <div>
      {changed.length > 0 && <LineList lines={changed} isNew={isNew} label="What changes" />}
      {same.length > 0 && (
        <details className={css['fold']}>
          <summary>
            {same.length === 1 ? '1 value stays as it is' : `${same.length} values stay as they are`}
          </summary>
          <LineList lines={same} isNew={isNew} label="What stays as it is" />
        </details>
      )}
    </div>
  );
}

const LineList = ({ lines, isNew, label }: Props & { readonly label: string }) => (
  <dl className={css['lines']} aria-label={label}>
    {lines.map((line, index) => (
      <div key={`${line.label} ${index}`} className={css['line']}>
        <dt>{line.label}</dt>
        <dd className="selectable">
          {line.isChanged && !(isNew && line.before === null) && (
            <>
              <Value of={line.before} isOld />
              <IconArrowRight className={css['arrow']} size={14} role="img" aria-label="becomes" />
            </>
          )}
          <Value of={line.after} />
        </dd>
      </div>
    ))}
  </dl>
);

/** An empty value is a value: it is said, and so is that nobody knows it. */
function Value({ of, isOld = false }: { readonly of: string | null; readonly isOld?: boolean }) {
  if (of === null || of === '')
    return <em className={css['none']}>{of === null ? 'not known' : 'nothing'}</em>;
  return <span className={css[isOld ? 'before' : 'after']}>{of}</span>;
}
