import { useState } from 'react';
import { meaningOf } from '../domains/contacts/contact-fields.ts';
import { type NamedValue, templateFields } from '../domains/contacts/filling.ts';
import { DialogForm } from './DialogForm.tsx';
import css from './templates.module.css';
import { useSaving } from './use-saving.ts';

interface Props {
  readonly fields: readonly NamedValue[];
  readonly onClose: () => void;
}

/** Keeps a contact under a name, sealed, to be put in elsewhere. */
export function SaveContactTemplate({ fields, onClose }: Props) {
  const [name, setName] = useState('');
  const { error, isSaving, save } = useSaving(onClose);
  const others = fields.filter((field) => field.value !== '' && meaningOf(field.name) === null);
  return (
    <DialogForm
      title="Save as a template"
      size={480}
      name={name}
      onName={setName}
      error={error}
      isSaving={isSaving}
      onSave={() => void save({ id: null, name, body: { kind: 'contact', fields: templateFields(fields) } })}
      onClose={onClose}
    >
      <p className={css['quiet']}>
        The ten documented fields are kept, sealed with a key that only the keychain has.
        {others.length > 0 && ` Not kept: ${others.map((field) => field.name).join(', ')}.`}
      </p>
    </DialogForm>
  );
}
