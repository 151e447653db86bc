import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { mostBatchRows } from '#shared/domain/bounds.ts';
import { yearsText } from '#shared/changes/kind.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { type Finding, isBuyable, type Price, priceText, registrationPrice } from '#shared/domain/finding.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import { costOf, costText } from '#shared/domain/renewal-costs.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import { useBatches } from '../changes/batches/batch-store.ts';
import { DraftNote, FlowTrouble } from '../changes/ChangeParts.tsx';
import { fieldError, type FlowState, idleFlow } from '../changes/flow-store.ts';
import { shownKind, useOwned, useUnreadNames } from '../search/owned.ts';
import { counted, format } from '../ui/Formats.tsx';
import { FindingMark, FindingWord } from '../ui/Marks.tsx';
import { Fact, Facts, IconButton } from '../ui/PageParts.tsx';
import { Offered } from './Offered.tsx';
import { isShownAtItsField, OrderForm, StillEmpty } from './OrderForm.tsx';
import { Credit, OrderFrame } from './OrderFrame.tsx';
import { useTypedOrder } from './order.ts';
import { askOf, type RegisterForm, type RegisterStore, settingsFor } from './register-store.ts';
import { useActions } from '../use-action.ts';

interface Props {
  readonly accountId: string;
  /** As A-labels: several, each once. */
  readonly names: readonly string[];
  readonly store: RegisterStore;
}

/** Many names with the same contacts, nameservers and period: the form at the left, the names and what they cost at the right. */
export function ManyNames({ accountId, names, store }: Props) {
  const order = useManyOrder(accountId, names, store);
  return (
    <OrderFrame
      accountId={accountId}
      label={`Order of ${counted(names.length, 'name', 'names')}`}
      tries={order.tries}
      asideLabel="The names and their order"
      asideWidth="clamp(288px, 30vw, 400px)"
      aside={
        <>
          <NameList order={order} store={store} />
          <Ordering order={order} />
        </>
      }
    >
      {order.error !== null && !isShownAt(order.state, order.error) && (
        <FlowTrouble
          accountId={accountId}
          error={order.error}
          about="The batch was not created"
          recheck={order.review}
        />
      )}
      <Offered order={order} />
      <OrderForm order={order} />
    </OrderFrame>
  );
}

const isShownAt = (state: FlowState, error: AppError): boolean =>
  error.kind === 'invalid-input' && isShownAtItsField(error.field) && fieldError(state, error.field) !== null;

type ManyOrder = ReturnType<typeof useManyOrder>;

/** State and actions for ordering many names. The draft is that of the first one. */
function useManyOrder(accountId: string, names: readonly string[], store: RegisterStore) {
  const [first = ''] = names;
  const typed = useTypedOrder(accountId, first, store, {
    kept: ({ form }) => form,
    // What a registry asks for beyond the contacts is taken over where it may be wanted of every name.
    taken: (last) => names.reduce((taken, name) => settingsFor(name, taken, last.domain), last.form),
  });
  const { form } = typed;
  const { isMaking, error, make } = useMaking({
    accountId,
    names,
    form,
    // Main has encrypted what was typed; the next order is offered the same.
    onMade: () => {
      typed.editor.actions.reset();
      store.actions.keepSettings(first, form);
      typed.keep();
      store.actions.end();
    },
  });
  const areUnread = useUnreadNames(accountId) !== null;
  const isTooMany = names.length > mostBatchRows;
  const canReview = !areUnread && !isTooMany && !isMaking;
  const state: FlowState =
    error === null ? idleFlow : { step: 'failed', ask: askOf(form), planned: null, error };
  return {
    ...typed,
    /** For what only some names need, such as their language: one of those. */
    domain: names.find((name) => name.includes('xn--')) ?? first,
    state,
    names,
    error,
    isMaking,
    isTooMany,
    canReview,
    /** Makes the batch where nothing is missing, and leads to its review. */
    review: (): void => {
      if (typed.tryIt() && canReview) void make();
    },
  };
}

/** Makes the batch, and leads to its review. */
function useMaking({ accountId, names, form, onMade }: Making) {
  const { route } = useStores();
  const batches = useBatches();
  const [isMaking, setMaking] = useState(false);
  const [error, setError] = useState<AppError | null>(null);

  async function make(): Promise<void> {
    setMaking(true);
    setError(null);
    const made = await batches.actions.prepare({ accountId, ask: askOf(form), domains: [...names] });
    setMaking(false);
    if (!made.ok) {
      setError(made.error);
      return;
    }
    onMade();
    route.actions.goToChanges({ kind: 'batch', batchId: made.value.id });
  }
  return { isMaking, error, make };
}

