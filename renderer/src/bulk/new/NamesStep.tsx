import {
  Box,
  Button,
  Group,
  NativeSelect,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { IconClipboardText, IconFileText, IconFolderOpen } from '@tabler/icons-react';
import { type ClipboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { plural } from '#shared/domain/counting.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { Choices, Fold, IconButton, Tick } from '../../ui/PageParts.tsx';
import { ButtonKeys } from '../../ui/Shortcuts.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { GeneratorForm } from './GeneratorForm.tsx';
import { encodings, whatWasPasted } from './names-input.ts';
import type { Report } from './new-state.ts';
import type { NewStore } from './new-store.ts';
import { Step } from './Step.tsx';
import css from './new.module.css';
import { valueOf } from '../../remote.ts';

interface NamesStepProps {
  readonly store: NewStore;
  /** A file is being dragged over the screen. */
  readonly isOver: boolean;
}

/** The names: pasted, dropped, opened from a file, or generated from words. */
export function NamesStep({ store, isOver }: NamesStepProps) {
  const namesFrom = useStore(store, (state) => state.namesFrom);
  const card = useStore(store, (state) => state.card);
  const isField = namesFrom === 'list' && card === null;
  return (
    <Step number={1} title="Names" isOver={isOver}>
      <Group gap="sm" justify="space-between">
        <SegmentedControl
          aria-label="Where the names come from"
          value={namesFrom}
          onChange={store.actions.takeNamesFrom}
          data={[
            { value: 'list', label: 'List' },
            { value: 'generator', label: 'Generator' },
          ]}
        />
        {namesFrom === 'list' && (
          <Button
            leftSection={<IconFolderOpen size={14} aria-hidden />}
            rightSection={<ButtonKeys of="openNames" />}
            onClick={store.actions.openFile}
          >
            Open a file…
          </Button>
        )}
      </Group>
      {/* Both stay mounted, because they hold what was typed. */}
      <div className={isField ? css['paste'] : undefined} hidden={namesFrom !== 'list'}>
        {card === null ? <PasteField store={store} /> : <SourceCard store={store} />}
      </div>
      <div hidden={namesFrom !== 'generator'}>
        <GeneratorForm store={store} />
      </div>
      <Outcome store={store} />
    </Step>
  );
}

function Outcome({ store }: { readonly store: NewStore }) {
  const report = useStore(store, (state) => state.report);
  const isOther = useStore(store, (state) => state.reportOf !== state.namesFrom);
  const refusal = useStore(store, (state) => state.refusal);
  const known = isOther ? null : valueOf(report);
  return (
    <>
      {refusal !== null && <ErrorState isRead error={refusal} about="Not accepted" />}
      {report.status === 'failed' && !isOther && (
        <ErrorState isRead error={report.error} about="Couldn’t read the names" />
      )}
      {report.status === 'loading' && (
        <Text c="dimmed" role="status">
          Reading the names…
        </Text>
      )}
      {known !== null && <ReadingChoices store={store} report={known} />}
      {known !== null && report.status === 'ready' && <ImportReport report={known} />}
    </>
  );
}

/** A file, or a text too long for the field: its description, and a button back to the empty field. */
function SourceCard({ store }: { readonly store: NewStore }) {
  const card = useStore(store, (state) => state.card);
  const report = useStore(store, (state) => valueOf(state.report));
  const Icon = card === 'file' ? IconFileText : IconClipboardText;
  return (
    <Paper withBorder p={12}>
      <Group gap={12} wrap="nowrap">
        <Icon size={20} stroke={1.5} color="var(--nd-muted)" aria-hidden />
        <Stack gap={0} flex={1} miw={0}>
          <Text fw={500} truncate>
            {card === 'file' ? (report?.source ?? 'File') : 'Pasted text'}
          </Text>
          <Text size="xs" c="dimmed">
            {report === null ? '' : formWords(report)}
          </Text>
        </Stack>
        <IconButton label="Choose other names" onClick={store.actions.clear} />
      </Group>
    </Paper>
  );
}

function formWords({ form, encoding, sheet }: Report): string {
  if (form === 'workbook') return sheet === null ? 'Workbook' : `Workbook, sheet “${isolated(sheet)}”`;
  return [form === 'table' ? 'Table' : 'List', encoding].filter((part) => part !== '').join(' · ');
}

/** A longer text is not put into the field, which would take seconds to draw. */
const mostInField = 200_000;

/** The text field is uncontrolled, so that a key press costs no more in a long list than in a short one. */
function PasteField({ store }: { readonly store: NewStore }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = field;
    const beginning = store.actions.takeBeginning();
    current?.focus();
    if (current === null || beginning === '') return;
    current.value = beginning;
    store.actions.type(() => current.value, false);
  }, [store]);

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = whatWasPasted(event.clipboardData);
    if (pasted === null) return;
    if (pasted.kind !== 'text') store.actions.take(pasted);
    else if (value.length + pasted.text.length <= mostInField) return;
    else store.actions.takeText(value.slice(0, selectionStart) + pasted.text + value.slice(selectionEnd));
    event.preventDefault();
  }

  return (
    <Textarea
      ref={field}
      classNames={{
        root: css['paste'] ?? '',
        wrapper: css['paste'] ?? '',
        input: `${css['pasted'] ?? ''} mono`,
      }}
      aria-label="Names"
      placeholder={
        'One name per line, or a table:\nbakery\nbäckerei\nexample.com\nhttps://www.example.org/shop\n\nOr drop a file here: TXT, CSV, TSV or XLSX.'
      }
      onPaste={onPaste}
      onInput={(event) =>
        store.actions.type(() => field.current?.value ?? '', event.currentTarget.textLength === 0)
      }
    />
  );
}

