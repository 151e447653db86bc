import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconEdit, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Template } from '#shared/domain/portfolio.ts';
import type { KeyboardEvent } from 'react';
import { summaryOf } from './kinds.ts';
import type { Asked } from './TemplateDialog.tsx';
import css from './templates.module.css';

interface Props {
  readonly templates: readonly Template[];
  readonly onAsk: (asked: Asked) => void;
}

/** Templates under each other: Enter opens one, F2 renames it, Delete asks to remove it. */
export function TemplateRows({ templates, onAsk }: Props) {
  if (templates.length === 0) return <p className={css['quiet']}>None yet</p>;
  return (
    <ul className={css['rows']}>
      {templates.map((template) => (
        <li key={template.id} className={css['row']}>
          <button
            type="button"
            className={css['open']}
            onClick={() => onAsk({ to: 'edit', template })}
            onKeyDown={(event) => onKey(event, template, onAsk)}
          >
            <span className={css['rowName']}>{template.name}</span>
            <span className={`${css['rowText'] ?? ''} ${template.kind === 'nameservers' ? 'mono' : ''}`}>
              {summaryOf(template) || 'Empty'}
            </span>
          </button>
          <More template={template} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  );
}

function onKey(event: KeyboardEvent<HTMLElement>, template: Template, onAsk: Props['onAsk']): void {
  if (event.key === 'F2') onAsk({ to: 'rename', template });
  else if (event.key === 'Delete') onAsk({ to: 'remove', template });
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event);
  else return;
  event.preventDefault();
}

function moveFocus({ currentTarget, key }: KeyboardEvent<HTMLElement>): void {
  const row = currentTarget.closest('li');
  const next = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  next?.querySelector('button')?.focus();
}

function More({ template, onAsk }: Pick<Props, 'onAsk'> & { readonly template: Template }) {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More for ${template.name}`}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconEdit size={14} aria-hidden />}
          onClick={() => onAsk({ to: 'edit', template })}
        >
          Edit…
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => onAsk({ to: 'rename', template })}
        >
          Rename…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => onAsk({ to: 'remove', template })}
        >
          Remove…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
