import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { amountText } from '#shared/domain/counting.ts';
import { yearsText } from '#shared/changes/kind.ts';
import { nameInText, toUnicode } from '#shared/domain/domain-name.ts';
import { priceText, registrationPrice } from '#shared/domain/finding.ts';
import { useStores } from '../app-stores.ts';
import { creditOf } from '../shell/stores.ts';
import { ChangeFlow } from '../changes/ChangeFlow.tsx';
import { isBusy, useChange } from '../changes/flow-store.ts';
import {
  DisabledReason,
  DomainName,
  DraftNote,
  LastChange,
  OneYearBeside,
  RenewsAt,
  useLastChange,
} from '../changes/ChangeParts.tsx';
import { useCurrency } from '../ui/currency.ts';
import { Age } from '../ui/Formats.tsx';
import { FindingMark, findingWords, unknownWords, wordOf } from '../ui/Marks.tsx';
import { Fact, Facts, openDomain, OtherAccount } from '../ui/PageParts.tsx';
import { UnreadNames } from '../search/Details.tsx';
import { viewOwned } from '../search/owned.ts';
import { ErrorState } from '../ui/States.tsx';
import { isOf, useTemplates } from '../settings/TemplatesView.tsx';
import { rowsOf, useMostNameservers } from '../domains/nameservers/host-rows.ts';
import { registrationContact } from './client-parts.ts';
import { isShownAtItsField, OrderForm } from './OrderForm.tsx';
import { notOrderable, type Order, useOrder } from './order.ts';
import { emptyForm, fullNameOf, type RegisterForm, type RegisterStore } from './register-store.ts';
import type { Finding } from '../contract-types.ts';
import { valueOf } from '../remote.ts';

interface Props {
  readonly accountId: string;
  /** As A-labels. */
  readonly domain: string;
  readonly store: RegisterStore;
}

/** One name: the lookup at the right, the order form at the left. */
export function OneName({ accountId, domain, store }: Props) {
  const order = useOrder({ accountId, name: domain }, store);
  const main = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (order.tries > 0) main.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [order.tries]);
  const isDone = isOurs(order);
  return (
    <Group
      ref={main}
      flex={1}
      mih={0}
      w="100%"
      maw={1400}
      gap={0}
      align="stretch"
      wrap="nowrap"
      role="region"
      aria-label={`Order of ${nameInText(domain)}`}
      tabIndex={-1}
      data-takes-focus
      style={{ outline: 'none' }}
    >
      <Box flex={1} miw={0} style={{ overflowY: 'auto' }}>
        <Stack gap={12} maw={928} px="lg" pt="md" pb={32}>
          <OtherAccount accountId={accountId} />
          <DisabledReason accountId={accountId} />
          <UnreadNames accountId={accountId} />
          <ChangeFlow flow={order.flow} isAtItsField={isShownAtItsField} />
          {!isDone && <Offered order={order} />}
          {isDone ? (
            <After accountId={accountId} domain={domain} store={store} />
          ) : (
            <OrderForm order={order} />
          )}
        </Stack>
      </Box>
      <Stack
        component="aside"
        flex="none"
        w="clamp(288px, 26vw, 360px)"
        px="lg"
        pt="md"
        pb="lg"
        aria-label="The name and its order"
        className="line-before"
        style={{ overflowY: 'auto' }}
      >
        {isDone ? (
          <OrderedName accountId={accountId} domain={domain} />
        ) : (
          <>
            <NameCard order={order} />
            <Ordering accountId={accountId} order={order} />
          </>
        )}
      </Stack>
    </Group>
  );
}

const isOurs = ({ state }: Order): boolean =>
  state.step === 'over' && (state.change.state === 'confirmed' || state.change.state === 'applied');

/** Everything that “Use the same” fills in, the period first: it decides the price. */
const takenOver = ({ registrant, periodYears, nameservers, ...form }: RegisterForm): string =>
  [
    form.client,
    yearsText(periodYears),
    fullNameOf(registrant),
    registrant.companyname,
    nameservers.filter((host) => host !== '').join(', '),
    addonText(form.addons),
    form.idnLanguage === '' ? '' : `language ${form.idnLanguage}`,
    form.domainFields.map(({ name }) => name).join(', '),
  ]
    .filter((part) => part !== '')
    .join(' · ');

const addonText = (addons: RegisterForm['addons']): string =>
  Object.keys(addons).length === 0 ? '' : 'add-ons';

