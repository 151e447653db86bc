import '../styles/mantine-later.css';
import { Stack, Table, Text } from '@mantine/core';
import { useStore } from 'zustand';
import { amountText } from '#shared/domain/counting.ts';
import { kindOf, verificationOf } from '#shared/changes/index.ts';
import {
  type Change,
  type Evidence,
  isSuggestedBySync,
  isOpenToProof,
  isProven,
  isUncharged,
  nextRegistryRead,
  provenLater,
  registeredLabel,
  type SyncAnswer,
  syncedExpiryLabel,
} from '#shared/domain/change.ts';
import { othersInCredit } from '#shared/domain/activity.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import { priceText } from '#shared/domain/finding.ts';
import { isolated } from '#shared/domain/isolated.ts';
import {
  chargedInAllLabel,
  creditLabel,
  fallOf,
  overchargeOf,
  overchargeText,
  sharedCreditLabel,
} from '#shared/domain/limits.ts';
import { proofReason } from '#shared/domain/renewal-proof.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { assertNever } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { isRegistryOn } from '../domains/readings-store.ts';
import { useCurrency } from '../ui/currency.ts';
import { Day, format, lowerFirst } from '../ui/Formats.tsx';
import { Fact, Facts, Fold } from '../ui/PageParts.tsx';
import { needsReview } from './flow-store.ts';
import css from './one.module.css';

/** The status of a change: the answer first, then its reason and what is left to do. */
export function ChangeStatus({ change }: { readonly change: Change }) {
  const { answer, why, next } = statusWords(change);
  const isUncertain = change.state === 'uncertain';
  const isOpen = isUncertain || change.state === 'planned';
  return (
    <Stack
      gap={4}
      mt={4}
      className="selectable"
      style={{ overflowWrap: 'anywhere' }}
      role="status"
      {...(isOpen && { px: 12, py: 'sm', bdrs: 'md', bg: 'var(--nd-caution-soft)' })}
    >
      <Text fw={600} c={isUncertain ? 'var(--nd-caution)' : 'bright'}>
        {answer}
      </Text>
      {[why, next].map(
        (line) =>
          line !== null && (
            <Text key={line} c={isOpen ? 'bright' : 'dimmed'}>
              {line}
            </Text>
          ),
      )}
    </Stack>
  );
}

/** The status of a change, in sentences. */
export interface StatusWords {
  /** The outcome, as far as it is known. */
  readonly answer: string;
  /** The reason where nothing was done, or a person's note. */
  readonly why: string | null;
  /** What is left to do. */
  readonly next: string | null;
  /** How the outcome is known. */
  readonly how: readonly string[];
}

/** What is known of a change, how, and what is left to do. An uncertain change is never called failed (C12). */
export function statusWords(change: Change): StatusWords {
  const { what, readBackAt } = change;
  const { undone } = kindOf(what.kind);
  const name = nameInText(change.domain);
  const why = whyOf(change);
  const reasons = why === null ? [] : [why];
  switch (change.state) {
    case 'planned':
      return { ...planned(change), why, how: [] };
    case 'sending':
      return {
        answer: 'It is being sent.',
        why: null,
        next: 'Sent once. Waiting for its answer or for verification.',
        how: [],
      };
    case 'confirmed':
      return {
        answer: confirmed(change),
        ...charged(change),
        how: confirmedBy(change),
      };
    case 'refused':
      return refused(change);
    case 'uncertain':
      return uncertain(change);
    case 'applied':
      return applied(change);
    case 'not-applied':
      return {
        answer: undone(what, name),
        why: null,
        next: 'You can try again.',
        how: [...reasons, `Verified${at(readBackAt)}: it is as before.`],
      };
    case 'settled':
      return { ...settled(change), how: reasons };
    case 'withdrawn':
      return { answer: 'Withdrawn: it was never sent and won’t be.', why, next: null, how: [] };
    default:
      return assertNever(change.state);
  }
}

const at = (instant: string | null): string => (instant === null ? '' : ` on ${format.instant(instant)}`);

/** When it was shown: the credit may have been read since. */
const shownAt = ({ provenAt, readBackAt }: Change): string | null => provenAt ?? readBackAt;

const whyOf = ({ error }: Change): string | null => (error === null ? null : sentencesFor(error).happened);

