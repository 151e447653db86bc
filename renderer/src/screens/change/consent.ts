import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { Reviewing } from './flow-state.ts';

/** Whether the typed name is the domain's, in either of its forms. */
export const isNameTyped = ({ review, typedName }: Pick<Reviewing, 'review' | 'typedName'>): boolean =>
  aLabelsOf(typedName.trim()).toLowerCase() === review.domain;

/** What was looked at is not what is there: it has to be looked at again before anything is sent. */
const isOutOfDate = ({ error }: Reviewing): boolean => error?.kind === 'changed-since';

/** Whether a person has given all that the review asks for, and nothing is under way. */
export const isReady = (state: Reviewing): boolean => {
  const { typedName, premium } = state.review.asksFor;
  if (state.busy !== null || isOutOfDate(state)) return false;
  return (!typedName || isNameTyped(state)) && (!premium || state.premiumAccepted);
};

/** What is given along when it is sent; what was not asked for is not. */
export const consentOf = ({ review, typedName, premiumAccepted }: Reviewing) => ({
  typedName: review.asksFor.typedName ? typedName.trim() : null,
  premiumAccepted: review.asksFor.premium && premiumAccepted,
});
