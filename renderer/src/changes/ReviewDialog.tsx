import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import { amountText } from '#shared/domain/counting.ts';
import { type ChangeKind, changeTitle, kindOf } from '#shared/changes/index.ts';
import type { ChangeLine } from '#shared/changes/kind.ts';
import { isPaid } from '#shared/domain/change-kinds.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { priceText } from '#shared/domain/finding.ts';
import type { AppError } from '#shared/errors.ts';
import { TypedLimit } from '../settings/SpendingLimits.tsx';
import { useCurrency } from '../ui/currency.ts';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { Age, counted, withDaysInWords } from '../ui/Formats.tsx';
import { useIsNew } from '../ui/table-view.ts';
import { AccountLabel, Fact, Facts, Fold, OtherAccount, Tick } from '../ui/PageParts.tsx';
import { CheckOfAsked } from '../domains/nameservers/NameserverCheck.tsx';
import { DomainName, FlowTrouble, LastChange, NoValue, OneYearBeside, RenewsAt } from './ChangeParts.tsx';
import {
  fieldError,
  type FlowActions,
  isLimitTyped,
  isNameTyped,
  isReady,
  needsReview,
  type Review,
  type Reviewing,
  useBlocked,
} from './flow-store.ts';
import { PriceChanges, RenewalChanges } from '../watching/PriceChanges.tsx';
import css from './review.module.css';

interface Props {
  readonly state: Reviewing;
  readonly actions: FlowActions;
}

/**
 * Everything to show before a change is sent, with one button that sends it. What decides comes first: the price and the warnings;
 * what the person has to confirm stays in view beside the button. Enter sends where that button has the focus, and in the field for the
 * typed name once everything is given.
 */
export function ReviewDialog({ state, actions }: Props) {
  const { review, ask, busy } = state;
  const disabledReason = useDisabledReason(state);
  const statusId = useId();
  const factsId = useId();
  return (
    <ModalDialog onClose={actions.close} title={changeTitle(ask)} size={680}>
      <Stack
        gap="md"
        role="group"
        aria-label="Review"
        aria-describedby={factsId}
        style={{ outline: 'none' }}
        tabIndex={-1}
        data-autofocus
      >
        <OtherAccount accountId={review.accountId} />
        <Group gap="4px 16px" justify="space-between">
          <DomainName domain={review.domain} />
          <ForAccount review={review} />
        </Group>
        <Stack gap="md" id={factsId}>
          <ReviewFacts review={review} client={'contacts' in ask ? ask.client : undefined} />
          {review.finding !== null && ask.kind === 'register' && (
            <PriceChanges accountId={review.accountId} finding={review.finding} of="register" />
          )}
          {review.price !== null && ask.kind === 'renew' && (
            <RenewalChanges
              {...ask}
              accountId={review.accountId}
              domain={review.domain}
              price={review.price}
            />
          )}
          <Remarks remarks={review.remarks} />
          <CheckOfAsked accountId={review.accountId} domains={[review.domain]} ask={ask} />
        </Stack>
        <Lines lines={review.lines} isNew={isPaid(ask.kind)} of={ask.kind} />
        <SentFields sent={review.sent} />
        <Stack gap={12} className={css['end']}>
          <Trouble state={state} disabledReason={disabledReason} recheck={actions.recheck} />
          {disabledReason === null && <Consent state={state} actions={actions} />}
          <Group gap="sm">
            <StatusLine id={statusId} state={state} disabledReason={disabledReason} />
            <Button disabled={busy === 'applying'} onClick={actions.close}>
              Cancel
            </Button>
            <Button
              variant="filled"
              color={kindOf(ask.kind).isRemoval === true ? 'danger' : 'accent'}
              disabled={disabledReason !== null || !isReady(state)}
              loading={busy === 'applying'}
              aria-describedby={statusId}
              onClick={actions.confirm}
            >
              {kindOf(ask.kind).verb(ask)}
            </Button>
          </Group>
        </Stack>
      </Stack>
    </ModalDialog>
  );
}

interface StatusLineProps extends Pick<Props, 'state'> {
  readonly id: string;
  readonly disabledReason: AppError | null;
}

/** What is missing, or happens; in the first reviews, what holds of each. */
function StatusLine({ id, state, disabledReason }: StatusLineProps) {
  const isNew = useIsNew('reviews');
  const text = state.busy === 'applying' ? waiting : missingIn(state, disabledReason);
  return (
    <Group component="p" id={id} role="status" gap="sm" flex={1} wrap="nowrap" c="dimmed" fz="xs">
      {isNew && <IconLock size={14} stroke={1.75} style={{ flex: 'none' }} aria-hidden />}
      {text ?? (isNew && sentOnce)}
    </Group>
  );
}

