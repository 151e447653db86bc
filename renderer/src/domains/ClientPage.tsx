import { Anchor, Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { changeTitle } from '#shared/changes/index.ts';
import { daysIn, monthsBefore, periodSpan, sumsText } from '#shared/domain/activity.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { dueWithinDays } from '#shared/domain/expiry.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { priceText } from '#shared/domain/finding.ts';
import { sumText } from '#shared/domain/renewal-costs.ts';
import { type Change, provenLater } from '#shared/domain/change.ts';
import { ok, type Result } from '#shared/result.ts';
import { filterOfClient, useActivity, wholeActivity } from '../activity/activity-store.ts';
import { monthInWords } from '../activity/PaidDialog.tsx';
import { useAccount, useStores } from '../app-stores.ts';
import { ChangeStateMark } from '../changes/ChangeStateMark.tsx';
import { valueOf } from '../remote.ts';
import { FormDialog } from '../ui/Dialogs.tsx';
import { Age, counted, Day, format, upperFirst, useNowMs } from '../ui/Formats.tsx';
import { Section, Tick } from '../ui/PageParts.tsx';
import { Loaded } from '../ui/States.tsx';
import { WrittenFile } from '../ui/WrittenFile.tsx';
import { useAction } from '../use-action.ts';
import { useAccountOf, useDomainsOf } from './ClientHead.tsx';
import { isDue } from './domain-words.ts';
import { keyOf } from './domains-store.ts';
import { type PortfolioNow, type PortfolioStore, usePortfolioActions } from './portfolio-store.ts';

interface Props {
  readonly client: string;
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
}

/** What there is of a client beside the list of its domains: what is due, what was paid and proven, and what was done lately. */
export function ClientPage(props: Props) {
  return (
    <div
      style={{ flex: 1, minHeight: 0, overflowY: 'auto' }}
      role="region"
      aria-label="Overview"
      tabIndex={0}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="lg" maw={1180} pb="lg">
        <Due {...props} />
        <Paid {...props} />
        <Lately {...props} />
      </SimpleGrid>
    </div>
  );
}

const mostListed = 10;

/** What is due, what it costs, and one renewal of all of it. */
function Due({ client, list, now: { all, prices } }: Props) {
  const nowMs = useNowMs();
  const actions = usePortfolioActions(list);
  const due = useDomainsOf(client, all)
    .filter((domain) => isDue(domain, dueWithinDays, nowMs))
    .toSorted((a, b) => expiryOf(a).localeCompare(expiryOf(b)));
  const cost = sumText(due.map((domain) => prices.priceOf(domain)));
  return (
    <Section
      title={`Due in ${dueWithinDays} days`}
      isFirst
      actions={
        due.length > 0 && (
          <Button variant="filled" size="compact-sm" onClick={() => actions.batch('renew', due.map(keyOf))}>
            Renew {format.count(due.length)} due…
          </Button>
        )
      }
    >
      {due.length === 0 ? (
        <Text c="dimmed">None.</Text>
      ) : (
        <ul>
          {due.slice(0, mostListed).map((domain) => (
            <Group key={keyOf(domain)} component="li" gap="md" wrap="nowrap" mih={28} className="figures">
              <Link onClick={() => actions.open(domain)}>
                <span className="mono">{toUnicode(domain.name)}</span>
              </Link>
              <Day on={expiryOf(domain)} />
              <Text span w={112} ta="right" c="dimmed">
                {priceText(prices.priceOf(domain))}
              </Text>
            </Group>
          ))}
        </ul>
      )}
      {due.length > mostListed && <Text c="dimmed">and {format.count(due.length - mostListed)} more</Text>}
      {cost !== null && <p className="figures">Renewal for a year: {cost}</p>}
    </Section>
  );
}

/** The first of a line, cut off where it has no room. */
const Link = (props: { readonly onClick: () => void; readonly children: ReactNode }) => (
  <Anchor component="button" type="button" inherit flex={1} miw={0} ta="left" truncate {...props} />
);

const expiryOf = ({ expiresOn }: Domain): string => expiresOn?.value ?? '';

/** What was paid for the client, how much of it is proven, and the file that shows that. */
function Paid({ client, list }: Props) {
  const [isSending, setSending] = useState(false);
  const accountId = useAccountOf(list);
  const isPractice = useAccount(accountId)?.kind === 'practice';
  const filter = { ...filterOfClient(client, accountId), kinds: [...paidKinds], by: '' };
  const [summary, again] = useAction('activity', 'summary', { filter });
  return (
    <Section
      title="Paid"
      isFirst
      actions={
        <Button
          size="compact-sm"
          disabled={isPractice}
          title={isPractice ? 'Nothing is paid in practice' : undefined}
          onClick={() => setSending(true)}
        >
          Send the proof…
        </Button>
      }
    >
      <Loaded of={summary} about="Couldn’t add up what was paid" loading="Adding up…" again={again}>
        {({ sums, proven }) => {
          const text = sumsText(sums, format);
          if (text === null) return <Text c="dimmed">Nothing was paid yet.</Text>;
          return (
            <>
              <p className="figures">{upperFirst(text)}</p>
              <Text c="dimmed">
                {format.count(proven.confirmed + proven.applied)} of {format.count(sums.paid + sums.perhaps)}{' '}
                proven by the registry.
              </Text>
            </>
          );
        }}
      </Loaded>
      {isSending && <SendProof client={client} onClose={() => setSending(false)} />}
    </Section>
  );
}

const paidKinds = ['register', 'renew'] as const;

/** The last changes of the client's domains, of all kinds. */
function Lately({ client, list }: Props) {
  const { route } = useStores();
  const activity = useActivity();
  const filter = { ...filterOfClient(client, useAccountOf(list)), counted: true };
  const [read, again] = useAction('changes', 'list', { filter, offset: 0, limit: mostListed });

  function showActivity(): void {
    activity.actions.filterBy({ ...wholeActivity, whose: 'all', client });
    route.actions.goToChanges({ kind: 'list', changeId: null });
  }

  return (
    <Section
      title="Done lately"
      actions={
        <Button variant="subtle" size="compact-sm" onClick={showActivity}>
          Activity
        </Button>
      }
    >
      <Loaded of={read} about="Couldn’t load what was done" loading="Loading what was done…" again={again}>
        {({ changes }) =>
          changes.length === 0 ? (
            <Text c="dimmed">Nothing yet.</Text>
          ) : (
            <ul>
              {changes.map((change) => (
                <Done key={change.id} change={change} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function Done({ change }: { readonly change: Change }) {
  const { goToChanges } = useStores().route.actions;
  const { id, what, domain, proof, sentAt, createdAt } = change;
  return (
    <Group component="li" gap="md" wrap="nowrap" mih={28}>
      <ChangeStateMark of={change} short />
      <Link onClick={() => goToChanges({ kind: 'list', changeId: id })}>
        {changeTitle(what)}: <span className="mono">{toUnicode(domain)}</span>
      </Link>
      <Text span c="dimmed" flex="none">
        {proof === 'registry' && `proven ${provenLater(change, format) ?? ''} · `}
        <Age at={sentAt ?? createdAt} />
      </Text>
    </Group>
  );
}

const schema = z.object({ period: z.string(), hasPrices: z.boolean() });

const periodsOf = (now: Date) => [
  ...[0, 1, 2].map((ago) => String(now.getFullYear() - ago)).map((year) => ({ value: year, label: year })),
  ...monthsBefore(now, 12).map((month) => ({ value: month, label: monthInWords(month) })),
];

interface SendProps {
  readonly client: string;
  readonly onClose: () => void;
}

interface Written {
  readonly path: string;
  readonly rows: number;
  readonly proven: number;
}

/** Saves one page that shows the client what was paid for its domains, and what proves it. */
function SendProof({ client, onClose }: SendProps) {
  const { bridge } = useStores();
  const [now] = useState(() => new Date());

  /** Null where the person closed the system's dialog. */
  async function write({ period, hasPrices }: z.infer<typeof schema>): Promise<Result<Written> | null> {
    const written = await bridge.request.activity.exportProof({ client, ...daysIn(period), hasPrices });
    if (!written.ok) return written;
    const { path, ...rest } = written.value;
    return path === null ? null : ok({ path, ...rest });
  }

  return (
    <FormDialog
      title={<>Proof for {isolated(client)}</>}
      size={560}
      schema={schema}
      initialValues={{ period: String(now.getFullYear()), hasPrices: false }}
      action="Save as…"
      about="Nothing was saved"
      onSubmit={write}
      report={(written) => <Saved written={written} onClose={onClose} />}
      onClose={onClose}
    >
      {(form) => (
        <Stack gap="sm">
          <p>
            One page for any browser: each registration and renewal of these domains, the registry’s dates
            before and after, and what proves it. No account, no login, nothing of other clients.
          </p>
          <NativeSelect label="Period" data={periodsOf(now)} {...form.getInputProps('period')} />
          <Rows client={client} period={form.values.period} />
          <Tick
            label="With prices"
            checked={form.values.hasPrices}
            onChange={({ currentTarget }) => form.setFieldValue('hasPrices', currentTarget.checked)}
          />
          <Text c="dimmed">
            The page says whether it was changed, and you can hold it against your journal:{' '}
            <em>Check a proof…</em> in Activity. No registry has signed it.
          </Text>
        </Stack>
      )}
    </FormDialog>
  );
}

/** What the page would have. */
function Rows({ client, period }: { readonly client: string; readonly period: string }) {
  const filter = { ...filterOfClient(client, null), kinds: [...paidKinds], by: '', ...periodSpan(period) };
  const summary = valueOf(useAction('activity', 'summary', { filter }, true)[0]);
  if (summary === null) return null;
  const { sums, proven } = summary;
  const rows = sums.paid + sums.perhaps;
  return (
    <Text role="status" c={rows === 0 ? 'var(--nd-caution)' : 'dimmed'}>
      {rows === 0
        ? 'Nothing was paid then: the page would have no rows.'
        : `${counted(rows, 'change', 'changes')}, ${format.count(proven.confirmed + proven.applied)} proven by the registry`}
    </Text>
  );
}

const Saved = ({
  written: { path, rows, proven },
  onClose,
}: Pick<SendProps, 'onClose'> & { readonly written: Written }) => (
  <WrittenFile
    path={path}
    onClose={onClose}
    said={`${counted(rows, 'change', 'changes')}, ${format.count(proven)} proven, written to:`}
  />
);
