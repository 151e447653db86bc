import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { verificationOf } from '#shared/changes/index.ts';
import type { Change, Evidence, NextStep, SyncAnswer } from '#shared/domain/change.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { assertNever } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { format } from '../ui/Formats.tsx';
import { Fact, Facts } from '../ui/PageParts.tsx';
import { ChangeStateMark } from './ChangeParts.tsx';
import { FlowTrouble } from './FlowParts.tsx';
import { type FlowActions, type FlowState, needsReview, waitingText } from './flow-store.ts';
import css from './change.module.css';

interface Props {
  readonly state: Extract<FlowState, { readonly step: 'over' }>;
  readonly actions: FlowActions;
}

/** The outcome of a change, the evidence, and the next steps. */
export function ChangeResult({ state, actions }: Props) {
  const { change, error } = state;
  const { title, lines } = resultWords(change);
  return (
    <>
      <div className={css['outcome']}>
        <h4 className={css['title']}>{title}</h4>
        <ChangeStateMark state={change.state} />
      </div>
      {lines.map((line) => (
        <p key={line} className="selectable">
          {line}
        </p>
      ))}
      <EvidenceList evidence={change.evidence} />
      {change.told !== null && <SyncAnswerFacts told={change.told} />}
      {error !== null && <FlowTrouble error={error} lookAgain={() => again(state, actions)} />}
      {state.doing === 'send' && <p className={css['quiet']}>{waitingText}</p>}
      <NextSteps state={state} actions={actions} />
    </>
  );
}

/** The action after a refusal: an outdated review is done again, everything else is sent again. */
function again({ change, error }: Props['state'], { act, reviewAgain }: FlowActions): void {
  if (change.state === 'planned' && needsReview(error)) reviewAgain(change);
  else act(change.state === 'planned' ? 'send' : 'read-back');
}

const stepWords: Readonly<Record<Exclude<NextStep, 'settle'>, string>> = {
  send: 'Send again',
  'read-back': 'Verify',
  withdraw: 'Withdraw',
};

function NextSteps({ state, actions }: Props) {
  const { goToChanges } = useStores().route.actions;
  const { change, doing, error } = state;
  // The error that kept the change from being sent describes the next step itself.
  const isReviewed = change.state === 'planned' && error === null && needsReview(change.error);
  const openChange = () => goToChanges({ kind: 'list', changeId: change.id });
  return (
    <div className={css['ways']}>
      {isReviewed && <Button onClick={() => actions.reviewAgain(change)}>Review again</Button>}
      {stepsOf(state).map((step, index) =>
        step === 'settle' ? (
          <Button key={step} variant="default" onClick={openChange}>
            Mark as done or not done…
          </Button>
        ) : (
          <Button
            key={step}
            variant={index === 0 && step !== 'withdraw' ? 'filled' : 'default'}
            loading={doing === step}
            disabled={doing !== null && doing !== step && !(doing === 'send' && step === 'withdraw')}
            onClick={() => actions.act(step)}
          >
            {stepWords[step]}
          </Button>
        ),
      )}
      <Button variant="subtle" onClick={openChange}>
        Change {change.number}
      </Button>
      <Button variant="subtle" onClick={actions.close}>
        Close
      </Button>
    </div>
  );
}

/** The next steps; sending is left out where a new review is needed. */
const stepsOf = ({ change, error }: Props['state']): readonly NextStep[] =>
  needsReview(error ?? change.error) ? change.next.filter((step) => step !== 'send') : change.next;

