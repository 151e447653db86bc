import { useState } from 'react';
import { ContactInput } from '../domains/contacts/ContactInput.tsx';
import { DialogForm } from './DialogForm.tsx';
import type { ContactTemplate } from './kinds.ts';
import css from './templates.module.css';
import { useSaving } from './use-saving.ts';

interface Props {
  readonly template: ContactTemplate;
  /** Null for a new one. */
  readonly id: string | null;
  readonly onClose: (isChanged: boolean) => void;
}

/** The ten fields of a contact under a name. Nothing is required: what is empty here is put in empty. */
export function ContactTemplateForm({ template, id, onClose }: Props) {
  const [name, setName] = useState(template.name);
  const [fields, setFields] = useState(template.fields);
  const { error, isSaving, save } = useSaving(onClose);
  const country = fields.find((field) => field.name === 'Country')?.value ?? '';
  return (
    <DialogForm
      title={id === null ? 'New contact' : 'Edit a contact'}
      size={720}
      name={name}
      onName={setName}
      error={error}
      isSaving={isSaving}
      onSave={() => void save({ id, name, body: { kind: 'contact', fields } })}
      onClose={() => onClose(false)}
    >
      <div className={css['grid']}>
        {fields.map((field) => (
          <ContactInput
            key={field.name}
            name={field.name}
            {...(field.name === 'Contact_Name' ? { label: 'Name of the contact' } : {})}
            value={field.value}
            country={country}
            onChange={(value) =>
              setFields(fields.map((other) => (other.name === field.name ? { ...other, value } : other)))
            }
          />
        ))}
      </div>
    </DialogForm>
  );
}
