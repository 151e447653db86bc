import { Button, Modal, Textarea } from '@mantine/core';
import { type KeyboardEvent, type SyntheticEvent, useMemo, useState } from 'react';
import { domainParts } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import type { Output } from '#shared/routes.ts';
import { useStores } from '../app-stores.ts';
import { counted } from '../ui/Formats.tsx';
import { ErrorState } from '../ui/States.tsx';
import type { DomainsByName } from './domains-store.ts';
import { useReadings } from './readings-store.ts';
import { TagsField, tagsOf } from './TagDialog.tsx';
import css from './dialog.module.css';

interface Props {
  /** The account that the names are added to. */
  readonly accountId: string;
  readonly all: DomainsByName;
  readonly onClose: () => void;
}

type Added = Output<'domains', 'add'>;

/** Adds names to the portfolio, and shows the result of each. */
export function AddDialog({ accountId, all, onClose }: Props) {
  const { bridge } = useStores();
  const [wanted, setWanted] = useState<Wanted>({ text: '', tags: [] });
  const [added, setAdded] = useState<Added | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const known = useMemo(() => tagsOf(all.values()), [all]);

  async function add(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const result = await bridge.request.domains.add({
      accountId,
      text: wanted.text,
      tags: [...wanted.tags],
    });
    setBusy(false);
    setError(result.ok ? null : result.error);
    if (result.ok) setAdded(result.value);
  }

  function correct(refused: string): void {
    setWanted({ ...wanted, text: refused });
    setAdded(null);
  }

  return (
    <Modal opened onClose={onClose} title="Add domains" size={600}>
      {added === null ? (
        <AddForm
          wanted={wanted}
          known={known}
          error={error}
          isBusy={isBusy}
          onChange={(news) => setWanted({ ...wanted, ...news })}
          onAdd={() => void add()}
          onClose={onClose}
        />
      ) : (
        <AddReport accountId={accountId} added={added} onCorrect={correct} onClose={onClose} />
      )}
    </Modal>
  );
}

interface Wanted {
  readonly text: string;
  readonly tags: readonly string[];
}

interface AddFormProps {
  readonly wanted: Wanted;
  readonly known: readonly string[];
  readonly error: AppError | null;
  readonly isBusy: boolean;
  readonly onChange: (news: Partial<Wanted>) => void;
  readonly onAdd: () => void;
  readonly onClose: () => void;
}

/** The contract's limit, in characters. */
const longestText = 2_000_000;

/** The names and their tags. */
function AddForm({ wanted, known, error, isBusy, onChange, onAdd, onClose }: AddFormProps) {
  const isEmpty = wanted.text.trim() === '';

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!isEmpty) onAdd();
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    <form className={css['dialog']} onSubmit={submit}>
      <Textarea
        label="Names"
        description="One to a line, or with commas between them. Of a URL the host is taken."
        placeholder={'northwind.com\nbäckerei-müller.de'}
        rows={8}
        maxLength={longestText}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={wanted.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        autoFocus
        data-autofocus
      />
      <TagsField
        label="Tags for all of them"
        description="Such as a customer’s name. Enter ends a tag."
        tags={wanted.tags}
        known={known}
        onChange={(tags) => onChange({ tags })}
      />
      {error !== null && <ErrorState error={error} remedies={{ 'try-again': onAdd }} />}
      <div className={css['end']}>
        <p className={css['hint']}>Nothing is asked of the service, and nothing is changed there.</p>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={isEmpty} loading={isBusy}>
          Add
        </Button>
      </div>
    </form>
  );
}

interface AddReportProps {
  readonly accountId: string;
  readonly added: Added;
  /** Puts the rejected names back into the field. */
  readonly onCorrect: (text: string) => void;
  readonly onClose: () => void;
}

/** The most rejected names that are listed. */
const mostRefused = 200;

/** The result of adding: the number of added names, and each rejected name with its reason. */
function AddReport({ accountId, added, onCorrect, onClose }: AddReportProps) {
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