interface Making {
  readonly accountId: string;
  readonly names: readonly string[];
  readonly form: RegisterForm;
  readonly onMade: () => void;
}

/** More labels than these are not looked through: the review looks every name up anyway. */
const mostAsked = 200;

/** What lookups have found of the names so far. */
function useKnownFindings(accountId: string, names: readonly string[]): ReadonlyMap<string, Finding> {
  // The form is drawn again with each key, and there may be very many names.
  const asked = useMemo(() => {
    const byLabel = [...Map.groupBy(names, (name) => name.slice(0, name.indexOf('.')))];
    return byLabel.slice(0, mostAsked).map(([label, of]) => ({
      accountId,
      label,
      tlds: of.map((name) => name.slice(label.length + 1)),
    }));
  }, [accountId, names]);
  const answers = useActions('search', 'known', asked);
  return useMemo(() => {
    const found = answers.flatMap((answer) => answer?.findings ?? []);
    return new Map(found.map((finding) => [finding.domain, finding]));
  }, [answers]);
}

interface OrderProps {
  readonly order: ManyOrder;
}

/** The names, with what was found when they were last looked up. */
function NameList({ order, store }: OrderProps & Pick<Props, 'store'>) {
  const { accountId, names, form } = order;
  const owned = useOwned(accountId);
  const known = useKnownFindings(accountId, names);
  const priceOf = (name: string): Price => registrationPrice(known.get(name)?.prices ?? [], form.periodYears);
  // What was not looked up yet may be ordered, at a price that is not known.
  const prices = names
    .filter((name) => {
      const finding = known.get(name);
      return finding === undefined || finding.kind === 'unchecked' || isBuyable(shownKind(finding, owned));
    })
    .map(priceOf);
  return (
    <>
      <Box
        component="ul"
        flex={1}
        mih={0}
        px="md"
        py="sm"
        aria-label="Names to register"
        style={{ overflowY: 'auto' }}
      >
        {names.map((name) => (
          <Name
            key={name}
            name={name}
            finding={known.get(name)}
            price={priceText(priceOf(name))}
            owned={owned}
            onDrop={() => store.actions.drop(name)}
          />
        ))}
      </Box>
      <Box px="lg" pt="sm" className="line-above">
        <Facts nameWidth={120}>
          <Fact name={`For ${yearsText(form.periodYears)}`}>
            <span className="figures">{costText(costOf(prices))}</span>
          </Fact>
          <Credit accountId={accountId} />
        </Facts>
      </Box>
    </>
  );
}

interface NameProps {
  readonly name: string;
  readonly finding: Finding | undefined;
  readonly price: string;
  readonly owned: ReadonlySet<string>;
  readonly onDrop: () => void;
}

function Name({ name, finding, price, owned, onDrop }: NameProps) {
  const kind = finding === undefined ? 'unchecked' : shownKind(finding, owned);
  const unicode = toUnicode(name);
  return (
    <Group component="li" gap="sm" wrap="nowrap" mih={28}>
      <FindingMark kind={kind} decorative />
      <Text
        span
        flex={1}
        miw={0}
        truncate
        className="mono"
        title={unicode === name ? name : `${unicode} (${name})`}
      >
        <bdi dir="ltr">{unicode}</bdi>
      </Text>
      {kind === 'available' ? (
        <span className="figures">{price}</span>
      ) : (
        <Text span c={isBuyable(kind) ? 'var(--nd-caution)' : 'dimmed'} className="figures">
          {kind === 'unchecked' ? 'not checked' : <FindingWord kind={kind} />}
          {kind === 'premium' && ` · ${price}`}
        </Text>
      )}
      <IconButton label={`Skip ${isolatedName(unicode)}`} size={24} onClick={onDrop} />
    </Group>
  );
}

/** The draft, and the one button that goes on. */
function Ordering({ order }: OrderProps) {
  const { editor, canReview, isMaking, isTooMany, review } = order;
  return (
    <Stack gap="sm" px="lg" py="md">
      <DraftNote state={editor.state} />
      {isTooMany && (
        <Text c="var(--nd-danger)" role="alert">
          One batch takes {format.count(mostBatchRows)} names at most. Skip some.
        </Text>
      )}
      <Group gap="sm">
        <Button variant="filled" disabled={!canReview && !isMaking} loading={isMaking} onClick={review}>
          Continue to review
        </Button>
      </Group>
      <StillEmpty order={order} />
      <Text c="dimmed">
        Each name is looked up again, with its price. Nothing is ordered before you type how many.
      </Text>
    </Stack>
  );
}
