import { Menu } from '@mantine/core';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { type Remote, valueOf } from '../../../lib/remote.ts';
import css from './nameservers.module.css';
import type { SetOfHosts } from './use-host-templates.ts';

interface Props {
  readonly templates: Remote<readonly SetOfHosts[]>;
  readonly onChoose: (hosts: readonly string[]) => void;
}

/** The sets of nameservers in a menu, each with its hosts. */
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
