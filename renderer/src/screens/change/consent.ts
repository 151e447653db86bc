import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { isConfirmedBy } from '#shared/domain/limits.ts';
import { needsReview, type Reviewing } from './flow-state.ts';

/** Whether the typed name is the domain's, in either of its forms. */
export const isNameTyped = ({ review, typedName }: Pick<Reviewing, 'review' | 'typedName'>): boolean =>
  aLabelsOf(typedName.trim()).toLowerCase() === review.domain;

/** What the limits that are gone over ask for has to be typed as it is shown, to the digit. */
export const isLimitTyped = ({ review, typedLimit }: Pick<Reviewing, 'review' | 'typedLimit'>): boolean =>
  isConfirmedBy(review.asksFor.limits, typedLimit);

/** Whether a person has given all that the review asks for, and nothing is under way. */
export const isReady = (state: Reviewing): boolean => {
  const { typedName, premium } = state.review.asksFor;
  if (state.busy !== null || needsReview(state.error) || !isLimitTyped(state)) return false;
  return (!typedName || isNameTyped(state)) && (!premium || state.premiumAccepted);
};

/** What is given along when it is sent; what was not asked for is not. */
export const consentOf = ({ review, typedName, premiumAccepted, typedLimit }: Reviewing) => ({
  typedName: review.asksFor.typedName ? typedName.trim() : null,
  premiumAccepted: review.asksFor.premium && premiumAccepted,
  typedLimit: review.asksFor.limits.length === 0 ? null : typedLimit.trim(),
});
