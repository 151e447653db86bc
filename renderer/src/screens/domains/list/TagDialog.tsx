import { Button, Modal } from '@mantine/core';
import type { AppError } from '#shared/app-error.ts';
import { type SyntheticEvent, useMemo, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Tick } from '../../../components/Tick.tsx';
import { counted, format } from '../../../lib/format.ts';
import type { DomainsByName } from '../live-domains.ts';
import { TagsField, tagsOf } from '../TagsField.tsx';
import css from './dialog.module.css';

interface Props {
  /** Whose the names are. */
  readonly accountId: string;
  readonly names: readonly string[];
  readonly all: DomainsByName;
  readonly onClose: () => void;
}

/** Puts tags onto many domains, or takes them off. */
export function TagDialog({ accountId, names, all, onClose }: Props) {
  const { bridge, notices } = useStores();
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const [error, setError] = useState<AppError | null>(null);
  const known = useMemo(() => tagsOf(all.values()), [all]);
  const what = counted(names.length, 'domain', 'domains');

  async function tag(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault();
    if (add.length + remove.length === 0) return;
    const result = await bridge.request.domains.tag({
      accountId,
      domains: [...names],
      add: [...add],
      remove: remove.filter((one) => !add.includes(one)),
    });
    if (!result.ok) {
      setError(result.error);
      return;
    }
    notices.actions.say(`Tagged ${what}`);
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title={`Tag ${what}`} size={520}>
      <form className={css['dialog']} onSubmit={(event) => void tag(event)}>
        <TagsField
          label="Add"
          description="Enter ends a tag."
          tags={add}
          known={known}
          onChange={setAdd}
          data-autofocus
        />
        <TakeOff names={names} all={all} chosen={remove} onChange={setRemove} />
        {error !== null && <ErrorState error={error} remedies={{ 'try-again': () => void tag() }} />}
        <div className={css['end']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {/* Never out of reach: what is typed without Enter becomes a tag when the field is left for it. */}
          <Button type="submit">Tag {what}</Button>
        </div>
      </form>
    </Modal>
  );
}

interface TakeOffProps extends Pick<Props, 'names' | 'all'> {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function TakeOff({ names, all, chosen, onChange }: TakeOffProps) {
  const counts = new Map<string, number>();
  for (const name of names)
    for (const tag of all.get(name)?.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  if (counts.size === 0) return null;
  return (
    <fieldset className={css['choices']}>
      <legend>Take off</legend>
      {[...counts].map(([tag, count]) => (
        <Tick
          key={tag}
          label={names.length === 1 ? tag : `${tag} (${format.count(count)})`}
          checked={chosen.includes(tag)}
          onChange={() =>
            onChange(chosen.includes(tag) ? chosen.filter((one) => one !== tag) : [...chosen, tag])
          }
        />
      ))}
    </fieldset>
  );
}
