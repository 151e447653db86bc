import { Button, Modal, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { rowsWithoutTyping, shareWithoutTyping } from '#shared/domain/batch.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import { counted } from '../ui/Formats.tsx';
import { ErrorState } from '../ui/States.tsx';
import type { DomainsByName } from './domains-store.ts';
import css from './dialog.module.css';

interface Props {
  /** The account that holds the names. */
  readonly accountId: string;
  readonly names: readonly string[];
  readonly all: DomainsByName;
  readonly onClose: () => void;
}

/** Asks once, says what is lost and what stays; for many names, requires the count to be typed. */
export function RemoveDialog({ accountId, names, all, onClose }: Props) {
  const { bridge, notices } = useStores();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const what = counted(names.length, 'domain', 'domains');
  const isTyped = isToBeTyped(names.length, all.size);
  const isSure = !isTyped || typed.trim() === String(names.length);

  async function remove(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault();
    if (!isSure) return;
    const result = await bridge.request.domains.remove({ accountId, domains: [...names] });
    if (!result.ok) {
      setError(result.error);
      return;
    }
    notices.actions.say(`Removed ${what} from the portfolio`);
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title={`Remove ${what} from the portfolio?`} size={520}>
      <form className={css['dialog']} onSubmit={(event) => void remove(event)}>
        <Names names={names} />
        <Consequences names={names} all={all} />
        {isTyped && (
          <TextInput
            label={`Type ${String(names.length)} to remove them`}
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
        )}
        {error !== null && <ErrorState error={error} remedies={{ 'try-again': () => void remove() }} />}
        <div className={css['end']}>
          <Button variant="default" onClick={onClose} data-autofocus={!isTyped || undefined}>
            Keep {names.length === 1 ? 'it' : 'them'}
          </Button>
          <Button type="submit" color="danger" disabled={!isSure}>
            Remove {what}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Whether the count must be typed: above 25 names or a fifth of the portfolio; never for a single name. */
export const isToBeTyped = (count: number, ofAll: number): boolean =>
  count > 1 && (count > rowsWithoutTyping || count > ofAll * shareWithoutTyping);

const mostNamed = 8;

const Names = ({ names }: Pick<Props, 'names'>) => (
  <p className={`mono selectable ${css['names'] ?? ''}`}>
    {names.slice(0, mostNamed).map(toUnicode).join(', ')}
    {names.length > mostNamed && ` and ${counted(names.length - mostNamed, 'other', 'others')}`}
  </p>
);

function Consequences({ names, all }: Pick<Props, 'names' | 'all'>) {
  const noted = names.filter((name) => (all.get(name)?.note ?? '') !== '').length;
  return (
    <ul className={css['consequences']}>
      <li>What is known of {names.length === 1 ? 'it' : 'them'} here is lost, with tags and notes.</li>
      {noted > 0 && <li>{counted(noted, 'note is', 'notes are')} among it. There is no way back.</li>}
      <li>The journal of changes stays as it is.</li>
      <li>At the service nothing changes.</li>
    </ul>
  );
}
