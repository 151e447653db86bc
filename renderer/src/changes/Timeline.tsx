import { Box, Button, Group, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type {
  AnswerVerdict,
  Change,
  JournalEntry,
  JournalEvent,
  ReadBackVerdict,
} from '#shared/domain/change.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { assertNever } from '#shared/result.ts';
import { PanelTitle } from '../search/Details.tsx';
import { counted, format } from '../ui/Formats.tsx';
import { Fact, Facts, RawAnswer } from '../ui/PageParts.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { ChangeStateMark } from './ChangeParts.tsx';
import css from './one.module.css';

/** All journal entries of the change, in order. */
export function Timeline({ entries }: { readonly entries: readonly JournalEntry[] }) {
  return (
    <section>
      <PanelTitle>What happened</PanelTitle>
      <ol className={css['timeline']}>
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry: { at, state, event } }: { readonly entry: JournalEntry }) {
  const { title, more } = entryWords(event);
  return (
    <li>
      <Box component="span" flex="none" pt={3} aria-hidden>
        <ChangeStateMark
          state={state}
          proof={event.type === 'read-back' && event.verdict === 'no-proof' ? 'answer' : null}
          short
        />
      </Box>
      <Box flex={1} miw={0}>
        <Group component="p" gap="0 12px" justify="space-between">
          <span>{title}</span>
          <Text component="time" size="xs" c="dimmed" dateTime={at}>
            {format.instant(at)}
          </Text>
        </Group>
        {more !== null && (
          <Text c="dimmed" className="selectable">
            {more}
          </Text>
        )}
        {event.type === 'answered' && event.answer !== '' && (
          <RawAnswer summary="Answer" label="Answer">
            {indented(event.answer)}
          </RawAnswer>
        )}
      </Box>
    </li>
  );
}

/** Indented JSON; text that is not JSON stays unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface EntryWords {
  readonly title: string;
  readonly more: string | null;
}

/** One journal entry, in words. */
function entryWords(event: JournalEvent): EntryWords {
  switch (event.type) {
    case 'planned':
      return { title: 'Logged', more: null };
    case 'sending':
      return { title: sentTitle(event.attempt), more: 'Logged before a connection was opened.' };
    case 'answered':
      return { title: answerTitle(event), more: answerMore(event) };
    case 'interrupted':
      return {
        title: 'Interrupted',
        more: 'Namedesk closed while this was being sent, so its answer is unknown.',
      };
    case 'read-back':
      return { title: readBackWords[event.verdict], more: why(event.error) };
    case 'settled':
      return settled(event);
    case 'withdrawn':
      return { title: 'Withdrawn', more: why(event.error) };
    default:
      return assertNever(event);
  }
}

const sentTitle = (attempt: number): string =>
  attempt === 1 ? 'Sending began' : `Sending began, attempt ${attempt}`;

const settled = ({ as, note }: Extract<JournalEvent, { readonly type: 'settled' }>): EntryWords => ({
  title: as === 'applied' ? 'Marked as done' : 'Marked as not done',
  more: note === '' ? null : `“${isolated(note)}”`,
});

const why = (error: Extract<JournalEvent, { readonly error: unknown }>['error']): string | null =>
  error === null ? null : sentencesFor(error).happened;

type Answered = Extract<JournalEvent, { readonly type: 'answered' }>;

const answerTitle = ({ verdict, status }: Answered): string =>
  verdict === 'uncertain' && status !== null
    ? 'Answered, but it’s unclear what happened'
    : answerWords[verdict];

const answerWords: Readonly<Record<AnswerVerdict, string>> = {
  claimed: 'Answered: done',
  refused: 'Answered: refused',
  'refused-unconfirmed': 'Answered: refused, without a reason',
  uncertain: 'No conclusive answer',
  'not-sent': 'Not sent: nothing left this computer',
};

const answerMore = ({ status, error }: Answered): string | null =>
  why(error) ?? (status === null ? null : `HTTP ${status}.`);

const readBackWords: Readonly<Record<ReadBackVerdict, string>> = {
  agrees: 'Verified: as requested',
  'as-before': 'Verified: as before',
  differs: 'Verified: neither as requested nor as before',
  'no-proof': 'Verified: inconclusive',
  unreadable: 'Verifying brought no usable answer',
};

interface Props {
  readonly change: Change;
  readonly entries: readonly JournalEntry[];
}

/** The change's position in the hash chain of the journal. */
export function Chain({ change, entries }: Props) {
  const copy = useCopy();
  const last = entries.at(-1);
  if (last === undefined) return null;
  return (
    <section>
      <PanelTitle>In the journal</PanelTitle>
      <Facts nameWidth={144}>
        <Fact name="Logged">{format.instant(change.createdAt)}</Fact>
        <Fact name="Sent">{sentWords(change)}</Fact>
        <Fact name={`Hash of entry ${format.count(last.seq)}`}>
          <Group gap={4} mih={24}>
            <span className="mono selectable" title={last.hash}>
              {last.hash.slice(0, 12)}…
            </span>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconCopy size={14} aria-hidden />}
              onClick={() => copy([last.hash])}
            >
              Copy
            </Button>
          </Group>
        </Fact>
      </Facts>
    </section>
  );
}

/** Where an attempt leaves the change planned, nothing was sent. */
function sentWords({ attempts, state }: Change): string {
  if (attempts === 0) return 'not yet';
  if (state === 'planned' || state === 'withdrawn')
    return `not yet; nothing left this computer in ${counted(attempts, 'attempt', 'attempts')}`;
  return attempts === 1
    ? 'once'
    : `once, in attempt ${format.count(attempts)}; nothing left this computer before`;
}
