import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { TeamEdits, TeamStatus } from '#shared/domain/team-view.ts';
import { DialogEnd } from '../ui/Dialogs.tsx';
import { Age, counted } from '../ui/Formats.tsx';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { orNothing, useTeam, useWithNews } from './team-store.ts';

type Sharing = TeamStatus['sharing'];

const stateWords: Readonly<Record<NonNullable<Sharing['state']>, string | null>> = {
  current: null,
  'read-only': 'Your role only reads: tags, notes and what you refresh stay on this computer.',
  'too-old': 'Its database is newer than this Namedesk: what you change waits until Namedesk is updated.',
};

/** What is shared of the portfolio, and what waits to be. */
export function SharingState({ sharing }: { readonly sharing: Sharing }) {
  const { state, domains, foreign, queued } = sharing;
  const why = state === null ? null : stateWords[state];
  return (
    <>
      <Text span>{counted(domains, 'domain', 'domains')} with tags, notes and dates</Text>
      {queued > 0 && (
        <Text c="var(--nd-caution-text)" role="status">
          {counted(queued, 'change waits', 'changes wait')} to be shared
        </Text>
      )}
      {foreign > 0 && (
        <Text c="dimmed">
          {counted(foreign, 'domain', 'domains')} of accounts that you do not have: not in Domains
        </Text>
      )}
      {why !== null && <Text c="dimmed">{why}</Text>}
    </>
  );
}

interface EditedByProps {
  readonly domain: Pick<Domain, 'accountId' | 'name'>;
  readonly field: TeamEdits['edits'][number]['field'];
}

/** Who else in the team has edited a field of a domain last, and what does not stand any more. Nothing where nobody has. */
export function EditedBy({ domain, field }: EditedByProps) {
  const { edits, replaced } = useTeamEdits(domain);
  const [isOpen, setOpen] = useState(false);
  const last = edits.find((edit) => edit.field === field);
  const earlier = replaced.filter((edit) => edit.field === field);
  if (last === undefined && earlier.length === 0) return null;
  return (
    <Group gap="4px 8px" align="baseline" fz="xs" c="dimmed">
      {last !== undefined && (
        <span>
          {isolated(last.by)}, <Age at={last.at} />
        </span>
      )}
      {earlier.length > 0 && (
        <Button variant="subtle" size="compact-xs" onClick={() => setOpen(true)}>
          {counted(earlier.length, 'replaced text', 'replaced texts')}…
        </Button>
      )}
      {isOpen && <Replaced texts={earlier} onClose={() => setOpen(false)} />}
    </Group>
  );
}

interface ReplacedProps {
  readonly texts: TeamEdits['replaced'];
  readonly onClose: () => void;
}

const Replaced = ({ texts, onClose }: ReplacedProps) => (
  <ModalDialog title="Replaced texts" size={560} onClose={onClose}>
    <Stack>
      <Text c="dimmed">
        Where two people have edited the same, the later text stands. These were replaced, or came too late.
      </Text>
      <Stack component="ul" gap="sm">
        {texts.map(({ by, at, text }, index) => (
          <li key={index}>
            <Text fz="xs" c="dimmed">
              {isolated(by)}, <Age at={at} />
            </Text>
            <Text className="selectable" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          </li>
        ))}
      </Stack>
      <DialogEnd>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogEnd>
    </Stack>
  </ModalDialog>
);

const none: TeamEdits = { edits: [], replaced: [] };

function useTeamEdits({ accountId, name }: EditedByProps['domain']): TeamEdits {
  const isJoined = useTeam() !== null;
  const found = useWithNews(isJoined && `${accountId} ${name}`, (request) =>
    orNothing(request.edits({ accountId, domain: name })),
  );
  return found ?? none;
}
