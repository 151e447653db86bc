import { assertNever } from '#shared/assert-never.ts';
import type { AnswerVerdict, JournalEvent, ReadBackVerdict } from '#shared/domain/change-entry.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';

export interface EntryWords {
  readonly title: string;
  readonly more: string | null;
}

/** What one entry of the journal says, in words. */
export function entryWords(event: JournalEvent): EntryWords {
  switch (event.type) {
    case 'planned':
      return { title: 'Written down', more: null };
    case 'sending':
      return { title: sentTitle(event.attempt), more: 'Written down before a connection was opened.' };
    case 'answered':
      return { title: answerTitle(event), more: answerMore(event) };
    case 'interrupted':
      return {
        title: 'Interrupted',
        more: 'Namedesk ended while this was on its way, so its answer is not known.',
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
  title: as === 'applied' ? 'Settled by hand: done' : 'Settled by hand: not done',
  more: note === '' ? null : `“${note}”`,
});

const why = (error: Extract<JournalEvent, { readonly error: unknown }>['error']): string | null =>
  error === null ? null : sentencesFor(error).happened;

type Answered = Extract<JournalEvent, { readonly type: 'answered' }>;

const answerTitle = ({ verdict, status }: Answered): string =>
  verdict === 'uncertain' && status !== null
    ? 'Answered, but not in a way that says what became of it'
    : answerWords[verdict];

const answerWords: Readonly<Record<AnswerVerdict, string>> = {
  claimed: 'Answered: done',
  refused: 'Answered: refused',
  'refused-unconfirmed': 'Answered: refused, without words that say why',
  uncertain: 'No answer that says what became of it',
  'not-sent': 'Not sent: nothing left this computer',
};

const answerMore = ({ status, error }: Answered): string | null =>
  why(error) ?? (status === null ? null : `HTTP ${status}.`);

const readBackWords: Readonly<Record<ReadBackVerdict, string>> = {
  agrees: 'Read back: as it was wanted',
  'as-before': 'Read back: as it was before',
  differs: 'Read back: neither as wanted nor as before',
  'no-proof': 'Read back: nothing that decides it',
  unreadable: 'Reading back brought no usable answer',
};
