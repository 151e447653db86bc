import { Button, Menu, Textarea } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { TemplateChoices } from '../../domains/nameservers/TemplateChoices.tsx';
import { useHostTemplates } from '../../domains/nameservers/use-host-templates.ts';
import { useMostNameservers } from '../../domains/nameservers/use-most-nameservers.ts';
import css from './maker.module.css';
import { hostsIn, hostsProblem } from './plan-form.ts';

interface Props {
  readonly accountId: string;
  readonly text: string;
  readonly change: (text: string) => void;
  /** Say what is wrong even while it is typed. */
  readonly isStrict: boolean;
}

/** The nameservers that every domain gets: typed one to a line, pasted, or taken from a template. */
export function Hosts({ accountId, text, change, isStrict }: Props) {
  const most = useMostNameservers(accountId);
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

function Templates({ choose }: { readonly choose: (hosts: readonly string[]) => void }) {
  const { templates, read } = useHostTemplates();
  return (
    <Menu position="bottom-start" width={320} onOpen={() => void read()}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconTemplate size={14} aria-hidden />}>
          Take a template
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <TemplateChoices templates={templates} onChoose={choose} />
      </Menu.Dropdown>
    </Menu>
  );
}
