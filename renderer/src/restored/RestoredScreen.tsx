import '../styles/mantine-later.css';
import { Box, Button, Group, Stack, Table, Text, Textarea, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import * as z from 'zod/mini';
import { kindOf } from '#shared/changes/index.ts';
import { type ChangeKind, changeKinds } from '#shared/domain/change-kinds.ts';
import { earlierText } from '#shared/error-sentences.ts';
import { type Change, isAccepted, isUncharged, shownState } from '#shared/domain/change.ts';
import { nameInText, toUnicode } from '#shared/domain/domain-name.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { AccountSummary } from '../client.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { shownWords } from '../changes/ChangeStateMark.tsx';
import { restoredTitle } from '../shell/Header.tsx';
import { unacknowledged } from '../shell/stores.ts';
import { counted, format } from '../ui/Formats.tsx';
import { FormDialog } from '../ui/Dialogs.tsx';
import { AccountDot } from '../ui/Marks.tsx';
import { Fact, Facts, openDomain, Section } from '../ui/PageParts.tsx';
import { ErrorState, Loaded, Notice } from '../ui/States.tsx';
import type { ChainRead, RestoreFindings, RestoreRow, ToReview } from '#shared/domain/backup.ts';
import { valueOf } from '../remote.ts';
import { useAction } from '../use-action.ts';

/** The results of a restore, and what needs attention. Paid changes are blocked until the user acknowledges it. */
export function RestoredScreen() {
  const { restored, route } = useStores();
  const state = useStore(restored);
  const notice = unacknowledged(state);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  if (notice === null) return null;

  async function goOn(): Promise<void> {
    if (await restored.actions.acknowledge()) route.actions.go({ screen: 'search' });
  }

  return (
    <Stack h="100%" gap={0}>
      <Box flex={1} mih={0} style={{ overflowY: 'auto' }}>
        <Box maw={1080} mx="auto" px="xl" py="lg">
          <Title order={2} fz={18} lh="28px" mb={4} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {restoredTitle(notice)}
          </Title>
          <Text mb="md" textWrap="pretty">
            {whyWords(notice)}
          </Text>
          {!isAllKnown(notice) && (
            <Box mb="md">
              <Notice>
                Before you renew or register anything, check your provider’s panel: it may have been done
                already.
              </Notice>
            </Box>
          )}
          {notice.kind === 'known' && <WhatWasDone notice={notice} />}
          {notice.kind === 'known' && <RestoredRows isAllKnown={isAllKnown(notice)} />}
        </Box>
      </Box>
      <Box px="xl" py={12} className="line-above">
        <Stack gap={12} maw={1016} mx="auto">
          {state.failed !== null && (
            <ErrorState error={state.failed} about="Couldn’t save that you reviewed this" />
          )}
          <Group wrap="nowrap">
            <Text c="dimmed" flex={1}>
              Until you continue, nothing paid is sent: no renewal, no registration. Everything else works.
            </Text>
            <Button variant="filled" flex="none" loading={state.isAcknowledging} onClick={() => void goOn()}>
              Reviewed – continue
            </Button>
          </Group>
        </Stack>
      </Box>
    </Stack>
  );
}

/** Whether everything that was done is known: what another workspace did is in its own journal. */
const isAllKnown = (notice: ToReview): boolean =>
  notice.kind === 'known' &&
  notice.why !== 'other-workspace' &&
  notice.changes.reading === 'whole' &&
  notice.earlier === 0;

function whyWords(notice: ToReview): string {
  if (notice.kind === 'unknown')
    return 'The record of the restore can’t be read. Check Changes and your provider’s panel for what was done since the backup.';
  if (notice.copy === null && notice.why === 'damaged')
    return 'The workspace file could not be read, and there was no good backup. Add your accounts again.';
  return reasonWords[notice.why];
}

const reasonWords: Readonly<Record<RestoreFindings['why'], string>> = {
  damaged:
    'The workspace file could not be read, or was missing. The newest good backup took its place, with the journal as far as it could be read.',
  asked:
    'You chose this backup. The journals, and the stricter limits, are those of before. The previous state is in the list of backups.',
  older:
    'The file of the workspace is older than what was sent from it: it was put back from outside, or lost its last changes.',
  'other-workspace':
    'Another workspace of yours has paid with the same login. This one’s journal does not contain it.',
};

const keptWords: Readonly<Record<RestoreFindings['kept'][number], string>> = {
  limits: 'The spending limits of before, which are stricter than the backup’s',
  'app-lock': 'The app lock, which is off in the backup',
  unread: 'Limits and app lock of before could not be read: check them in Settings',
};

const KeptFact = ({ kept }: Pick<RestoreFindings, 'kept'>) =>
  kept.length > 0 && (
    <Fact name={kept.includes('unread') ? 'Not compared' : 'Kept'}>
      {kept.map((each) => keptWords[each]).join('. ')}
    </Fact>
  );

/** Where nothing was restored, and no file was made. */
const dateNames: Readonly<Partial<Record<RestoreFindings['why'], string>>> = {
  older: 'Noticed',
  'other-workspace': 'Noticed',
};

function WhatWasDone({ notice }: { readonly notice: RestoreFindings }) {
  const since = notice.copy === null ? 'before' : 'after the backup';
  const { at, replacedPath, accesses, batches, withdrawn, earlier } = notice;
  return (
    <Section title="What was done">
      <Facts>
        <Fact name={dateNames[notice.why] ?? (notice.copy === null ? 'Created' : 'Restored')}>
          {format.instant(at)}
        </Fact>
        {replacedPath !== null && (
          <Fact name={notice.why === 'damaged' ? 'Damaged file' : 'Previous state'} mono>
            {replacedPath}
          </Fact>
        )}
        {notice.why !== 'other-workspace' && <JournalFacts notice={notice} since={since} />}
        {(accesses.added > 0 || accesses.reading !== 'whole') && (
          <Fact name="Its journal of transfer codes">
            {readWords(accesses, 'Which codes were requested', since)}
          </Fact>
        )}
        <Fact name="Batches stopped">
          {batches.length === 0
            ? 'None'
            : batches.map(({ batchId, accountLabel, kind, rows }) => (
                <div key={batchId}>
                  {kindOf(kind).label}, {counted(rows, 'domain', 'domains')}, {isolated(accountLabel)}
                </div>
              ))}
        </Fact>
        <Fact name="Withdrawn">
          {withdrawn === 0 ? 'Nothing was planned' : counted(withdrawn, 'planned change', 'planned changes')}
        </Fact>
        <KeptFact kept={notice.kept} />
        {earlier > 0 && (
          <Fact name="Before this">
            {counted(earlier, 'notice', 'notices')} not reviewed yet; see the list below
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

interface JournalProps {
  readonly notice: RestoreFindings;
  readonly since: string;
}

const JournalFacts = ({ notice: { changes, carriedOver }, since }: JournalProps) => (
  <>
    <Fact name="Its journal of changes">{readWords(changes, 'What was done', since)}</Fact>
    <Fact name="Changes since">
      {carriedOver === 0 ? 'No change' : counted(carriedOver, 'change', 'changes')}
    </Fact>
  </>
);

/** How far a journal of the replaced file could be read. @param unknown What is not known of the rest. */
function readWords({ reading, upTo, of }: ChainRead, unknown: string, since: string): string {
  switch (reading) {
    case 'whole':
      return 'Read completely';
    case 'in-part':
      return `Read up to entry ${format.count(upTo)}${of === null ? '' : ` of ${format.count(of)}`}. ${unknown} after that is unknown.`;
    case 'unreadable':
      return `Could not be read. ${unknown} ${since} is unknown.`;
    case 'apart':
      return 'The backup and this file have different journals. What only the other one records as paid is listed below.';
  }
}

const pageSize = 50;

interface Props {
  /** False where something may have been done that no record shows. */
  readonly isAllKnown: boolean;
}

/** The domains to check after a restore, the most urgent first, in pages. */
function RestoredRows({ isAllKnown }: Props) {
  const stores = useStores();
  const [offset, setOffset] = useState(0);
  const [read, again] = useAction('restored', 'rows', { offset, limit: pageSize }, true);
  const total = valueOf(read)?.total;
  // The last rows of this page were checked.
  if (read.status === 'ready' && read.value.rows.length === 0 && offset > 0)
    setOffset(Math.max(0, offset - pageSize));
  const title = 'Domains to review';
  return (
    <Section title={total === undefined ? title : `${title} (${format.count(total)})`}>
      <Loaded of={read} about="Couldn’t load the domains" loading="Reading the journal…" again={again}>
        {(page) =>
          page.total === 0 ? (
            <Text c="dimmed">
              {isAllKnown ? 'No domains to review.' : 'No domain is listed: we don’t know what was done.'}
            </Text>
          ) : (
            <>
              <RowsTable rows={page.rows} onChecked={again} />
              {page.rows.some(({ why }) => why === 'doubt') && (
                <Group mt={12}>
                  <Button onClick={() => void check(stores, null, again)}>
                    {page.total > pageSize
                      ? 'I have checked every name in doubt, on all pages: none was done'
                      : 'I have checked all of these: none was done'}
                  </Button>
                </Group>
              )}
              {page.total > pageSize && (
                <Pages {...page} isReading={read.status === 'loading'} onOffset={setOffset} />
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

interface PagesProps {
  readonly rows: readonly RestoreRow[];
  readonly total: number;
  /** Of the rows that are shown, while others are read. */
  readonly offset: number;
  readonly isReading: boolean;
  readonly onOffset: (offset: number) => void;
}

const Pages = ({ offset, rows, total, isReading, onOffset }: PagesProps) => (
  <Group gap="sm" mt={12}>
    <Button disabled={isReading || offset === 0} onClick={() => onOffset(Math.max(0, offset - pageSize))}>
      Previous
    </Button>
    <Button disabled={isReading || offset + rows.length >= total} onClick={() => onOffset(offset + pageSize)}>
      Next
    </Button>
    <Text role="status">
      {format.count(offset + 1)} to {format.count(offset + rows.length)} of {format.count(total)}
    </Text>
  </Group>
);

interface RowsProps {
  readonly rows: readonly RestoreRow[];
  readonly onChecked: () => void;
}

const RowsTable = ({ rows, onChecked }: RowsProps) => (
  <Table>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Domain</Table.Th>
        <Table.Th>Account</Table.Th>
        <Table.Th>Change</Table.Th>
        <Table.Th>Why</Table.Th>
        <Table.Th>
          <span className="spoken">Next step</span>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map((row, index) => (
        <Row key={keyOf(row, index)} row={row} onChecked={onChecked} />
      ))}
    </Table.Tbody>
  </Table>
);

function keyOf(row: RestoreRow, index: number): string {
  if (row.why === 'change') return row.change.id;
  return row.why === 'doubt' ? `doubt ${row.id}` : `${row.why} ${index}`;
}

function Row({ row, onChecked }: { readonly row: RestoreRow; readonly onChecked: () => void }) {
  const { accounts } = useStores();
  const all = useStore(accounts, (state) => valueOf(state.accounts)?.accounts);
  const { domain, accountLabel, kind } = aboutOf(row);
  const account = all?.find((each) => isOf(row, each)) ?? null;
  return (
    <Table.Tr>
      <Table.Td className="mono selectable" miw={136} style={{ overflowWrap: 'anywhere' }}>
        {domain === null ? 'Every domain' : toUnicode(domain)}
      </Table.Td>
      <Table.Td>
        <Group component="span" gap="sm" wrap="nowrap">
          {account !== null && <AccountDot colour={account.colour} />}
          {account?.label ?? accountLabel}
        </Group>
      </Table.Td>
      <Table.Td>{kind === null ? 'Anything paid' : kindOf(kind).label}</Table.Td>
      <Table.Td>{rowWhyWords(row)}</Table.Td>
      <Table.Td ta="right">
        <NextStep row={row} domain={domain} account={account} onChecked={onChecked} />
      </Table.Td>
    </Table.Tr>
  );
}

interface StepProps {
  readonly row: RestoreRow;
  readonly domain: string | null;
  readonly onChecked: () => void;
  /** Null where the account no longer exists: its domains cannot be opened. */
  readonly account: AccountSummary | null;
}

function NextStep({ row, domain, account, onChecked }: StepProps) {
  const stores = useStores();
  if (row.why === 'doubt') return <DoubtSteps id={row.id} domain={domain} onChecked={onChecked} />;
  if (row.why === 'change') {
    const { id } = row.change;
    return (
      <StepButton
        label="Open the change"
        spoken={`Open the change of ${nameInText(row.change.domain)}`}
        onClick={() => stores.route.actions.goToChanges({ kind: 'list', changeId: id })}
      />
    );
  }
  if (account === null || domain === null) return 'Check your provider’s panel';
  return (
    <StepButton
      label="Open the domain"
      spoken={`Open the domain ${nameInText(domain)}`}
      onClick={() => openDomain(stores, { accountId: account.id, domain, tab: 'overview' })}
    />
  );
}

interface DoubtProps extends Pick<StepProps, 'domain' | 'onChecked'> {
  readonly id: number;
}

/** What a person can say of a doubt; of every name also that some of them were done. */
function DoubtSteps({ id, domain, onChecked }: DoubtProps) {
  const stores = useStores();
  const [isNaming, setNaming] = useState(false);
  return (
    <Group gap="xs" justify="flex-end">
      <StepButton
        label="Checked: not done"
        spoken={`Checked: not done, ${domain === null ? 'every domain' : nameInText(domain)}`}
        onClick={() => void check(stores, id, onChecked)}
      />
      {domain === null && (
        <StepButton label="Some were done…" spoken="Some were done…" onClick={() => setNaming(true)} />
      )}
      {isNaming && <DoneDialog id={id} onDone={onChecked} onClose={() => setNaming(false)} />}
    </Group>
  );
}

const doneSchema = z.object({ done: z.string().check(z.refine((text) => text.trim() !== '')) });

interface DoneProps {
  readonly id: number;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Which names were paid for, of a doubt that is of every name. */
function DoneDialog({ id, onDone, onClose }: DoneProps) {
  const { bridge } = useStores();
  return (
    <FormDialog
      title="Which domains were done?"
      size={520}
      schema={doneSchema}
      initialValues={{ done: '' }}
      asksFirst
      action="These were done, no others"
      hint="Each of these stays in doubt: a batch excludes it, and a review of one warns. No other name is in doubt then."
      onSubmit={({ done }) => bridge.request.restored.checked({ id, done })}
      onDone={onDone}
      onClose={onClose}
    >
      {(form) => (
        <Textarea
          label="Renewed or registered"
          description="As your provider’s panel or the other workspace has them. One per line or comma-separated."
          placeholder={'northwind.com\nbäckerei-müller.de'}
          rows={6}
          maxLength={100_000}
          classNames={{ input: 'mono' }}
          data-autofocus
          {...form.getInputProps('done')}
        />
      )}
    </FormDialog>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly spoken: string;
  readonly onClick: () => void;
}

const StepButton = ({ label, spoken, onClick }: StepButtonProps) => (
  <Button size="compact-sm" aria-label={spoken} onClick={onClick}>
    {label}
  </Button>
);

/** A person has looked at the provider's panel: of one doubt, or of all. */
async function check({ bridge, notices }: Stores, id: number | null, then: () => void): Promise<void> {
  const checked = await bridge.request.restored.checked({ id, done: '' });
  if (checked.ok) then();
  else notices.actions.fail(checked.error);
}

interface About {
  readonly domain: string | null;
  readonly accountLabel: string;
  readonly kind: ChangeKind | null;
}

function aboutOf(row: RestoreRow): About {
  if (row.why === 'change') return { ...row.change, kind: row.change.what.kind };
  if (row.why === 'batch-row') return row;
  const kind = changeKinds.find((each) => each === row.earlier.kind) ?? null;
  return { domain: row.domain, accountLabel: row.earlier.accountLabel ?? '', kind };
}

function isOf(row: RestoreRow, { id, label }: AccountSummary): boolean {
  if (row.why === 'doubt') return label === row.earlier.accountLabel;
  return id === (row.why === 'change' ? row.change.accountId : row.accountId);
}

function rowWhyWords(row: RestoreRow): string {
  switch (row.why) {
    case 'change':
      return changeWords(row.change);
    case 'batch-row':
      return 'In a stopped batch. We don’t know whether it was done.';
    case 'doubt':
      return row.earlier.saidAt === undefined
        ? `May have been paid for. ${earlierText(row.earlier)}`
        : earlierText(row.earlier);
  }
}

function changeWords(change: Change): string {
  const { state, proof, error } = change;
  if (state === 'uncertain' || state === 'sending') return 'We don’t know whether it was done.';
  if (error?.kind === 'from-backup')
    return error.mayBeDone
      ? 'Was planned, then withdrawn. We don’t know whether it was sent since.'
      : 'Was planned, then withdrawn. It was not sent.';
  if (isUncharged(change)) return 'Since the backup: accepted, not yet charged.';
  return `Since the backup: ${isAccepted({ state, proof }) ? 'accepted, not verified' : shownWords[shownState({ state, proof })].toLowerCase()}.`;
}
