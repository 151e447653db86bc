import { Button, Menu, Modal, TextInput } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import type { Template } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../../app-stores.ts';
import { answered, idle, loading, type Remote, valueOf } from '../../bridge.ts';
import { type HostRows, hostsOf } from './host-rows.ts';
import css from './nameservers.module.css';

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
  if (all.length === 0) return <Menu.Label>No templates of nameservers yet</Menu.Label>;
  return all.map(({ id, name, nameservers }) => (
    <Menu.Item key={id} onClick={() => onChoose(nameservers)}>
      <span className={css['template']}>{name}</span>
      <span className={`mono ${css['hosts'] ?? ''}`}>{nameservers.join(', ')}</span>
    </Menu.Item>
  ));
}

interface SaveTemplateProps {
  readonly hosts: readonly string[];
  readonly onClose: () => void;
}

/** Saves these nameservers as a template. */
function SaveTemplate({ hosts, onClose }: SaveTemplateProps) {
  const { bridge, notices } = useStores();
  const [name, setName] = useState('');
  const [error, setError] = useState<AppError | null>(null);

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const body = { kind: 'nameservers' as const, nameservers: [...hosts] };
    const result = await bridge.request.templates.save({ id: null, name: name.trim(), body });
    if (!result.ok) {
      setError(result.error);
      return;
    }
    notices.actions.say(`Saved ${result.value.name}`);
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title="Save as a template" size={480}>
      <form className={css['dialog']} onSubmit={(event) => void save(event)}>
        <TextInput
          label="Name"
          value={name}
          maxLength={80}
          autoComplete="off"
          error={error === null ? null : sentencesFor(error).happened}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <ul className="mono selectable">
          {hosts.map((host) => (
            <li key={host}>{host}</li>
          ))}
        </ul>
        <div className={css['endOfDialog']}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
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
