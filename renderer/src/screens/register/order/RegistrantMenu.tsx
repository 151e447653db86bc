import { Button, Menu } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { CopyFromDomain } from '../../domains/contacts/copy/CopyFromDomain.tsx';
import type { NamedValue } from '../../domains/contacts/filling.ts';
import { ContactTemplateItems } from '../../templates/ContactTemplateItems.tsx';
import { useTemplates } from '../../templates/use-templates.ts';

interface Props {
  readonly accountId: string;
  readonly domain: string;
  readonly onTake: (fields: readonly NamedValue[]) => void;
}

/** Fills the registrant in from a template or from another domain. */
export function RegistrantMenu({ accountId, domain, onTake }: Props) {
  const { route } = useStores();
  const { templates, read } = useTemplates();
  const [isCopying, setIsCopying] = useState(false);
  return (
    <>
      <Menu position="bottom-end" width={320} onOpen={() => void read()}>
        <Menu.Target>
          <Button
            variant="default"
            aria-label="Fill in the registrant"
            leftSection={<IconTemplate size={14} aria-hidden />}
          >
            Fill in
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ContactTemplateItems templates={templates} onChoose={({ fields }) => onTake(fields)} />
          <Menu.Divider />
          <Menu.Item onClick={() => setIsCopying(true)}>Copy from another domain…</Menu.Item>
          <Menu.Item onClick={() => route.actions.goToDomains({ kind: 'templates' })}>
            All templates
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isCopying && (
        <CopyFromDomain
          accountId={accountId}
          except={domain}
          role="Registrant"
          onClose={() => setIsCopying(false)}
          onTake={(fields) => {
            onTake(fields);
            setIsCopying(false);
          }}
        />
      )}
    </>
  );
}
