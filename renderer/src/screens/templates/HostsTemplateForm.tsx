import { useState } from 'react';
import { idleFlow } from '../change/flow-state.ts';
import { RowList } from '../domains/nameservers/RowList.tsx';
import { hostsOf, isSendable, rowsOf } from '../domains/nameservers/rows.ts';
import { useHostRows } from '../domains/nameservers/use-host-rows.ts';
import { DialogForm } from './DialogForm.tsx';
import type { HostsTemplate } from './kinds.ts';
import { useSaving } from './use-saving.ts';

interface Props {
  readonly template: HostsTemplate;
  /** Null for a new one. */
  readonly id: string | null;
  readonly onClose: (isChanged: boolean) => void;
}

/** A set of nameservers under a name, checked as where it is sent. */
export function HostsTemplateForm({ template, id, onClose }: Props) {
  const [name, setName] = useState(template.name);
  const [typed, setTyped] = useState<readonly string[]>(template.nameservers);
  const { error, isSaving, save } = useSaving(onClose);
  const rows = useHostRows(null, rowsOf(typed, []), setTyped);
  const isWhole = isSendable(rows.rows) && hostsOf(rows.rows).length > 0;
  return (
    <DialogForm
      title={id === null ? 'New set of nameservers' : 'Edit a set of nameservers'}
      size={560}
      name={name}
      onName={setName}
      error={error}
      isSaving={isSaving}
      missing={isWhole ? '' : 'Two to five hosts'}
      onSave={() => void save({ id, name, body: { kind: 'nameservers', nameservers: hostsOf(rows.rows) } })}
      onClose={() => onClose(false)}
    >
      <RowList rows={rows} flow={idleFlow} isStrict={false} />
    </DialogForm>
  );
}
