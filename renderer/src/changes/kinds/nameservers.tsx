import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { plural } from '#shared/domain/counting.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import type { Change } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { useStores } from '../../app-stores.ts';
import { ChangeFlow } from '../ChangeFlow.tsx';
import { editorsOf, useEditor, useForgetWhenDone } from '../drafts.ts';
import { isBusy, isShownElsewhere, useChange } from '../flow-store.ts';
import {
  DisabledReason,
  DraftNote,
  KnownAge,
  LastChange,
  useLastChange,
  EditorEnd,
} from '../ChangeParts.tsx';
import { counted, useNowMs } from '../../ui/Formats.tsx';
import { Section } from '../../ui/PageParts.tsx';
import { Notice } from '../../ui/States.tsx';
import { useAction } from '../../use-action.ts';
import {
  hostsOf,
  isInside,
  isSame,
  isSendable,
  listed,
  readRows,
  useHostRows,
} from '../../domains/nameservers/host-rows.ts';
import { DelegationNow } from '../../domains/nameservers/NameserverCheck.tsx';
import { HostsField } from '../../domains/nameservers/HostsField.tsx';
import { HostTemplates } from '../../settings/TemplatesView.tsx';
import { valueOf } from '../../remote.ts';
import type { OfDomain } from '../../domains/domain-words.ts';

/** What the help says of its tab. */
export const help = {
  purpose: 'The nameservers that answer for one domain.',
  firstStep: 'Edit the list, then choose Review….',
  notes: [
    'The whole set is replaced: a nameserver that is not in the list stops answering for the domain.',
    'A nameserver inside this domain needs a host record of the same name.',
    'What you type is kept as a draft until you send or reset it.',
  ],
};

const isAtItsField = (field: string): boolean => field.startsWith('nameservers');

/** The nameservers of a domain: typed, pasted or taken from a template; sent as a whole. */
export function NameserversEditor({ domain }: OfDomain) {
  const flow = useChange(domain, 'nameservers');
  const state = useStore(flow);
  const rows = useRows(domain);
  const last = useLastChange(domain.accountId, domain.name, 'nameservers');
  const [isStrict, setIsStrict] = useState(false);
  useForgetWhenDone(flow, rows.editor);

  function review(): void {
    setIsStrict(true);
    if (isSendable(rows.rows, rows.most))
      flow.actions.begin({ kind: 'nameservers', nameservers: hostsOf(rows.rows) });
  }

  return (
    <Section title="Nameservers" actions={<HostTemplates rows={rows} />}>
      <Stack gap={12} maw={720}>
        <DisabledReason accountId={domain.accountId} />
        <ChangeFlow flow={flow} isAtItsField={isAtItsField} />
        <Present domain={domain} />
        <SetHere domain={domain} last={last} />
        <HostsField rows={rows} flow={state} isStrict={isStrict} />
        <InsideWarning domain={domain} hosts={hostsOf(rows.rows)} />
        <DraftNote state={rows.isDirty ? rows.editor.state : { ...rows.editor.state, typed: null }} />
        <EditorEnd
          flow={state}
          canReview={rows.isDirty && !isBusy(state)}
          onReview={review}
          canReset={rows.isDirty}
          onReset={() => {
            setIsStrict(false);
            rows.editor.actions.reset();
          }}
        >
          {last !== null && !isShownElsewhere(state, last) && <LastChange change={last} />}
        </EditorEnd>
      </Stack>
    </Section>
  );
}

function Present({ domain: { nameservers, troubles } }: OfDomain) {
  const trouble = troubles.find(({ part }) => part === 'nameservers');
  return (
    <Text c="dimmed" maw={640}>
      {nameservers === null ? (
        'The current nameservers are not loaded yet; they are read before anything is sent.'
      ) : (
        <>
          {counted(nameservers.value.length, 'nameserver', 'nameservers')}, <KnownAge {...nameservers} />.
        </>
      )}{' '}
      The whole set is replaced: nameservers not in this list are no longer used for the domain.
      {trouble !== undefined && ` Couldn’t read them last time. ${sentencesFor(trouble.error).happened}`}
    </Text>
  );
}

/** After so long the registry has what it will have. */
const delegationDays = 7;

/** What the registry has of the set that was last sent from here. */
function SetHere({ domain, last }: OfDomain & { readonly last: Change | null }) {
  const nowMs = useNowMs();
  const isRecent = last !== null && nowMs - Date.parse(last.changedAt) < delegationDays * 24 * 3_600_000;
  if (!isRecent || last.what.kind !== 'nameservers' || !isEffective(last)) return null;
  return <DelegationNow accountId={domain.accountId} domain={domain.name} hosts={last.what.nameservers} />;
}

const isEffective = ({ state, settledAs }: Change): boolean =>
  state === 'confirmed' || state === 'uncertain' || settledAs === 'applied';

const createEditors = editorsOf('nameservers', readRows);

function useRows(domain: Domain) {
  const editor = useEditor(createEditors, domain);
  const present = domain.nameservers?.value ?? [];
  const rows = editor.state.typed ?? present;
  /** Differs from the present state, as far as that is known. */
  const isDirty = editor.state.typed !== null && !isSame(listed(rows.join('\n')), present);
  return { ...useHostRows(domain.accountId, rows, editor.actions.type), editor, isDirty };
}

interface InsideWarningProps {
  readonly domain: Domain;
  readonly hosts: readonly string[];
}

/** Warns about a host inside its own domain where no child nameserver is known: without one, it cannot be resolved. */
function InsideWarning({ domain, hosts }: InsideWarningProps) {
  const { route } = useStores();
  const [children] = useAction('domains', 'children', { accountId: domain.accountId, domain: domain.name });
  const known = valueOf(children)?.children ?? null;
  const lonely = hosts.filter(
    (host) => isInside(host, domain.name) && known?.some((child) => child.host === host) !== true,
  );
  if (known === null || lonely.length === 0) return null;
  return (
    <Notice
      actions={
        <Button
          size="compact-sm"
          onClick={() =>
            route.actions.goToDomains({ kind: 'domain', domain: domain.name, tab: 'child-nameservers' })
          }
        >
          Host records
        </Button>
      }
    >
      <span className="mono">{lonely.map(isolatedName).join(', ')}</span>{' '}
      {plural(
        lonely.length,
        'is inside this domain, and no host record with this name is known here.',
        'are inside this domain, and no host records with these names are known here.',
      )}{' '}
      Without one, its address can’t be found.
    </Notice>
  );
}
