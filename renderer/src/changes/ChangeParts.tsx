import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { IconPencil } from '@tabler/icons-react';
import { type ChangeFamily, familyOf } from '#shared/domain/change-kinds.ts';
import type { Change, NextStep, Proof } from '#shared/domain/change.ts';
import { changeTitle, verificationOf } from '#shared/changes/index.ts';
import { type ContactFields, yearsText } from '#shared/changes/kind.ts';
import { contactLabelOf } from '#shared/domain/contact-labels.ts';
import { type Known, sourceText } from '#shared/domain/portfolio.ts';
import type { Bridge } from '../client.ts';
import { spellingOf, toUnicode } from '#shared/domain/domain-name.ts';
import { type PriceList, priceText, registrationPrice } from '#shared/domain/finding.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { type Stores, useAccount, useStores } from '../app-stores.ts';
import { ChangeStateMark } from './ChangeStateMark.tsx';
import { useCurrency } from '../ui/currency.ts';
import { Fact, Facts, FormEnd } from '../ui/PageParts.tsx';
import { Age, upperFirst } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import type { StatusState } from '../shell/stores.ts';
import { ErrorState, NameCaution, Notice, useAccountRemedies } from '../ui/States.tsx';
import type { EditorState } from './drafts.ts';
import { type FlowState, needsReview, waitsFor } from './flow-store.ts';
import css from './change.module.css';
import { valueOf } from '../remote.ts';

/** Stands for a value that there is not. */
export const NoValue = ({ children }: { readonly children: string }) => (
  <Text component="em" inherit c="var(--nd-faint)">
    {children}
  </Text>
);

/** Each next step, on its button. */
export const stepWords: Readonly<Record<NextStep, string>> = {
  send: 'Send',
  'read-back': 'Verify',
  settle: 'Mark as done or not done…',
  withdraw: 'Withdraw',
};

/** The next steps in order: resolving by hand first, where no read can decide the outcome. */
export function stepsInOrder({ what, next }: Change): readonly NextStep[] {
  const { isProvable } = verificationOf(what.kind);
  return isProvable ? next : [...next].sort((a, b) => Number(b === 'settle') - Number(a === 'settle'));
}

/** The last change of a kind, with its outcome and evidence (C11), and a link to it. */
export function LastChange({ change }: { readonly change: Change }) {
  const { goToChanges } = useStores().route.actions;
  const { proof } = change;
  return (
    <Group component="span" display="inline-flex" gap="0 8px">
      <ChangeStateMark of={change} />
      <span>
        {changeTitle(change.what)}, <Age at={change.sentAt ?? change.createdAt} />
        {proof !== null && proof !== 'registry' && `, ${proofWords[proof]}`}
      </span>
      <Button
        variant="transparent"
        size="compact-sm"
        h={20}
        px={0}
        aria-label={`Details of change ${change.number}`}
        onClick={() => goToChanges({ kind: 'list', changeId: change.id })}
      >
        Details
      </Button>
    </Group>
  );
}

/** The mark itself says what a registry proves. */
const proofWords: Readonly<Record<Exclude<Proof, 'registry'>, string>> = {
  answer: 'as reported by the service',
  'read-back': 'verified',
  person: 'marked by you',
};

interface LastOfDomain {
  readonly byFamily: ReadonlyMap<ChangeFamily, Change>;
  /** False until loaded: before that, an empty result does not mean that there is no change. */
  readonly isRead: boolean;
}

interface LastChangesState {
  /** For the domains that were shown. */
  readonly byPlace: ReadonlyMap<string, LastOfDomain>;
}

export const domainKey = (accountId: string, domain: string): string => `${accountId} ${domain}`;

const nothingYet: LastOfDomain = { byFamily: new Map(), isRead: false };

/** The last change of each family on the domains that were shown; follows main's events for these. */
export function createLastChanges({ request, on }: Bridge) {
  const store = createStore<LastChangesState>(() => ({ byPlace: new Map() }));

  function put(place: string, changes: readonly Change[], isRead: boolean): void {
    const { byPlace } = store.getState();
    const known = byPlace.get(place) ?? nothingYet;
    const byFamily = changes.reduce(withNewer, known.byFamily);
    store.setState({ byPlace: new Map(byPlace).set(place, { byFamily, isRead: known.isRead || isRead }) });
  }

  on['changes.changed'](({ changes }) => {
    for (const change of changes) {
      const place = domainKey(change.accountId, change.domain);
      if (store.getState().byPlace.has(place)) put(place, [change], false);
    }
  });

  return {
    ...store,
    read: async (accountId: string, domain: string): Promise<void> => {
      const place = domainKey(accountId, domain);
      put(place, [], false);
      const result = await request.changes.lastOf({ accountId, domain });
      if (result.ok) put(place, result.value.changes, true);
    },
  };
}

/** The change created later is the newer; of one change, the version received last. */
function withNewer(families: LastOfDomain['byFamily'], change: Change): LastOfDomain['byFamily'] {
  const family = familyOf(change.what.kind);
  const known = families.get(family);
  if (known !== undefined && (known.number > change.number || isOlder(change, known))) return families;
  return new Map(families).set(family, change);
}