const planned = (change: Change): Pick<StatusWords, 'answer' | 'next'> => ({
  answer: change.attempts === 0 ? 'Logged, not sent.' : 'Tried, but nothing left this computer.',
  next: `${needsReview(change.error) ? 'Review it again' : 'Send it as logged'} or withdraw it. Until then, other changes of this kind wait.`,
});

const settled = ({ what, domain, settledAs, note }: Change): Omit<StatusWords, 'how'> => {
  const { done, undone } = kindOf(what.kind);
  const name = nameInText(domain);
  return {
    answer:
      settledAs === 'applied'
        ? `Marked as done. ${done(what, name)}`
        : `Marked as not done. ${undone(what, name)}`,
    why: note === '' ? null : `Your note: “${isolated(note)}”`,
    next: null,
  };
};

/** Where it may never be done, the one step that can decide is named (G1). More may have been taken than was agreed to (H6). */
function charged(change: Change): Pick<StatusWords, 'why' | 'next'> {
  const [charge, isWaiting] = [overchargeOf(change), isUncharged(change)];
  const why = [
    receiptOf(change),
    isWaiting ? 'Its price was not seen to be taken from the credit: it may never have been done.' : '',
    charge === null ? '' : `${overchargeText(charge)}.`,
  ];
  const next = [
    isWaiting ? 'Have the service read it again: the expiry that it shows decides.' : '',
    charge === null ? '' : 'Ask your provider for the price.',
  ];
  return { why: joined(why), next: joined(next) };
}

/** The proof is the receipt: how long after its sending the registry showed it. Empty where that shows nothing of it. */
function receiptOf(change: Change): string {
  const later = isProven(change) ? provenLater(change, format) : null;
  return later === null ? '' : `Proven by the registry ${later}.`;
}

const joined = (sentences: readonly string[]): string | null => sentences.filter(Boolean).join(' ') || null;

/** What the service alone has said is not told as done. */
function confirmed({ what, domain, proof }: Change): string {
  const done = kindOf(what.kind).done(what, nameInText(domain));
  return proof === 'answer' ? `Accepted by the service, not verified: ${lowerFirst(done)}` : done;
}

function confirmedBy(change: Change): readonly string[] {
  const { proof, what } = change;
  if (proof === 'answer') return [`Accepted by the service. ${verificationOf(what.kind).words.answerAlone}`];
  const how = proof === 'registry' ? 'proven by the registry' : 'verified';
  return [`Accepted by the service and ${how}${at(shownAt(change))}.`, ...registeredText(change)];
}

/** When its registry says that a domain was registered, where it was asked about this registration. */
function registeredText({ evidence }: Change): readonly string[] {
  const registeredAt = evidence.find(({ label }) => label === registeredLabel)?.after ?? null;
  return registeredAt === null ? [] : [`The registry shows that it was registered${at(registeredAt)}.`];
}

/** What the registry said of a change that is not proven, and when it is asked next, where it is asked at all. */
export function RegistryLine({ change }: { readonly change: Change }) {
  const isOn = useStore(useStores().settings, isRegistryOn);
  const { registry, state, proof } = change;
  if (proof === 'registry' || !(state === 'uncertain' || isOpenToProof(change))) return null;
  const next = isOn ? nextRegistryRead(change) : null;
  const said =
    registry === undefined || registry.why === null
      ? ''
      : `The registry was asked${at(registry.at)}. ${proofReason(registry.why)}.`;
  const then = next === null ? '' : `It is asked ${said === '' ? '' : 'again '}on ${format.instant(next)}.`;
  const subject = said === '' ? then.replace(/^It/, 'The registry') : `${said} ${then}`.trim();
  return subject === '' ? null : <Text c="dimmed">{subject}</Text>;
}

function refused(change: Change): StatusWords {
  const { undone, verification } = kindOf(change.what.kind);
  const isVerified = change.proof === 'read-back';
  return {
    answer: isVerified
      ? 'The service refused, and nothing was changed.'
      : 'The service refused, and as far as we know nothing was changed.',
    ...refusal(change),
    how: [
      isVerified
        ? `Verified${at(change.readBackAt)}: ${lowerFirst(undone(change.what, nameInText(change.domain)))}`
        : verification.words.answerAlone,
    ],
  };
}

