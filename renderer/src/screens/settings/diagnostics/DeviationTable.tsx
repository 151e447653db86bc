import type { Deviation } from '#shared/domain/diagnostics.ts';
import { format } from '../../../lib/format.ts';
import css from './diagnostics.module.css';

/** The most frequent first, as they come. */
export const DeviationTable = ({ deviations }: { readonly deviations: readonly Deviation[] }) => (
  <table className={css['table']}>
    <thead>
      <tr>
        <th scope="col">Operation</th>
        <th scope="col">Where</th>
        <th scope="col">The document says</th>
        <th scope="col">The service says</th>
        <th scope="col" className={css['number']}>
          How often
        </th>
        <th scope="col">Last seen</th>
      </tr>
    </thead>
    <tbody>
      {deviations.map(({ operation, path, expected, seen, count, lastSeenAt }) => (
        <tr key={`${operation} ${path} ${expected} ${seen}`} className="selectable">
          <td>{operation}</td>
          {path === '' ? <td>The whole answer</td> : <td className="mono">{path}</td>}
          <td>{expected}</td>
          <td>{seen}</td>
          <td className={css['number']}>{format.count(count)}</td>
          <td>
            <time dateTime={lastSeenAt}>{format.instant(lastSeenAt)}</time>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
