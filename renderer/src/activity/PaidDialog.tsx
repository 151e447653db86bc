import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useStore } from 'zustand';
import { monthsBefore, monthSpan, type PaidSums, sumsText } from '#shared/domain/activity.ts';
import { ok, type Result } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { accountOf } from '../shell/stores.ts';
import { FormatChoice, FormDialog } from '../ui/Dialogs.tsx';
import { counted, format } from '../ui/Formats.tsx';
import { WrittenFile } from '../ui/WrittenFile.tsx';
import { type ActivityStore, monthOf } from './activity-store.ts';

interface Props {
  readonly store: ActivityStore;
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

const formats = [
  { format: 'csv', about: 'A table for a spreadsheet or another program: one line per paid change.' },
  { format: 'xlsx', about: 'The same as a workbook; amounts are numbers.' },
] as const;

/** Writes what was paid in a month to a file: what the list shows beside the days stays the filter. */
export function PaidDialog({ store, onClose }: Props) {
  const { bridge } = useStores();
  const [now] = useState(() => new Date());
  const { span } = store.getState();
  const month = span === 'days' ? asShown : monthOf(span === 'this-month' ? span : 'last-month', now);

  /** Null where the person closed the system's dialog. */
  async function write(values: Values): Promise<Result<Written> | null> {
    const shown = store.actions.filter();
    const isMonth = values.month !== asShown;
    const result = await bridge.request.activity.exportPaid({
      format: values.format,
      filter: isMonth ? { ...shown, ...monthSpan(values.month) } : shown,
      month: isMonth ? values.month : null,
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
      initialValues={{ format: 'csv', month }}
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
          <Scope store={store} />
          <OfColleagues store={store} />
          <FormatChoice
            formats={formats}
            value={form.values.format}
            onChange={(chosen) => form.setFieldValue('format', chosen)}
          />
        </>
      )}
    </FormDialog>
  );
}

const monthInWords = (month: string): string =>
  new Date(`${month}-15T12:00:00`).toLocaleDateString(undefined, { month: 'long', year: 'numeric' });

/** Says whose changes are written, and which are not. */
function Scope({ store }: Pick<Props, 'store'>) {
  const { accounts } = useStores();
  const { accountId, client, kinds, states, text, batchId } = store.actions.filter();
  const account = useStore(accounts, (state) => accountOf(state, accountId ?? ''));
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
      {sums !== null && <Text className="figures">{sums}</Text>}
    </WrittenFile>
  );
}

/** Which of the list the file does not have. */
function OfColleagues({ store }: Pick<Props, 'store'>) {
  const has = useStore(store, ({ summary }) => (summary?.ofTeam ?? 0) > 0);
  return has && <Text c="dimmed">Changes of colleagues are not in it: each of you exports his own.</Text>;
}
