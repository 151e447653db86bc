import { Anchor, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { longestOwnTexts } from '#shared/domain/domain-parts.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { Output } from '../client.ts';
import { useStores } from '../app-stores.ts';
import { type Remote, valueOf } from '../remote.ts';
import { counted, format } from '../ui/Formats.tsx';
import { useAction } from '../use-action.ts';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { Loaded, Notice } from '../ui/States.tsx';
import css from './clients.module.css';

type Client = Output<'clients', 'list'>['clients'][number];

/** So many are listed at once; typing narrows them down. */
const mostShown = 50;

interface ClientsDialogProps {
  /** Shows what there is of a client. */
  readonly onOpen: (client: string) => void;
  readonly onClose: () => void;
}

/** Every client, of all accounts, with the templates that its orders and batches propose. Each choice is saved at once. */
export function ClientsDialog({ onOpen, onClose }: ClientsDialogProps) {
  const { route } = useStores();
  const [clients, again] = useAction('clients', 'list', {});
  const [templates] = useAction('templates', 'list', {});
  const [text, setText] = useState('');
  return (
    <ModalDialog title="Clients" size={760} onClose={onClose}>
      <Stack gap="md">
        <Text c="dimmed">
          Orders fill these in, and batches offer them. Nothing is sent by choosing one here.
        </Text>
        <TextInput
          label="Find or add a client"
          maxLength={longestOwnTexts.client}
          value={text}
          data-autofocus
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <NoTemplates
          templates={templates}
          onOpen={() => {
            onClose();
            route.actions.goToDomains({ kind: 'templates' });
          }}
        />
        <Loaded of={clients} about="Couldn’t load the clients" loading="Loading the clients…" again={again}>
          {({ clients: all }) => (
            <ClientTable
              clients={matching(all, text.trim())}
              templates={valueOf(templates)?.templates ?? null}
              onOpen={onOpen}
            />
          )}
        </Loaded>
      </Stack>
    </ModalDialog>
  );
}

/** Those whose name has the text. One that is not there yet stands first: it is added by a choice. */
function matching(all: readonly Client[], text: string): readonly Client[] {
  const wanted = text.toLowerCase();
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  const isNew = text !== '' && !all.some(({ name }) => name === text);
  return isNew ? [{ name: text, domains: 0, contact: null, nameservers: null }, ...found] : found;
}

interface NoTemplatesProps {
  readonly templates: Remote<Output<'templates', 'list'>>;
  readonly onOpen: () => void;
}

/** Why there is nothing to choose. */
function NoTemplates({ templates, onOpen }: NoTemplatesProps) {
  if (templates.status === 'failed') return <Notice>{sentencesFor(templates.error).happened}</Notice>;
  if (valueOf(templates)?.templates.length !== 0) return null;
  return (
    <Group gap="sm">
      <Text>There are no templates to choose yet.</Text>
      <Button size="compact-sm" onClick={onOpen}>
        Open Templates
      </Button>
    </Group>
  );
}

interface ClientTableProps extends Pick<ClientsDialogProps, 'onOpen'> {
  readonly clients: readonly Client[];
  /** Null where they are not known. */
  readonly templates: readonly Template[] | null;
}

function ClientTable({ clients, templates, onOpen }: ClientTableProps) {
  if (clients.length === 0)
    return (
      <Text c="dimmed">No clients yet. Type a name above, or set the client of domains in their list.</Text>
    );
  return (
    <>
      <table className={css['clients']}>
        <caption className="spoken">Clients and their templates</caption>
        <thead>
          <tr>
            <th scope="col">Client</th>
            <th scope="col">Contact</th>
            <th scope="col">Nameservers</th>
          </tr>
        </thead>
        <tbody>
          {clients.slice(0, mostShown).map((client) => (
            <tr key={client.name}>
              <th scope="row">
                {client.domains === 0 ? (
                  <bdi>{client.name}</bdi>
                ) : (
                  <Anchor
                    component="button"
                    type="button"
                    inherit
                    ta="left"
                    onClick={() => onOpen(client.name)}
                  >
                    <bdi>{client.name}</bdi>
                  </Anchor>
                )}
                <Text size="xs" c="dimmed" fw={400}>
                  {client.domains === 0 ? 'No domains yet' : counted(client.domains, 'domain', 'domains')}
                </Text>
              </th>
              <td>
                <TemplateChoice client={client} part="contact" templates={templates} />
              </td>
              <td>
                <TemplateChoice client={client} part="nameservers" templates={templates} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {clients.length > mostShown && (
        <Text c="dimmed">
          {format.count(clients.length - mostShown)} more. Type a part of the name to find one.
        </Text>
      )}
    </>
  );
}

interface TemplateChoiceProps extends Pick<ClientTableProps, 'templates'> {
  readonly client: Client;
  readonly part: Template['kind'];
}

const partWords: Readonly<Record<Template['kind'], string>> = {
  contact: 'Contact',
  nameservers: 'Nameservers',
};

/** One of a client's templates, chosen and saved at once. */
function TemplateChoice({ client, part, templates }: TemplateChoiceProps) {
  const { bridge, undo, notices } = useStores();
  const { name } = client;
  const offered = (templates ?? []).filter(({ kind }) => kind === part);
  const value = offered.some(({ id }) => id === client[part]) ? (client[part] ?? '') : '';
  const text = `Changed the templates of ${isolated(name)}`;
  const choose = (id: string) =>
    notices.actions.report(
      undo.actions.edit({ area: 'clients', text, accountId: null }, (edit) =>
        bridge.request.clients.save({ name, [part]: id === '' ? null : id, edit }),
      ),
    );
  return (
    <NativeSelect
      aria-label={`${partWords[part]} of ${isolated(name)}`}
      disabled={offered.length === 0}
      data={[{ value: '', label: 'None' }, ...offered.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}
