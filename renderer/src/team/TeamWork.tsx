import { Button, Group, Stack, Text, Textarea, type TextareaProps, TextInput } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { Batch } from '#shared/domain/batch.ts';
import { amountText } from '#shared/domain/counting.ts';
import { priceText } from '#shared/domain/finding.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { longestApprovalReason, mostPerDay } from '#shared/domain/team-troubles.ts';
import type { ApprovalRequest, TeamStatus, TeamWork as Work } from '#shared/domain/team-view.ts';
import type { Input, Output } from '#shared/routes.ts';
import { useStores } from '../app-stores.ts';
import { Spelled } from '../changes/ChangeParts.tsx';
import { ConfirmDialog, FormDialog } from '../ui/Dialogs.tsx';
import { Age, counted, format } from '../ui/Formats.tsx';
import { Fact, Facts, WorkLine } from '../ui/PageParts.tsx';
import { SettingPart } from '../ui/Setting.tsx';
import { Loaded } from '../ui/States.tsx';
import { isApproved, type Sharing, useWaiting } from './sharing.ts';
import { useOfTeam } from './team-store.ts';
import { TeamError, unlessRefused } from './team-words.tsx';

/** The limits of the team, and what waits for a second person or was decided. */
export function TeamWork({ team }: { readonly team: TeamStatus }) {
  const [work, read] = useOfTeam(async (request) => unlessRefused(await request.work({})));
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
            {now.requests.length > 0 && (
              <Stack component="ul" gap="xs" aria-label="Approvals">
                {now.requests.map((request) => (
                  <RequestLine
                    key={`${request.batchId} ${request.by}`}
                    request={request}
                    maySend={team.role !== 'reader'}
                    onDone={read}
                  />
                ))}
              </Stack>
            )}
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

/** A line for what a colleague asks, and for what was decided about one's own. Nothing where there is none. */
export function TeamWaiting() {
  const { route } = useStores();
  const [shown, show] = useState<ApprovalRequest | null>(null);
  return (
    <>
      {useWaiting().map((request) => (
        <WorkLine
          key={`${request.batchId} ${request.by}`}
          label={request.isOwn ? 'Decided by a colleague' : 'Waiting for your approval'}
          actions={
            <Button
              variant="default"
              size="compact-sm"
              onClick={() =>
                request.isOwn
                  ? route.actions.goToChanges({ kind: 'batch', batchId: request.batchId })
                  : show(request)
              }
            >
              {request.isOwn ? 'Open the batch' : 'Look at it…'}
            </Button>
          }
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
  const { by, isOwn, title, state, decidedBy, decidedReason } = request;
  const what = `${isolated(title)}${costText(request)}`;
  const who = isolated(decidedBy ?? '');
  if (state === 'waiting') return `${isOwn ? 'You ask' : `${isolated(by)} asks`} for an approval: ${what}`;
  if (state === 'approved') return `${who} approved${isOwn ? '' : ` for ${isolated(by)}`}: ${what}`;
  return `${who} refused: ${what}. “${isolated(decidedReason ?? '')}”`;
}

/** ", 219.80 EUR and 2 without a price"; nothing of what is not charged. */
function costText({ isCharged, sums, unpriced }: ApprovalRequest): string {
  if (!isCharged) return '';
  const parts = sums.map((sum) => amountText(sum));
  if (unpriced > 0) parts.push(`${format.count(unpriced)} without a price`);
  return `, ${parts.join(' and ')}`;
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
        {isAdmin && (
          <Button variant="default" onClick={() => setChanging(true)}>
            Change…
          </Button>
        )}
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

interface RequestLineProps {
  readonly request: ApprovalRequest;
  readonly maySend: boolean;
  readonly onDone: () => void;
}

/** What somebody asks: another person approves or refuses it here, also what was approved; whoever has asked withdraws it. */
function RequestLine({ request, maySend, onDone }: RequestLineProps) {
  const [open, setOpen] = useState<'decide' | 'refuse' | null>(null);
  const { isOwn, at, reason, service, state } = request;
  const onClose = () => setOpen(null);
  return (
    <Group component="li" gap="4px 12px" mih={40} py={6} pl={12} pr={8} bdrs="md" bg="var(--nd-chrome)">
      <IconUserCheck size={16} stroke={1.75} aria-hidden />
      <div style={{ flex: '1 1 300px' }}>
        {stateText(request)}{' '}
        <Text span c="dimmed">
          <Age at={at} />
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          “{isolated(reason)}” · {isolated(service)}
        </Text>
      </div>
      {isOwn && <Withdraw request={request} onDone={onDone} />}
      {!isOwn && maySend && state === 'approved' && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen('refuse')}>
          Refuse…
        </Button>
      )}
      {!isOwn && maySend && state === 'waiting' && (
        <Button variant="default" size="compact-sm" onClick={() => setOpen('decide')}>
          Look at it…
        </Button>
      )}
      {open === 'decide' && <DecideDialog request={request} onDone={onDone} onClose={onClose} />}
      {open === 'refuse' && <RefuseDialog request={request} onDone={onDone} onClose={onClose} />}
    </Group>
  );
}

type Verdict = Input<'team', 'decide'>['verdict'];

function useDecide({ batchId, by, at, digest }: ApprovalRequest) {
  const { request } = useStores().bridge;
  return async (verdict: Verdict, reason = '') =>
    unlessRefused(await request.team.decide({ batchId, by, at, digest, verdict, reason }));
}

function Withdraw({ request, onDone }: Pick<DecideProps, 'request' | 'onDone'>) {
  const { notices } = useStores();
  const decide = useDecide(request);
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={() =>
        notices.actions.report(
          decide('withdrawn').then((done) => {
            if (done.ok) onDone?.();
            return done;
          }),
        )
      }
    >
      Withdraw the request
    </Button>
  );
}

interface DecideProps {
  readonly request: ApprovalRequest;
  readonly onDone?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** All that is approved: what is done, to which names, for how much. Refusing it is the other way on. */
function DecideDialog({ request, onDone, onClose }: DecideProps) {
  const { notices } = useStores();
  const decide = useDecide(request);
  const [isRefusing, setRefusing] = useState(false);
  const { batchId, by, at, until, title, details, service, reason, isCharged } = request;
  const [names, read] = useOfTeam(async (team) =>
    unlessRefused(await team.approvalNames({ batchId, by, at })),
  );
  if (isRefusing) return <RefuseDialog request={request} onDone={onDone} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={`Approve what ${isolated(by)} asks for?`}
      action="Approve"
      cancel="Decide later"
      focus="cancel"
      isReady={names.status === 'ready'}
      onConfirm={() => decide('approved')}
      onError={(error) => <TeamError error={error} />}
      onDone={() => {
        onDone?.();
        notices.actions.say('Approved. It is sent by whoever asked, within a day.');
      }}
      onClose={onClose}
    >
      <Facts>
        <Fact name="Change">
          {isolated(title)}
          {costText(request)}
        </Fact>
        {details.length > 0 && <Fact name="Values">{details.map(isolated).join('; ')}</Fact>}
        <Fact name="Asked">
          <Age at={at} />, until {format.day(until)}
        </Fact>
        <Fact name="Account">{isolated(service)}</Fact>
        <Fact name="Reason">“{isolated(reason)}”</Fact>
      </Facts>
      <Loaded of={names} about="Couldn’t read the names" loading="Reading the names…" again={read}>
        {({ names: all }) => <Names all={all} isCharged={isCharged} currency={request.sums[0]?.currency} />}
      </Loaded>
      <Group>
        <Button variant="outline" color="danger" size="compact-sm" onClick={() => setRefusing(true)}>
          Refuse…
        </Button>
      </Group>
    </ConfirmDialog>
  );
}

const shownNames = 200;

interface NamesProps extends Pick<ApprovalRequest, 'isCharged'> {
  readonly all: Extract<Output<'team', 'approvalNames'>, { readonly kind: 'names' }>['names'];
  readonly currency: string | null | undefined;
}

function Names({ all, isCharged, currency = null }: NamesProps) {
  const [most, setMost] = useState(shownNames);
  return (
    <Stack gap="xs">
      <Stack
        component="ul"
        gap={2}
        mah={220}
        aria-label="Names"
        className="selectable"
        style={{ overflowY: 'auto' }}
        tabIndex={0}
      >
        {all.slice(0, most).map(({ domain, price }) => (
          <Group component="li" key={domain} justify="space-between" wrap="nowrap">
            <span>
              <Spelled text={domain} />
            </span>
            {isCharged && (
              <Text span c="dimmed" className="figures">
                {priceText(price, currency)}
              </Text>
            )}
          </Group>
        ))}
      </Stack>
      {all.length > most && (
        <Button variant="subtle" size="compact-sm" onClick={() => setMost(all.length)}>
          Show all {format.count(all.length)} names
        </Button>
      )}
    </Stack>
  );
}

const reasonSchema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, 'Say why.'), z.maxLength(longestApprovalReason)),
});