/** That it was refused stands above: what was said follows, and what to do. */
function refusal({ error }: Change): Pick<StatusWords, 'why' | 'next'> {
  if (error === null) return { why: null, next: null };
  const { happened, next } = sentencesFor(error);
  const isUnsorted = error.kind === 'refused' && (error.why === 'validation' || error.why === 'other');
  if (!isUnsorted || error.said === '') return { why: happened, next };
  return {
    why: `It said: “${isolated(error.said)}” (HTTP ${error.status}).`,
    next: 'Correct it and try again, or ask your provider with these words.',
  };
}

function uncertain(change: Change): StatusWords {
  const { unsure, verification } = kindOf(change.what.kind);
  const { elsewhere } = verification.words;
  const why = whyOf(change);
  return {
    answer: unsure(change.what, nameInText(change.domain)),
    why: isSuggestedBySync(change)
      ? 'Suggests: done. The service shows the expiry later by its whole period.'
      : checkedText(change),
    next: verification.isProvable
      ? `Verify. If that is inconclusive: ${lowerFirst(elsewhere)}, then mark it as done or not done.`
      : `${elsewhere}, then mark it as done or not done.`,
    how: [...(why === null ? [] : [why]), 'It is never sent again automatically.', whatWasRead(change)],
  };
}

/** `Checked on Nov 24, 2026, 7:44:10 AM: credit fell by 10.99, expiry not readable.`; null where nothing was checked yet. */
function checkedText({ readBackAt, evidence }: Change): string | null {
  if (readBackAt === null) return null;
  const found = evidence.map(foundText).join(', ');
  return `Checked${at(readBackAt)}: ${found === '' ? 'nothing could be read' : found}.`;
}

function foundText(one: Evidence): string {
  const { label, before, after } = one;
  const fall = fallOf([one]);
  if (fall !== null) return `credit fell by ${fall}`;
  if (label === chargedInAllLabel) return `${after ?? ''} taken where ${before ?? ''} was agreed in all`;
  const name = lowerFirst(label);
  if (after === null) return before === null ? name : `${name} not readable`;
  if (before === null) return `${name} is ${isolated(after)}`;
  return before === after
    ? `${name} is still ${isolated(after)}`
    : `${name} was ${isolated(before)}, is ${isolated(after)}`;
}

function whatWasRead({ what, readBackAt, evidence }: Change): string {
  if (readBackAt === null) return 'Not verified yet.';
  const { readBack, words } = verificationOf(what.kind);
  if (readBack.length === 0) return words.answerAlone;
  return evidence.length === 0
    ? `Verifying was tried${at(readBackAt)}, without a conclusive result.`
    : `Verifying${at(readBackAt)} was inconclusive. What we found:`;
}

function applied(change: Change): StatusWords {
  const { done, wentThroughBefore } = kindOf(change.what.kind);
  const name = nameInText(change.domain);
  const isOurs = wentThroughBefore !== undefined && saysExists(change.error);
  const why = isOurs ? wentThroughBefore.why : whyOf(change);
  const shown = isOurs ? wentThroughBefore.shown : 'it is as requested.';
  return {
    answer: isOurs ? wentThroughBefore.done(name) : done(change.what, name),
    why: receiptOf(change) || null,
    next: null,
    how: [
      ...(why === null ? [] : [why]),
      change.proof === 'registry'
        ? `Proven by the registry${at(shownAt(change))}.`
        : `Verified${at(shownAt(change))}: ${shown}`,
      ...registeredText(change),
    ],
  };
}

/** Older journal entries record this as a refusal. */
const saysExists = (error: Change['error']): boolean =>
  (error?.kind === 'uncertain' || error?.kind === 'refused') && error.why === 'exists';

/** How the outcome of a change is known, with the evidence; folded. Draws nothing where there is nothing to say. */
export function HowWeKnow({ change }: { readonly change: Change }) {
  const { how } = statusWords(change);
  if (how.length === 0 && change.evidence.length === 0) return null;
  return (
    <Fold summary={change.state === 'uncertain' ? 'What we know' : 'How we know'}>
      <Stack gap={4} mt="sm">
        {how.map((line) => (
          <p key={line} className="selectable">
            {line}
          </p>
        ))}
        <EvidenceTable evidence={change.evidence} />
      </Stack>
    </Fold>
  );
}

