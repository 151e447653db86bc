import { Button } from '@mantine/core';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStores } from '../../../app-stores.ts';
import { Section } from '../../../components/Section.tsx';
import type { DomainTab } from '../../../shell/route-store.ts';
import { KnownAge } from '../../change/KnownAge.tsx';
import css from './page.module.css';

interface Props {
  readonly domain: Domain;
}

/** The nameservers in their order. */
export const NameserversPart = ({ domain }: Props) => (
  <Section title="Nameservers" actions={<Way domain={domain} to="nameservers" words="Change…" />}>
    {domain.nameservers === null ? (
      <p className={css['unread']}>Not read yet</p>
    ) : (
      <>
        <ol className={`mono selectable ${css['hosts'] ?? ''}`}>
          {domain.nameservers.value.map((host) => (
            <li key={host}>{host}</li>
          ))}
        </ol>
        {domain.nameservers.value.length === 0 && <p>None</p>}
        <KnownAge {...domain.nameservers} />
      </>
    )}
  </Section>
);

/** The registrant's name; the rest of the contacts is read when one looks at them, and kept nowhere. */
export const RegistrantPart = ({ domain }: Props) => (
  <Section title="Registrant" actions={<Way domain={domain} to="contacts" words="Contacts…" />}>
    {domain.registrant === null ? (
      <p className={css['unread']}>Not read yet</p>
    ) : (
      <p className={css['value']}>
        <span className="selectable">
          {domain.registrant.value === '' ? 'Without a name' : domain.registrant.value}
        </span>
        <KnownAge {...domain.registrant} />
      </p>
    )}
  </Section>
);

function Way({ domain, to, words }: Props & { readonly to: DomainTab; readonly words: string }) {
  const { route } = useStores();
  return (
    <Button
      variant="default"
      onClick={() => route.actions.goToDomains({ kind: 'domain', domain: domain.name, tab: to })}
    >
      {words}
    </Button>
  );
}
