import { verificationOf } from '#shared/changes/verification.ts';
import type { Change } from '#shared/domain/change.ts';
import type { JournalEntry } from '#shared/domain/change-entry.ts';

export interface Step {
  readonly text: string;
  readonly state: 'done' | 'now' | 'later';
  /** When it began or, where it is done, when it was. */
  readonly at: string | null;
}

/** How far a change is that is on its way, in words. What is not read yet of its story is taken from the change itself. */
export function stepsOf(change: Change, entries: readonly JournalEntry[]): readonly Step[] {
  const sentAt = lastAt(entries, 'sending') ?? change.sentAt;
  const answeredAt = change.state === 'sending' ? lastAt(entries, 'answered') : null;
  const isAnswered = answeredAt !== null && (sentAt === null || answeredAt >= sentAt);
  return [
    { text: `Written down as change ${change.number}`, state: 'done', at: change.createdAt },
    sending(sentAt, isAnswered),
    {
      text: verificationOf(change.what.kind).words.step,
      state: isAnswered ? 'now' : 'later',
      at: isAnswered ? answeredAt : null,
    },
  ];
}

function sending(sentAt: string | null, isAnswered: boolean): Step {
  if (sentAt === null) {
    return { text: 'Waiting for a free place (at most 30 seconds)…', state: 'now', at: null };
  }
  return isAnswered
    ? { text: 'Sent and answered', state: 'done', at: sentAt }
    : { text: 'Sent once, waiting for the answer', state: 'now', at: sentAt };
}

const lastAt = (entries: readonly JournalEntry[], type: JournalEntry['event']['type']): string | null =>
  entries.findLast((entry) => entry.event.type === type)?.at ?? null;