/** What was read, exactly as it was, and whether it supports or contradicts that the change happened. Of a statement there is no before and after. */
export function EvidenceTable({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  return (
    <Table layout="fixed" className={css['evidence'] ?? ''} aria-label="Evidence">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">
            <span className="spoken">What</span>
          </Table.Th>
          <Table.Th scope="col">Before</Table.Th>
          <Table.Th scope="col">After</Table.Th>
          <Table.Th scope="col">Suggests it was</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {evidence.map(({ label, before, after, speaks }, index) => {
          const isStatement = before === null && after === null;
          return (
            <Table.Tr key={`${label} ${index}`}>
              <Table.Th scope="row" colSpan={isStatement ? 3 : 1}>
                {label === syncedExpiryLabel ? 'Expiry date, from the service' : label}
              </Table.Th>
              {!isStatement && (
                <>
                  <Table.Td className="selectable">{before ?? '–'}</Table.Td>
                  <Table.Td className="selectable">{after ?? '–'}</Table.Td>
                </>
              )}
              <Table.Td c={speaking[speaks].colour}>{speaking[speaks].words}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

const speaking: Readonly<Record<Evidence['speaks'], { readonly words: string; readonly colour: string }>> = {
  for: { words: 'done', colour: 'var(--nd-fine)' },
  against: { words: 'not done', colour: 'var(--nd-caution)' },
  neither: { words: '', colour: 'dimmed' },
};

/**
 * What a paid change cost and what it left of the credit, as far as both are known: as read for this change, so that later
 * orders do not change it. Draws nothing for others.
 */
export function CostFacts({ change }: { readonly change: Change }) {
  const { what } = change;
  const currency = useCurrency(change.accountId);
  if (what.kind !== 'register' && what.kind !== 'renew') return null;
  const isPriced = what.price.kind === 'given';
  const credit = creditAfter(change);
  if (!isPriced && credit === null) return null;
  return (
    <Facts>
      {isPriced && (
        <Fact name="Price">
          <span className="figures">{priceText(what.price, currency)}</span>
        </Fact>
      )}
      <CreditFacts change={change} />
    </Facts>
  );
}

interface CreditProps {
  readonly change: Change;
  /** Where the credit before stands beside it already. */
  readonly isBeforeShown?: boolean;
}

/** The credit after a paid change, and by how much it fell. The fall is evidence: the credit is the whole account’s. */
export function CreditFacts({ change, isBeforeShown = false }: CreditProps) {
  const currency = useCurrency(change.accountId);
  const credit = creditAfter(change);
  if (credit === null) return null;
  const textOf = (amount: string): string => amountText({ amount, currency });
  const { before, after, isShared } = credit;
  const fall = fallOf(change.evidence);
  return (
    <>
      <Fact name="Credit after" note={before === null || isBeforeShown ? '' : `before: ${textOf(before)}`}>
        <span className="figures">{textOf(after)}</span>
      </Fact>
      {fall !== null && (
        <Fact name="Credit went down by" note={othersInCredit}>
          <span className="figures">{textOf(fall)}</span>
        </Fact>
      )}
      {isShared && before !== null && before !== after && (
        <Fact name="Credit went down by">
          not known: another order was open then, and may have used it too
        </Fact>
      )}
    </>
  );
}

/** The credit as it was read for the change; null where it was not. */
function creditAfter({ evidence, before }: Pick<Change, 'evidence' | 'before'>) {
  const found = evidence.find(({ label }) => label === creditLabel || label === sharedCreditLabel);
  if (found?.after == null) return null;
  const was = found.before ?? before?.credit ?? null;
  return { before: was, after: found.after, isShared: found.label === sharedCreditLabel };
}

/** What a sync answered, as far as it did. */
export const SyncAnswerFacts = ({ syncAnswer }: { readonly syncAnswer: SyncAnswer }) => {
  const flags = [
    ['Active', syncAnswer.active],
    ['Expired', syncAnswer.expired],
    ['Transferred away', syncAnswer.transferredAway],
    ['Cancelled', syncAnswer.cancelled ?? null],
  ] as const;
  const known = flags.filter(([, value]) => value !== null);
  if (syncAnswer.expiresOn === null && known.length === 0) return <p>The service gave no details.</p>;
  return (
    <Facts>
      {syncAnswer.expiresOn !== null && (
        <Fact name="Expires">
          <Day on={syncAnswer.expiresOn} />
        </Fact>
      )}
      {known.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value === true ? 'yes' : 'no'}
        </Fact>
      ))}
    </Facts>
  );
};
