import { Button, Menu } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import type { Template } from '#shared/domain/portfolio.ts';
import { TemplateItems, useTemplates } from '../../settings/TemplatesView.tsx';

interface TemplatesProps<K extends Template['kind']> {
  readonly kind: K;
  readonly choose: (template: Extract<Template, { readonly kind: K }>) => void;
}

/** Takes the values of a batch from a template. */
export function TemplateMenu<K extends Template['kind']>({ kind, choose }: TemplatesProps<K>) {
  const { templates, read } = useTemplates();
  return (
    <Menu position="bottom-start" width={320} onOpen={() => void read()}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconTemplate size={14} aria-hidden />}>
          Use a template
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <TemplateItems templates={templates} kind={kind} onChoose={choose} />
      </Menu.Dropdown>
    </Menu>
  );
}
