import { IconArrowRight } from '@tabler/icons-react';
import type { ChangeLine } from '#shared/domain/change.ts';
import css from './review.module.css';

/** Before → after: what changes in sight, what stays as it is folded away. */
export function Lines({ lines }: { readonly lines: readonly ChangeLine[] }) {
  const changed = lines.filter((line) => line.isChanged);
  const same = lines.filter((line) => !line.isChanged);
  return (
    <div>
      {changed.length > 0 && <LineList lines={changed} label="What changes" />}
      {same.length > 0 && (
        <details className={css['fold']}>
          <summary>
            {same.length === 1 ? '1 value stays as it is' : `${same.length} values stay as they are`}
          </summary>
          <LineList lines={same} label="What stays as it is" />
        </details>
      )}
    </div>
  );
}

const LineList = ({ lines, label }: { readonly lines: readonly ChangeLine[]; readonly label: string }) => (
  <dl className={css['lines']} aria-label={label}>
    {lines.map((line, index) => (
      <div key={`${line.label} ${index}`} className={css['line']}>
        <dt>{line.label}</dt>
        <dd className="selectable">
          {line.isChanged && (
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
  if (of === null || of === '') return <em className={css['none']}>{of === null ? 'not known' : 'empty'}</em>;
  return <span className={css[isOld ? 'before' : 'after']}>{of}</span>;
}
