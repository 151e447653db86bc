import { Button, Menu } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { hostsOf } from './rows.ts';
import { SaveTemplate } from './SaveTemplate.tsx';
import { TemplateChoices } from './TemplateChoices.tsx';
import type { HostRows } from './use-host-rows.ts';
import { useHostTemplates } from './use-host-templates.ts';

/** Sets of nameservers that are kept to be used again: put in from here, kept from here. Read whenever they are opened. */
export function Templates({ rows }: { readonly rows: HostRows }) {
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
