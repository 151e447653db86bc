import { Button } from '@mantine/core';
import { IconArrowLeft, IconPlus, IconTemplate } from '@tabler/icons-react';
import type { AppError } from '#shared/app-error.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import { useEffect, useState } from 'react';
import { useStores } from '../../app-stores.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Section } from '../../components/Section.tsx';
import { valueOf } from '../../lib/remote.ts';
import { isOfContact, isOfHosts } from './kinds.ts';
import { type Asked, TemplateDialog } from './TemplateDialog.tsx';
import { TemplateRows } from './TemplateRows.tsx';
import css from './templates.module.css';
import { useTemplates } from './use-templates.ts';

/** All templates: made, looked at, renamed, removed. */
export function TemplatesView() {
  const { templates, read } = useTemplates();
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    void read();
  }, [read]);
  const all = valueOf(templates);

  function close(isChanged: boolean): void {
    setAsked(null);
    if (isChanged) void read();
  }

  return (
    <div className={css['screen']}>
      <Head onAsk={setAsked} />
      {templates.status === 'failed' && <Trouble error={templates.error} read={() => void read()} />}
      {all?.length === 0 && <NoTemplates />}
      {all !== null && all.length > 0 && <Groups templates={all} onAsk={setAsked} />}
      {asked !== null && <TemplateDialog asked={asked} onClose={close} />}
    </div>
  );
}

interface AskProps {
  readonly onAsk: (asked: Asked) => void;
}

function Head({ onAsk }: AskProps) {
  const { route } = useStores();
  const make = (of: 'contact' | 'nameservers', label: string) => (
    <Button
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => onAsk({ to: 'make', of })}
    >
      {label}
    </Button>
  );
  return (
    <div className={css['head']}>
      <Button
        variant="subtle"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={() => route.actions.goToDomains({ kind: 'list' })}
      >
        Domains
      </Button>
      <h1 className={css['title']}>Templates</h1>
      {make('contact', 'New contact')}
      {make('nameservers', 'New set of nameservers')}
    </div>
  );
}

function Trouble({ error, read }: { readonly error: AppError; readonly read: () => void }) {
  const about =
    error.kind === 'keychain'
      ? 'Templates of contacts are sealed with a key that only the keychain has. Without it they can be neither opened nor kept'
      : 'The templates could not be read';
  return <ErrorState error={error} about={about} remedies={{ 'try-again': read }} />;
}

const NoTemplates = () => (
  <EmptyState icon={<IconTemplate size={24} stroke={1.5} />} title="No templates yet">
    Keep contacts and sets of nameservers that you need again and again. They are put in where a domain is
    registered or edited; nothing is sent by itself.
  </EmptyState>
);

function Groups({ templates, onAsk }: AskProps & { readonly templates: readonly Template[] }) {
  return (
    <div>
      <Section title="Contacts">
        <p className={css['quiet']}>
          Personal: sealed on this computer with a key that only the keychain has.
        </p>
        <TemplateRows templates={templates.filter(isOfContact)} onAsk={onAsk} />
      </Section>
      <Section title="Nameservers">
        <TemplateRows templates={templates.filter(isOfHosts)} onAsk={onAsk} />
      </Section>
    </div>
  );
}
