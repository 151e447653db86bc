import { Button, Menu } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useStores } from '../../app-stores.ts';
import { TemplateForm, TemplateItems, useTemplates } from '../../settings/TemplateForm.tsx';
import { type HostRows, hostsOf } from './host-rows.ts';

/** Templates of nameservers: apply one, or save the present rows as one. Loaded whenever the menu is opened. */
export function HostTemplates({ rows }: { readonly rows: HostRows }) {
  const { route } = useStores();
  const { templates, read } = useTemplates();
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
          <TemplateItems
            templates={templates}
            kind="nameservers"
            onChoose={({ nameservers }) => rows.replace(nameservers)}
          />
          <Menu.Divider />
          <Menu.Item disabled={hosts.length === 0} onClick={() => setIsSaving(true)}>
            Save these as a template…
          </Menu.Item>
          <Menu.Item onClick={() => route.actions.goToDomains({ kind: 'templates' })}>
            All templates
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSaving && (
        <TemplateForm
          title="Save as a template"
          id={null}
          body={{ kind: 'nameservers', nameservers: [...hosts] }}
          onClose={() => setIsSaving(false)}
        >
          <ul className="mono selectable">
            {hosts.map((host) => (
              <li key={host}>{host}</li>
            ))}
          </ul>
        </TemplateForm>
      )}
    </>
  );
}
