import type { CodeQuestion } from '#shared/ipc/code-channel.ts';
import { firstCodeSentences, newCodeSentences } from '#shared/words/code-sentences.ts';

/** How long a revealed code stands, in seconds: main's own time for it, as a test sees to. */
export const shownForS = 20;

export interface QuestionWords {
  readonly title: string;
  readonly deed: string;
  readonly effect: string;
  readonly request: string;
  /** Whether the request may end a code that somebody has. */
  readonly mayEndAnother: boolean;
  readonly lock: string;
  readonly warnsOfHistories: boolean;
}

/** What the user is told before a code is asked for. */
export function questionWords(question: CodeQuestion, now: Date): QuestionWords {
  const { deed, clearClipboardAfterS, canHint, lock, earlier } = question;
  const which = earlier === null ? 'the' : 'a new';
  return {
    ...(deed === 'copy'
      ? {
          title: `Copy ${which} transfer code of`,
          deed: 'Copy',
          effect: `It goes into the clipboard for ${clearClipboardAfterS} s, and is shown nowhere.`,
        }
      : {
          title: `Reveal ${which} transfer code of`,
          deed: 'Reveal',
          effect: `It is shown here for ${shownForS} s, and goes before that when you look elsewhere.`,
        }),
    request: earlier === null ? firstCodeSentences : newCodeSentences(earlier, agoOf(earlier.at, now)),
    mayEndAnother: earlier !== null,
    lock: lockWords(lock, now),
    warnsOfHistories: deed === 'copy' && !canHint,
  };
}

function lockWords(lock: CodeQuestion['lock'], now: Date): string {
  if (lock === null) return 'Not known here. A transfer needs it off.';
  const age = agoOf(lock.readAt, now);
  return lock.state === 'locked'
    ? `On, as read ${age}. A transfer needs it off: the code alone will not do.`
    : `Off, as read ${age}.`;
}

const agoOf = (at: string, now: Date): string => ageInWords(now.getTime() - Date.parse(at));

const steps = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** `3 min ago`; a clock that was set back makes nothing older than now. */
export function ageInWords(ageMs: number): string {
  const seconds = Math.floor(ageMs / 1_000);
  for (const [unit, size] of steps) if (seconds >= size) return `${Math.floor(seconds / size)} ${unit} ago`;
  return 'just now';
}