export type OfferedOrder = Pick<
  Order,
  'accountId' | 'form' | 'change' | 'noteSplit' | 'offered' | 'takeOffered' | 'isEmpty'
>;

/** Offers the settings of an earlier, unrelated name, else templates. They are filled in only when the user asks. */
export function Offered({ order }: { readonly order: OfferedOrder }) {
  const { offered, takeOffered } = order;
  if (offered === null) return order.isEmpty ? <FromTemplates order={order} /> : null;
  const all = takenOver(offered.form);
  return (
    <Paper withBorder px={12} py={6} role="note">
      <Group gap="4px 12px" justify="space-between">
        <span>
          Last entered for <span className="mono">{toUnicode(offered.domain)}</span>
          {': '}
          <bdi>{all}</bdi>
        </span>
        <Button variant="default" size="compact-sm" onClick={takeOffered}>
          Use the same
        </Button>
      </Group>
    </Paper>
  );
}

/** More than these are found in the menus of the form. */
const mostOffered = 3;

/** Fills in nameservers and registrant at once. Draws nothing where there is more than one set of nameservers: we don’t guess. */
function FromTemplates({ order: { accountId, form, change, noteSplit } }: { readonly order: OfferedOrder }) {
  const { templates, read } = useTemplates();
  const most = useMostNameservers(accountId);
  useEffect(() => void read(), [read]);
  const all = valueOf(templates) ?? [];
  const [hosts, ...moreHosts] = all.filter(isOf('nameservers'));
  const contacts = all.filter(isOf('contact'));
  if (hosts === undefined || moreHosts.length > 0) return null;
  if (contacts.length === 0 || contacts.length > mostOffered) return null;
  // The form of nameservers says which of them are left out.
  if (hosts.nameservers.length > most) return null;
  return (
    <Paper withBorder px={12} py={6} role="note">
      <Group gap="4px 12px" justify="space-between">
        <span>
          From your templates: the nameservers of <strong>{hosts.name}</strong>, and as registrant
        </span>
        <Group gap="sm">
          {contacts.map(({ id, name, fields }) => (
            <Button
              key={id}
              variant="default"
              size="compact-sm"
              onClick={() => {
                const { contact, split } = registrationContact(fields);
                noteSplit(split);
                change({
                  ...form,
                  nameservers: rowsOf(hosts.nameservers, []),
                  registrant: contact,
                });
              }}
            >
              {name}
            </Button>
          ))}
        </Group>
      </Group>
    </Paper>
  );
}

function NameCard({ order }: { readonly order: Order }) {
  const { accountId, domain, lookUp, isOwn } = order;
  const { periodYears } = order.form;
  const stores = useStores();
  const { finding, isAsking, error } = useStore(lookUp);
  const prices = finding?.prices ?? [];
  const price = registrationPrice(prices, periodYears);
  const currency = useCurrency(accountId);
  return (
    <Stack gap="sm" align="flex-start">
      <DomainName domain={domain} />
      <div role="status">
        <Found finding={finding} isAsking={isAsking} isOwn={isOwn} />
      </div>
      {isOwn && (
        <Button onClick={() => void viewOwned(stores, { accountId, domain, unicode: toUnicode(domain) })}>
          View domain
        </Button>
      )}
      {error !== null && <ErrorState isRead error={error} about="Couldn’t look it up just now" />}
      <Button
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        loading={isAsking}
        onClick={lookUp.start}
      >
        Recheck
      </Button>
      <Facts nameWidth={120}>
        <Fact name={`Price for ${yearsText(periodYears)}`}>
          <span className="figures">{priceText(price, currency)}</span>
          {price.kind !== 'given' && <OneYearBeside accountId={accountId} prices={prices} />}
        </Fact>
        <RenewsAt accountId={accountId} prices={prices} />
        <Credit accountId={accountId} />
      </Facts>
    </Stack>
  );
}

/** A name that was ordered: the earlier finding no longer applies. */
const OrderedName = ({ accountId, domain }: Pick<Order, 'accountId' | 'domain'>) => (
  <Stack gap="sm" align="flex-start">
    <DomainName domain={domain} />
    <Facts nameWidth={120}>
      <Credit accountId={accountId} />
    </Facts>
  </Stack>
);

interface FoundProps {
  readonly finding: Finding | null;
  readonly isAsking: boolean;
  readonly isOwn: boolean;
}

