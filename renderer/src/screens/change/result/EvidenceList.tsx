import { IconArrowRight } from '@tabler/icons-react';
import type { Evidence } from '#shared/domain/change.ts';
import css from '../change.module.css';

/** What was read and speaks for or against a change having happened. */
export function EvidenceList({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  return (
    <dl className={css['evidence']} aria-label="What was read">
      {evidence.map(({ label, before, after, speaks }, index) => (
        <div key={`${label} ${index}`}>
          <dt>{label}</dt>
          <dd className="selectable">
            <span>{before ?? 'not known'}</span>
            <IconArrowRight className={css['arrow']} size={14} role="img" aria-label="then" />
            <span>{after ?? 'not known'}</span>
            <span className={css['speaks']}>{speaking[speaks]}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const speaking: Readonly<Record<Evidence['speaks'], string>> = {
  for: 'speaks for it',
  against: 'speaks against it',
  neither: 'decides nothing',
};
