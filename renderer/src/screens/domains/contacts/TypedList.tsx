import { labelOf } from './contact-fields.ts';
import css from './contacts.module.css';
import type { Edits } from './edits.ts';

interface Props {
  readonly edits: Edits;
  readonly title: string;
}

/** What was typed, field by field, where it cannot be shown in its place. */
export const TypedList = ({ edits, title }: Props) => (
  <div>
    <p>{title}</p>
    <dl className={css['typed']} aria-label="What was typed">
      {edits.map(({ role, field, value }) => (
        <div key={`${role} ${field}`}>
          <dt>
            {role}, {labelOf(field)}
          </dt>
          <dd className="selectable">{value === '' ? 'empty' : value}</dd>
        </div>
      ))}
    </dl>
  </div>
);
