import { Button, Menu, Modal, TextInput } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Template } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import type { Input } from '#shared/routes.ts';
import { useStores } from '../app-stores.ts';
import { answered, idle, loading, type Remote, valueOf } from '../bridge.ts';
import { meaningOf, type NamedValue, templateFields } from '../domains/contacts/contact-fields.ts';
import { ErrorState } from '../ui/States.tsx';
import css from './templates.module.css';

interface Props {
  readonly title: string;
  readonly size: number;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly error: AppError | null;
  readonly isSaving: boolean;
  /** Why it cannot be saved, other than a missing name; empty where nothing is missing. */
  readonly missing?: string;
  readonly verb?: string;
  readonly onSave: () => void;
  readonly onClose: () => void;
  /** The template's content. */
  readonly children?: ReactNode;
}

/** A dialog with a template's name, its content, and the save button. */
export function DialogForm(props: Props) {
  const { title, size, name, onName, error, isSaving, missing = '', verb = 'Save', onSave, onClose } = props;
  const isReady = name.trim() !== '' && missing === '';

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (isReady && !isSaving) onSave();
  }

  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <form className={css['dialog']} onSubmit={submit}>
        <TextInput
          label="Name of the template"
          value={name}
          maxLength={80}
          autoComplete="off"
          error={nameRefusal(error)}
          onChange={(event) => onName(event.currentTarget.value)}
          data-autofocus
        />
        {props.children}
        <TemplateTrouble error={error} />
        <div className={css['dialogEnd']}>
          {missing !== '' && <span className={css['missing']}>{missing}</span>}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady} loading={isSaving}>
            {verb}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Why a template was not saved, unless the name field shows it. Scrolled into view, since the form may be long. */
function TemplateTrouble({ error }: { readonly error: AppError | null }) {
  const trouble = useRef<HTMLDivElement>(null);
  useEffect(() => trouble.current?.scrollIntoView({ block: 'center' }), [error]);
  if (error === null || nameRefusal(error) !== null) return null;
  return (
    <div ref={trouble}>
      <ErrorState error={error} about={error.kind === 'keychain' ? sealed : 'The template was not kept'} />
    </div>
  );
}

const sealed =
  'The template was not kept: contacts are personal, and without the keychain there is no key to seal them with';

/** The error message for a template's name; null where the failure is about something else. */
const nameRefusal = (error: AppError | null): string | null =>
  error?.kind === 'invalid-input' && error.field === 'name' ? error.reason : null;

/** Saves a template and shows a notice; after a failure the dialog stays open with the error. */
export function useCodeExport(onClose: (isChanged: boolean) => void) {
  const { bridge, notices } = useStores();
  const [error, setError] = useState<AppError | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  async function save(template: Input<'templates', 'save'>): Promise<void> {
    setIsSaving(true);
    const result = await bridge.request.templates.save({ ...template, name: template.name.trim() });
    setIsSaving(false);
    if (!result.ok) {
      setError(result.error);
      return;
    }
    notices.actions.say('Saved the template');
    onClose(true);
  }

  return { error, isSaving, save };
}

interface SaveContactTemplateProps {
  readonly fields: readonly NamedValue[];
  readonly onClose: () => void;
}

/** Saves a contact as a template, encrypted. */
export function SaveContactTemplate({ fields, onClose }: SaveContactTemplateProps) {
  const [name, setName] = useState('');
  const { error, isSaving, save } = useCodeExport(onClose);
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

export type ContactTemplate = Extract<Template, { readonly kind: 'contact' }>;
export type HostsTemplate = Extract<Template, { readonly kind: 'nameservers' }>;

export const isOfContact = (template: Template): template is ContactTemplate => template.kind === 'contact';
export const isOfHosts = (template: Template): template is HostsTemplate => template.kind === 'nameservers';

/** The content of a template, in one line. */
export function summaryOf(template: Template): string {
  if (template.kind === 'nameservers') return template.nameservers.join(', ');
  const value = (name: string) => template.fields.find((field) => field.name === name)?.value ?? '';
  return [value('Contact_Name'), value('Company_Name'), value('City'), value('Country')]
    .filter((part) => part !== '')
    .join(', ');
}

/** All templates, loaded at mount. Dropped with the component, because contact templates are unencrypted here. */
export function useTemplates(): {
  readonly templates: Remote<readonly Template[]>;
  readonly read: () => Promise<void>;
} {
  const { request } = useStores().bridge;
  const [templates, setTemplates] = useState<Remote<readonly Template[]>>(idle);
  const read = useCallback(async () => {
    setTemplates(loading);
    const result = await request.templates.list({});
    const all = result.ok ? { ok: true as const, value: result.value.templates } : result;
    setTemplates((before) => answered(before, all));
  }, [request]);
  return { templates, read };
}

interface ContactTemplateItemsProps {
  readonly templates: Remote<readonly Template[]>;
  readonly onChoose: (template: ContactTemplate) => void;
}

/** The contact templates as menu items, or why there are none. */
export function ContactTemplateItems({ templates, onChoose }: ContactTemplateItemsProps) {
  const all = valueOf(templates)?.filter(isOfContact) ?? null;
  if (templates.status === 'failed') return <Menu.Label>{sentencesFor(templates.error).happened}</Menu.Label>;
  if (all === null) return <Menu.Label>Reading…</Menu.Label>;
  if (all.length === 0) return <Menu.Label>No templates of contacts yet</Menu.Label>;
  return all.map((template) => (
    <Menu.Item key={template.id} onClick={() => onChoose(template)}>
      <span className={css['itemName']}>{template.name}</span>
      <span className={css['itemText']}>{summaryOf(template)}</span>
    </Menu.Item>
  ));
}
