import { Button, Checkbox, ScrollArea, Stack, Table, Text, Textarea } from '@mantine/core';
import { IconCopy, IconFileExport } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { plural } from '#shared/domain/counting.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { AppError } from '#shared/errors.ts';
import type { Output } from '../client.ts';
import { useStores } from '../app-stores.ts';
import type { ExportFormat } from '../bulk/export/exports-store.ts';
import { useCopy } from '../ui/copy.ts';
import { DialogEnd, FormDialog } from '../ui/Dialogs.tsx';
import { counted, format } from '../ui/Formats.tsx';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { ErrorState } from '../ui/States.tsx';
import { everyFormat, FormatChoice, useOneAtATime } from '../ui/WrittenFile.tsx';
import type { Listed } from './domains-store.ts';
import { TagsField, tagsOf } from './EditDialogs.tsx';
import { exportedText } from './domain-words.ts';
import { type HidableColumn, hiddenAtFirst, type Row } from './portfolio-columns.tsx';
import { useReadings } from './readings-store.ts';
import { domainParts } from '#shared/domain/domain-parts.ts';

interface AddProps {
  /** The account that the names are added to. */
  readonly accountId: string;
  /** The listed domains. */
  readonly all: Listed;
  readonly onClose: () => void;
}

type Added = Output<'domains', 'add'>;

const namesSchema = z.object({
  text: z.string().check(z.refine((text) => text.trim() !== '')),
  tags: z.array(z.string()),
});

/** Main's limit, in characters. */
const longestText = 2_000_000;

/** Adds names to the portfolio, and shows the result of each. */
export function AddDialog({ accountId, all, onClose }: AddProps) {
  const { bridge } = useStores();
  const known = useMemo(() => tagsOf(all.all()), [all]);
  return (
    <FormDialog
      title="Add domains"
      size={600}
      schema={namesSchema}
      initialValues={{ text: '', tags: [] }}
      asksFirst
      action="Add"
      hint="Nothing is requested from the service or changed there."
      onSubmit={(values) => bridge.request.domains.add({ accountId, ...values })}
      report={(added: Added, back) => (
        <AddReport
          accountId={accountId}
          added={added}
          onCorrect={(text) => back({ text })}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Textarea
            label="Names"
            description="One per line or comma-separated. URLs become domains."
            placeholder={'northwind.com\nbäckerei-müller.de'}
            rows={8}
            maxLength={longestText}
            classNames={{ input: 'mono' }}
            onKeyDown={submitOnModEnter}
            data-autofocus
            {...form.getInputProps('text')}
          />
          <TagsField
            label="Tags for all of them"
            description="For example a customer’s name. Press Enter after each tag."
            tags={form.values.tags}
            known={known}
            onChange={(tags) => form.setFieldValue('tags', [...tags])}
          />
        </>
      )}
    </FormDialog>
  );
}

function submitOnModEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
}

interface AddReportProps {
  readonly accountId: string;
  readonly added: Added;
  /** Puts the rejected names back into the field. */
  readonly onCorrect: (text: string) => void;
  readonly onClose: () => void;
}

const mostRefused = 200;

/** The result of adding: the number of added names, and each rejected name with its reason. */
function AddReport({ accountId, added, onCorrect, onClose }: AddReportProps) {
  const { begin } = useReadings().actions;
  const fresh = [...added.added, ...added.restored];
  const { shortened, refused } = added;

  function read(): void {
    void begin(accountId, fresh, domainParts);
    onClose();
  }

  return (
    <Stack gap="md">
      <div role="status">
        <Text fw={600}>{countsOf(added)}</Text>
        {fresh.length > 0 && (
          <Text c="dimmed">
            {plural(
              fresh.length,
              'Read it again to load its details.',
              'Read them again to load their details.',
            )}
          </Text>
        )}
      </div>
      {shortened.length > 0 && <Shortened shortened={shortened} />}
      {refused.length > 0 && <Refused refused={refused} />}
      <DialogEnd>
        {refused.length > 0 && (
          <Button
            mr="auto"
            variant="subtle"
            onClick={() => onCorrect(refused.map(({ text }) => text).join('\n'))}
          >
            Fix rejected names
          </Button>
        )}
        <Button onClick={onClose} autoFocus={fresh.length === 0}>
          Close
        </Button>
        {fresh.length > 0 && (
          <Button variant="filled" autoFocus onClick={read}>
            {plural(
              fresh.length,
              'Load its details',
              `Load details of ${format.count(fresh.length)} domains`,
            )}
          </Button>
        )}
      </DialogEnd>
    </Stack>
  );
}

const mostShortened = 5;

/** Only registrable names are in the portfolio: says of each host which domain was taken of it. */
const Shortened = ({ shortened }: Pick<Added, 'shortened'>) => (
  <div>
    <p>Subdomains were shortened to their domain:</p>
    <ul className="mono selectable" aria-label="Shortened names">
      {shortened.slice(0, mostShortened).map(({ typed, name }) => (
        <li key={typed}>
          <bdi dir="ltr">{typed}</bdi> → <bdi dir="ltr">{toUnicode(name)}</bdi>
        </li>
      ))}
    </ul>
    {shortened.length > mostShortened && (
      <Text c="dimmed">and {counted(shortened.length - mostShortened, 'other', 'others')}</Text>
    )}
  </div>
);

