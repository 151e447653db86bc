import { Button, Menu } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import type { Template } from '#shared/domain/portfolio.ts';
import { TemplateItems } from '../../settings/TemplatesView.tsx';

interface TemplatesProps<K extends Template['kind']> {
  readonly kind: K;
  readonly choose: (template: Extract<Template, { readonly kind: K }>) => void;
}

/** Takes the values of a batch from a template. */
export const TemplateMenu = <K extends Template['kind']>({ kind, choose }: TemplatesProps<K>) => (
  <Menu position="bottom-start" width={320}>
    <Menu.Target>
      <Button leftSection={<IconTemplate size={14} aria-hidden />}>Use a template</Button>
    </Menu.Target>
    <Menu.Dropdown>
      <TemplateItems kind={kind} onChoose={choose} />
    </Menu.Dropdown>
  </Menu>
);
