import type { Template } from '#shared/domain/portfolio.ts';
import { useState } from 'react';
import { DialogForm } from './DialogForm.tsx';
import { useSaving } from './use-saving.ts';

interface Props {
  readonly template: Template;
  readonly onClose: (isChanged: boolean) => void;
}

/** Gives a template another name; what it holds stays. */
export function RenameTemplate({ template, onClose }: Props) {
  const [name, setName] = useState(template.name);
  const { error, isSaving, save } = useSaving(onClose);
  return (
    <DialogForm
      title="Rename a template"
      size={480}
      verb="Rename"
      name={name}
      onName={setName}
      error={error}
      isSaving={isSaving}
      onSave={() => void save({ id: template.id, name, body: bodyOf(template) })}
      onClose={() => onClose(false)}
    />
  );
}

const bodyOf = (template: Template) =>
  template.kind === 'contact'
    ? { kind: template.kind, fields: template.fields }
    : { kind: template.kind, nameservers: template.nameservers };
