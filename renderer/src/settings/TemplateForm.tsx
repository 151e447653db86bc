import { Menu, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useStore } from 'zustand';
import type { Template } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { ok } from '#shared/result.ts';
import type { Input } from '#shared/routes.ts';
import { useStores } from '../app-stores.ts';
import { type Remote, valueOf } from '../bridge.ts';
import { meaningOf, type NamedValue, templateFields } from '../domains/contacts/contact-fields.ts';
import { FormDialog } from '../ui/Dialogs.tsx';
import { createReading } from '../ui/live-collection.ts';
import { ErrorState } from '../ui/States.tsx';

const schema = z.object({ name: z.string().check(z.trim(), z.minLength(1)) });

interface Props extends Pick<Input<'templates', 'save'>, 'id' | 'body'> {
  readonly title: string;
  readonly size?: number;
  /** The name at first. */
  readonly name?: string;
  readonly action?: string;
  /** Why it cannot be saved, other than a missing name; empty where nothing is missing. */
  readonly missing?: string;
  readonly onSaved?: () => void;
  readonly onClose: () => void;
  /** The template's content. */
  readonly children?: ReactNode;
}

/** A dialog with a template's name and its content, which saves it. */
export function TemplateForm(props: Props) {
  const { title, size = 480, id, name = '', body, action = 'Save', missing = '', onSaved, onClose } = props;
  const { bridge, undo } = useStores();
  const [atFirst] = useState(() => JSON.stringify(body));
  return (
    <FormDialog
      title={title}
      size={size}
      action={action}
      hint={missing}
      isReady={missing === ''}
      schema={schema}
      initialValues={{ name }}
      asksFirst
      isTyped={JSON.stringify(body) !== atFirst}
      onSubmit={(named) =>
        undo.actions.edit({ area: 'templates', text: 'Saved the template', accountId: null }, (edit) =>
          bridge.request.templates.save({ id, ...named, body, edit }),
        )
      }
      onError={(error) => <NotSaved error={error} />}
      onDone={() => onSaved?.()}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="Name of the template"
            maxLength={80}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          {props.children}
        </>
      )}
    </FormDialog>
  );
}

/** Why a template was not saved. Scrolled into view, since the form may be long. */
function NotSaved({ error }: { readonly error: AppError }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), [error]);
  return (
    <div ref={place}>
      <ErrorState error={error} about={error.kind === 'keychain' ? sealed : 'The template was not saved'} />
    </div>
  );
}

const sealed = 'The template was not saved: contacts are personal, and encrypting them needs the keychain';

interface SaveContactTemplateProps {
  readonly fields: readonly NamedValue[];
  readonly onClose: () => void;
}

/** Saves a contact as a template, encrypted. */
export function SaveContactTemplate({ fields, onClose }: SaveContactTemplateProps) {
  const others = fields.filter((field) => field.value !== '' && meaningOf(field.name) === null);
  return (
    <TemplateForm
      title="Save as a template"
      id={null}
      body={{ kind: 'contact', fields: templateFields(fields) }}
      onClose={onClose}
    >
      <Text c="dimmed">
        The ten documented fields are saved, encrypted with a key from the keychain.
        {others.length > 0 && ` Not saved: ${others.map((field) => field.name).join(', ')}.`}
      </Text>
    </TemplateForm>
  );
}

export type TemplateOf<K extends Template['kind']> = Extract<Template, { readonly kind: K }>;

export const isOf =
  <K extends Template['kind']>(kind: K) =>
  (template: Template): template is TemplateOf<K> =>
    template.kind === kind;

/** The content of a template, in one line. */
export function summaryOf(template: Template): string {
  if (template.kind === 'nameservers') return template.nameservers.join(', ');
  const value = (name: string) => template.fields.find((field) => field.name === name)?.value ?? '';
  return [value('Contact_Name'), value('Company_Name'), value('City'), value('Country')]
    .filter((part) => part !== '')
    .join(', ');
}

interface Templates {
  readonly templates: Remote<readonly Template[]>;
  readonly read: () => Promise<void>;
}

/** All templates, read on demand. Dropped with the component, because contact templates are unencrypted here. */
export function useTemplates(): Templates {
  const { request } = useStores().bridge;
  const [reading] = useState(() =>
    createReading(async () => {
      const listed = await request.templates.list({});
      return listed.ok ? ok<readonly Template[]>(listed.value.templates) : listed;
    }),
  );
  return { templates: useStore(reading), read: reading.read };
}

interface TemplateItemsProps<K extends Template['kind']> {
  readonly templates: Remote<readonly Template[]>;
  readonly kind: K;
  readonly onChoose: (template: TemplateOf<K>) => void;
}

/** The templates of a kind as menu items, or why there are none. */
export function TemplateItems<K extends Template['kind']>({
  templates,
  kind,
  onChoose,
}: TemplateItemsProps<K>) {
  const all = valueOf(templates)?.filter(isOf(kind)) ?? null;
  if (templates.status === 'failed') return <Menu.Label>{sentencesFor(templates.error).happened}</Menu.Label>;
  if (all === null) return <Menu.Label>Reading…</Menu.Label>;
  if (all.length === 0)
    return <Menu.Label>No templates of {kind === 'contact' ? 'contacts' : 'nameservers'} yet</Menu.Label>;
  return all.map((template) => (
    <Menu.Item key={template.id} onClick={() => onChoose(template)}>
      {template.name}
      <Text
        size="xs"
        c="dimmed"
        style={{ overflowWrap: 'anywhere' }}
        {...(kind === 'nameservers' && { className: 'mono' })}
      >
        {summaryOf(template)}
      </Text>
    </Menu.Item>
  ));
}