function RefuseDialog({ request, onDone, onClose }: DecideProps) {
  const decide = useDecide(request);
  return (
    <FormDialog
      title={request.state === 'approved' ? 'Take the approval back?' : 'Refuse it?'}
      action="Refuse"
      cancel="Leave it"
      color="danger"
      schema={reasonSchema}
      initialValues={{ reason: '' }}
      onSubmit={({ reason }) => decide('refused', reason)}
      onError={(error) => <TeamError error={error} />}
      onDone={() => onDone?.()}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>
            {isolated(request.title)}, asked by {isolated(request.by)}: nothing more is sent under it.
          </Text>
          <ReasonField {...form.getInputProps('reason')} />
        </>
      )}
    </FormDialog>
  );
}

const ReasonField = (props: TextareaProps) => (
  <Textarea
    label="Reason"
    description="Everybody in the team reads it."
    rows={2}
    maxLength={longestApprovalReason}
    data-autofocus
    {...props}
  />
);

/** Of a reviewed batch: how its approval stands, asking for one, and withdrawing that. */
export function ApprovalOf({ batch, above, request, isOffered }: Sharing & { readonly batch: Batch }) {
  const isAsked = request?.state === 'waiting' && request.isCurrent;
  const isNeeded = above !== null || (request !== null && !isAsked && !isApproved(request));
  return (
    <>
      {request !== null && (
        <Text role="status" c={isApproved(request) ? 'var(--nd-ok-text)' : 'var(--nd-caution)'}>
          {approvalText(request)}
        </Text>
      )}
      {isOffered && batch.counts.remaining > 0 && (
        <Group gap="sm" justify="flex-end">
          {request !== null && <Withdraw request={request} />}
          {!isAsked && !isApproved(request) && <AskApproval batch={batch} isWayOn={isNeeded} />}
        </Group>
      )}
    </>
  );
}

