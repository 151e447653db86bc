import { Modal } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import type { Output } from '#shared/ipc/types.ts';
import { useMemo, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import type { DomainsByName } from '../live-domains.ts';
import { tagsOf } from '../TagsField.tsx';
import { AddForm, type Wanted } from './AddForm.tsx';
import { AddReport } from './AddReport.tsx';

interface Props {
  /** Who is to look after them. */
  readonly accountId: string;
  readonly all: DomainsByName;
  readonly onClose: () => void;
}

export type Added = Output<'domains', 'add'>;

/** Puts names into the portfolio, and says what came of each. */
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
