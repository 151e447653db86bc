import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { Batch } from '#shared/domain/batch.ts';
import { amountText } from '#shared/domain/counting.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import { priceText } from '#shared/domain/finding.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { longestApprovalReason, mostPerDay } from '#shared/domain/team-troubles.ts';
import type { ApprovalRequest, TeamStatus, TeamWork as Work } from '#shared/domain/team-view.ts';
import { mapOk } from '#shared/result.ts';
import type { Input } from '../client.ts';
import { useStores } from '../app-stores.ts';
import { FormDialog } from '../ui/Dialogs.tsx';
import { Age, counted, format } from '../ui/Formats.tsx';
import { Fact, Facts, WorkLine } from '../ui/PageParts.tsx';
import { SettingPart } from '../ui/Setting.tsx';
import { Loaded } from '../ui/States.tsx';
import { isApproved, type Sharing, useWaiting } from './sharing.ts';
import { useTeam, useWorkAsked } from './team-store.ts';
import { TeamError, unlessRefused } from './team-words.tsx';
import { useAction, useAgainWith } from '../use-action.ts';

/** The limits of the team, and what waits for a second person or was decided. */
export function TeamWork({ team }: { readonly team: TeamStatus }) {
  const asked = useWorkAsked();
  useAgainWith('opened', asked);
  const [work, read] = asked;
  return (
    <SettingPart label="Limits and approvals of the team" text="four eyes second person charged changes">
      <Loaded
        of={work}
        about="Couldn’t read the limits of the team"
        loading="Asking the database…"
        again={read}
      >
        {(now) => (
          <Stack gap="sm" py="sm">
            <Limits work={now} isAdmin={team.role === 'admin'} onDone={read} />
            <Requests requests={now.requests} />
            {now.unread > 0 && (
              <Text c="dimmed">
                {counted(now.unread, 'request', 'requests')} that this Namedesk cannot read
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
    </SettingPart>
  );
}

/** What a person can do something about. Nothing where there is nothing. */
export const TeamWaiting = () => <Requests requests={useWaiting()} />;

/** A line for what colleagues ask, and for what was decided about one's own. */
function Requests({ requests }: { readonly requests: readonly ApprovalRequest[] }) {
  const { route } = useStores();
  const maySend = (useTeam()?.role ?? 'reader') !== 'reader';
  const [shown, show] = useState<ApprovalRequest | null>(null);
  const buttonOf = (request: ApprovalRequest) => {
    const { isOwn, isHere, batchId } = request;
    if (isOwn ? !isHere : !maySend) return null;
    const open = () => route.actions.goToChanges({ kind: 'batch', batchId });
    return (
      <Button size="compact-sm" onClick={isOwn ? open : () => show(request)}>
        {isOwn ? 'Open the batch' : 'Look at it…'}
      </Button>
    );
  };
  return (
    <>
      {requests.map((request) => (
        <WorkLine
          key={`${request.batchId} ${request.by}`}
          label="Approval by a second person"
          actions={buttonOf(request)}
        >
          {stateText(request)}
        </WorkLine>
      ))}
      {shown !== null && <DecideDialog request={shown} onClose={() => show(null)} />}
    </>
  );
}

/** "ben asks for an approval: Renew 20 domains, 219.80 EUR" */
function stateText(request: ApprovalRequest): string {
  const { by, isOwn, state, decidedBy, decidedReason } = request;
  const who = isolated(decidedBy ?? '');
  if (state === 'waiting')
    return `${isOwn ? 'You ask' : `${isolated(by)} asks`} for an approval: ${whatText(request)}`;
  if (state === 'approved')
    return `${who} approved${isOwn ? '' : ` for ${isolated(by)}`}: ${whatText(request)}`;
  return `${who} refused: ${whatText(request)}. “${isolated(decidedReason ?? '')}”`;
}

/** "Renew 20 domains, 219.80 EUR and 2 without a price" */
function whatText({ title, isCharged, sums, unpriced }: ApprovalRequest): string {
  if (!isCharged) return isolated(title);
  const parts = sums.map((sum) => amountText(sum));
  if (unpriced > 0) parts.push(`${format.count(unpriced)} without a price`);
  return `${isolated(title)}, ${parts.join(' and ')}`;
}

interface LimitsProps {
  readonly work: Work;
  readonly isAdmin: boolean;
  readonly onDone: () => void;
}

function Limits({ work, isAdmin, onDone }: LimitsProps) {
  const [isChanging, setChanging] = useState(false);
  const { alonePerDay, alone, teamPerDay, team } = work;
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text fw={500}>Limits of the team</Text>
          <Text size="xs" c="dimmed">
            On charged changes in 24 hours: renewals and registrations.
          </Text>
        </div>
        {isAdmin && <Button onClick={() => setChanging(true)}>Change…</Button>}
      </Group>
      <Facts>
        <Fact name="Without a second person">
          {limitText(alonePerDay)} for each person; you have sent {format.count(alone)}
        </Fact>
        <Fact name="All together">
          {limitText(teamPerDay)}; {format.count(team)} sent
        </Fact>
      </Facts>
      {isChanging && <LimitsDialog work={work} onDone={onDone} onClose={() => setChanging(false)} />}
    </>
  );
}

const limitText = (limit: number | null): string => (limit === null ? 'No limit' : format.count(limit));

/** Empty: no limit. */
const perDay = z.pipe(
  z.string().check(z.trim(), z.regex(/^\d{0,7}$/, 'A number, or nothing.')),
  z.transform((text) => (text === '' ? null : Math.min(Number(text), mostPerDay))),
);
const limitsSchema = z.object({ alonePerDay: perDay, teamPerDay: perDay });

function LimitsDialog({
  work,
  onDone,
  onClose,
}: Omit<LimitsProps, 'isAdmin'> & { readonly onClose: () => void }) {
  const { bridge, notices } = useStores();
  const textOf = (limit: number | null): string => (limit === null ? '' : String(limit));
  return (
    <FormDialog
      title="Limits of the team"
      action="Set the limits"
      schema={limitsSchema}
      initialValues={{ alonePerDay: textOf(work.alonePerDay), teamPerDay: textOf(work.teamPerDay) }}
      onSubmit={async (limits) => unlessRefused(await bridge.request.team.setLimits(limits))}
      onError={(error) => <TeamError error={error} />}
      onDone={() => {
        onDone();
        notices.actions.say('Set. It is an entry of the team’s journal.');
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="By one person without a second one"
            description="Charged changes in 24 hours. What is beyond takes a colleague’s approval. Empty: no limit."
            inputMode="numeric"
            data-autofocus
            {...form.getInputProps('alonePerDay')}
          />
          <TextInput
            label="By all people together"
            description="Beyond that nothing charged is sent. Empty: no limit."
            inputMode="numeric"
            {...form.getInputProps('teamPerDay')}
          />
        </>
      )}
    </FormDialog>
  );
}

function useDecide({ batchId, by, at, digest }: ApprovalRequest) {
  const { bridge } = useStores();
  const [, again] = useWorkAsked();
  return async (verdict: Input<'team', 'decide'>['verdict'], reason = '') => {
    const decided = await bridge.request.team.decide({ batchId, by, at, digest, verdict, reason });
    again();
    return unlessRefused(decided);
  };
}

const reasonField = {
  description: 'Everybody in the team reads it.',
  rows: 2,
  maxLength: longestApprovalReason,
};
const reasonSchema = (isNeeded: boolean) =>
  z.object({
    reason: z
      .string()
      .check(z.trim(), z.minLength(isNeeded ? 1 : 0, 'Say why.'), z.maxLength(longestApprovalReason)),
  });

interface DecideProps {
  readonly request: ApprovalRequest;
  readonly onClose: () => void;
}

/** All that is approved: what is done, to which names, for how much. What was approved can be refused still. */
function DecideDialog({ request, onClose }: DecideProps) {
  const { notices } = useStores();
  const decide = useDecide(request);
  const { batchId, by, at, until, details, service, reason, isCharged, sums, state } = request;
  const [names, read] = useAction('team', 'approvalNames', { batchId, by, at });
  return (
    <FormDialog
      title={`${isolated(by)} asks for an approval`}
      action="Approve"
      cancel="Close"
      schema={reasonSchema(false)}
      initialValues={{ reason: '' }}
      asksFirst
      isReady={names.status === 'ready' && state === 'waiting'}
      onSubmit={() => decide('approved')}
      onError={(error) => <TeamError error={error} />}
      onDone={() => notices.actions.say(`Approved. ${isolated(by)} can send it within a day.`)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Facts>
            <Fact name="Change">{whatText(request)}</Fact>
            {details.length > 0 && <Fact name="Values">{details.map(isolated).join('; ')}</Fact>}
            <Fact name="Requested">
              <Age at={at} />, until {format.day(until)}
            </Fact>
            <Fact name="Account">{isolated(service)}</Fact>
            <Fact name="Reason">“{isolated(reason)}”</Fact>
          </Facts>
          <Loaded of={names} about="Couldn’t read the names" loading="Reading the names…" again={read}>
            {({ names: all }) => (
              <Textarea
                label={counted(all.length, 'name', 'names')}
                readOnly
                rows={Math.min(8, all.length)}
                value={all
                  .map(({ domain, price }) =>
                    isCharged
                      ? `${nameInText(domain)}: ${priceText(price, sums[0]?.currency)}`
                      : nameInText(domain),
                  )
                  .join('\n')}
              />
            )}
          </Loaded>
          <Textarea label="Reason, to refuse it" {...reasonField} {...form.getInputProps('reason')} />
          <Button
            variant="outline"
            color="danger"
            style={{ alignSelf: 'flex-end' }}
            disabled={form.values.reason.trim() === ''}
            onClick={() =>
              notices.actions.report(
                decide('refused', form.values.reason).then((done) => mapOk(done, onClose)),
              )
            }
          >
            Refuse
          </Button>
        </>
      )}
    </FormDialog>
  );
}

/** Of a reviewed batch: how its approval stands, asking for one, and withdrawing that. */
export function ApprovalOf({ batch, above, request, isOffered }: Sharing & { readonly batch: Batch }) {
  return (
    <>
      {request !== null && (
        <Text role="status" c={isApproved(request) ? 'var(--nd-finding-available)' : 'var(--nd-caution)'}>
          {approvalText(request)}
        </Text>
      )}
      {isOffered && batch.counts.remaining > 0 && (
        <Group gap="sm" justify="flex-end">
          {request !== null && <Withdraw request={request} />}
          {(request === null || !request.isCurrent || request.state === 'refused') && (
            <AskApproval batch={batch} isWayOn={above !== null || request !== null} />
          )}
        </Group>
      )}
    </>
  );
}

function approvalText(request: ApprovalRequest): string {
  if (isApproved(request)) return `${stateText(request)}.`;
  if (request.state === 'refused') return `${stateText(request)} Nothing is sent.`;
  return `${stateText(request)}. ${request.isCurrent ? 'It waits for a second person. ' : 'The batch is another one since, or the time is over: ask again. '}Nothing is sent.`;
}

function Withdraw({ request }: Pick<DecideProps, 'request'>) {
  const { notices } = useStores();
  const decide = useDecide(request);
  return (
    <Button variant="subtle" onClick={() => notices.actions.report(decide('withdrawn'))}>
      Withdraw the request
    </Button>
  );
}

interface AskProps {
  readonly batch: Pick<Batch, 'id' | 'digest' | 'counts'>;
  /** It is not applied otherwise. */
  readonly isWayOn: boolean;
}

/** Asks a colleague to approve a reviewed batch, with a reason. */
function AskApproval({ batch: { id: batchId, digest, counts }, isWayOn }: AskProps) {
  const { bridge, notices } = useStores();
  const [, again] = useWorkAsked();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={isWayOn ? 'filled' : 'default'} onClick={() => setOpen(true)}>
        Ask for an approval…
      </Button>
      {isOpen && (
        <FormDialog
          title="Ask for an approval"
          action="Ask"
          schema={reasonSchema(true)}
          initialValues={{ reason: '' }}
          asksFirst
          onSubmit={async ({ reason }) =>
            unlessRefused(await bridge.request.team.askApproval({ batchId, digest: digest ?? '', reason }))
          }
          onError={(error) => <TeamError error={error} />}
          onDone={() => {
            again();
            notices.actions.say('Asked. It waits for a second person. Nothing was sent.');
          }}
          onClose={() => setOpen(false)}
        >
          {(form) => (
            <>
              <Text>
                A colleague sees the names and prices of {counted(counts.remaining, 'change', 'changes')}, and
                decides within a week. What is approved you send within a day; until then nothing of this
                batch is sent.
              </Text>
              <Textarea label="Reason" data-autofocus {...reasonField} {...form.getInputProps('reason')} />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
