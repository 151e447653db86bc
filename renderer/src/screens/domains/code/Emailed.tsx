import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import type { CodeTaken } from '#shared/domain/code.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStores } from '../../../app-stores.ts';
import { Age } from '../../../components/Age.tsx';
import css from './code.module.css';
import { Panel } from './Panel.tsx';

interface Props {
  readonly taken: Extract<CodeTaken, { readonly kind: 'emailed' }>;
  readonly domain: Domain;
  readonly onClose: () => void;
}

/** The service told no code: it said that it e-mailed it. Where to, nobody here knows. */
export function Emailed({ taken: { retrievedAt }, domain, onClose }: Props) {
  const { goToDomains } = useStores().route.actions;
  return (
    <Panel
      title="The service says it e-mailed the code to the registrant"
      mark={<IconMail size={20} stroke={1.75} aria-hidden />}
      ways={
        <Button
          variant="default"
          onClick={() => goToDomains({ kind: 'domain', domain: domain.name, tab: 'contacts' })}
        >
          Look at the registrant
        </Button>
      }
      onClose={onClose}
    >
      <p>
        Its answer, <Age at={retrievedAt} />, had no code in it, and not the address it wrote to. So nothing
        was copied or shown.
      </p>
      <p>
        Ask the registrant to look for that message, among the unwanted ones too. If the address is an old
        one, correct the registrant first.
      </p>
      <p className={css['quiet']}>Asking again may send another message.</p>
    </Panel>
  );
}
