import { assertNever } from '#shared/assert-never.ts';
import { verificationOf } from '#shared/changes/verification.ts';
import type { Change } from '#shared/domain/change.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { needsReview } from '../flow-state.ts';

export interface ResultWords {
  readonly title: string;
  /** In this order, each a line of its own. */
  readonly lines: readonly string[];
}

/** What came of a change, in words. What is uncertain is never called failed (C12). */
export function resultWords(change: Change): ResultWords {
  switch (change.state) {
    case 'confirmed':
      return confirmedWords(change);
    case 'refused':
      return refusedWords(change);
    case 'uncertain':
      return uncertainWords(change);
    case 'planned':
      return plannedWords(change);
    case 'applied':
      return {
        title: 'It was done',
        lines: [...why(change), 'Reading back shows it as this change wanted it.'],
      };
    case 'not-applied':
      return {
        title: 'It was not done',
        lines: [...why(change), 'Reading back shows it as it was before. It can be asked for anew.'],
      };
    case 'settled':
      return settledWords(change);
    case 'withdrawn':
      return { title: 'Withdrawn', lines: [...why(change), 'It was never sent, and never will be.'] };
    case 'sending':
      return { title: 'On its way', lines: [] };
    default:
      return assertNever(change.state);
  }
}

const why = ({ error }: Change): readonly string[] => (error === null ? [] : [sentencesFor(error).happened]);

const settledWords = ({ settledAs, note }: Change): ResultWords => ({
  title: settledAs === 'applied' ? 'Settled by hand: done' : 'Settled by hand: not done',
  lines: note === '' ? [] : [`Note: ${note}`],
});

const confirmedWords = ({ proof, what }: Change): ResultWords =>
  proof === 'read-back'
    ? { title: 'Done', lines: ['The service said done, and reading back agrees.'] }
    : {
        title: 'Done, says the service',
        lines: [`The service said done. ${verificationOf(what.kind).words.answerAlone}`],
      };

const refusedWords = (change: Change): ResultWords => ({
  title: 'The service said no',
  lines: [...why(change), whatRefusalLeft(change)],
});

function whatRefusalLeft(change: Change): string {
  if (change.proof === 'read-back') return 'Read back, it is as it was: nothing was changed.';
  return `As far as is known, nothing was changed. ${verificationOf(change.what.kind).words.answerAlone}`;
}

const uncertainWords = (change: Change): ResultWords => ({
  title: 'We do not know whether this was done',
  lines: [...why(change), whatIsLeft(change), whatWasChecked(change)],
});

function whatWasChecked({ what, readBackAt, evidence }: Change): string {
  if (readBackAt === null) return 'Nothing has been read back yet.';
  const { readBack, words } = verificationOf(what.kind);
  if (readBack.length === 0) return words.answerAlone;
  return evidence.length === 0
    ? 'It was tried to read it back, and nothing that decides it could be read.'
    : 'What was read back does not decide it:';
}

const whatIsLeft = ({ what }: Change): string =>
  verificationOf(what.kind).isProvable
    ? 'It is not sent again by itself. Read back once more; if that does not decide it, look at your provider’s own pages, and settle it.'
    : 'It is not sent again by itself. Nothing in the API proves it: look at your provider’s own pages, then settle it.';

const plannedWords = (change: Change): ResultWords => ({
  title: 'Nothing left this computer',
  lines: [
    [...why(change), 'Nothing was sent.'].join(' '),
    needsReview(change.error)
      ? 'Review it again, or withdraw it. Until then another change of this kind waits.'
      : 'Send it again, or withdraw it. Until then another change of this kind waits.',
  ],
});
