import { assertNever } from '#shared/assert-never.ts';
import type {
  AnswerVerdict,
  JournalEntry,
  JournalEvent,
  PersonalDigests,
} from '#shared/domain/change-entry.ts';

/** What a change's entries say beyond the change itself. */
export interface Past {
  readonly digest: string;
  readonly personal: PersonalDigests | null;
  /** What the last attempt came to; null before it has answered, and after it was interrupted. */
  readonly answered: AnswerVerdict | null;
  /** When the last attempt ended, UTC; null where there is none that ended. */
  readonly endedAt: string | null;
}

const nothing: Past = { digest: '', personal: null, answered: null, endedAt: null };

export const pastOf = (entries: readonly Pick<JournalEntry, 'at' | 'event'>[]): Past =>
  entries.reduce<Past>((past, { at, event }) => ({ ...past, ...told(at, event) }), nothing);

function told(at: string, event: JournalEvent): Partial<Past> {
  switch (event.type) {
    case 'planned':
      return { digest: event.digest, personal: event.personal };
    case 'sending':
      return { answered: null, endedAt: null };
    case 'answered':
      return { answered: event.verdict, endedAt: at };
    case 'interrupted':
      return { answered: null, endedAt: at };
    case 'read-back':
    case 'settled':
    case 'withdrawn':
      return {};
    default:
      return assertNever(event);
  }
}

/** How long ago the last attempt ended; 0, which proves nothing yet, where that is not known. */
export const endedAgoMs = ({ endedAt }: Pick<Past, 'endedAt'>, now: Date): number =>
  endedAt === null ? 0 : now.getTime() - Date.parse(endedAt);
