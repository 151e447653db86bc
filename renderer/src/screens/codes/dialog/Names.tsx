import { toUnicode } from '#shared/domain/domain-name.ts';
import { Fragment } from 'react';
import { format } from '../../../lib/format.ts';
import css from './dialog.module.css';

const fewNames = 3;

/** Names in a row, none of them broken at a hyphen as long as it fits. */
export const NamesInLine = ({ names }: { readonly names: readonly string[] }) =>
  names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ' '}
      <span className={css['name']}>
        {toUnicode(name)}
        {index < names.length - 1 && ','}
      </span>
    </Fragment>
  ));

/** The first names, so that one sees which they are, and how many others. */
export const Names = ({ names }: { readonly names: readonly string[] }) => (
  <p className={`mono ${css['names'] ?? ''}`}>
    <NamesInLine names={names.slice(0, fewNames)} />
    {names.length > fewNames && ` and ${format.count(names.length - fewNames)} more`}
  </p>
);