interface ReadingChoicesProps {
  readonly store: NewStore;
  readonly report: Report;
}

/** How a file is read: each detected choice, with a control to change it. Draws nothing where there is no choice. */
function ReadingChoices({ store, report }: ReadingChoicesProps) {
  const isFile = useStore(store, (state) => state.card === 'file');
  const { form, sheet, sheets, encoding, columns, hasHeader } = report;
  const { readAs } = store.actions;
  const isTable = form !== 'list' && form !== 'generated';
  // Text from the page itself has no encoding.
  const hasEncoding = isFile && form !== 'workbook' && encoding !== '';
  if (!isTable && !hasEncoding) return null;
  return (
    <Stack gap={12} role="group" aria-label="Import settings">
      <SimpleGrid cols={2} spacing={12}>
        {sheets.length > 1 && (
          <NativeSelect
            label="Sheet"
            value={sheet ?? ''}
            data={sheets}
            onChange={(event) => readAs({ sheet: event.currentTarget.value })}
          />
        )}
        {hasEncoding && (
          <NativeSelect
            label="Encoding"
            value={encoding}
            data={encodings.includes(encoding) ? encodings : [encoding, ...encodings]}
            onChange={(event) => readAs({ encoding: event.currentTarget.value })}
          />
        )}
      </SimpleGrid>
      {isTable && (
        <>
          <Tick
            label="First row is a header"
            checked={hasHeader}
            onChange={(event) => readAs({ hasHeader: event.currentTarget.checked })}
          />
          {columns.length > 1 && <Columns store={store} report={report} />}
        </>
      )}
    </Stack>
  );
}

function Columns({ store, report }: ReadingChoicesProps) {
  return (
    <Box mah={280} style={{ overflowY: 'auto' }}>
      <Choices
        legend="Column with the names"
        isAboutAtEnd
        value={String(report.column)}
        onChange={(column) => store.actions.readAs({ column: Number(column) })}
        // The index is the column's identity: two columns may have the same title.
        choices={report.columns.map(({ title, samples, names }, index) => ({
          value: String(index),
          label: (
            <>
              <Text fw={500} truncate>
                {title === '' ? `Column ${index + 1}` : title}
              </Text>
              <Text size="xs" c="dimmed" truncate className="mono">
                {samples.join(', ')}
              </Text>
            </>
          ),
          about: (
            <span title="Number of possible names in its first rows">
              {names === 0 ? 'no names' : counted(names, 'possible name', 'possible names')}
            </span>
          ),
        }))}
      />
    </Box>
  );
}

/** The result for all rows: accepted, normalised and skipped, each with its rows and reason. */
function ImportReport({ report }: { readonly report: Report }) {
  const { names, rows, changed, changes, dropped, drops, preview, notes } = report;
  return (
    <div role="group" aria-label="Report">
      <Text size="md" mb="sm" role="status">
        <strong>{counted(names, 'name', 'names')}</strong>{' '}
        <Text span size="md" c="dimmed">
          from {counted(rows, 'row', 'rows')}
        </Text>
      </Text>
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed" mb="sm">
          {note}
        </Text>
      ))}
      <Part title={`${counted(changed, 'name', 'names')} adjusted`} shown={changes.length} all={changed}>
        <ul>
          {changes.map(({ line, text, name, why }) => (
            <Row key={line} line={line} text={text} why={why}>
              <span aria-label="taken as">→</span> <strong className="mono">{name}</strong>
            </Row>
          ))}
        </ul>
      </Part>
      <Part
        title={`${counted(dropped, 'row', 'rows')} skipped`}
        shown={drops.length}
        all={dropped}
        above={report.dropsByReason.map(({ reason, count }) => (
          <Group key={reason} gap={12} justify="space-between" wrap="nowrap">
            <span>{reason}</span> <span className="figures">{format.count(count)}</span>
          </Group>
        ))}
      >
        <ul>
          {drops.map(({ line, text, reason }, index) => (
            // Parts of a row may be skipped for different reasons, so the index is the key.
            <Row key={index} line={line} text={text} why={reason} />
          ))}
        </ul>
      </Part>
      <Part title={plural(names, 'See the name', 'See the names')} shown={preview.length} all={names}>
        <ul className={`${css['names'] ?? ''} mono selectable`}>
          {preview.map((name) => (
            <li key={name} className="cut">
              {name}
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

interface RowProps {
  readonly line: number;
  readonly text: string;
  readonly why: string;
  readonly children?: ReactNode;
}

const Row = ({ line, text, why, children }: RowProps) => (
  <li className={`${css['row'] ?? ''} line-above`}>
    <Text span size="xs" c="var(--nd-faint)" ta="right" className="figures">
      <span className="spoken">Row </span>
      {format.count(line)}
    </Text>
    <span>
      <span className="mono">{text}</span> {children}
      <Text size="xs" c="dimmed">
        {why}
      </Text>
    </span>
  </li>
);

interface PartProps {
  readonly title: string;
  /** How many of all entries are in the list. */
  readonly shown: number;
  readonly all: number;
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** One of the report's lists, folded; nothing where it is empty. */
function Part({ title, shown, all, above, children }: PartProps) {
  if (all === 0) return null;
  return (
    <Box py={4} className="line-above">
      <Fold summary={title}>
        <Box mah={280} pb={12} style={{ overflow: 'auto' }}>
          {above}
          {shown < all && shown > 0 && (
            <Text size="xs" c="dimmed" my="xs">
              The first {format.count(shown)} of {format.count(all)}.
            </Text>
          )}
          {children}
        </Box>
      </Fold>
    </Box>
  );
}
