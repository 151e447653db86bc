import type { Evidence } from '#shared/domain/change.ts';
import css from './one.module.css';

/** What was read and speaks for or against the change having happened. */
export function EvidenceTable({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  return (
    <section>
      <h3 className={css['section']}>What was read</h3>
      <table className={css['evidence']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="spoken">What</span>
            </th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">It speaks</th>
          </tr>
        </thead>
        <tbody>
          {evidence.map(({ label, before, after, speaks }, index) => (
            <tr key={`${label} ${index}`}>
              <th scope="row">{label}</th>
              <td className="selectable">{before ?? <em className={css['none']}>not known</em>}</td>
              <td className="selectable">{after ?? <em className={css['none']}>not known</em>}</td>
              <td data-speaks={speaks}>{speaking[speaks]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const speaking: Readonly<Record<Evidence['speaks'], string>> = {
  for: 'for it',
  against: 'against it',
  neither: 'for neither',
};
