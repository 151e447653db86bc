import { Button, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import * as z from 'zod/mini';
import { isolated } from '#shared/domain/isolated.ts';
import { longestReason } from '#shared/domain/team-troubles.ts';
import type { TeamChange, TeamClaim } from '#shared/domain/team-view.ts';
import { useStores } from '../app-stores.ts';
import { DialogEnd, FormDialog } from '../ui/Dialogs.tsx';
import { Age, counted } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { Choices, WorkLine } from '../ui/PageParts.tsx';
import { teamOf, useTeam } from './team-store.ts';
import { changeText, claimText, refusedBecause, TeamError } from './team-words.tsx';

/** What others have open on this domain: who, what, since when. While it is open, the same is sent by nobody else. */
export function DomainClaims({ domain }: { readonly domain: string }) {
  const claims = useStore(storeOf(useStores(), teamOf), (state) => state.claims);
  const isJoined = useTeam() !== null;
  const here = claims.filter((claim) => claim.domain === domain);
  if (!isJoined || here.length === 0) return null;
  return (
    <Stack component="ul" gap="xs" aria-label="Open changes of colleagues">
      {here.map((claim) => (
        <ClaimLine key={claim.changeId} claim={claim} />
      ))}
    </Stack>
  );
}

/** An open claim of somebody else; whoever may releases it. */
export function ClaimLine({ claim }: { readonly claim: TeamClaim }) {
  const isAdmin = useTeam()?.role === 'admin';
  const [isReleasing, setReleasing] = useState(false);
  return (
    <Group
      component="li"
      gap="4px 12px"
      mih={40}
      py={6}
      pl={12}
      pr={8}
      bdrs="md"
      bg={claim.state === 'uncertain' ? 'var(--nd-caution-soft)' : 'var(--nd-chrome)'}
    >
      <IconLock size={16} stroke={1.75} aria-hidden />
      <span>{claimText(claim)}</span>
      <Text span c="dimmed">
        <Age at={claim.since} />
      </Text>
      {isAdmin && claim.state !== 'held' && (
        <Button variant="default" size="compact-sm" ml="auto" onClick={() => setReleasing(true)}>
          Release…
        </Button>
      )}
      {isReleasing && <ReleaseDialog claim={claim} onClose={() => setReleasing(false)} />}
    </Group>
  );
}

const findings = [
  { value: 'had-no-effect', label: 'Not done' },
  { value: 'took-effect', label: 'Done' },
  { value: 'cannot-tell', label: 'Cannot be told' },
] as const;

const releaseSchema = z.object({
  finding: z.enum(['took-effect', 'had-no-effect', 'cannot-tell']),
  reason: z.string().check(z.trim(), z.minLength(1, 'Say why.'), z.maxLength(longestReason)),
});

interface ReleaseValues {
  readonly finding: string;
  readonly reason: string;
}

/** An admin frees what somebody has sent and not settled: only by what was found about it, and with a reason. */
function ReleaseDialog({ claim, onClose }: { readonly claim: TeamClaim; readonly onClose: () => void }) {
  const { bridge, notices } = useStores();
  const initial: ReleaseValues = { finding: '', reason: '' };
  return (
    <FormDialog
      title="Release this claim?"
      size={560}
      action="Release the claim"
      cancel="Keep it"
      color="danger"
      asksFirst
      schema={releaseSchema}
      initialValues={initial}
      onSubmit={async (values) => {
        const answer = await bridge.request.team.release({ changeId: claim.changeId, ...values });
        return answer.ok && answer.value.kind === 'refused' ? refusedBecause(answer.value.why) : answer;
      }}
      onError={(error) => <TeamError error={error} />}
      onDone={() => notices.actions.say('Released. It is an entry of the team’s journal.')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text fw={600}>{claimText(claim)}</Text>
          <Text>
            Look it up at the provider first, with the login {isolated(claim.service)}. Whatever{' '}
            {isolated(claim.by)} has sent may still be done: once it is released, somebody else can send it a
            second time.
          </Text>
          <Choices
            legend="What the provider shows"
            choices={findings}
            value={form.values.finding}
            onChange={(finding) => form.setFieldValue('finding', finding)}
            hasFocus
          />
          <Textarea
            label="Reason"
            description="Everybody in the team reads it."
            rows={2}
            maxLength={longestReason}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** What others did, as the team's journal has it; read again when they do more. */
export function useTeamChanges(domain: string | null): readonly TeamChange[] {
  const stores = useStores();
  const isJoined = useTeam() !== null;
  const news = useStore(storeOf(stores, teamOf), (state) => state.news);
  const [changes, setChanges] = useState<readonly TeamChange[]>([]);
  const { request } = stores.bridge;
  useEffect(() => {
    let isCurrent = true;
    if (domain !== null || isJoined)
      void request.team.changes({ domain }).then((answer) => {
        if (answer.ok && isCurrent) setChanges(answer.value.changes);
      });
    return () => {
      isCurrent = false;
    };
  }, [request, domain, isJoined, news]);
  return changes;
}

/** One line: what colleagues did last, and the way to the rest. Nothing where there is no team, or nothing was done. */
export function TeamNews() {
  const team = useTeam();
  const changes = useTeamChanges(null);
  const [isOpen, setOpen] = useState(false);
  const [first] = changes;
  if (team === null || first === undefined) return null;
  return (
    <>
      <WorkLine
        label="Done by colleagues"
        actions={
          <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
            By colleagues…
          </Button>
        }
      >
        {isolated(first.by)} · {changeText(first)}{' '}
        <Text span c="dimmed">
          <Age at={first.at} />
        </Text>
      </WorkLine>
      {isOpen && <ByColleagues changes={changes} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ByColleaguesProps {
  readonly changes: readonly TeamChange[];
  readonly onClose: () => void;
}

const ByColleagues = ({ changes, onClose }: ByColleaguesProps) => (
  <ModalDialog title="Done by colleagues" size={720} onClose={onClose}>
    <Stack>
      <Text c="dimmed">{counted(changes.length, 'change', 'changes')}, the newest first.</Text>
      <Table aria-label="Done by colleagues">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Who</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th ta="right">When</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <Table.Tr key={change.seq}>
              <Table.Td>{isolated(change.by)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{changeText(change)}</Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                <Age at={change.at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <DialogEnd>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogEnd>
    </Stack>
  </ModalDialog>
);
