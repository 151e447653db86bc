import { Button, Menu } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import type { Template } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { answered, idle, loading, type Remote, valueOf } from '../../../lib/remote.ts';
import css from './nameservers.module.css';
import { hostsOf } from './rows.ts';
import { SaveTemplate } from './SaveTemplate.tsx';
import type { HostRows } from './use-host-rows.ts';

type SetOfHosts = Extract<Template, { readonly kind: 'nameservers' }>;

/** Sets of nameservers that are kept to be used again: put in from here, kept from here. Read whenever they are opened. */
export function Templates({ rows }: { readonly rows: HostRows }) {
  const { bridge, route } = useStores();
  const [templates, setTemplates] = useState<Remote<readonly SetOfHosts[]>>(idle);
  const [isSaving, setIsSaving] = useState(false);
  const hosts = hostsOf(rows.rows);

  async function read(): Promise<void> {
    setTemplates(loading);
    const result = await bridge.request.templates.list({});
    const all = result.ok ? { ok: true as const, value: result.value.templates.filter(isOfHosts) } : result;
    setTemplates((before) => answered(before, all));
  }

  return (
    <>
      <Menu position="bottom-end" width={320} onOpen={() => void read()}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconTemplate size={14} aria-hidden />}>
            Templates
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Choices templates={templates} onChoose={(chosen) => rows.replace(chosen.nameservers)} />
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

const isOfHosts = (template: Template): template is SetOfHosts => template.kind === 'nameservers';

interface ChoicesProps {
  readonly templates: Remote<readonly SetOfHosts[]>;
  readonly onChoose: (chosen: SetOfHosts) => void;
}

function Choices({ templates, onChoose }: ChoicesProps) {
  const all = valueOf(templates);
  if (templates.status === 'failed') return <Menu.Label>{sentencesFor(templates.error).happened}</Menu.Label>;
  if (all === null) return <Menu.Label>Reading…</Menu.Label>;
  if (all.length === 0) return <Menu.Label>No templates of nameservers yet</Menu.Label>;
  return all.map((template) => (
    <Menu.Item key={template.id} onClick={() => onChoose(template)}>
      <span className={css['template']}>{template.name}</span>
      <span className={`mono ${css['hosts'] ?? ''}`}>{template.nameservers.join(', ')}</span>
    </Menu.Item>
  ));
}
