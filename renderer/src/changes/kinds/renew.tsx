import { Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import * as z from 'zod/mini';
import { amountText } from '#shared/domain/counting.ts';
import { kinds } from '#shared/changes/index.ts';
import { type Addons, type Addons as AddonSet, yearsText } from '#shared/changes/kind.ts';
import { type Change, isUncharged } from '#shared/domain/change.ts';
import { isFresh, priceText, renewalPrice } from '#shared/domain/finding.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStores } from '../../app-stores.ts';
import { SyncOf } from '../ChangeActions.tsx';
import { ChangeFlow } from '../ChangeFlow.tsx';
import {
  DisabledReason,
  DraftNote,
  KnownAge,
  LastChange,
  useLastIfKnown,
  WaitsFor,
} from '../ChangeParts.tsx';
import { editorsOf, useEditor, useForgetWhenDone } from '../drafts.ts';
import { type FlowState, isBusy, isShownElsewhere, useChange } from '../flow-store.ts';
import { useCurrency } from '../../ui/currency.ts';
import { Age, Day, useNowMs } from '../../ui/Formats.tsx';
import { Fact, Facts, Fold, FormEnd, Section } from '../../ui/PageParts.tsx';
import { createLookupStore, type LookupStore } from '../../search/lookup-store.ts';
import { readAs } from '../../ui/stored-view.ts';
import { longestPeriodYears } from '#shared/domain/bounds.ts';
import { valueOf } from '../../remote.ts';
import type { OfDomain } from '../../domains/domain-words.ts';

/** What the help says of its tab. */
export const help = {
  purpose: 'Extends the registration of one domain. This costs money.',
  firstStep: 'Choose the period, then review the renewal.',
  notes: [
    'The review shows the price where the service gives one, and the outcome of the previous renewal.',
    'A renewal returns no new expiry date. The registry, or the service once it reads it again, may show it.',
    'If we don’t know whether a renewal was done, verify it. Namedesk never sends it again.',
  ],
};

type AddonName = keyof Addons;

const addonNames = [
  'dnsManagement',
  'emailForwarding',
  'idProtection',
] as const satisfies readonly AddonName[];

const choice = z.optional(z.boolean());

/** What a draft of an order has of its period and its add-ons. */
export const orderParts = {
  periodYears: z.int().check(z.gte(1), z.lte(longestPeriodYears)),
  addons: z._default(
    z.strictObject({ dnsManagement: choice, emailForwarding: choice, idProtection: choice }),
    {},
  ),
};

/** Reads a draft; null where it has another shape. */
export const readForm = readAs(z.object(orderParts));

const createEditors = editorsOf('renew', readForm);

/** Renews a domain: the period, the credit, and the outcome of the last attempt beside the button. */
export function RenewEditor({ domain }: OfDomain) {
  const flow = useChange(domain, 'renew');
  const state = useStore(flow);
  const editor = useEditor(createEditors, domain);
  const last = useLastIfKnown(domain.accountId, domain.name, 'renew');
  useForgetWhenDone(flow, editor);
  const form = editor.state.typed ?? emptyForm;

  return (
    <Section title="Renew">
      <Stack gap={12} maw={720}>
        <DisabledReason accountId={domain.accountId} />
        <ChangeFlow flow={flow} />
        <Known domain={domain} periodYears={form.periodYears} />
        <NativeSelect
          label="For"
          w={160}
          data={periodChoices}
          value={String(form.periodYears)}
          onChange={(event) =>
            editor.actions.type({ ...form, periodYears: Number(event.currentTarget.value) })
          }
        />
        <AddonsPart addons={form.addons} onChange={(addons) => editor.actions.type({ ...form, addons })} />
        <DraftNote state={editor.state} />
        <FormEnd>
          <Button
            variant="filled"
            disabled={isBusy(state)}
            onClick={() => flow.actions.begin({ kind: 'renew', ...form })}
          >
            {kinds.renew.verb(form)}…
          </Button>
          {editor.state.typed !== null && <Button onClick={editor.actions.reset}>Reset</Button>}
          <WaitsFor flow={state} />
        </FormEnd>
        <p>
          <LastAttempt last={last} flow={state} />
        </p>
        {last != null && isUncharged(last) && !isShownElsewhere(state, last) && <SyncOf change={last} />}
        <Text c="dimmed" maw={640}>
          A renewal returns no new expiry date; the registry may show it afterwards, and limits the period.
        </Text>
      </Stack>
    </Section>
  );
}

interface LastAttemptProps {
  readonly last: Change | null | undefined;
  readonly flow: FlowState;
}

/** C11: the outcome of the last renewal. That there was none is said only where it is known. */
function LastAttempt({ last, flow }: LastAttemptProps) {
  if (last === undefined)
    return (
      <Text span c="dimmed">
        Loading the last renewal
      </Text>
    );
  if (last === null)
    return (
      <Text span c="dimmed">
        No renewal from this computer yet
      </Text>
    );
  return isShownElsewhere(flow, last) ? null : <LastChange change={last} />;
}

interface KnownProps extends OfDomain {
  readonly periodYears: number;
}

/** The known expiry date, what the renewal costs as far as that is known, and the credit. */
function Known({ domain, periodYears }: KnownProps) {
  const { expiresOn } = domain;
  const currency = useCurrency(domain.accountId);
  const credit = useStore(useStores().status, (state) => valueOf(state.status)?.credit ?? null);
  return (
    <Facts>
      <Fact name="Expires">
        {expiresOn === null ? (
          'not known'
        ) : (
          <>
            <Day on={expiresOn.value} />, <KnownAge {...expiresOn} />
          </>
        )}
      </Fact>
      <Fact name="Price">
        <PriceNow domain={domain} periodYears={periodYears} />
      </Fact>
      <Fact name="Current credit">
        {credit === null ? (
          'not loaded'
        ) : (
          <>
            <span className="figures">{amountText({ amount: credit.amount, currency })}</span>, read{' '}
            <Age at={credit.readAt} />
          </>
        )}
      </Fact>
    </Facts>
  );
}

/** The price from a lookup of the last day. Where there is none, the review looks the name up. */
function PriceNow({ domain, periodYears }: KnownProps) {
  const { finding, isRead } = useStore(useKnownFinding(domain));
  const currency = useCurrency(domain.accountId);
  const nowMs = useNowMs();
  if (!isRead) return 'loading';
  const prices = finding !== null && isFresh(finding, new Date(nowMs)) ? finding.prices : [];
  const price = renewalPrice(prices, periodYears);
  const oneYear = renewalPrice(prices, 1);
  if (price.kind === 'given' && finding?.checkedAt != null)
    return (
      <>
        <span className="figures">{priceText(price, currency)}</span>, looked up{' '}
        <Age at={finding.checkedAt} />
      </>
    );
  if (oneYear.kind === 'given')
    return (
      <>
        not known for {yearsText(periodYears)} (1 year is{' '}
        <span className="figures">{priceText(oneYear, currency)}</span>). Your spending limits count so many
        times that, and one change of unknown price.
      </>
    );
  return 'not known. The review looks it up.';
}

/** What lookups have found of a domain so far, prices included. */
function useKnownFinding({ accountId, name }: Domain): LookupStore {
  const { bridge } = useStores();
  const [lookUp] = useState(() =>
    createLookupStore({ bridge, accountId, domain: name, newId: () => crypto.randomUUID() }),
  );
  useEffect(() => lookUp.open(false), [lookUp]);
  return lookUp;
}

interface AddonsProps {
  readonly addons: AddonSet;
  readonly onChange: (addons: AddonSet) => void;
}

/** The add-ons of the order. Untouched, none of them is sent. */
const AddonsPart = ({ addons, onChange }: AddonsProps) => (
  <Fold summary="More: add-ons" open={Object.keys(addons).length > 0 || undefined}>
    <Text c="dimmed" maw={640}>
      The service gives no prices for add-ons. “Not sent” leaves an add-on out of the request.
    </Text>
    <AddonLines addons={addons} onChange={onChange} />
  </Fold>
);

/** Each add-on with its choice. */
export const AddonLines = ({ addons, onChange }: AddonsProps) =>
  addonNames.map((name) => (
    <AddonLine
      key={name}
      name={name}
      choice={choiceOf(addons, name)}
      onChoose={(choice) => onChange(withChoice(addons, name, choice))}
    />
  ));

interface LineProps {
  readonly name: AddonName;
  readonly choice: AddonChoice;
  readonly onChoose: (choice: AddonChoice) => void;
}

const choices: readonly { readonly value: AddonChoice; readonly label: string }[] = [
  { value: 'not-sent', label: 'Not sent' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

function AddonLine({ name, choice, onChoose }: LineProps) {
  const label = useId();
  return (
    <Group gap="md" mih={40} wrap="nowrap">
      <Text id={label} w={200}>
        {addonWords[name]}
      </Text>
      <SegmentedControl aria-labelledby={label} data={[...choices]} value={choice} onChange={onChoose} />
    </Group>
  );
}

const emptyForm: NonNullable<ReturnType<typeof readForm>> = { periodYears: 1, addons: {} };

/** Assumed: whole years, at most ten; the API document states no limits. */
export const periodChoices = Array.from({ length: longestPeriodYears }, (_, index) => ({
  value: String(index + 1),
  label: yearsText(index + 1),
}));

const addonWords: Readonly<Record<AddonName, string>> = {
  dnsManagement: 'DNS management',
  emailForwarding: 'E-mail forwarding',
  idProtection: 'ID protection',
};

/** Sent as yes, sent as no, or not sent. */
type AddonChoice = 'not-sent' | 'yes' | 'no';

export function choiceOf(addons: Addons, name: AddonName): AddonChoice {
  const value = addons[name];
  if (value === undefined) return 'not-sent';
  return value ? 'yes' : 'no';
}

export function withChoice(addons: Addons, name: AddonName, choice: AddonChoice): Addons {
  const others = Object.fromEntries(Object.entries(addons).filter(([other]) => other !== name));
  return choice === 'not-sent' ? others : { ...others, [name]: choice === 'yes' };
}
