import '../styles/mantine-later.css';
import { Table, Text } from '@mantine/core';
import { kindOf, verificationOf } from '#shared/changes/index.ts';
import type { Change, Evidence, SyncAnswer } from '#shared/domain/change.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { assertNever } from '#shared/result.ts';
import { format, lowerFirst } from '../ui/Formats.tsx';
import { Fact, Facts } from '../ui/PageParts.tsx';
import { needsReview } from './flow-store.ts';
import css from './one.module.css';

/** The status of a change: what is known, why, the evidence, and what is still open. */
export function ChangeStatus({ change }: { readonly change: Change }) {
  const { known, why, shownBy, open } = statusWords(change);
  return (
    <div className={`${css['standing'] ?? ''} selectable`} data-state={change.state} role="status">
      <p className={css['known']}>{known}</p>
      {[why, shownBy, open].map((line) => line !== null && <p key={line}>{line}</p>)}
    </div>
  );
}

/** The status of a change, in sentences. */
export interface StatusWords {
  readonly known: string;
  /** Why it is not simply done. */
  readonly why: string | null;
  readonly shownBy: string | null;
  /** What is not known yet, or what is left to do. */
  readonly open: string | null;
}

/** What is known of a change, the evidence, and what is still open. An uncertain change is never called failed (C12). */
export function statusWords(change: Change): StatusWords {
  switch (change.state) {
    case 'planned':
      return planned(change);
    case 'sending':
      return {
        known: 'It is being sent.',
        why: null,
        shownBy: null,
        open: 'Sent once. Waiting for its answer or for verification.',
      };
    case 'confirmed':
      return { known: doneText(change), why: null, shownBy: confirmedBy(change), open: null };
    case 'refused':
      return refused(change);
    case 'uncertain':
      return uncertain(change);
    case 'applied':
      return applied(change);
    case 'not-applied':
      return {
        known: `Not done. ${kindOf(change.what.kind).undone}`,
        why: whyOf(change),
        shownBy: `Verified${at(change.readBackAt)}: it is as before.`,
        open: 'You can try again.',
      };
    case 'settled':
      return settled(change);
    case 'withdrawn':
      return {
        known: 'Withdrawn: it was never sent and won’t be.',
        why: whyOf(change),
        shownBy: null,
        open: null,
      };
    default:
      return assertNever(change.state);
  }
}

const doneText = ({ what }: Change): string => kindOf(what.kind).done(what);

const at = (instant: string | null): string => (instant === null ? '' : ` on ${format.instant(instant)}`);

const whyOf = ({ error }: Change): string | null => (error === null ? null : sentencesFor(error).happened);

const planned = (change: Change): StatusWords => ({
  known: change.attempts === 0 ? 'Logged, not sent.' : 'Tried, but nothing left this computer.',
  why: whyOf(change),
  shownBy: null,
  open: `${needsReview(change.error) ? 'Review it again' : 'Send it as logged'} or withdraw it. Until then, other changes of this kind wait.`,
});

const confirmedBy = (change: Change): string =>
  change.proof === 'read-back'
    ? `Accepted by the service and verified${at(change.readBackAt)}.`
    : `Accepted by the service. ${verificationOf(change.what.kind).words.answerAlone}`;

function refused(change: Change): StatusWords {
  const { undone, verification } = kindOf(change.what.kind);
  const common = { known: 'The service refused.', why: whyOf(change) };
  if (change.proof === 'read-back')
    return {
      ...common,
      shownBy: `Verified${at(change.readBackAt)}: ${lowerFirst(undone)}`,
      open: null,
    };
  return {
    ...common,
    shownBy: 'As far as we know, nothing was changed.',
    open: verification.words.answerAlone,
  };
}

function uncertain(change: Change): StatusWords {
  const { maybe, verification } = kindOf(change.what.kind);
  const { elsewhere } = verification.words;
  return {
    known: 'We don’t know whether this was done.',
    why: [maybe(change.what), whyOf(change)].filter((part) => part !== null).join(' '),
    shownBy: whatWasRead(change),
    open: verification.isProvable
      ? `Verify. If that is inconclusive: ${lowerFirst(elsewhere)}, then mark it as done or not done. It is never sent again automatically.`
      : `The API can’t decide it. ${elsewhere}, then mark it as done or not done. It is never sent again automatically.`,
  };
}

function whatWasRead({ what, readBackAt, evidence }: Change): string {
  if (readBackAt === null) return 'Not verified yet.';
  const { readBack, words } = verificationOf(what.kind);
  if (readBack.length === 0) return words.answerAlone;
  return evidence.length === 0
    ? `Verifying was tried${at(readBackAt)}, without a conclusive result.`
    : `Verifying${at(readBackAt)} was inconclusive. What was read is below.`;
}

function applied(change: Change): StatusWords {
  const { wentThroughBefore } = kindOf(change.what.kind);
  const isOurs = wentThroughBefore !== undefined && saysExists(change.error);
  return {
    known: isOurs ? wentThroughBefore.done : `Done. ${doneText(change)}`,
    why: isOurs ? wentThroughBefore.why : whyOf(change),
    shownBy: isOurs
      ? `Verified${at(change.readBackAt)}: ${wentThroughBefore.shown}`
      : `Verified${at(change.readBackAt)}: it is as requested.`,
    open: null,
  };
}

/** Older journal entries record this as a refusal. */
const saysExists = (error: Change['error']): boolean =>
  (error?.kind === 'uncertain' || error?.kind === 'refused') && error.why === 'exists';

const settled = (change: Change): StatusWords => ({
  known:
    change.settledAs === 'applied'
      ? `Marked as done. ${doneText(change)}`
      : `Marked as not done. ${kindOf(change.what.kind).undone}`,
  why: whyOf(change),
  shownBy: change.note === '' ? 'Marked by you.' : `Your note: “${change.note}”`,
  open: null,
});

/** What was read, and whether it supports or contradicts that the change happened. */
export function EvidenceTable({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  return (
    <Table layout="fixed" captionSide="top" className={css['evidence'] ?? ''}>
      <Table.Caption>Evidence</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">
            <span className="spoken">What</span>
          </Table.Th>
          <Table.Th scope="col">Before</Table.Th>
          <Table.Th scope="col">After</Table.Th>
          <Table.Th scope="col">Says</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {evidence.map(({ label, before, after, speaks }, index) => (
          <Table.Tr key={`${label} ${index}`}>
            <Table.Th scope="row">{label}</Table.Th>
            <Table.Td className="selectable">{before ?? notKnown}</Table.Td>
            <Table.Td className="selectable">{after ?? notKnown}</Table.Td>
            <Table.Td c={speaking[speaks].colour}>{speaking[speaks].words}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const notKnown = (
  <Text component="em" c="var(--nd-faint)">
    unknown
  </Text>
);

const speaking: Readonly<Record<Evidence['speaks'], { readonly words: string; readonly colour: string }>> = {
  for: { words: 'supports', colour: 'var(--nd-fine)' },
  against: { words: 'contradicts', colour: 'var(--nd-caution)' },
  neither: { words: 'undecided', colour: 'dimmed' },
};

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