const isOlder = (change: Change, known: Change): boolean =>
  change.number === known.number && change.changedAt < known.changedAt;

const lastChangesOf = ({ bridge }: Stores) => createLastChanges(bridge);

/** The last changes of a domain, loaded whenever a screen that shows them is opened. */
function useLastOf(accountId: string, domain: string): LastOfDomain {
  const last = storeOf(useStores(), lastChangesOf);
  useEffect(() => {
    void last.read(accountId, domain);
  }, [last, accountId, domain]);
  return useStore(last, ({ byPlace }) => byPlace.get(domainKey(accountId, domain)) ?? nothingYet);
}

/** The last change of a family on a domain; null where there is none, or none is known yet. */
export const useLastChange = (accountId: string, domain: string, family: ChangeFamily): Change | null =>
  useLastOf(accountId, domain).byFamily.get(family) ?? null;

/** The same, but undefined while it is not known whether there is one. */
export function useLastIfKnown(
  accountId: string,
  domain: string,
  family: ChangeFamily,
): Change | null | undefined {
  const { byFamily, isRead } = useLastOf(accountId, domain);
  return byFamily.get(family) ?? (isRead ? null : undefined);
}

/** The age and source of a value: "read 3 min ago". */
export const KnownAge = (known: Pick<Known<unknown>, 'at' | 'source' | 'by'>) => (
  <Text span c="dimmed">
    {sourceText(known)} <Age at={known.at} />
  </Text>
);

interface TroubleProps {
  readonly error: AppError;
  readonly about?: string;
  readonly recheck: () => void;
  /** Whose change or batch it is: remedies lead to this account, whichever is active. */
  readonly accountId: string;
  /** It is known before anybody tried. */
  readonly isAhead?: boolean;
  /** Given where the error can be dismissed. */
  readonly close?: (() => void) | undefined;
}