/** What was read, and whether it supports or contradicts that the change happened. */
function EvidenceList({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  return (
    <dl className={css['evidence']} aria-label="Evidence">
      {evidence.map(({ label, before, after, speaks }, index) => (
        <div key={`${label} ${index}`}>
          <dt>{label}</dt>
          <dd className="selectable">
            <span>{before ?? 'not known'}</span>
            <IconArrowRight className={css['arrow']} size={14} role="img" aria-label="then" />
            <span>{after ?? 'not known'}</span>
            <span className={css['speaks']}>{speaking[speaks]}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const speaking: Readonly<Record<Evidence['speaks'], string>> = {
  for: 'supports',
  against: 'contradicts',
  neither: 'undecided',
};

interface ResultWords {
  readonly title: string;
  /** In this order, one line each. */
  readonly lines: readonly string[];
}

/** The outcome of a change, in words. An uncertain change is never called failed (C12). */
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
        lines: [...why(change), 'Verified: it is as requested.'],
      };
    case 'not-applied':
      return {
        title: 'It was not done',
        lines: [...why(change), 'Verified: nothing changed. You can try again.'],
      };
    case 'settled':
      return settledWords(change);
    case 'withdrawn':
      return { title: 'Withdrawn', lines: [...why(change), 'It was never sent and won’t be.'] };
    case 'sending':
      return { title: 'Sending', lines: [] };
    default:
      return assertNever(change.state);
  }
}

const why = ({ error }: Change): readonly string[] => (error === null ? [] : [sentencesFor(error).happened]);

const settledWords = ({ settledAs, note }: Change): ResultWords => ({
  title: settledAs === 'applied' ? 'Marked as done' : 'Marked as not done',
  lines: note === '' ? [] : [`Note: ${note}`],
});

const confirmedWords = ({ proof, what }: Change): ResultWords =>
  proof === 'read-back'
    ? { title: 'Done', lines: ['Accepted by the service and verified.'] }
    : {
        title: 'Accepted by the service',
        lines: [`Accepted by the service. ${verificationOf(what.kind).words.answerAlone}`],
      };

const refusedWords = (change: Change): ResultWords => ({
  title: 'Refused by the service',
  lines: [...why(change), whatRefusalLeft(change)],
});

function whatRefusalLeft(change: Change): string {
  if (change.proof === 'read-back') return 'Verified: nothing was changed.';
  return `As far as we know, nothing was changed. ${verificationOf(change.what.kind).words.answerAlone}`;
}

const uncertainWords = (change: Change): ResultWords => ({
  title: 'We don’t know whether this was done',
  lines: [...why(change), whatIsLeft(change), whatWasChecked(change)],
});

function whatWasChecked({ what, readBackAt, evidence }: Change): string {
  if (readBackAt === null) return 'Not verified yet.';
  const { readBack, words } = verificationOf(what.kind);
  if (readBack.length === 0) return words.answerAlone;
  return evidence.length === 0
    ? 'Verifying was tried, but nothing conclusive could be read.'
    : 'Verifying was inconclusive:';
}

const whatIsLeft = ({ what }: Change): string =>
  verificationOf(what.kind).isProvable
    ? 'It is never sent again automatically. Verify once more; if that is inconclusive, check your provider’s panel, then mark it.'
    : 'It is never sent again automatically. The API can’t prove it: check your provider’s panel, then mark it.';

const plannedWords = (change: Change): ResultWords => ({
  title: 'Nothing left this computer',
  lines: [
    [...why(change), 'Nothing was sent.'].join(' '),
    needsReview(change.error)
      ? 'Review it again or withdraw it. Until then, other changes of this kind wait.'
      : 'Send it again or withdraw it. Until then, other changes of this kind wait.',
  ],
});

/** The fields of a sync answer; missing ones are named as missing. */
export const SyncAnswerFacts = ({ told }: { readonly told: SyncAnswer }) => (
  <Facts>
    <Fact name="Expires">
      {told.expiresOn === null ? (
        'not said'
      ) : (
        <time dateTime={told.expiresOn}>{format.day(`${told.expiresOn}T12:00:00`)}</time>
      )}
    </Fact>
    <Fact name="Active">{yesOrNo(told.active)}</Fact>
    <Fact name="Expired">{yesOrNo(told.expired)}</Fact>
    <Fact name="Transferred away">{yesOrNo(told.transferredAway)}</Fact>
  </Facts>
);

const yesOrNo = (value: boolean | null): string => {
  if (value === null) return 'not said';
  return value ? 'yes' : 'no';
};
