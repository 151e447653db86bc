import { Button, Group, Paper, Text } from '@mantine/core';
import type { Template } from '#shared/domain/portfolio.ts';
import type { NamesOf } from '../../domains/domains-store.ts';
import { valueOf } from '../../remote.ts';
import { isOf } from '../../settings/TemplatesView.tsx';
import { useAction } from '../../use-action.ts';

interface ClientOfferProps<K extends Template['kind']> {
  readonly of: readonly NamesOf[];
  readonly kind: K;
  readonly choose: (template: Extract<Template, { readonly kind: K }>) => void;
}

const kindWords: Readonly<Record<Template['kind'], string>> = {
  contact: 'contact',
  nameservers: 'nameserver set',
};

/** Offers the template of the client that all these domains have. Nothing where they have several, or it has none. */
export function ClientOffer<K extends Template['kind']>({ of, kind, choose }: ClientOfferProps<K>) {
  const domains = of.map(({ accountId, names }) => ({ accountId, domains: [...names] }));
  const [owner] = useAction('clients', 'ofDomains', { of: domains });
  const client = valueOf(owner)?.client ?? null;
  const id = client?.[kind] ?? null;
  const [listed] = useAction('templates', 'list', id === null ? null : {});
  const template = valueOf(listed)
    ?.templates.filter(isOf(kind))
    .find((one) => one.id === id);
  if (client === null || template === undefined) return null;
  return (
    <Paper withBorder px={12} py={6} role="note">
      <Group gap="4px 12px" justify="space-between">
        <Text>
          The {kindWords[kind]} of{' '}
          <strong>
            <bdi>{client.name}</bdi>
          </strong>
          : <bdi>{template.name}</bdi>
        </Text>
        <Button size="compact-sm" onClick={() => choose(template)}>
          Fill in
        </Button>
      </Group>
    </Paper>
  );
}