/** Why a change was not sent, with the next step: a link to the change that blocks it, or a new review. */
export function FlowTrouble({ accountId, error, about, recheck, isAhead = false, close }: TroubleProps) {
  const { go, goToChanges } = useStores().route.actions;
  const remedies = useAccountRemedies(accountId);
  return (
    <Stack gap="sm" maw={720}>
      {isAhead ? (
        <Notice role="alert" title={about}>
          {sentencesFor(error).happened} {sentencesFor(error).next}
        </Notice>
      ) : (
        <ErrorState
          error={error}
          {...(about === undefined ? {} : { about })}
          remedies={{ 'try-again': recheck, ...remedies }}
        />
      )}
      <Group gap="sm" className={css['ways'] ?? ''}>
        {error.kind === 'open-change' && (
          <Button onClick={() => goToChanges({ kind: 'list', changeId: error.changeId })}>
            Open change {error.number}
          </Button>
        )}
        {needsReview(error) && (
          <Button variant="filled" onClick={recheck}>
            Review again
          </Button>
        )}
        {error.kind === 'restore-unacknowledged' && (
          <Button variant="filled" onClick={() => go({ screen: 'restored' })}>
            Review what may have changed
          </Button>
        )}
        {error.kind === 'journal-broken' && (
          <Button onClick={() => goToChanges({ kind: 'list', changeId: null })}>Open Activity</Button>
        )}
        {close !== undefined && (
          <Button variant="subtle" onClick={close}>
            Close
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Why changes of an account cannot be sent now, shown before anybody tries. Editing and drafts still work. */
export function DisabledReason({ accountId }: { readonly accountId: string }) {
  const { status, route } = useStores();
  const account = useAccount(accountId);
  const connection = useStore(status, (state) => disabledReasonOf(state, accountId));
  const isKeyless = account !== null && !account.key.hasKey;
  const text = isKeyless ? noKey : connection;
  if (text === null) return null;
  return (
    <Notice
      actions={
        isKeyless && (
          <Button size="compact-sm" onClick={() => route.actions.goToAccount(account.id, 'view')}>
            Open the account
          </Button>
        )
      }
    >
      {text}
    </Notice>
  );
}

const noKey = 'This account has no API key, so nothing can be sent. Your draft is saved.';

/** Why nothing can be sent with an account now, in a sentence; null where no reason is known. */
function disabledReasonOf({ status }: StatusState, accountId: string): string | null {
  const known = valueOf(status);
  // The status belongs to the active account.
  const connection = known?.accountId === accountId ? known.connection : undefined;
  if (connection === 'offline') return 'Can’t reach the service. Your draft is saved.';
  if (connection === 'no-api') return 'Nothing answers at this account’s address. Your draft is saved.';
  if (connection === 'refused') return 'The service currently refuses this account. Your draft is saved.';
  return null;
}

interface PricesOf {
  readonly prices: PriceList;
  readonly accountId: string;
}

/** What registering for one year costs, beside a longer period without a price. It is not multiplied: the service may charge otherwise. */
export function OneYearBeside({ prices, accountId }: PricesOf) {
  const currency = useCurrency(accountId);
  const price = registrationPrice(prices, 1);
  return price.kind !== 'given' ? null : (
    <Text span c="dimmed">
      ; 1 year is <span className="figures">{priceText(price, currency)}</span>
    </Text>
  );
}

/** What the name costs to keep, where its own lookup gave a price to renew; nothing otherwise. */
export function RenewsAt({ prices, accountId }: PricesOf) {
  const currency = useCurrency(accountId);
  const first = prices.find(({ renew }) => renew.kind === 'given');
  return first === undefined ? null : (
    <Fact name="Renews at">
      <span className="figures">{priceText(first.renew, currency)}</span> for {yearsText(first.period)}
    </Fact>
  );
}

/** A domain in Unicode, and its A-labels where they differ. */
export function DomainName({ domain }: { readonly domain: string }) {
  const unicode = toUnicode(domain);
  return (
    <div>
      <Group component="p" gap="0 12px" align="baseline" style={{ overflowWrap: 'anywhere' }}>
        <Text component="strong" size="15px" fw={600} className="mono selectable">
          {unicode}
        </Text>
        {unicode !== domain && (
          <Text span c="dimmed" className="mono selectable">
            {domain}
          </Text>
        )}
      </Group>
      <NameCaution unicode={unicode} />
    </div>
  );
}

/** Why the buttons of a change are disabled, beside them; draws nothing where they are not. */
export function WaitsFor({ flow }: { readonly flow: FlowState }) {
  const reason = waitsFor(flow);
  return reason !== null && <Text c="var(--nd-caution)">{reason}</Text>;
}

/** Contacts in clear, role by role; roles that are as the first one are named only. */
export function Roles({ roles }: { readonly roles: readonly ContactFields[] | null }) {
  if (roles === null) return <Text c="dimmed">It is no longer available.</Text>;
  const [first] = roles;
  const isCopy = ({ fields }: ContactFields): boolean =>
    JSON.stringify(fields) === JSON.stringify(first?.fields);
  const copies = roles.filter((role) => role !== first && isCopy(role)).map(({ name }) => upperFirst(name));
  const shown = roles.filter((role) => role === first || !isCopy(role));
  return (
    <>
      {shown.map((role) => (
        <Role key={role.name} {...role} />
      ))}
      {first !== undefined && copies.length > 0 && (
        <Text mt={12}>
          {copies.join(', ')}: as the {first.name.toLowerCase()}
        </Text>
      )}
    </>
  );
}

function Role({ name, fields }: ContactFields) {
  return (
    <Box mt={12}>
      <Title order={4}>{upperFirst(name)}</Title>
      <Facts nameWidth={144} label={name}>
        {fields.map((field) => (
          <Fact key={field.name} name={contactLabelOf(field.name)}>
            {field.value === '' ? <NoValue>empty</NoValue> : <ContactValue>{field.value}</ContactValue>}
          </Fact>
        ))}
      </Facts>
    </Box>
  );
}

/** A name, a host or an e-mail address that somebody else has written: in Unicode, with its A-labels, and a caution where it deceives. */
export function Spelled({ text }: { readonly text: string }) {
  const { unicode, aLabels, caution } = spellingOf(text);
  return (
    <>
      <bdi dir="ltr">{unicode}</bdi>
      {aLabels !== null && (
        <Text span c="dimmed">
          {' '}
          ({aLabels})
        </Text>
      )}
      {caution !== null && <NameCaution unicode={unicode} caution={caution} />}
    </>
  );
}

/** Of an address, what could be mistaken is said beside it. */
export const ContactValue = ({ children: value }: { readonly children: string }) =>
  value.includes('@') ? <Spelled text={value} /> : value;

interface EditorEndProps {
  readonly flow: FlowState;
  /** On the button that goes on. */
  readonly action?: string;
  readonly canReview: boolean;
  readonly onReview: () => void;
  readonly canReset: boolean;
  readonly onReset: () => void;
  /** Beside the buttons, such as the last change of this kind. */
  readonly children: ReactNode;
}

/** The buttons below the editor of a change. */
export const EditorEnd = (props: EditorEndProps) => (
  <FormEnd>
    <Button variant="filled" disabled={!props.canReview} onClick={props.onReview}>
      {props.action ?? 'Review…'}
    </Button>
    <Button disabled={!props.canReset} onClick={props.onReset}>
      Reset
    </Button>
    <WaitsFor flow={props.flow} />
    {props.children}
  </FormEnd>
);

/** Says that the input was not sent, how old it is, and whether it is saved as a draft. */
export function DraftNote({ state }: { readonly state: EditorState<unknown> }) {
  const { typed, typedAt, keepError } = state;
  if (typed === null) return null;
  return (
    <Group component="p" gap="4px 8px" mih={24} c="dimmed">
      <IconPencil size={14} stroke={1.75} aria-hidden />
      <span>
        Draft saved {typedAt === null ? 'before' : <Age at={typedAt} />}
        {keepError !== null && `. It is not saved as a draft. ${sentencesFor(keepError).happened}`}
      </span>
    </Group>
  );
}
