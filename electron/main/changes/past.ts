import { assertNever } from '#shared/assert-never.ts';
import type {
  AnswerVerdict,
  Consent,
  JournalEntry,
  JournalEvent,
  PersonalDigests,
} from '#shared/domain/change-entry.ts';

/** What a change's entries say beyond the change itself. */
export interface Past {
  readonly digest: string;
  readonly personal: PersonalDigests | null;
  /** The last one that is written down; null for a change of an older version. */
  readonly consent: Consent | null;
  /** What the last attempt came to; null before it has answered, and after it was interrupted. */
  readonly answered: AnswerVerdict | null;
  /** The service said done to the last attempt, also where the program ended before that was read back. */
  readonly isClaimed: boolean;
  /** The service said that the last attempt is pending: it may be done at any time. */
  readonly isPending: boolean;
  /** When the last attempt ended, UTC; null where there is none that ended. */
  readonly endedAt: string | null;
}

const nothing: Past = {
  digest: '',
  personal: null,
  consent: null,
  answered: null,
  isClaimed: false,
  isPending: false,
  endedAt: null,
};

export const pastOf = (entries: readonly Pick<JournalEntry, 'at' | 'event'>[]): Past =>
  entries.reduce<Past>((past, { at, event }) => ({ ...past, ...told(at, event) }), nothing);

function told(at: string, event: JournalEvent): Partial<Past> {
  switch (event.type) {
    case 'planned':
      return { digest: event.digest, personal: event.personal, consent: event.consent ?? null };
    case 'sending':
      return {
        answered: null,
        isClaimed: false,
        isPending: false,
        endedAt: null,
        ...(event.consent && { consent: event.consent }),
      };
    case 'answered':
      return {
        answered: event.verdict,
        isClaimed: event.verdict === 'claimed',
        isPending: event.error?.kind === 'uncertain' && event.error.why === 'pending',
        endedAt: at,
      };
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
