import { Button, Menu, Text, TextInput } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { Template } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { useStores } from '../../app-stores.ts';
import { answered, idle, loading, type Remote, valueOf } from '../../bridge.ts';
import { FormDialog } from '../../ui/Dialogs.tsx';
import { type HostRows, hostsOf } from './host-rows.ts';

/** Templates of nameservers: apply one, or save the present rows as one. Loaded whenever the menu is opened. */
export function HostTemplates({ rows }: { readonly rows: HostRows }) {
  const { route } = useStores();
  const { templates, read } = useHostTemplates();
  const [isSaving, setIsSaving] = useState(false);
  const hosts = hostsOf(rows.rows);

  return (
    <>
      <Menu position="bottom-end" width={320} onOpen={() => void read()}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconTemplate size={14} aria-hidden />}>
            Templates
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <TemplateChoices templates={templates} onChoose={rows.replace} />
          <Menu.Divider />
          <Menu.Item disabled={hosts.length === 0} onClick={() => setIsSaving(true)}>
            Save these as a template…
          </Menu.Item>
          <Menu.Item onClick={() => route.actions.goToDomains({ kind: 'templates' })}>
            All templates
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSaving && <SaveTemplate hosts={hosts} onClose={() => setIsSaving(false)} />}
    </>
  );
}

interface Props {
  readonly templates: Remote<readonly SetOfHosts[]>;
  readonly onChoose: (hosts: readonly string[]) => void;
}

/** The nameserver templates in a menu, each with its hosts. */
export function TemplateChoices({ templates, onChoose }: Props) {
  const all = valueOf(templates);
  if (templates.status === 'failed') return <Menu.Label>{sentencesFor(templates.error).happened}</Menu.Label>;
  if (all === null) return <Menu.Label>Reading…</Menu.Label>;
  if (all.length === 0) return <Menu.Label>No nameserver templates yet</Menu.Label>;
  return all.map(({ id, name, nameservers }) => (
    <Menu.Item key={id} onClick={() => onChoose(nameservers)}>
      {name}
      <Text size="xs" c="dimmed" className="mono" style={{ overflowWrap: 'anywhere' }}>
        {nameservers.join(', ')}
      </Text>
    </Menu.Item>
  ));
}

interface SaveTemplateProps {
  readonly hosts: readonly string[];
  readonly onClose: () => void;
}

const schema = z.object({ name: z.string().check(z.trim(), z.minLength(1)) });

/** Saves these nameservers as a template. */
function SaveTemplate({ hosts, onClose }: SaveTemplateProps) {
  const { bridge, notices } = useStores();
  return (
    <FormDialog
      title="Save as a template"
      size={480}
      schema={schema}
      initialValues={{ name: '' }}
      action="Save"
      onSubmit={({ name }) =>
        bridge.request.templates.save({
          id: null,
          name,
          body: { kind: 'nameservers', nameservers: [...hosts] },
        })
      }
      onDone={({ name }) => notices.actions.say(`Saved ${name}`)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            maxLength={80}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <ul className="mono selectable">
            {hosts.map((host) => (
              <li key={host}>{host}</li>
            ))}
          </ul>
        </>
      )}
    </FormDialog>
  );
}

type SetOfHosts = Extract<Template, { readonly kind: 'nameservers' }>;

/** The nameserver templates; call `read` whenever they are shown. */
export function useHostTemplates() {
  const { bridge } = useStores();
  const [templates, setTemplates] = useState<Remote<readonly SetOfHosts[]>>(idle);

  async function read(): Promise<void> {
    setTemplates(loading);
    const result = await bridge.request.templates.list({});
    const all = result.ok ? { ok: true as const, value: result.value.templates.filter(isOfHosts) } : result;
    setTemplates((before) => answered(before, all));
  }

  return { templates, read };
}

const isOfHosts = (template: Template): template is SetOfHosts => template.kind === 'nameservers';
