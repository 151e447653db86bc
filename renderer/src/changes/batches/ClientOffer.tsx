import { Button, Group, Paper, Text } from '@mantine/core';
import type { Template } from '#shared/domain/portfolio.ts';
import { ok, type Result } from '#shared/result.ts';
import { useStores } from '../../app-stores.ts';
import type { NamesOf } from '../../domains/domains-store.ts';
import { valueOf } from '../../remote.ts';
import { isOf } from '../../settings/TemplatesView.tsx';
import { useRemote } from '../../ui/live-collection.ts';

interface Offer {
  readonly client: string;
  readonly templates: readonly Template[];
}

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
  const { request } = useStores().bridge;
  const [found] = useRemote(async (): Promise<Result<Offer | null>> => {
    const owner = await request.clients.ofDomains({
      of: of.map(({ accountId, names }) => ({ accountId, domains: [...names] })),
    });
    if (!owner.ok) return owner;
    const { client } = owner.value;
    const id = client?.[kind] ?? null;
    if (client === null || id === null) return ok(null);
    const listed = await request.templates.list({});
    if (!listed.ok) return listed;
    return ok({ client: client.name, templates: listed.value.templates.filter((one) => one.id === id) });
  });
  const offer = valueOf(found);
  const template = offer?.templates.find(isOf(kind));
  if (offer === null || template === undefined) return null;
  return (
    <Paper withBorder px={12} py={6} role="note">
      <Group gap="4px 12px" justify="space-between">
        <Text>
          The {kindWords[kind]} of{' '}
          <strong>
            <bdi>{offer.client}</bdi>
          </strong>
          : <bdi>{template.name}</bdi>
        </Text>
        <Button variant="default" size="compact-sm" onClick={() => choose(template)}>
          Fill in
        </Button>
      </Group>
    </Paper>
  );
}