const sentOnce = 'Logged before it is sent; never sent twice.';

/** Why it could not be sent, whatever the person gives: said instead of asking for anything. */
function useDisabledReason({ ask, error, busy, sinceMs }: Reviewing): AppError | null {
  const blocked = useBlocked(ask.kind, sinceMs, 'review');
  if (needsReview(error)) return error;
  return busy === 'applying' ? null : blocked;
}

/** What the person still has to give before the change can be sent; null where that is nothing. */
function missingIn(state: Reviewing, disabledReason: AppError | null): string | null {
  const { premium, typedName } = state.review.asksFor;
  if (state.busy === 'looking') return 'Checking current settings…';
  if (needsReview(disabledReason)) return 'Review again to continue.';
  if (disabledReason !== null) return 'Review what may have changed to continue.';
  if (premium && !state.premiumAccepted) return 'Accept the premium price to continue.';
  if (!isLimitTyped(state)) return 'Type the amount to continue.';
  return typedName && !isNameTyped(state) ? 'Type the domain’s name to continue.' : null;
}

/** The wait before sending is limited to 30 seconds, even where the service asked for a longer pause. */
const waiting = 'Checking again, then waiting for a free slot (at most 30 seconds)…';

const consentFields: readonly string[] = ['typedName', 'premiumAccepted'];

interface TroubleProps {
  readonly state: Reviewing;
  readonly disabledReason: AppError | null;
  readonly recheck: () => void;
}

function Trouble({ state, disabledReason, recheck }: TroubleProps) {
  const error = disabledReason ?? state.error;
  if (error === null) return null;
  if (error.kind === 'invalid-input' && consentFields.includes(error.field)) return null;
  const isAhead = state.error === null;
  return (
    <FlowTrouble
      accountId={state.review.accountId}
      error={error}
      about={isAhead ? 'Can’t be sent yet' : 'Not sent'}
      recheck={recheck}
      isAhead={isAhead}
    />
  );
}

/** The cost as far as known, the credit, and the outcome of the last change of this kind. */
function ReviewFacts({
  review,
  client = '',
}: {
  readonly review: Review;
  readonly client?: string | undefined;
}) {
  const { accountId } = review;
  const currency = useCurrency(accountId);
  return (
    <Facts nameWidth={168}>
      {review.price !== null && (
        <Fact name="Price">
          <span className="figures">{priceText(review.price, currency)}</span>
          {review.price.kind !== 'given' && (
            <OneYearBeside accountId={accountId} prices={review.finding?.prices ?? []} />
          )}
        </Fact>
      )}
      {client !== '' && <Fact name="Client">{client}</Fact>}
      <RenewsAt accountId={accountId} prices={review.finding?.prices ?? []} />
      {review.credit !== null && (
        <Fact name="Credit">
          <span className="figures">{amountText({ amount: review.credit.amount, currency })}</span>, read{' '}
          <Age at={review.credit.readAt} />
        </Fact>
      )}
      {review.last !== null && (
        <Fact name="Previous attempt">
          <LastChange change={review.last} />
        </Fact>
      )}
      <Fact name="Current state read">
        <Age at={review.readAt} />
      </Fact>
    </Facts>
  );
}

interface LinesProps {
  readonly lines: readonly ChangeLine[];
  /** There was no earlier state: this is an order. */
  readonly isNew: boolean;
  readonly of: ChangeKind;
}

/** Before → after: changed lines shown, unchanged ones folded. */
function Lines({ lines, ...how }: LinesProps) {
  const changed = lines.filter((line) => line.isChanged);
  const same = lines.filter((line) => !line.isChanged);
  return (
    <Stack gap="sm">
      {changed.length > 0 && <LineList lines={changed} {...how} label="What changes" />}
      {same.length > 0 && (
        <Fold summary={counted(same.length, 'value unchanged', 'values unchanged')}>
          <LineList lines={same} {...how} label="Unchanged values" />
        </Fold>
      )}
    </Stack>
  );
}

const LineList = ({ lines, isNew, of, label }: LinesProps & { readonly label: string }) => (
  <Facts isRuled label={label}>
    {lines.map((line, index) => (
      <Fact key={`${line.label} ${index}`} name={line.label} mono={kindOf(of).isOfHosts === true}>
        <Group component="span" gap="0 8px">
          {line.isChanged && !(isNew && line.before === null) && (
            <>
              <Value of={line.before} isOld hasDays={kindOf(of).hasDays === true} />
              <IconArrowRight color="var(--nd-muted)" size={14} role="img" aria-label="becomes" />
            </>
          )}
          <Value
            of={line.after}
            isNew={line.isChanged && !(isNew && line.before === null)}
            hasDays={kindOf(of).hasDays === true}
          />
        </Group>
      </Fact>
    ))}
  </Facts>
);