function approvalText({ state, isCurrent, decidedBy, decidedReason }: ApprovalRequest): string {
  const who = isolated(decidedBy ?? '');
  if (state === 'refused') return `${who} refused it: “${isolated(decidedReason ?? '')}” Nothing is sent.`;
  if (!isCurrent)
    return state === 'approved'
      ? `${who} approved it as it was before, or more than a day ago: ask anew. Nothing is sent.`
      : 'What waits for an approval is not the batch as it is now: ask anew. Nothing is sent.';
  return state === 'approved'
    ? `Approved by ${who}.`
    : 'Waits for the approval of a second person. Nothing is sent until then.';
}

interface AskProps {
  readonly batch: Pick<Batch, 'id' | 'digest' | 'counts'>;
  /** What is applied alone exceeds a limit. */
  readonly isWayOn: boolean;
}

/** Asks a colleague to approve a reviewed batch, with a reason. */
function AskApproval({ batch: { id: batchId, digest, counts }, isWayOn }: AskProps) {
  const { bridge, notices } = useStores();
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
          schema={reasonSchema}
          initialValues={{ reason: '' }}
          asksFirst
          onSubmit={async ({ reason }) =>
            unlessRefused(await bridge.request.team.askApproval({ batchId, digest: digest ?? '', reason }))
          }
          onError={(error) => <TeamError error={error} />}
          onDone={() => notices.actions.say('Asked. It waits for a second person. Nothing was sent.')}
          onClose={() => setOpen(false)}
        >
          {(form) => (
            <>
              <Text>
                A colleague sees the names and prices of {counted(counts.remaining, 'change', 'changes')}, and
                approves or refuses them within a week. You send them then, within a day; until then nothing
                of this batch is sent.
              </Text>
              <ReasonField {...form.getInputProps('reason')} />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