function Found({ finding, isAsking, isOwn }: FoundProps) {
  if (finding === null)
    return (
      <Text c="dimmed" maw={640}>
        {isAsking ? 'Looking it up…' : findingWords.unchecked}
      </Text>
    );
  const kind = isOwn ? 'yours' : finding.kind;
  const why = notOrderable({ ...finding, kind });
  return (
    <>
      <Group component="p" gap="4px 8px" data-kind={kind}>
        <FindingMark kind={kind} decorative />
        <strong>{wordOf({ ...finding, kind })}</strong>
        {finding.checkedAt !== null && (
          <Text span c="dimmed">
            <span className="spoken">, </span>checked <Age at={finding.checkedAt} />
          </Text>
        )}
      </Group>
      {finding.cause !== null && (
        <Text c="dimmed" maw={640}>
          {unknownWords[finding.cause]}
        </Text>
      )}
      {finding.message !== '' && (
        <p className="selectable">
          The service says: “<bdi>{finding.message}</bdi>”
        </p>
      )}
      {why !== null && <p>{why}</p>}
    </>
  );
}

/** The credit; known for the active account only. */
function Credit({ accountId }: Pick<Order, 'accountId'>) {
  const credit = useStore(useStores().status, (state) => creditOf(state, accountId));
  const currency = useCurrency(accountId);
  return (
    <Fact name="Current credit">
      {credit === null ? (
        'not loaded'
      ) : (
        <>
          <span className="figures">{amountText({ amount: credit.amount, currency })}</span>,{' '}
          <Age at={credit.readAt} />
        </>
      )}
    </Fact>
  );
}

interface OrderingProps {
  readonly accountId: string;
  readonly order: Order;
}

/** The draft, the button for the review, and the result of the last attempt. */
function Ordering({ accountId, order }: OrderingProps) {
  const { editor, canReview, review, reviewAnyway, reset, domain } = order;
  const last = useLastChange(accountId, domain, 'register');
  return (
    <Stack gap="sm" pt="md" className="line-above">
      <DraftNote state={editor.state} />
      <Group gap="sm">
        <Button disabled={!canReview} onClick={review}>
          Review…
        </Button>
        {reviewAnyway !== null && (
          <Button variant="default" onClick={reviewAnyway}>
            Send anyway…
          </Button>
        )}
        {(editor.state.typed !== null || order.form !== emptyForm) && (
          <Button variant="default" onClick={reset}>
            Reset
          </Button>
        )}
      </Group>
      {reviewAnyway !== null && (
        <Text c="error" role="status">
          Most registries refuse an order without the marked fields. Fill them in, or send it anyway.
        </Text>
      )}
      <Text c="dimmed" maw={640}>
        Nothing is ordered until you review it and type the name.
      </Text>
      {last === null ? (
        <Text c="dimmed" maw={640}>
          No order for this name from here yet
        </Text>
      ) : (
        <LastChange change={last} />
      )}
    </Stack>
  );
}

interface AfterProps {
  readonly accountId: string;
  readonly domain: string;
  readonly store: RegisterStore;
}

function After({ accountId, domain, store }: AfterProps) {
  const stores = useStores();
  const { names, at } = useStore(store);
  const next = names[at + 1];
  const sync = useChange({ accountId, name: domain }, 'sync');
  const syncing = useStore(sync);
  return (
    <Stack gap={12} py="sm">
      <p>
        <span className="mono">{toUnicode(domain)}</span> is now in your domains. A sync may show when it
        expires.
        {next !== undefined && ' The next name begins with the same settings.'}
      </p>
      <Group gap="sm">
        {next !== undefined && (
          <Button onClick={() => store.actions.goTo(at + 1)}>
            {/* One element: a space at the end of a text beside another element is dropped. */}
            <span>
              Next: <bdi dir="ltr">{toUnicode(next)}</bdi>
            </span>
          </Button>
        )}
        <Button
          variant={next === undefined ? 'filled' : 'default'}
          onClick={() => openDomain(stores, { accountId, domain, tab: 'overview' })}
        >
          View domain
        </Button>
        <Button
          variant="default"
          disabled={isBusy(syncing)}
          onClick={() => sync.actions.begin({ kind: 'sync' })}
        >
          Sync…
        </Button>
        {next === undefined && (
          <Button variant="default" onClick={store.actions.end}>
            Register another name
          </Button>
        )}
      </Group>
      <ChangeFlow flow={sync} />
    </Stack>
  );
}
