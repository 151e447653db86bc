import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconLock, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { isolated } from '#shared/domain/isolated.ts';
import { longestReason, type TeamFinding, teamFindings } from '#shared/domain/team-troubles.ts';
import type { TeamChange } from '#shared/domain/activity.ts';
import type { TeamClaim } from '#shared/domain/team-view.ts';
import { useStores } from '../app-stores.ts';
import { useActivity, wholeActivity } from '../activity/activity-store.ts';
import { ChangeStateMark } from '../changes/ChangeStateMark.tsx';
import { FormDialog } from '../ui/Dialogs.tsx';
import { Age, counted } from '../ui/Formats.tsx';
import { useAction } from '../use-action.ts';
import { valueOf } from '../remote.ts';
import { Choices, OpenLine, WorkLine } from '../ui/PageParts.tsx';
import { useClaims, useTeam, useTeamDone } from './team-store.ts';
import { claimText, claimWords, doneText, refusedBecause, TeamError, unlessRefused } from './team-words.tsx';

/** What others have open on this domain: who, what, since when. While it is open, the same is sent by nobody else. */
export function DomainClaims({ domain }: { readonly domain: string }) {
  const here = useClaims().filter((claim) => claim.domain === domain);
  if (here.length === 0) return null;
  return (
    <Stack component="ul" gap="xs" aria-label="Open changes of colleagues">
      {here.map((claim) => (
        <ClaimLine key={claim.changeId} claim={claim} />
      ))}
    </Stack>
  );
}

interface ClaimMarkProps {
  /** See `useTeamMarks`. */
  readonly claim: TeamClaim | undefined;
  readonly isAlone: boolean;
}

/** That a colleague has an open change of a domain: the mark alone says the rest where somebody points at it. */
export function ClaimMark({ claim, isAlone }: ClaimMarkProps) {
  if (claim === undefined) return null;
  const words = claimWords(claim);
  return (
    <Group component="span" display="inline-flex" gap={4} wrap="nowrap" c="var(--nd-caution)" title={words}>
      <IconLock
        size={14}
        stroke={1.75}
        style={{ flex: 'none' }}
        {...(isAlone ? { role: 'img', 'aria-label': words } : { 'aria-hidden': true })}
      />
      {!isAlone && (
        <Text span fz="xs" lh="15px" lineClamp={2} style={{ whiteSpace: 'normal' }}>
          {words}
        </Text>
      )}
    </Group>
  );
}

/** An open claim of somebody else; whoever may releases it. */
export function ClaimLine({ claim }: { readonly claim: TeamClaim }) {
  const isAdmin = useTeam()?.role === 'admin';
  const [isReleasing, setReleasing] = useState(false);
  return (
    <OpenLine isUncertain={claim.state === 'uncertain'}>
      <Group component="span" gap={12} wrap="nowrap" flex={1} miw={0}>
        <IconLock size={16} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
        <span>
          {claimText(claim)}{' '}
          <Text span c="dimmed" ml={8} style={{ whiteSpace: 'nowrap' }}>
            <Age at={claim.since} />
          </Text>
        </span>
      </Group>
      {isAdmin && claim.state !== 'held' && (
        <Button size="compact-sm" onClick={() => setReleasing(true)}>
          Release…
        </Button>
      )}
      {isReleasing && <ReleaseDialog claim={claim} onClose={() => setReleasing(false)} />}
    </OpenLine>
  );
}

const findings = [
  { value: 'had-no-effect', label: 'Not done' },
  { value: 'took-effect', label: 'Done' },
  { value: 'cannot-tell', label: 'Cannot be told' },
] as const;

const releaseSchema = z.object({
  finding: z.enum(teamFindings),
  reason: z.string().check(z.trim(), z.minLength(1, 'Say why.'), z.maxLength(longestReason)),
  isOfAll: z.boolean(),
});

interface ReleaseValues {
  readonly finding: string;
  readonly reason: string;
  readonly isOfAll: boolean;
}

/** An admin frees what somebody has sent and not settled: only by what was found about it, and with a reason. */
function ReleaseDialog({ claim, onClose }: { readonly claim: TeamClaim; readonly onClose: () => void }) {
  const { bridge, notices } = useStores();
  const claims = useClaims();
  const initial: ReleaseValues = { finding: '', reason: '', isOfAll: false };
  const ofPerson = claims.filter(({ by, state }) => by === claim.by && state !== 'held');

  async function release(values: ReleaseValues & { readonly finding: TeamFinding }) {
    const { changeId, attempt, by } = claim;
    const released = unlessRefused(await bridge.request.team.release({ changeId, attempt, by, ...values }));
    if (!released.ok || released.value.stopped === null) return released;
    const { count, stopped } = released.value;
    return refusedBecause(stopped, [], `${counted(count, 'claim was', 'claims were')} released before.`);
  }

  return (
    <FormDialog
      title="Release this claim?"
      size={560}
      action="Release the claim"
      color="danger"
      asksFirst
      schema={releaseSchema}
      initialValues={initial}
      onSubmit={release}
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
          {ofPerson.length > 1 && (
            <Checkbox
              label={`Also the others of ${isolated(claim.by)}: all ${ofPerson.length} that were sent and are open`}
              {...form.getInputProps('isOfAll', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** What colleagues did to a domain, as the team's journal has it. */
export const useTeamChanges = (domain: string): readonly TeamChange[] =>
  valueOf(useAction('team', 'changes', { domain })[0])?.changes ?? [];

/** Whose it is: of a colleague. */
export const By = ({ name }: { readonly name: string }) => (
  <Group
    component="span"
    display="inline-flex"
    gap={4}
    wrap="nowrap"
    c="var(--nd-accent)"
    miw={0}
    // On the line of the text before it: the box of a picture would stand on that line's foot.
    style={{ verticalAlign: 'bottom' }}
  >
    <IconUser size={14} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
    <span className="cut">
      <span className="spoken">by </span>
      {isolated(name)}
    </span>
  </Group>
);

/** The state of a colleague's change, as his journal has it: nobody here has seen that it was done. */
export const TeamStateMark = ({ change: { state, settledAs } }: { readonly change: TeamChange }) => (
  <ChangeStateMark of={{ state, settledAs, proof: state === 'confirmed' ? 'answer' : null }} />
);

/** One line: what colleagues have done today, and the way to it. Nothing where that is nothing. */
export function DoneToday() {
  const { route } = useStores();
  const activity = useActivity();
  const done = useTeamDone()?.done ?? [];
  const [first] = done;
  if (first === undefined) return null;
  const isOne = done.every(({ by }) => by === first.by);

  function open(): void {
    const by = isOne && first !== undefined ? first.by : null;
    activity.actions.filterBy({ ...wholeActivity, whose: 'all', by });
    route.actions.goToChanges({ kind: 'list', changeId: null });
  }

  return (
    <WorkLine
      label="Done by colleagues today"
      actions={
        <Button size="compact-sm" onClick={open}>
          Open in Activity
        </Button>
      }
    >
      {doneText(done)}
    </WorkLine>
  );
}
