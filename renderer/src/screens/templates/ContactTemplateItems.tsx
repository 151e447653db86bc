import { Menu } from '@mantine/core';
import type { Template } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { type Remote, valueOf } from '../../lib/remote.ts';
import { type ContactTemplate, isOfContact, summaryOf } from './kinds.ts';
import css from './templates.module.css';

interface Props {
  readonly templates: Remote<readonly Template[]>;
  readonly onChoose: (template: ContactTemplate) => void;
}

/** The templates of contacts as items of a menu, or why there are none. */
export function ContactTemplateItems({ templates, onChoose }: Props) {
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
