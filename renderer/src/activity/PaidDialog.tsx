import { Anchor, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useStore } from 'zustand';
import { daysIn, monthsBefore, periodSpan, type PaidSums, sumsText } from '#shared/domain/activity.ts';
import type { ShownState } from '#shared/domain/change-kinds.ts';
import { plural } from '#shared/domain/counting.ts';
import { ok, type Result } from '#shared/result.ts';
import { useAccount, useStores } from '../app-stores.ts';
import type { Input, Output } from '../client.ts';
import { valueOf } from '../remote.ts';
import { FormDialog } from '../ui/Dialogs.tsx';
import { counted, format, upperFirst } from '../ui/Formats.tsx';
import { FormatChoice, WrittenFile } from '../ui/WrittenFile.tsx';
import { useAction } from '../use-action.ts';
import { type ActivityStore, monthOf } from './activity-store.ts';

interface Props {
  readonly store: ActivityStore;
  /** Chosen at first, as `YYYY-MM`. */
  readonly month?: string | undefined;
  readonly onClose: () => void;
}

const schema = z.object({ format: z.enum(['csv', 'xlsx']), month: z.string() });
type Values = z.infer<typeof schema>;

interface Written {
  readonly path: string;
  readonly rows: number;
  readonly sums: PaidSums;
}

/** The days of the list, as they are filtered. */
const asShown = 'shown';
const monthsOffered = 24;

/** Of the present month where nothing was paid in the last one. Draws nothing before that is known. */
export function PaidDialog(props: Props) {
  const [now] = useState(() => new Date());
  const { span } = props.store.getState();
  const [last] = useAction('activity', 'summary', ofMonth(props.store, monthOf('last-month', now)));
  const [isThis, setIsThis] = useState<boolean | null>(null);
  const isKnown = valueOf(last) !== null || last.status === 'failed';
  // At first: what is read again later changes nothing that was chosen.
  if (isThis === null && isKnown) setIsThis(span === 'this-month' || rowsIn(valueOf(last)) === 0);
  if (isThis === null) return null;
  const month =
    props.month ?? (span === 'days' ? asShown : monthOf(isThis ? 'this-month' : 'last-month', now));
  return <PaidOfMonth {...props} now={now} month={month} />;
}

/** What the file would have: of a month, or of the days that are shown. */
const ofMonth = (store: ActivityStore, month: string): Input<'activity', 'summary'> => ({
  filter: { ...store.actions.filter(), ...(month === asShown ? {} : periodSpan(month)) },
});

/** Null where that is not known. */
const rowsIn = (summary: Output<'activity', 'summary'> | null): number | null =>
  summary === null ? null : summary.sums.paid + summary.sums.perhaps;

interface OfMonthProps extends Props {
  readonly now: Date;
  /** At first. */
  readonly month: string;
}

