import { toUnicode } from '#shared/domain/domain-name.ts';
import { format } from '../../../lib/format.ts';
import css from './dialog.module.css';

const fewNames = 3;

/** The first names, so that one sees which they are, and how many others. */
export const Names = ({ names }: { readonly names: readonly string[] }) => (
  <p className={`mono ${css['names'] ?? ''}`}>
    {names.slice(0, fewNames).map(toUnicode).join(', ')}
    {names.length > fewNames && ` and ${format.count(names.length - fewNames)} more`}
  </p>
);
