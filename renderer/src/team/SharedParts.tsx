import { Button, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { TeamEdits, TeamStatus } from '#shared/domain/team-view.ts';
import { useStores } from '../app-stores.ts';
import { DialogEnd } from '../ui/Dialogs.tsx';
import { Age, counted } from '../ui/Formats.tsx';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { useEdits, useRemovals } from './team-store.ts';

type Sharing = TeamStatus['sharing'];

const stateWords: Readonly<Record<NonNullable<Sharing['state']>, string | null>> = {
  current: null,
  'read-only': 'Your role only reads: tags, notes and what you read stay on this computer.',
  'too-old': 'Its database is newer than this Namedesk: what you change waits until Namedesk is updated.',
};

/** What is shared of the portfolio, and what waits to be. */
export function SharingState({ sharing }: { readonly sharing: Sharing }) {
  const { state, domains, foreign, queued, skipped } = sharing;
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
      {skipped > 0 && (
        <Text c="dimmed">
          {counted(skipped, 'row', 'rows')} of its database skipped: not in any known form
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
  const { edits, replaced } = useEdits({ accountId: domain.accountId, domain: domain.name }) ?? none;
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
        <Button variant="filled" onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogEnd>
    </Stack>
  </ModalDialog>
);

interface RemovedMarkProps {
  /** Who: see `useTeamMarks`. */
  readonly by: string | undefined;
  readonly isAlone: boolean;
}

/**
 * That a colleague has removed a domain, which stays here until this person has said so: the mark alone says the rest where somebody
 * points at it.
 */
export function RemovedMark({ by, isAlone }: RemovedMarkProps) {
  if (by === undefined) return null;
  const words = `${isolated(by)} removed it. It stays here until you have looked at it in Today.`;
  return (
    <Group
      component="span"
      display="inline-flex"
      gap={4}
      wrap="nowrap"
      c="var(--nd-caution-text)"
      title={words}
    >
      <IconTrash
        size={14}
        stroke={1.75}
        style={{ flex: 'none' }}
        {...(isAlone ? { role: 'img', 'aria-label': words } : { 'aria-hidden': true })}
      />
      {!isAlone && <Text span>{words}</Text>}
    </Group>
  );
}

interface RemovalsProps {
  readonly accountId: string;
  readonly by: string;
  readonly onClose: () => void;
}

/** What a colleague has removed of an account, and whether it goes here too. */
export function RemovalsDialog({ accountId, by, onClose }: RemovalsProps) {
  const { bridge, notices } = useStores();
  const found = useRemovals().find((one) => one.accountId === accountId && one.by === by);
  const { names = [], seq = 0 } = found ?? {};
  const them = counted(names.length, 'name', 'names');
  async function settle(isKept: boolean) {
    const settled = await bridge.request.team.settleRemovals({ accountId, by, seq, isKept });
    if (settled.ok) notices.actions.say(isKept ? `Kept ${them}` : `Removed ${them}`);
    onClose();
    return settled;
  }
  return (
    <ModalDialog title={`${isolated(by)} removed ${them}`} size={560} onClose={onClose}>
      <Stack>
        <Text>
          They are still here, with their notes and dates. If you keep them, the others have them again, too.
        </Text>
        <Text className="mono selectable" mah={320} style={{ overflow: 'auto', overflowWrap: 'anywhere' }}>
          {names.map(toUnicode).join(', ')}
        </Text>
        <DialogEnd>
          <Button
            color="danger"
            disabled={found === undefined}
            onClick={() => notices.actions.report(settle(false))}
          >
            Remove them here too
          </Button>
          <Button
            variant="filled"
            disabled={found === undefined}
            data-autofocus
            onClick={() => notices.actions.report(settle(true))}
          >
            Keep them
          </Button>
        </DialogEnd>
      </Stack>
    </ModalDialog>
  );
}

const none: TeamEdits = { edits: [], replaced: [] };