/** Writes what was paid in a month to a file: what the list shows beside the days stays the filter. */
function PaidOfMonth({ store, onClose, now, month }: OfMonthProps) {
  const { bridge } = useStores();
  const { span } = store.getState();
  const initial: Values = { format: 'csv', month };

  /** Null where the person closed the system's dialog. */
  async function write(values: Values): Promise<Result<Written> | null> {
    const result = await bridge.request.activity.exportPaid({
      format: values.format,
      ...ofMonth(store, values.month),
      month: values.month === asShown ? null : values.month,
    });
    if (!result.ok) return result;
    const { path, rows, sums } = result.value;
    return path === null ? null : ok({ path, rows, sums });
  }

  return (
    <FormDialog
      title="Export paid changes"
      size={560}
      schema={schema}
      initialValues={initial}
      action="Save as…"
      about="Nothing was exported"
      onSubmit={write}
      report={(written) => <Done written={written} onClose={onClose} />}
      onClose={onClose}
    >
      {(form) => (
        <>
          <NativeSelect
            label="Month"
            data={[
              ...(span === 'days' ? [{ value: asShown, label: 'The days that are shown' }] : []),
              ...monthsBefore(now, monthsOffered).map((value) => ({ value, label: monthInWords(value) })),
            ]}
            {...form.getInputProps('month')}
          />
          <RowsOf store={store} month={form.values.month} />
          <ProvenRenewals store={store} month={form.values.month} onShow={onClose} />
          <Scope store={store} />
          <OfColleagues store={store} />
          <FormatChoice
            formats={['csv', 'xlsx']}
            value={form.values.format}
            onChange={(chosen) => form.setFieldValue('format', chosen)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** How many rows the file would have, and what they come to. */
function RowsOf({ store, month }: Pick<OfMonthProps, 'store' | 'month'>) {
  const [read] = useAction('activity', 'summary', ofMonth(store, month), true);
  const summary = valueOf(read);
  const rows = rowsIn(summary);
  if (summary === null || rows === null) return null;
  return (
    <Text role="status" c={rows === 0 ? 'var(--nd-caution)' : 'dimmed'}>
      {rows === 0
        ? 'Nothing was paid then: the file would have no rows.'
        : upperFirst(sumsText(summary.sums, format) ?? '')}
    </Text>
  );
}

interface ProvenProps extends Pick<OfMonthProps, 'store' | 'month'> {
  /** Before the list shows what is not proven. */
  readonly onShow?: () => void;
}

/** Paid and not proven: nobody has shown it, a reading of the service or a person has, or nobody knows. */
const unprovenStates: readonly ShownState[] = [
  'uncertain',
  'sending',
  'accepted',
  'confirmed',
  'applied',
  'settled',
];

/**
 * How many of the paid renewals of a month their registries prove, with a way to the others. Colleagues' are left out: the proof is in
 * their journals. Nothing where none was paid.
 */
export function ProvenRenewals({ store, month, onShow = () => undefined }: ProvenProps) {
  const { filter } = ofMonth(store, month);
  const [read] = useAction(
    'activity',
    'summary',
    { filter: { ...filter, kinds: ['renew'], states: null, without: [], by: filter.by ?? '' } },
    true,
  );
  const summary = valueOf(read);
  const paid = rowsIn(summary) ?? 0;
  if (summary === null || paid === 0) return null;
  const proven = summary.proven.confirmed + summary.proven.applied;
  const when = month === asShown ? 'these days' : monthInWords(month);
  if (paid === proven)
    return (
      <Text>
        {plural(
          paid,
          `The paid renewal of ${when} is proven.`,
          `All ${format.count(paid)} paid renewals of ${when} are proven.`,
        )}
      </Text>
    );

  function show(): void {
    onShow();
    const days = month === asShown ? {} : ({ span: 'days', ...daysIn(month) } as const);
    store.actions.filterBy({ kinds: ['renew'], states: unprovenStates, ...days });
  }

  return (
    <Text>
      {counted(paid, 'paid renewal', 'paid renewals')} of {when}: {format.count(proven)} proven,{' '}
      <Anchor component="button" type="button" inherit onClick={show}>
        {format.count(paid - proven)} not yet
      </Anchor>
      .
    </Text>
  );
}

export const monthInWords = (month: string): string =>
  new Date(`${month}-15T12:00:00`).toLocaleDateString(undefined, { month: 'long', year: 'numeric' });

/** Says whose changes are written, and which are not. */
function Scope({ store }: Pick<Props, 'store'>) {
  const { accountId, client, kinds, states, text, batchId } = store.actions.filter();
  const account = useAccount(accountId);
  const isNarrowed = kinds !== null || states !== null || text !== '' || batchId !== null;
  return (
    <p>
      {accountId === null ? 'All accounts' : (account?.label ?? 'A removed account')}
      {client != null && `, client ${client}`}
      {isNarrowed && ', otherwise exactly what is filtered'}: one row for each registration and renewal that
      was sent. Uncertain ones are marked; refused ones are excluded. It contains nothing personal.
    </p>
  );
}

function Done({ written, onClose }: { readonly written: Written; readonly onClose: () => void }) {
  const sums = sumsText(written.sums, format);
  return (
    <WrittenFile
      path={written.path}
      onClose={onClose}
      said={
        <>
          {counted(written.rows, 'row is', 'rows are')} written to:
          {sums !== null && <strong className="spoken"> {sums}</strong>}
        </>
      }
    >
      {sums !== null && <Text className="figures">{upperFirst(sums)}</Text>}
    </WrittenFile>
  );
}

/** Which of the list the file does not have. */
function OfColleagues({ store }: Pick<Props, 'store'>) {
  const has = useStore(store, ({ summary }) => (summary?.ofTeam ?? 0) > 0);
  return has && <Text c="dimmed">Changes of colleagues are not in it: each person exports their own.</Text>;
}
