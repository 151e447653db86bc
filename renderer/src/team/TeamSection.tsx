import { Button, Checkbox, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import { isolated } from '#shared/domain/isolated.ts';
import { type TeamRole, teamRoles } from '#shared/domain/team-troubles.ts';
import type { TeamPerson, TeamStatus } from '#shared/domain/team-view.ts';
import { valueOf } from '../remote.ts';
import { useStores } from '../app-stores.ts';
import { ConfirmDialog, FormDialog } from '../ui/Dialogs.tsx';
import { Age, counted, format } from '../ui/Formats.tsx';
import { Fact, Facts, Section } from '../ui/PageParts.tsx';
import { Setting, SettingPart } from '../ui/Setting.tsx';
import { Loaded } from '../ui/States.tsx';
import { ConnectDialog, OwnPassword } from './ConnectDialog.tsx';
import { SharingState } from './SharedParts.tsx';
import { ClaimLine } from './TeamParts.tsx';
import { TeamState } from './TeamMark.tsx';
import { TeamWork } from './TeamWork.tsx';
import { useChangePassword, useClaims, useTeam } from './team-store.ts';
import { stillOpen } from '#shared/domain/team-sentences.ts';
import { outcomeText, roles, roleWord, TeamError, unlessRefused } from './team-words.tsx';
import { useAction } from '../use-action.ts';

/** The team of this workspace: joining one, and what belongs to it. */
export function TeamSection() {
  const team = useTeam();
  const [hasJoined, setJoined] = useState(false);
  return (
    <Section title="Team">
      {team === null ? <NotJoined onJoined={() => setJoined(true)} /> : <Joined team={team} />}
      {hasJoined && team !== null && <OwnPassword onClose={() => setJoined(false)} />}
    </Section>
  );
}

function NotJoined({ onJoined }: { readonly onJoined: () => void }) {
  const [dialog, setDialog] = useState<'join' | 'set-up' | null>(null);
  return (
    <>
      <Setting
        label="Work as a team"
        purpose="Several people, each at a computer with a Namedesk, on one PostgreSQL database: nobody sends what somebody else is sending, and everybody sees who did what, and the same domains with their tags and notes. Keys, transfer codes and contacts stay on each computer."
      >
        {(labelled) => (
          <Group gap="sm" wrap="nowrap">
            <Button aria-describedby={labelled['aria-describedby']} onClick={() => setDialog('join')}>
              Join a team…
            </Button>
            <Button variant="subtle" onClick={() => setDialog('set-up')}>
              Set one up…
            </Button>
          </Group>
        )}
      </Setting>
      {dialog !== null && (
        <ConnectDialog isNew={dialog === 'set-up'} onJoined={onJoined} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

function Joined({ team }: { readonly team: TeamStatus }) {
  const claims = useClaims();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <SettingPart label="Team">
        <Stack gap={12}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600} fz="md">
              {isolated(team.name)}
            </Text>
            <Group gap="sm" wrap="nowrap">
              <ChangePassword />
              <Button onClick={() => setLeaving(true)}>Leave…</Button>
            </Group>
          </Group>
          <TeamState team={team} />
          {team.away?.why === 'elsewhere' && team.role === 'admin' && <AcceptServer />}
          <Facts>
            <Fact name="Database" mono>
              {team.url}
            </Fact>
            {team.caFile !== null && (
              <Fact name="Authority" mono>
                {team.caFile}
              </Fact>
            )}
            <Fact name="Joined">
              {format.day(team.joinedAt)} · its journal was seen up to entry {format.count(team.entries)}
              {team.skipped > 0 &&
                ` · ${counted(team.skipped, 'row', 'rows')} of its database could not be read`}
            </Fact>
            <Fact name="Shared">
              <SharingState sharing={team.sharing} />
            </Fact>
          </Facts>
          <RefusedOutcomes />
          {claims.length > 0 && (
            <Stack component="ul" gap="xs" aria-label="Open changes of colleagues">
              {claims.map((claim) => (
                <ClaimLine key={claim.changeId} claim={claim} />
              ))}
            </Stack>
          )}
        </Stack>
      </SettingPart>
      <SettingPart label="People in the team" text="invite colleague role password exclude">
        <People team={team} />
      </SettingPart>
      <TeamWork team={team} />
      {isLeaving && <LeaveDialog name={team.name} onClose={() => setLeaving(false)} />}
    </>
  );
}

/** The database cannot know whether a desk has still to tell it something. */
function AcceptServer() {
  const { bridge, notices } = useStores();
  const [isOpen, setOpen] = useState(false);
  return (
    <Group>
      <Button onClick={() => setOpen(true)}>Accept it…</Button>
      {isOpen && (
        <ConfirmDialog
          title="Has every desk connected since?"
          action="Accept it"
          cancel="Not yet"
          color="danger"
          consequences={[
            'Each desk tells the database again what it has sent, as soon as it connects.',
            'What a desk has sent and not told it since, a colleague could send a second time.',
            'From then on, everybody in the team sends again. It is written in the journal of the team.',
          ]}
          onConfirm={async () => unlessRefused(await bridge.request.team.acceptServer({}))}
          onError={(error) => <TeamError error={error} />}
          onDone={() => notices.actions.say('The team sends again')}
          onClose={() => setOpen(false)}
        />
      )}
    </Group>
  );
}

/** The password that was given out is known to whoever gave it. */
function ChangePassword() {
  const { notices } = useStores();
  const change = useChangePassword();
  return (
    <Button
      onClick={() =>
        void change().then((result) => {
          if (result !== null && !result.ok) notices.actions.fail(result.error);
        })
      }
    >
      Change password…
    </Button>
  );
}

/** Outcomes that the team's database did not take: it may keep names from colleagues that are free, or the other way round. */
function RefusedOutcomes() {
  const { bridge, route } = useStores();
  const [listed, read] = useAction('team', 'refused', {});
  const outcomes = valueOf(listed)?.outcomes ?? [];
  if (outcomes.length === 0) return null;
  return (
    <Stack
      gap="xs"
      p={12}
      bdrs="md"
      bg="var(--nd-caution-soft)"
      role="group"
      aria-label="Not taken by the team"
    >
      <Text fw={600}>
        {counted(outcomes.length, 'outcome', 'outcomes')} that the team’s database did not take
      </Text>
      <Stack component="ul" gap={4}>
        {outcomes.map((outcome) => (
          <Group component="li" key={`${outcome.changeId} ${outcome.outcome}`} gap="4px 12px">
            <span>{outcomeText(outcome)}</span>
            {outcome.domain !== null && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => route.actions.goToChanges({ kind: 'list', changeId: outcome.changeId })}
              >
                Open the change
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      <Group justify="space-between" gap="4px 12px">
        <Text flex={1} miw={240}>
          Compare what the service shows with what the team’s list says. An admin can release a claim that is
          left over.
        </Text>
        <Button size="compact-sm" onClick={() => void bridge.request.team.offerAgain({}).then(() => read())}>
          Tell it again
        </Button>
      </Group>
    </Stack>
  );
}

function LeaveDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { bridge, notices } = useStores();
  return (
    <ConfirmDialog
      title={`Leave ${isolated(name)}?`}
      action="Leave the team"
      cancel="Stay"
      color="danger"
      consequences={[
        'Nobody is asked any longer before a change is sent from here: two people could send the same.',
        'Your password is removed from the keychain. To join again, you need it, or a new one from an admin.',
        'What is stored in this workspace stays as it is. What you change from then on is not shared; what was shared stays with the team.',
      ]}
      onConfirm={async () => unlessRefused(await bridge.request.team.leave({}))}
      onError={(error) => <TeamError error={error} />}
      onDone={() => notices.actions.say(`Left ${isolated(name)}`)}
      onClose={onClose}
    />
  );
}

function People({ team: { role: own, user } }: { readonly team: TeamStatus }) {
  const [inviting, setInviting] = useState<Invitation | null>(null);
  const [excluding, setExcluding] = useState<string | null>(null);
  const [listed, read] = useAction('team', 'people', {});
  const isAdmin = own === 'admin';
  return (
    <Stack gap="sm" py="sm">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={500}>People</Text>
        {isAdmin && <Button onClick={() => setInviting({ name: '', role: 'buyer' })}>Invite…</Button>}
      </Group>
      <Loaded of={listed} about="Couldn’t list the people" loading="Asking the database…" again={read}>
        {({ people }) => (
          <PeopleList
            people={people}
            self={user}
            actions={isAdmin ? { invite: setInviting, exclude: setExcluding } : null}
          />
        )}
      </Loaded>
      {inviting !== null && <InviteDialog of={inviting} onDone={read} onClose={() => setInviting(null)} />}
      {excluding !== null && (
        <ExcludeDialog name={excluding} onDone={read} onClose={() => setExcluding(null)} />
      )}
    </Stack>
  );
}

interface Invitation {
  readonly name: string;
  readonly role: TeamRole;
  /** See `invite`: only after the server has refused it otherwise. */
  readonly isPlain?: boolean;
}

interface PeopleListProps {
  readonly people: readonly TeamPerson[];
  readonly self: string;
  /** Null for whoever is no admin. */
  readonly actions: {
    readonly invite: (of: Invitation) => void;
    readonly exclude: (name: string) => void;
  } | null;
}

function PeopleList({ people, self, actions }: PeopleListProps) {
  if (people.length === 0) return <Text c="dimmed">Nobody was invited yet.</Text>;
  return (
    <Table aria-label="People">
      <Table.Tbody>
        {people.map(({ name, role, invitedBy, invitedAt, excludedAt }) => (
          <Table.Tr key={name}>
            <Table.Td fw={500}>{isolated(name)}</Table.Td>
            <Table.Td c={excludedAt === null ? 'var(--nd-text)' : 'dimmed'}>
              {excludedAt === null ? roleWord(role) : 'Excluded'}
            </Table.Td>
            <Table.Td c="dimmed">
              <HowTheyCame person={{ invitedBy, invitedAt, excludedAt }} />
            </Table.Td>
            <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
              {actions !== null && name !== self && invitedBy !== null && (
                <>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`New password for ${isolated(name)}`}
                    onClick={() => actions.invite({ name, role })}
                  >
                    New password…
                  </Button>
                  {excludedAt === null && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={`Exclude ${isolated(name)}`}
                      onClick={() => actions.exclude(name)}
                    >
                      Exclude…
                    </Button>
                  )}
                </>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The founder was invited by nobody. */
function HowTheyCame({
  person,
}: {
  readonly person: Pick<TeamPerson, 'invitedBy' | 'invitedAt' | 'excludedAt'>;
}) {
  const { invitedBy, invitedAt, excludedAt } = person;
  if (excludedAt !== null) return <Age at={excludedAt} />;
  if (invitedBy === null || invitedAt === null) return 'set the team up';
  return (
    <>
      invited by {isolated(invitedBy)} <Age at={invitedAt} />
    </>
  );
}

const inviteSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(31)),
  role: z.enum(teamRoles),
  isPlain: z.boolean(),
});

interface InviteDialogProps {
  readonly of: Invitation;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The password is shown once, in a window of its own. */
function InviteDialog({ of, onDone, onClose }: InviteDialogProps) {
  const { bridge, notices } = useStores();
  const isKnown = of.name !== '';
  const [isVerifierRefused, setVerifierRefused] = useState(false);
  return (
    <FormDialog
      title={isKnown ? `New password for ${isolated(of.name)}` : 'Invite somebody'}
      action={isKnown ? 'Make and show it' : 'Invite and show the password'}
      schema={inviteSchema}
      initialValues={{ isPlain: false, ...of }}
      onSubmit={async (values) => {
        const answer = await bridge.request.team.invite({ ...values, again: isKnown });
        if (answer.ok && answer.value.kind === 'refused') setVerifierRefused(answer.value.why === 'verifier');
        return unlessRefused(answer, ['name']);
      }}
      onError={(error) => <TeamError error={error} />}
      onDone={(answer) => {
        onDone();
        if (!answer.isShown)
          notices.actions.say('The password could not be shown. Make a new one.', 'problem');
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            description="Small letters and digits, as the user of the database."
            readOnly={isKnown}
            maxLength={31}
            data-autofocus={!isKnown || undefined}
            {...form.getInputProps('name')}
          />
          <Select
            label="Role"
            data={roles.map(({ value, label, about }) => ({ value, label: `${label}: ${about}` }))}
            {...form.getInputProps('role')}
          />
          {isVerifierRefused && (
            <Checkbox
              label="Send the password itself, over the verified connection"
              {...form.getInputProps('isPlain', { type: 'checkbox' })}
            />
          )}
          <Text c="dimmed">
            A one-time password is shown once, in a window of its own.
            {isKnown && ' The present one no longer works.'}
          </Text>
        </>
      )}
    </FormDialog>
  );
}

interface ExcludeDialogProps {
  readonly name: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function ExcludeDialog({ name, onDone, onClose }: ExcludeDialogProps) {
  const { bridge, notices } = useStores();
  const { team } = bridge.request;
  return (
    <ConfirmDialog
      title={`Exclude ${isolated(name)}?`}
      action="Exclude"
      cancel="Keep"
      color="danger"
      consequences={[
        'No connection of this person is accepted any longer, and open ones end. Its requests for an approval are closed, and what it had approved waits for somebody else.',
        'What was sent and is not finished stays claimed, until an admin releases it.',
        'An invitation of the same name lets the person in again.',
      ]}
      onConfirm={async () => unlessRefused(await team.exclude({ name }))}
      onError={(error) => <TeamError error={error} />}
      onDone={({ open }) => {
        onDone();
        if (open > 0) notices.actions.say(stillOpen(name, open), 'problem');
      }}
      onClose={onClose}
    />
  );
}
