import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { isolated } from '#shared/domain/isolated.ts';
import { longestReviewReason, mostPerDay } from '#shared/domain/team-troubles.ts';
import type { TeamBatch, TeamReview, TeamStatus, TeamWork as Work } from '#shared/domain/team-view.ts';
import type { Result } from '#shared/result.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { FormDialog } from '../ui/Dialogs.tsx';
import { Age, counted, format } from '../ui/Formats.tsx';
import { Fact, Facts, WorkLine } from '../ui/PageParts.tsx';
import { SettingPart } from '../ui/Setting.tsx';
import { Loaded } from '../ui/States.tsx';
import { useTeamWork } from './sharing.ts';
import { useOfTeam } from './team-store.ts';
import { TeamError, unlessRefused } from './team-words.tsx';

/** The limits of the team, what waits for a second person, and what colleagues are applying. */
export function TeamWork({ team }: { readonly team: TeamStatus }) {
  const [work, read] = useOfTeam(async (request) => unlessRefused(await request.work({})));
  return (
    <SettingPart
      label="Limits and reviews of the team"
      text="four eyes second person charged changes hand over"
    >
      <Loaded
        of={work}
        about="Couldn’t read the limits of the team"
        loading="Asking the database…"
        again={read}
      >
        {(now) => (
          <Stack gap="sm" py="sm">
            <Limits work={now} isAdmin={team.role === 'admin'} onDone={read} />
            {now.reviews.length > 0 && (
              <Stack component="ul" gap="xs" aria-label="Waiting for a second person">
                {now.reviews.map((review) => (
                  <ReviewLine
                    key={review.id}
                    review={review}
                    maySend={team.role !== 'reader'}
                    onDone={read}
                  />
                ))}
              </Stack>
            )}
            {now.batches.length > 0 && (
              <Stack component="ul" gap={4} aria-label="Batches of colleagues">
                {now.batches.map((batch) => (
                  <li key={`${batch.id} ${batch.by}`}>
                    {batchText(batch)}{' '}
                    <Text span c="dimmed">
                      <Age at={batch.at} />
                    </Text>
                  </li>
                ))}
              </Stack>
            )}
          </Stack>
        )}
      </Loaded>
    </SettingPart>
  );
}

/** A line for each batch that a colleague applies, and for what a colleague has prepared. Nothing where there is none. */
export function TeamWaiting() {
  const stores = useStores();
  const work = useTeamWork();
  const others = (work?.reviews ?? []).filter(({ isOwn }) => !isOwn);
  return (
    <>
      {others.map(({ id, by, title }) => (
        <WorkLine
          key={id}
          label="Waiting for a second person"
          actions={
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => stores.notices.actions.report(openReview(stores, id))}
            >
              Review it…
            </Button>
          }
        >
          {isolated(by)} prepared: {title}: waiting for a second person
        </WorkLine>
      ))}
      {(work?.batches ?? []).map((batch) => (
        <WorkLine
          key={`${batch.id} ${batch.by}`}
          label="Applied by a colleague"
          progress={{ done: batch.done + batch.notDone, total: batch.size }}
          actions={null}
        >
          {batchText(batch)}
        </WorkLine>
      ))}
    </>
  );
}

/** "ben: Renew 20 domains, 12 done" */
const batchText = ({ by, title, size, done, notDone }: TeamBatch): string =>
  `${isolated(by)}: ${isolated(title)}, ${format.count(done)} of ${format.count(size)} done${notDone === 0 ? '' : `, ${format.count(notDone)} refused or uncertain`}`;

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
            description="Charged changes in 24 hours. What is beyond is handed to a colleague, who reviews and sends it. Empty: no limit."
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

interface ReviewLineProps {
  readonly review: TeamReview;
  readonly maySend: boolean;
  readonly onDone: () => void;
}

