import { Button } from '@mantine/core';
import { domainParts } from '#shared/domain/portfolio.ts';
import { counted } from '../../../lib/format.ts';
import { useReadings } from '../readings-store.ts';
import type { Added } from './AddDialog.tsx';
import css from './dialog.module.css';

interface Props {
  readonly accountId: string;
  readonly added: Added;
  /** Takes the refused ones back into the field. */
  readonly onCorrect: (text: string) => void;
  readonly onClose: () => void;
}

/** As many as anybody reads. */
const mostRefused = 200;

/** What came of adding: how many are in, and each that is not with its reason. */
export function AddReport({ accountId, added, onCorrect, onClose }: Props) {
  const { begin } = useReadings().actions;
  const fresh = [...added.added, ...added.restored];
  const { refused } = added;

  function read(): void {
    void begin(accountId, fresh, domainParts);
    onClose();
  }

  return (
    <div className={css['dialog']}>
      <div role="status">
        <p className={css['about']}>{countsOf(added)}</p>
        {fresh.length > 0 && (
          <p className={css['quiet']}>
            Nothing is known of {fresh.length === 1 ? 'it' : 'them'} until the service is asked.
          </p>
        )}
      </div>
      {refused.length > 0 && <Refused refused={refused} />}
      <div className={css['end']}>
        {refused.length > 0 && (
          <Button variant="subtle" onClick={() => onCorrect(refused.map(({ text }) => text).join('\n'))}>
            Correct the refused ones
          </Button>
        )}
        <span className={css['hint']} />
        <Button variant="default" onClick={onClose} autoFocus={fresh.length === 0}>
          Close
        </Button>
        {fresh.length > 0 && (
          <Button autoFocus onClick={read}>
            Read {fresh.length === 1 ? 'it' : `all ${String(fresh.length)}`} now
          </Button>
        )}
      </div>
    </div>
  );
}

function countsOf({ added, already, restored, refused }: Added): string {
  const parts = [
    `${counted(added.length, 'name', 'names')} added`,
    ...(restored.length > 0
      ? [`${counted(restored.length, 'name', 'names')} brought back from the archive`]
      : []),
    ...(already.length > 0 ? [`${counted(already.length, 'name was', 'names were')} there already`] : []),
    ...(refused.length > 0 ? [`${counted(refused.length, 'name', 'names')} refused`] : []),
  ];
  return `${parts.join(', ')}.`;
}

const Refused = ({ refused }: { readonly refused: Added['refused'] }) => (
  <div className={css['refused']} tabIndex={0} role="region" aria-label="Refused names">
    <table>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Typed</th>
          <th scope="col">Why not</th>
        </tr>
      </thead>
      <tbody>
        {refused.slice(0, mostRefused).map(({ line, text, reason }, index) => (
          <tr key={`${line} ${index}`}>
            <td>{line}</td>
            <td className="mono selectable">{text}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {refused.length > mostRefused && (
      <p className={css['quiet']}>and {counted(refused.length - mostRefused, 'other', 'others')}</p>
    )}
  </div>
);
