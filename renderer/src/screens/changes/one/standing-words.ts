import { assertNever } from '#shared/assert-never.ts';
import type { Change } from '#shared/domain/change.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { format } from '../../../lib/format.ts';
import { whatWords } from './kind-words.ts';

/** Where a change stands, in sentences. */
export interface Standing {
  readonly known: string;
  /** What happened beside it: why it is not simply done. */
  readonly why: string | null;
  readonly shownBy: string | null;
  /** What nobody knows yet, or what is left to do. */
  readonly open: string | null;
}

/** What is known of a change, what shows it, and what is left open. What is uncertain is never called failed (C12). */
export function standingWords(change: Change): Standing {
  switch (change.state) {
    case 'planned':
      return planned(change);
    case 'sending':
      return {
        known: 'It is on its way.',
        why: null,
        shownBy: null,
        open: 'It was sent once. Its answer, or what reading back shows, is waited for.',
      };
    case 'confirmed':
      return { known: whatWords(change.what).done, why: null, shownBy: confirmedBy(change), open: null };
    case 'refused':
      return refused(change);
    case 'uncertain':
      return uncertain(change);
    case 'applied':
      return applied(change);
    case 'not-applied':
      return {
        known: `It was not done. ${whatWords(change.what).undone}`,
        why: whyOf(change),
        shownBy: `Reading back${at(change.readBackAt)} shows it as it was before.`,
        open: 'It can be asked for anew.',
      };
    case 'settled':
      return settled(change);
    case 'withdrawn':
      return {
        known: 'Withdrawn: it was not sent, and never will be.',
        why: whyOf(change),
        shownBy: null,
        open: null,
      };
    default:
      return assertNever(change.state);
  }
}

const at = (instant: string | null): string => (instant === null ? '' : ` on ${format.instant(instant)}`);

const whyOf = ({ error }: Change): string | null => (error === null ? null : sentencesFor(error).happened);

const planned = (change: Change): Standing => ({
  known: change.attempts === 0 ? 'Written down, not sent.' : 'Tried, but nothing left this computer.',
  why: whyOf(change),
  shownBy: null,
  open: 'Send it as it was written down, or withdraw it. Until then another change of this kind waits.',
});

const confirmedBy = (change: Change): string =>
  change.proof === 'read-back'
    ? `The service said done, and reading back${at(change.readBackAt)} agrees.`
    : `The service said done. ${whatWords(change.what).answerAlone}`;

function refused(change: Change): Standing {
  const { undone, answerAlone } = whatWords(change.what);
  const common = { known: 'The service refused.', why: whyOf(change) };
  if (change.proof === 'read-back')
    return {
      ...common,
      shownBy: `Reading back${at(change.readBackAt)}: ${lowerFirst(undone)}`,
      open: null,
    };
  return {
    ...common,
    shownBy: 'The service’s answer. As far as is known, nothing was changed.',
    open: answerAlone,
  };
}

function uncertain(change: Change): Standing {
  const { isProvable, elsewhere, maybe } = whatWords(change.what);
  return {
    known: 'We do not know whether this was done.',
    why: [maybe, whyOf(change)].filter((part) => part !== null).join(' '),
    shownBy: whatWasRead(change),
    open: isProvable
      ? `Read back. If that does not decide it: ${lowerFirst(elsewhere)}, then settle it by hand. It is never sent again by itself.`
      : `Nothing in the API decides it. ${elsewhere}, then settle it by hand. It is never sent again by itself.`,
  };
}

function whatWasRead({ what, readBackAt, evidence }: Change): string {
  if (readBackAt === null) return 'Nothing has been read back yet.';
  const { isRead, answerAlone } = whatWords(what);
  if (!isRead) return answerAlone;
  return evidence.length === 0
    ? `Reading back was tried${at(readBackAt)}, and brought nothing that decides it.`
    : `Reading back${at(readBackAt)} did not decide it. What was read is below.`;
}

/** A name that exists because an earlier attempt of ours went through is not somebody else's (C13). */
function applied(change: Change): Standing {
  const isOurs = change.what.kind === 'register' && saysExists(change.error);
  return {
    known: isOurs ? 'Registered by you.' : `It was done. ${whatWords(change.what).done}`,
    why: isOurs
      ? 'The service answered that the name exists: an attempt of yours had gone through before.'
      : whyOf(change),
    shownBy: isOurs
      ? `Reading back${at(change.readBackAt)}: the name is taken, and answers as yours.`
      : `Reading back${at(change.readBackAt)} shows it as this change wanted it.`,
    open: null,
  };
}

/** Entries of before call it a refusal. */
const saysExists = (error: Change['error']): boolean =>
  (error?.kind === 'uncertain' || error?.kind === 'refused') && error.why === 'exists';

const settled = (change: Change): Standing => ({
  known:
    change.settledAs === 'applied'
      ? `Settled by hand as done. ${whatWords(change.what).done}`
      : `Settled by hand as not done. ${whatWords(change.what).undone}`,
  why: whyOf(change),
  shownBy: change.note === '' ? 'A person’s word.' : `A person’s word: “${change.note}”`,
  open: null,
});

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
