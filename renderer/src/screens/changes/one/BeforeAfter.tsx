import { IconArrowRight } from '@tabler/icons-react';
import type { ChangeLine } from '#shared/domain/change.ts';
import css from './one.module.css';

/** What a change does, line by line: before → after where something is replaced, or else what was sent. */
export const BeforeAfter = ({ lines }: { readonly lines: readonly ChangeLine[] }) => (
  <dl className={css['sent']}>
    {lines.map(({ label, before, after, isChanged }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className="selectable">
          {isChanged && (
            <>
              {before ?? <em className={css['none']}>not known</em>}
              <IconArrowRight className={css['arrow']} size={14} role="img" aria-label="becomes" />
            </>
          )}
          <span className={isChanged ? css['after'] : undefined}>{after}</span>
        </dd>
      </div>
    ))}
  </dl>
);
