import { Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { listed } from '#shared/domain/counting.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Output } from '../client.ts';
import { useStores } from '../app-stores.ts';
import { ClientField } from '../domains/EditDialogs.tsx';
import { useMostNameservers } from '../domains/nameservers/host-rows.ts';
import { valueOf } from '../remote.ts';
import { useAction } from '../use-action.ts';
import { Section } from '../ui/PageParts.tsx';
import {
  type ClientPart,
  clientParts,
  fillingFor,
  isPartAs,
  noProposal,
  type Proposal,
  proposalOf,
} from './client-parts.ts';
import type { TypedOrder } from './order.ts';
import type { RegisterForm } from './register-store.ts';

type Clients = Output<'clients', 'list'>['clients'];

/** What choosing a client did to the form. */
interface Chosen {
  readonly client: string;
  readonly proposal: Proposal;
  /** As it was before. */
  readonly before: Pick<RegisterForm, ClientPart | 'client'>;
  /** The parts that it has set. */
  readonly fill: Partial<Pick<RegisterForm, ClientPart>>;
  readonly stays: readonly ClientPart[];
}

/** Whose the domain will be. Choosing a client fills in its contact and nameservers, where nothing was typed there. */
export function OrderClient({ order }: { readonly order: TypedOrder }) {
  const [clients] = useAction('clients', 'list', {});
  const [typed, setTyped] = useState<string | null>(null);
  const { chosen, error, choose, undo, use } = useChoosing(order, valueOf(clients)?.clients ?? []);
  const { form } = order;

  function settle(text: string): void {
    setTyped(null);
    if (text.trim() !== form.client) void choose(text.trim());
  }

  return (
    <Section title="Client" isFirst>
      <ClientField
        aria-label="Client"
        maw={400}
        known={(valueOf(clients)?.clients ?? []).map(({ name }) => name)}
        value={typed ?? form.client}
        onChange={setTyped}
        onOptionSubmit={settle}
        onBlur={() => typed !== null && settle(typed)}
      />
      {error !== null && (
        <Text c="var(--nd-caution)" size="xs" mt="xs" role="status">
          {sentencesFor(error).happened} Nothing was filled in.
        </Text>
      )}
      {chosen !== null && chosen.client === form.client && (
        <WhatItDid form={form} chosen={chosen} onUndo={undo} onUse={use} />
      )}
    </Section>
  );
}

function useChoosing({ accountId, form, change, noteSplit, start }: TypedOrder, clients: Clients) {
  const { request } = useStores().bridge;
  const most = useMostNameservers(accountId);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const latest = useRef('');

  /** What the templates of clients propose; no template is read where they have none. */
  async function proposalsOf(...names: readonly string[]): Promise<Result<readonly Proposal[]>> {
    const ids = names.map((name) => clients.find((client) => client.name === name));
    if (ids.every((one) => (one?.contact ?? one?.nameservers ?? null) === null)) return ok([]);
    const read = await request.templates.list({});
    if (!read.ok) return read;
    return ok(
      ids.map((one) => (one === undefined ? noProposal : proposalOf(one, read.value.templates, most))),
    );
  }

  async function choose(client: string): Promise<void> {
    const { client: old, registrant, nameservers } = form;
    latest.current = client;
    change({ client });
    const proposals = await proposalsOf(old, client);
    // Another one was chosen meanwhile.
    if (latest.current !== client) return;
    setError(proposals.ok ? null : proposals.error);
    if (!proposals.ok) return;
    const [ofOld = noProposal, proposal = noProposal] = proposals.value;
    change((now) => {
      const { fill, stays } = fillingFor(now, ofOld, proposal, start.proposal);
      setChosen({ client, proposal, fill, stays, before: { client: old, registrant, nameservers } });
      if (fill.registrant !== undefined) noteSplit(proposal.split);
      return fill;
    });
  }

  return {
    chosen,
    error,
    choose,
    /** What was typed since stays. */
    undo: ({ before, fill }: Chosen): void => {
      noteSplit(null);
      setChosen(null);
      change((now) => {
        const parts = touchedIn(fill).filter((part) => isPartAs(part, now, fill));
        return {
          client: before.client,
          ...Object.fromEntries(parts.map((part) => [part, before[part]])),
        };
      });
    },
    /** Replaces what was typed, because the person said so. */
    use: ({ proposal, ...others }: Chosen, part: ClientPart): void => {
      const value = proposal[part];
      if (value === undefined) return;
      if (part === 'registrant') noteSplit(proposal.split);
      change({ [part]: value });
      setChosen({
        ...others,
        proposal,
        stays: others.stays.filter((other) => other !== part),
        fill: { ...others.fill, [part]: value },
      });
    },
  };
}

const touchedIn = (fill: Chosen['fill']): readonly ClientPart[] =>
  clientParts.filter((part) => fill[part] !== undefined);

interface WhatItDidProps {
  readonly form: RegisterForm;
  readonly chosen: Chosen;
  readonly onUndo: (chosen: Chosen) => void;
  readonly onUse: (chosen: Chosen, part: ClientPart) => void;
}

const partWords: Readonly<Record<ClientPart, string>> = {
  registrant: 'registrant',
  nameservers: 'nameservers',
};

const listedParts = (parts: readonly ClientPart[]): string => listed(parts.map((part) => partWords[part]));

function WhatItDid({ form, chosen, onUndo, onUse }: WhatItDidProps) {
  const { client, before, proposal, fill } = chosen;
  const touched = touchedIn(fill).filter((part) => isPartAs(part, form, fill));
  const filled = touched.filter((part) => proposal[part] !== undefined);
  const others = touched.filter((part) => proposal[part] === undefined);
  const cleared = others.filter((part) => isPartAs(part, form, {}));
  const usual = others.filter((part) => !cleared.includes(part));
  const stays = chosen.stays.filter((part) => !isPartAs(part, form, proposal));
  if (touched.length + stays.length === 0) return null;
  return (
    <Group gap="4px 12px" mt="xs" role="status">
      {filled.length > 0 && (
        <Text span c="dimmed">
          Filled in from {isolated(client)}: {listedParts(filled)}.
        </Text>
      )}
      {cleared.length > 0 && (
        <Text span c="dimmed">
          Cleared what was filled in from {isolated(before.client)}: {listedParts(cleared)}.
        </Text>
      )}
      {usual.length > 0 && (
        <Text span c="dimmed">
          From the account’s defaults again: {listedParts(usual)}.
        </Text>
      )}
      {touched.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onUndo(chosen)}>
          Undo
        </Button>
      )}
      {stays.map((part) => (
        <Group key={part} gap={4}>
          <Text span c="dimmed">
            The {partWords[part]} {part === 'registrant' ? 'stays' : 'stay'} as you typed.
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={() => onUse(chosen, part)}>
            {part === 'registrant' ? 'Use that of' : 'Use those of'} {isolated(client)}
          </Button>
        </Group>
      ))}
    </Group>
  );
}
