import { counted } from '../../../lib/format.ts';
import type { Review } from '../flow-state.ts';
import css from './review.module.css';

/** Exactly what will be sent, field by field, in order; folded, since most people trust the lines above. */
export const SentFields = ({ sent }: { readonly sent: Review['sent'] }) => (
  <details className={css['fold']}>
    <summary>Exactly what will be sent: {counted(sent.fields.length, 'field', 'fields')}</summary>
    <p className={`mono selectable ${css['path'] ?? ''}`}>
      {sent.method} {sent.path}
    </p>
    <dl className={`mono selectable ${css['fields'] ?? ''}`}>
      {sent.fields.map(({ name, value }, index) => (
        <div key={`${name} ${index}`}>
          <dt>{name}</dt>
          <dd>{value === '' ? <em className={css['none']}>empty</em> : value}</dd>
        </div>
      ))}
    </dl>
  </details>
);