/** What somebody has prepared: another person opens it here, or turns it down; its preparer withdraws it. */
function ReviewLine({ review, maySend, onDone }: ReviewLineProps) {
  const stores = useStores();
  const [isClosing, setClosing] = useState(false);
  const { id, by, isOwn, at, title, reason, service } = review;
  return (
    <Group component="li" gap="4px 12px" mih={40} py={6} pl={12} pr={8} bdrs="md" bg="var(--nd-chrome)">
      <IconUserCheck size={16} stroke={1.75} aria-hidden />
      <div style={{ flex: '1 1 300px' }}>
        {isOwn ? 'You' : isolated(by)} prepared: {title}{' '}
        <Text span c="dimmed">
          <Age at={at} />
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          “{isolated(reason)}” · {isolated(service)}
        </Text>
      </div>
      {(isOwn || maySend) && (
        <Button variant="subtle" size="compact-sm" onClick={() => setClosing(true)}>
          {isOwn ? 'Withdraw…' : 'Turn down…'}
        </Button>
      )}
      {!isOwn && maySend && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => stores.notices.actions.report(openReview(stores, id))}
        >
          Review it…
        </Button>
      )}
      {isClosing && <CloseDialog review={review} onDone={onDone} onClose={() => setClosing(false)} />}
    </Group>
  );
}

/** Makes a batch of what a colleague has prepared, and shows it; nothing is sent before it is reviewed and applied. */
export async function openReview({ bridge, route }: Stores, id: string): Promise<Result<unknown>> {
  const opened = unlessRefused(await bridge.request.team.openReview({ id }));
  if (opened.ok) route.actions.goToChanges({ kind: 'batch', batchId: opened.value.batchId });
  return opened;
}

const closeSchema = (isNeeded: boolean) =>
  z.object({
    reason: z
      .string()
      .check(z.trim(), z.minLength(isNeeded ? 1 : 0, 'Say why.'), z.maxLength(longestReviewReason)),
  });

interface CloseDialogProps {
  readonly review: TeamReview;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function CloseDialog({ review: { id, by, isOwn, title }, onDone, onClose }: CloseDialogProps) {
  const { request } = useStores().bridge;
  return (
    <FormDialog
      title={isOwn ? 'Withdraw it?' : `Turn it down?`}
      action={isOwn ? 'Withdraw' : 'Turn down'}
      cancel="Let it wait"
      color="danger"
      schema={closeSchema(!isOwn)}
      initialValues={{ reason: '' }}
      onSubmit={async ({ reason }) => unlessRefused(await request.team.closeReview({ id, reason }))}
      onError={(error) => <TeamError error={error} />}
      onDone={onDone}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>
            {title}, prepared by {isOwn ? 'you' : isolated(by)}: nothing more is sent under it.
          </Text>
          <Textarea
            label={isOwn ? 'Reason (optional)' : 'Reason'}
            description="Everybody in the team reads it."
            rows={2}
            maxLength={longestReviewReason}
            data-autofocus
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}

interface HandOverProps {
  readonly batch: { readonly id: string; readonly digest: string | null };
  /** How many changes it makes. */
  readonly count: number;
  /** It is the way on: what is applied alone exceeds a limit. */
  readonly isWayOn: boolean;
}

/** Hands a reviewed batch to the team, with a reason. */
export function HandOver({ batch: { id, digest }, count, isWayOn }: HandOverProps) {
  const { bridge, notices } = useStores();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={isWayOn ? 'filled' : 'default'} onClick={() => setOpen(true)}>
        Hand to a colleague…
      </Button>
      {isOpen && (
        <FormDialog
          title="Hand to a colleague"
          action="Hand over"
          schema={closeSchema(true)}
          initialValues={{ reason: '' }}
          asksFirst
          onSubmit={async ({ reason }) =>
            unlessRefused(await bridge.request.team.handOver({ batchId: id, digest: digest ?? '', reason }))
          }
          onError={(error) => <TeamError error={error} />}
          onDone={() => notices.actions.say('Handed over. It waits for a second person. Nothing was sent.')}
          onClose={() => setOpen(false)}
        >
          {(form) => (
            <>
              <Text>
                {counted(count, 'change waits', 'changes wait')} for another person of the team, a week at
                most. A colleague reviews them with what that computer knows, and sends them. The batch ends
                here.
              </Text>
              <Textarea
                label="Reason"
                description="Everybody in the team reads it."
                rows={2}
                maxLength={longestReviewReason}
                data-autofocus
                {...form.getInputProps('reason')}
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
