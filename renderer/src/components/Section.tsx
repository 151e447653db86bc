import type { ReactNode } from 'react';
import css from './section.module.css';

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Beside the title, at the right. */
  readonly actions?: ReactNode;
}

/** One matter of a page, under its title. */
export function Section({ title, children, actions }: SectionProps) {
  return (
    <section className={css['section']}>
      <div className={css['head']}>
        <h3 className={css['title']}>{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Names and values, one pair to a line. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className={css['facts']}>{children}</dl>
);

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
  /** A host, a path or a code. */
  readonly mono?: boolean;
  /** Said of the value, behind it. */
  readonly note?: string;
}

export function Fact({ name, children, mono = false, note = '' }: FactProps) {
  return (
    <div className={css['fact']}>
      <dt>{name}</dt>
      <dd className={mono ? 'mono selectable' : 'selectable'}>
        {children}
        {note !== '' && <span className={css['note']}>{note}</span>}
      </dd>
    </div>
  );
}
