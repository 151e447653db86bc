import { toUnicode } from '#shared/domain/domain-name.ts';
import css from './change.module.css';

/** A domain in the form that people read, and its A-labels where they differ. */
export function DomainName({ domain }: { readonly domain: string }) {
  const unicode = toUnicode(domain);
  return (
    <p className={css['name']}>
      <strong className="mono selectable">{unicode}</strong>
      {unicode !== domain && <span className={`mono selectable ${css['ascii'] ?? ''}`}>{domain}</span>}
    </p>
  );
}