function countsOf({ added, already, restored, refused }: Added): string {
  const parts = [
    `${counted(added.length, 'name', 'names')} added`,
    restored.length > 0 && `${counted(restored.length, 'name', 'names')} restored from the archive`,
    already.length > 0 && `${counted(already.length, 'name was', 'names were')} already there`,
    refused.length > 0 && `${counted(refused.length, 'name', 'names')} rejected`,
  ];
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}

const Refused = ({ refused }: Pick<Added, 'refused'>) => (
  <ScrollArea.Autosize
    mah={264}
    type="auto"
    viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Rejected names' }}
  >
    <Table stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Line</Table.Th>
          <Table.Th scope="col">Typed</Table.Th>
          <Table.Th scope="col">Reason</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {refused.slice(0, mostRefused).map(({ line, text, reason }, index) => (
          <Table.Tr key={`${line} ${index}`}>
            <Table.Td c="dimmed">{line}</Table.Td>
            <Table.Td className="mono selectable">{text}</Table.Td>
            <Table.Td>{reason}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    {refused.length > mostRefused && (
      <Text c="dimmed">and {counted(refused.length - mostRefused, 'other', 'others')}</Text>
    )}
  </ScrollArea.Autosize>
);

interface ExportProps {
  /** What the list shows, in its order. */
  readonly shown: readonly Row[];
  readonly selected: ReadonlySet<string>;
  /** The columns that the list does not show. */
  readonly hidden: readonly HidableColumn[];
  readonly onClose: () => void;
}

/** What is exported, or why nothing can be. */
function exportWords(rows: number, accounts: number, isSelected: boolean): string {
  if (rows === 0) return 'The filter hides everything, so there is nothing to export. Clear it first.';
  const of = accounts > 1 ? ` of ${counted(accounts, 'account', 'accounts')}` : '';
  return `Exactly what is ${isSelected ? 'selected' : 'shown'}, in this order: ${counted(rows, 'domain', 'domains')}${of}.`;
}

/** The rows of the list as they are asked for, in its order. */
function orderOf(rows: readonly Row[], hidden: readonly HidableColumn[]) {
  const accountIds = [...new Set(rows.map(({ domain }) => domain.accountId))];
  const places = new Map(accountIds.map((accountId, place) => [accountId, place]));
  const lines = rows.map(({ domain }) => `${places.get(domain.accountId) ?? 0} ${domain.name}`);
  return { accountIds, rows: lines.join('\n'), hidden };
}

interface WithoutHiddenProps {
  readonly hidden: readonly HidableColumn[];
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Whether the columns that the list hides are left out; nothing where it hides none. */
const WithoutHidden = ({ hidden, isOn, onChange }: WithoutHiddenProps) =>
  hidden.length > 0 && (
    <Checkbox
      label={`Without the ${counted(hidden.length, 'column that is', 'columns that are')} hidden in the list`}
      description="A file without them does not bring their values back."
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );

/** Exports the shown domains, or the selected ones of them, to a file or the clipboard. */
export function ExportDialog({ shown, selected, hidden, onClose }: ExportProps) {
  const { exports, bridge, notices } = useStores();
  const copy = useCopy();
  const [ending, setEnding] = useState<ExportFormat>('csv');
  const [isSelected, setSelected] = useState(false);
  const [isNarrowed, setNarrowed] = useState(false);
  const { error, during } = useOneAtATime(onClose);
  const chosen = shown.filter(({ key }) => selected.has(key));
  const rows = isSelected ? chosen : shown;
  const left = hidden.filter((key) => !hiddenAtFirst.includes(key));
  const order = orderOf(rows, isNarrowed ? left : []);
  const isNone = rows.length === 0;

  async function copyTable(): Promise<AppError | null> {
    const copied = await bridge.request.exports.domainsToClipboard(order);
    if (!copied.ok) return copied.error;
    notices.actions.say(`Copied ${counted(copied.value.rows, 'row', 'rows')}`);
    return null;
  }

  return (
    <ModalDialog onClose={onClose} title="Export domains" size={560}>
      <Stack gap={12}>
        <p>
          {exportWords(rows.length, order.accountIds.length, isSelected)}{' '}
          <Text span c="dimmed">
            {exportedText}
          </Text>
        </p>
        {chosen.length > 0 && chosen.length < shown.length && (
          <Checkbox
            label={`Only the ${format.count(chosen.length)} selected`}
            checked={isSelected}
            onChange={(event) => setSelected(event.currentTarget.checked)}
          />
        )}
        <WithoutHidden hidden={left} isOn={isNarrowed} onChange={setNarrowed} />
        <FormatChoice formats={everyFormat} value={ending} onChange={setEnding} />
        {error !== null && <ErrorState error={error} about="Nothing was exported" />}
        <DialogEnd>
          <Button
            disabled={isNone}
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => {
              copy(rows.map(({ unicode }) => unicode));
              onClose();
            }}
          >
            Copy names
          </Button>
          <Button
            disabled={isNone}
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => void during(copyTable)}
          >
            Copy as a table
          </Button>
          <Button
            variant="filled"
            data-autofocus
            disabled={isNone}
            leftSection={<IconFileExport size={14} aria-hidden />}
            onClick={() => void during(() => exports.actions.startDomains({ ...order, format: ending }))}
          >
            Save as…
          </Button>
        </DialogEnd>
      </Stack>
    </ModalDialog>
  );
}
