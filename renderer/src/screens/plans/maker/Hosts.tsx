import { Button, Menu, Textarea } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import type { Template } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { answered, idle, loading, type Remote, valueOf } from '../../../lib/remote.ts';
import { useMostNameservers } from '../../domains/nameservers/use-most-nameservers.ts';
import css from './maker.module.css';
import { hostsIn, hostsProblem } from './plan-form.ts';

interface Props {
  readonly text: string;
  readonly change: (text: string) => void;
  /** Say what is wrong even while it is typed. */
  readonly isStrict: boolean;
}

/** The nameservers that every domain gets: typed one to a line, pasted, or taken from a template. */
export function Hosts({ text, change, isStrict }: Props) {
  const most = useMostNameservers();
  const problem = hostsProblem(text, most);
  const sent = hostsIn(text);
  return (
    <div className={css['hosts']}>
      <Textarea
        label="Nameservers, one to a line"
        description={`Two to ${most === 5 ? 'five' : most}. The whole set of each domain is replaced by these.`}
        placeholder={'ns1.example.net\nns2.example.net'}
        classNames={{ input: `mono ${css['input'] ?? ''}` }}
        value={text}
        maxLength={4_000}
        rows={4}
        spellCheck={false}
        error={isStrict || sent.length >= 2 ? problem : null}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div className={css['under']}>
        <Templates choose={(hosts) => change(hosts.join('\n'))} />
        {problem === null && (
          <p className={css['quiet']}>
            Sent as <span className="mono">{sent.join(', ')}</span>
          </p>
        )}
      </div>
    </div>
  );
}

type SetOfHosts = Extract<Template, { readonly kind: 'nameservers' }>;

function Templates({ choose }: { readonly choose: (hosts: readonly string[]) => void }) {
  const { bridge } = useStores();
  const [templates, setTemplates] = useState<Remote<readonly SetOfHosts[]>>(idle);

  async function read(): Promise<void> {
    setTemplates(loading);
    const result = await bridge.request.templates.list({});
    const all = result.ok ? { ok: true as const, value: result.value.templates.filter(isOfHosts) } : result;
    setTemplates((before) => answered(before, all));
  }

  return (
    <Menu position="bottom-start" width={320} onOpen={() => void read()}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconTemplate size={14} aria-hidden />}>
          Take a template
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Choices templates={templates} choose={choose} />
      </Menu.Dropdown>
    </Menu>
  );
}

const isOfHosts = (template: Template): template is SetOfHosts => template.kind === 'nameservers';

interface ChoicesProps {
  readonly templates: Remote<readonly SetOfHosts[]>;
  readonly choose: (hosts: readonly string[]) => void;
}

function Choices({ templates, choose }: ChoicesProps) {
  const all = valueOf(templates);
  if (templates.status === 'failed') return <Menu.Label>{sentencesFor(templates.error).happened}</Menu.Label>;
  if (all === null) return <Menu.Label>Reading…</Menu.Label>;
  if (all.length === 0) return <Menu.Label>No templates of nameservers yet</Menu.Label>;
  return all.map(({ id, name, nameservers }) => (
    <Menu.Item key={id} onClick={() => choose(nameservers)}>
      {name}
    </Menu.Item>
  ));
}
