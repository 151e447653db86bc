import { Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { IconClipboardText, IconFileText } from '@tabler/icons-react';
import { useStore } from 'zustand';
import {
  askedFields,
  type ImportField,
  importFields,
  type OwnText,
  ownTexts,
  rowResults,
  type RowResultKind,
} from '#shared/domain/domain-parts.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { encodings } from '../../bulk/new/names-input.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { FilterBar, FilterChip } from '../../ui/Filters.tsx';
import { counted, dayInWords, format } from '../../ui/Formats.tsx';
import { usePagedRows } from '../../ui/live-collection.ts';
import { Choices, Tick } from '../../ui/PageParts.tsx';
import { Notice, RowsTrouble } from '../../ui/States.tsx';
import type { Column } from '../../ui/table-model.ts';
import { ownTextWords, partWords } from '../domain-words.ts';
import type { ImportReport, ImportRow, ImportStore } from './import-store.ts';
import css from './import.module.css';

interface Props {
  readonly store: ImportStore;
  readonly report: ImportReport;
}

/** How the file is read, at the left; what each row would change, at the right. */
export function ImportPreview({ store, report }: Props) {
  const isReading = useStore(store, (state) => state.report.status === 'loading');
  return (
    <>
      <div className={css['preview']}>
        <section className={css['choices']} aria-label="How the file is read">
          <SourceCard report={report} />
          <FileChoices store={store} report={report} />
          <Columns store={store} report={report} />
          <EncodingChoice store={store} report={report} />
        </section>
        <Stack component="section" gap={8} miw={0} mih={0} aria-label="What changes" aria-busy={isReading}>
          <Encodings store={store} report={report} />
          <Doubts store={store} report={report} />
          <DateOrder store={store} report={report} />
          <Notes report={report} />
          <Results store={store} report={report} />
          <Rows store={store} report={report} />
        </Stack>
      </div>
      <End store={store} report={report} isReading={isReading} />
    </>
  );
}

function SourceCard({ report: { source, panel, encoding, sheet, asOf } }: Pick<Props, 'report'>) {
  const isPasted = source === 'pasted';
  const Icon = isPasted ? IconClipboardText : IconFileText;
  const form = [
    panel === null ? null : `${panel} file`,
    sheet === null ? encoding : `sheet “${isolated(sheet)}”`,
  ];
  return (
    <Paper withBorder p={12}>
      <Group gap={12} wrap="nowrap">
        <Icon size={20} stroke={1.5} color="var(--nd-muted)" aria-hidden />
        <Stack gap={0} flex={1} miw={0}>
          <Text fw={500} truncate title={source}>
            {isPasted ? 'Pasted table' : <bdi>{source}</bdi>}
          </Text>
          <Text size="xs" c="dimmed">
            {form.filter((part) => part !== null && part !== '').join(' · ')}
          </Text>
          {asOf !== null && (
            <Text size="xs" c="dimmed" title="When the file was saved. What was read since is kept.">
              Dates as of {format.day(asOf)}
            </Text>
          )}
        </Stack>
      </Group>
    </Paper>
  );
}

/** Of a workbook with several sheets, of an export over several accounts, and of a file with domains that are archived here. */
function FileChoices({ store, report: { sheet, sheets, accounts, archived } }: Props) {
  const { readAs } = store.actions;
  const restores = useStore(store, (state) => state.choices.restoresArchived);
  const ofAccount = useStore(store, (state) => state.choices.ofAccount ?? '');
  return (
    <>
      {sheets.length > 1 && (
        <NativeSelect
          label="Sheet"
          value={sheet ?? ''}
          data={[...sheets]}
          onChange={(event) => readAs({ sheet: event.currentTarget.value })}
        />
      )}
      {accounts.length > 1 && (
        <NativeSelect
          label="Domains of"
          description="As the file names their accounts."
          value={ofAccount}
          data={[
            { value: '', label: `All ${counted(accounts.length, 'account', 'accounts')} of the file` },
            ...accounts,
          ]}
          onChange={(event) => readAs({ ofAccount: event.currentTarget.value || null })}
        />
      )}
      {archived > 0 && (
        <Tick
          label={`Restore ${counted(archived, 'domain that is', 'domains that are')} archived here`}
          checked={restores}
          onChange={(event) => readAs({ restoresArchived: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** Of a text file, where names or notes look wrong. */
const EncodingChoice = ({ store, report: { encoding } }: Props) =>
  encoding !== '' && (
    <NativeSelect
      label="Encoding"
      description="Change it where letters look wrong."
      value={encoding}
      data={encodings.includes(encoding) ? encodings : [encoding, ...encodings]}
      onChange={(event) => store.actions.readAs({ encoding: event.currentTarget.value })}
    />
  );

const ownWords = Object.fromEntries(ownTexts.map((text) => [text, ownTextWords[text].title])) as Readonly<
  Record<OwnText, string>
>; // Each of its keys is in the list.

const fieldWords: Readonly<Record<ImportField, string>> = {
  domain: 'Domain',
  tld: 'TLD',
  expires: 'Expiry date',
  lock: partWords.lock,
  nameservers: partWords.nameservers,
  tags: 'Tags',
  ...ownWords,
  archived: 'Archived',
  status: 'Status',
};

const nothingTaken = '';

/** What is taken from each column: recognised or remembered, and changed here. */
function Columns({ store, report: { columns, isRemembered } }: Props) {
  const mapping = useStore(store, (state) => state.choices.mapping);
  const fields = columns.map(({ field }) => field);
  // As they are chosen, also while the file is read again.
  for (const { column, field } of mapping) {
    if (field !== 'nameservers') fields.forEach((each, at) => each === field && (fields[at] = null));
    fields[column] = field;
  }
  return (
    <section aria-labelledby="columns">
      <Text component="h2" fw={600} id="columns">
        Columns
      </Text>
      <Text size="xs" c="dimmed">
        {isRemembered ? 'As you chose for the last file with these titles.' : 'What is taken from each.'}
      </Text>
      {columns.map((column, index) => (
        // The index is the column's identity: two columns may have the same title.
        <ColumnChoice
          key={index}
          column={column}
          name={nameOf(column, index)}
          field={fields[index] ?? null}
          onChange={(field) => store.actions.map([index], field)}
        />
      ))}
    </section>
  );
}

type ReportColumn = ImportReport['columns'][number];

const nameOf = ({ title }: ReportColumn, index: number): string =>
  title === String(index + 1) ? `Column ${title}` : title;

interface ColumnChoiceProps {
  readonly column: ReportColumn;
  readonly name: string;
  readonly field: ImportField | null;
  readonly onChange: (field: ImportField | null) => void;
}

/** One column with its first cells, and what is taken from it. */
const ColumnChoice = ({ column: { samples, isCode }, name, field, onChange }: ColumnChoiceProps) => (
  <div className={`${css['column'] ?? ''} line-below`}>
    <Stack gap={0} miw={0}>
      <Text fw={500} truncate title={name}>
        <bdi>{name}</bdi>
      </Text>
      <Text size="xs" c="dimmed" truncate {...(!isCode && { className: 'mono', title: samples.join('\n') })}>
        {isCode ? 'Never read: looks like transfer codes' : samples.join(', ') || 'Empty'}
      </Text>
    </Stack>
    {isCode ? (
      <Text c="dimmed">Not read</Text>
    ) : (
      <NativeSelect
        aria-label={`What is taken from ${isolated(name)}`}
        value={field ?? nothingTaken}
        data={[
          { value: nothingTaken, label: 'Don’t use' },
          ...importFields.map((value) => ({ value, label: fieldWords[value] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange(importFields.find((each) => each === value) ?? null)
        }
      />
    )}
  </div>
);

/** Asked where the file reads as well in another encoding: the same cells in each. */
const Encodings = ({ store, report: { encodings: of } }: Props) =>
  of.length > 0 && (
    <Notice tone="caution" role="status">
      <Choices
        legend="Which of these is spelt right?"
        value={null}
        onChange={(encoding) => store.actions.readAs({ encoding })}
        choices={of.map(({ encoding, samples }) => ({
          value: encoding,
          label: <bdi>{samples.join(', ')}</bdi>,
          about: encoding,
        }))}
      />
    </Notice>
  );

/** Asked where two columns can hold the same. */
const Doubts = ({ store, report: { doubts, columns } }: Props) =>
  doubts.map(({ field, columns: of }) => (
    <Notice key={field} tone="caution" role="status">
      <Choices
        legend={`Which column has ${askedFields[field] ?? fieldWords[field]}?`}
        isInline
        value={null}
        onChange={(chosen) =>
          chosen === 'none' ? store.actions.map(of, null) : store.actions.map([Number(chosen)], field)
        }
        choices={[
          ...of.flatMap((index) => {
            const column = columns[index];
            if (column === undefined) return [];
            const { samples } = column;
            return [
              {
                value: String(index),
                label: <bdi>{nameOf(column, index)}</bdi>,
                about: <bdi>{samples[0]}</bdi>,
              },
            ];
          }),
          { value: 'none', label: 'None of them' },
        ]}
      />
    </Notice>
  ));

/** What else is to be known of how the file is read: columns that are not used, lines to look at. */
const Notes = ({ report: { notes } }: Pick<Props, 'report'>) =>
  notes.length > 0 && (
    <Text role="note" aria-label="About this file" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {notes.join(' ')}
    </Text>
  );

/** Asked once for the file, where day and month of a date could be swapped. */
function DateOrder({ store, report: { ambiguousDate } }: Props) {
  const isDayFirst = useStore(store, (state) => state.choices.isDayFirst);
  if (ambiguousDate === null) return null;
  const { line, text, dayFirst, monthFirst } = ambiguousDate;
  return (
    <Notice tone={isDayFirst === null ? 'caution' : 'quiet'} role="status">
      <Choices
        legend={
          <>
            Which day is <span className="mono">{text}</span> in line {format.count(line)}?
          </>
        }
        isInline
        value={isDayFirst === null ? null : isDayFirst ? 'day' : 'month'}
        onChange={(order) => store.actions.readAs({ isDayFirst: order === 'day' })}
        choices={[
          { value: 'day', label: dayInWords(dayFirst), about: 'day first' },
          { value: 'month', label: dayInWords(monthFirst), about: 'month first' },
        ]}
      />
    </Notice>
  );
}

const resultWords: Readonly<Record<RowResultKind, string>> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  skipped: 'Skipped',
};

function Results({ store, report: { counts } }: Props) {
  const shown = useStore(store, (state) => state.shown);
  const all = rowResults.reduce((sum, result) => sum + counts[result], 0);
  return (
    <FilterBar label="Rows to show">
      <FilterChip label="All" count={all} isOn={shown === null} onPress={() => store.actions.show(null)} />
      {rowResults.map((result) => (
        <FilterChip
          key={result}
          label={resultWords[result]}
          count={counts[result]}
          isOn={shown === result}
          onPress={() => store.actions.show(shown === result ? null : result)}
        />
      ))}
    </FilterBar>
  );
}

const resultColours: Readonly<Record<RowResultKind, string>> = {
  new: 'var(--nd-fine)',
  changed: 'bright',
  unchanged: 'dimmed',
  skipped: 'var(--nd-caution)',
};

const titleOf = (field: string): string => {
  const known = importFields.find((each) => each === field);
  return known === undefined ? field : fieldWords[known];
};

const valueIn = (field: string, value: string): string => {
  if (value === '') return value;
  return field === 'expires' ? dayInWords(value) : field === 'lock' ? lockWord(value) : value;
};

const lockWord = (state: string): string => (state === 'locked' ? 'Locked' : 'Unlocked');

const changeText = ({ field, before, after }: ImportRow['changes'][number]): string =>
  field === 'archived'
    ? after === ''
      ? 'Restored'
      : 'Archived'
    : `${field === 'lock' ? '' : `${titleOf(field)} `}${before === '' ? '' : `${valueIn(field, before)} → `}${valueIn(field, after)}`;

const isOfClient = ({ field }: ImportRow['changes'][number]): boolean => field === 'client';

const whatOf = ({ changes, reason, result, isArchived }: ImportRow): string =>
  [
    ...changes.filter((change) => !isOfClient(change)).map(changeText),
    isArchived && result !== 'changed' ? 'archived here, and stays so' : '',
    reason,
  ]
    .filter((part) => part !== '')
    .join(' · ');

const columns: readonly Column<ImportRow>[] = [
  {
    key: 'line',
    title: 'Line',
    width: '48px',
    align: 'right',
    cell: ({ line }) => <Text c="dimmed">{format.count(line)}</Text>,
  },
  {
    key: 'domain',
    title: 'Domain',
    width: 'minmax(168px, 4fr)',
    className: 'mono',
    hint: ({ domain }) => domain,
    cell: ({ domain, result }) => (
      // The first letter does not turn the labels of a name round.
      <bdi dir="ltr">{result === 'skipped' ? domain : toUnicode(domain)}</bdi>
    ),
  },
  {
    key: 'result',
    title: 'Result',
    width: '88px',
    cell: ({ result }) => <Text c={resultColours[result]}>{resultWords[result]}</Text>,
  },
  {
    key: 'what',
    title: 'What changes',
    width: 'minmax(0, 7fr)',
    hint: whatOf,
    cell: (row) => whatOf(row),
  },
];

const clientOf = ({ changes }: ImportRow): string => {
  const { before = '', after = '' } = changes.find(isOfClient) ?? {};
  return before === '' ? after : `${before} → ${after}`;
};

/** Beside the rest a name would be cut: whose the domains are is looked at row by row. */
const withClient: readonly Column<ImportRow>[] = columns.toSpliced(3, 0, {
  key: 'client',
  title: fieldWords.client,
  width: 'minmax(112px, 3fr)',
  hint: clientOf,
  cell: (row) => <bdi>{clientOf(row)}</bdi>,
});

function Rows({ store, report }: Props) {
  const rows = usePagedRows(store.rows);
  const shown = useStore(store, (state) => state.shown);
  return (
    <>
      <RowsTrouble rows={store.rows} about="Couldn’t load the rows" again={() => void store.rows.anew()} />
      <DataTable
        label="Rows of the file"
        columns={report.columns.some(({ field }) => field === 'client') ? withClient : columns}
        rows={rows}
        rowKey={({ line }) => String(line)}
        topOn={shown}
        none={<Text p="md">No such rows.</Text>}
        startsAtFirst
      />
    </>
  );
}

function End({ store, report, isReading }: Props & { readonly isReading: boolean }) {
  const { counts, missing } = report;
  const count = counts.new + counts.changed;
  return (
    <Group gap="sm" py="sm" mx={-24} px="lg" flex="none" className="line-above" justify="flex-end">
      <Text role="status" flex={1} c={missing === null || count === 0 ? 'dimmed' : 'var(--nd-caution)'}>
        {isReading ? 'Reading…' : (missing ?? 'Nothing is stored yet. An import can be undone as a whole.')}
      </Text>
      {isReading && <Button onClick={store.actions.stop}>Cancel</Button>}
      <Button onClick={store.actions.clear}>Back</Button>
      <Button
        variant="filled"
        disabled={missing !== null || isReading}
        onClick={() => void store.actions.apply()}
      >
        {count === 0 ? 'Import' : `Import ${counted(count, 'domain', 'domains')}`}
      </Button>
    </Group>
  );
}