interface ValueProps {
  readonly of: string | null;
  readonly isOld?: boolean;
  /** It replaces another one. */
  readonly isNew?: boolean;
  /** It was written by main. Otherwise it was typed or read, and is shown exactly as it is sent. */
  readonly hasDays: boolean;
}

/** Distinguishes an empty value from an unknown one. */
function Value({ of, isOld = false, isNew = false, hasDays }: ValueProps) {
  if (of === null || of === '') return <NoValue>{of === null ? 'not known' : 'nothing'}</NoValue>;
  return (
    <Text span inherit miw={0} c={isOld ? 'dimmed' : 'bright'} fw={isNew ? 600 : 400}>
      {hasDays ? withDaysInWords(of) : of}
    </Text>
  );
}

/** The exact request, field by field, in order; folded, because the lines above say the same for most readers. */
const SentFields = ({ sent }: { readonly sent: Review['sent'] }) => (
  <Fold summary={<>Request preview: {counted(sent.fields.length, 'field', 'fields')}</>}>
    <Text size="xs" c="dimmed">
      {sentOnce}
    </Text>
    <Text size="xs" mt="sm" mb={4} className="mono selectable" style={{ overflowWrap: 'anywhere' }}>
      {sent.method} {sent.path}
    </Text>
    <dl className={`mono selectable ${css['fields'] ?? ''}`}>
      {sent.fields.map(({ name, value }, index) => (
        <div key={`${name} ${index}`}>
          <dt>{name}</dt>
          <dd>{value === '' ? <NoValue>empty</NoValue> : value}</dd>
        </div>
      ))}
    </dl>
  </Fold>
);

function Remarks({ remarks }: Pick<Review, 'remarks'>) {
  const titleId = useId();
  if (remarks.length === 0) return null;
  return (
    <Stack
      component="ul"
      gap="sm"
      px={12}
      py="sm"
      bdrs="md"
      bg="var(--nd-caution-soft)"
      aria-labelledby={titleId}
    >
      <li id={titleId} className="spoken">
        Before you send
      </li>
      {remarks.map(({ id, text }, index) => (
        <Group component="li" key={`${id} ${index}`} gap="sm" wrap="nowrap" align="flex-start">
          <IconAlertTriangle
            color="var(--nd-caution)"
            style={{ flex: 'none', marginTop: 2 }}
            size={16}
            stroke={1.75}
            aria-hidden
          />
          <span>{withDaysInWords(text)}</span>
        </Group>
      ))}
    </Stack>
  );
}

interface ConsentProps {
  readonly state: Reviewing;
  readonly actions: Pick<FlowActions, 'typeName' | 'acceptPremium' | 'typeLimit' | 'confirm'>;
}

/** What the user must confirm: a premium price on its own, exceeded limits, and the typed name. */
function Consent({ state, actions }: ConsentProps) {
  const { review, typedName, premiumAccepted, typedLimit } = state;
  const { asksFor, price, domain } = review;
  const currency = useCurrency(review.accountId);
  if (!asksFor.premium && !asksFor.typedName && asksFor.limits.length === 0) return null;
  return (
    <Stack gap={12}>
      {asksFor.premium && (
        <Tick
          label={`I accept that this name is premium. Price: ${price === null ? 'not given' : priceText(price, currency)}`}
          checked={premiumAccepted}
          onChange={(event) => actions.acceptPremium(event.currentTarget.checked)}
        />
      )}
      {asksFor.limits.length > 0 && (
        <TypedLimit limits={asksFor.limits} typed={typedLimit} onType={actions.typeLimit} />
      )}
      {asksFor.typedName && (
        <TextInput
          label={
            <>
              Type <span className="mono">{toUnicode(domain)}</span> to confirm
            </>
          }
          value={typedName}
          maxLength={255}
          classNames={{ input: 'mono' }}
          error={fieldError(state, 'typedName')}
          onChange={(event) => actions.typeName(event.currentTarget.value)}
          onKeyDown={({ key, repeat, nativeEvent }) => {
            if (key === 'Enter' && !repeat && !nativeEvent.isComposing) actions.confirm();
          }}
        />
      )}
    </Stack>
  );
}

/** The account that the change belongs to; a practice account is marked. */
const ForAccount = ({ review }: { readonly review: Review }) => (
  <Group component="p" gap="sm" flex="none">
    <AccountLabel accountId={review.accountId} otherwise={review.accountLabel} />
    {review.isPractice && (
      <Text span px="sm" bdrs="sm" bg="var(--nd-practice)" c="var(--nd-on-practice)" fw={500}>
        Practice: nothing is real
      </Text>
    )}
  </Group>
);
