import {
  Button,
  Checkbox,
  ScrollArea,
  Stack,
  Table,
  TagsInput,
  type TagsInputProps,
  Text,
  Textarea,
} from '@mantine/core';
import { IconCopy, IconFileExport } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { isolated } from '#shared/domain/isolated.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { rowsWithoutTyping, shareWithoutTyping } from '#shared/domain/batch.ts';
import { plural } from '#shared/domain/counting.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { AppError } from '#shared/errors.ts';
import type { Output } from '#shared/routes.ts';
import { useStores } from '../app-stores.ts';
import type { ExportFormat } from '../bulk/export/exports-store.ts';
import { useCopy } from '../ui/copy.ts';
import { ConfirmDialog, DialogEnd, FewNames, FormatChoice, FormDialog } from '../ui/Dialogs.tsx';
import { counted, format, inOrder } from '../ui/Formats.tsx';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { ErrorState } from '../ui/States.tsx';
import type { DomainsByName } from './domains-store.ts';
import { exportedText, ownTextWords } from './domain-words.ts';
import type { Row } from './portfolio-columns.tsx';
import { useReadings } from './readings-store.ts';
import css from './tags-field.module.css';
import { domainParts, type OwnText, ownTexts } from '#shared/domain/domain-parts.ts';

interface AddProps {
  /** The account that the names are added to. */
  readonly accountId: string;
  readonly all: DomainsByName;
  readonly onClose: () => void;
}

type Added = Output<'domains', 'add'>;

const namesSchema = z.object({
  text: z.string().check(z.refine((text) => text.trim() !== '')),
  tags: z.array(z.string()),
});

/** The contract's limit, in characters. */
const longestText = 2_000_000;

/** Adds names to the portfolio, and shows the result of each. */
export function AddDialog({ accountId, all, onClose }: AddProps) {
  const { bridge } = useStores();
  const known = useMemo(() => tagsOf(all.values()), [all]);
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
            spellCheck={false}
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
            {plural(fresh.length, 'Refresh to load its details.', 'Refresh to load their details.')}
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
        <Button variant="default" onClick={onClose} autoFocus={fresh.length === 0}>
          Close
        </Button>
        {fresh.length > 0 && (
          <Button autoFocus onClick={read}>
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

interface Props {
  /** The account that holds the names. */
  readonly accountId: string;
  readonly names: readonly string[];
  readonly all: DomainsByName;
  readonly onClose: () => void;
}

const schema = z.object({ add: z.array(z.string()), remove: z.array(z.string()) });

/** Adds tags to many domains, or removes them. */
export function TagDialog({ accountId, names, all, onClose }: Props) {
  const { bridge, undo } = useStores();
  const known = useMemo(() => tagsOf(all.values()), [all]);
  const counts = useMemo(() => tagCounts(names, all), [names, all]);
  const what = counted(names.length, 'domain', 'domains');
  return (
    <FormDialog
      title={`Tag ${what}`}
      schema={schema}
      initialValues={{ add: [], remove: [] }}
      action={`Tag ${what}`}
      onSubmit={async ({ add, remove }) =>
        add.length + remove.length === 0
          ? null
          : undo.actions.edit({ area: 'domains', text: `Tagged ${what}`, accountId }, (edit) =>
              bridge.request.domains.tag({
                accountId,
                domains: [...names],
                add,
                remove: remove.filter((one) => !add.includes(one)),
                edit,
              }),
            )
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <TagsField
            label="Add"
            description="Press Enter after each tag."
            tags={form.values.add}
            known={known}
            onChange={(add) => form.setFieldValue('add', [...add])}
            data-autofocus
          />
          {counts.size > 0 && (
            <Checkbox.Group label="Remove" {...form.getInputProps('remove')}>
              <Stack gap="xs" className={css['choices'] ?? ''}>
                {[...counts].map(([tag, count]) => (
                  <Checkbox
                    key={tag}
                    size="xs"
                    value={tag}
                    label={names.length === 1 ? tag : `${isolated(tag)} (${format.count(count)})`}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        </>
      )}
    </FormDialog>
  );
}

function tagCounts(names: readonly string[], all: DomainsByName): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names)
    for (const tag of all.get(name)?.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

interface TagsFieldProps extends Pick<
  TagsInputProps,
  'label' | 'aria-label' | 'description' | 'flex' | 'miw'
> {
  readonly 'data-autofocus'?: boolean;
  readonly tags: readonly string[];
  /** Looks like text until hovered. */
  readonly isQuiet?: boolean;
  /** Suggestions while typing. */
  readonly known: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

/** The contract's limits. */
const mostTags = 20;
const longestTag = 40;

/** A tag input: Enter or a comma adds a tag, its cross or Backspace removes it. */
export const TagsField = ({ tags, known, onChange, isQuiet = false, ...field }: TagsFieldProps) => (
  <TagsInput
    {...field}
    classNames={{ input: css[isQuiet ? 'quiet' : 'input'] ?? '', pill: css['pill'] ?? '' }}
    value={[...tags]}
    data={known.filter((tag) => !tags.includes(tag))}
    maxTags={mostTags}
    maxLength={longestTag}
    splitChars={[',', ';']}
    openOnFocus={false}
    placeholder={tags.length === 0 ? 'Add a tag' : ''}
    onChange={(next) => onChange(clean(next))}
  />
);

const clean = (tags: readonly string[]): readonly string[] =>
  [...new Set(tags.map((tag) => tag.trim().slice(0, longestTag)))]
    .filter((tag) => tag !== '')
    .slice(0, mostTags);

/** Every tag of a portfolio, sorted. */
export const tagsOf = (domains: Iterable<Domain>): readonly string[] =>
  [...new Set([...domains].flatMap(({ tags }) => tags))].toSorted(inOrder);

interface ExportProps {
  /** The account that holds the names. */
  readonly accountId: string;
  /** What the list shows, in its order. */
  readonly shown: readonly Row[];
  readonly selected: ReadonlySet<string>;
  readonly onClose: () => void;
}

const exportFormats = [
  { format: 'csv', about: 'A spreadsheet table: one line per domain.' },
  { format: 'json', about: 'One document with all domains, for programs.' },
  { format: 'ndjson', about: 'One JSON object per line, for programs that read while it is written.' },
  { format: 'txt', about: 'Names only, one per line.' },
] as const;

/** Exports the shown domains, or the selected ones of them, to a file or the clipboard. */
export function ExportDialog({ accountId, shown, selected, onClose }: ExportProps) {
  const { exports, bridge, notices } = useStores();
  const copy = useCopy();
  const [ending, setEnding] = useState<ExportFormat>('csv');
  const [isSelected, setSelected] = useState(false);
  const [state, setState] = useState<AppError | 'busy' | null>(null);
  const chosen = shown.filter(({ domain }) => selected.has(domain.name));
  const rows = isSelected ? chosen : shown;
  const order = { accountId, names: rows.map(({ domain }) => domain.name).join('\n') };
  const isNone = rows.length === 0;

  /** One at a time; the buttons are not disabled meanwhile, or the one with the focus would lose it. */
  async function during(act: () => Promise<AppError | null>): Promise<void> {
    if (state === 'busy') return;
    setState('busy');
    const failed = await act();
    setState(failed);
    if (failed === null) onClose();
  }

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
          {isNone
            ? 'The filter hides everything, so there is nothing to export. Clear it first.'
            : `Exactly what is ${isSelected ? 'selected' : 'shown'}, in this order: ${counted(rows.length, 'domain', 'domains')}.`}{' '}
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
        <FormatChoice formats={exportFormats} value={ending} onChange={setEnding} />
        {state !== null && state !== 'busy' && <ErrorState error={state} about="Nothing was exported" />}
        <DialogEnd>
          <Button
            variant="default"
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
            variant="default"
            disabled={isNone}
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => void during(copyTable)}
          >
            Copy as a table
          </Button>
          <Button
            data-autofocus
            disabled={isNone}
            leftSection={<IconFileExport size={14} aria-hidden />}
            onClick={() => void during(() => exports.actions.startDomains({ ...order, format: ending }))}
          >
            Choose a file…
          </Button>
        </DialogEnd>
      </Stack>
    </ModalDialog>
  );
}

interface RemoveProps {
  /** The account that holds the names. */
  readonly accountId: string;
  readonly names: readonly string[];
  readonly all: DomainsByName;
  readonly onClose: () => void;
}

/** Asks once, says what is lost and what stays; for many names, requires the count to be typed. */
export function RemoveDialog({ accountId, names, all, onClose }: RemoveProps) {
  const { bridge, undo } = useStores();
  const what = counted(names.length, 'domain', 'domains');
  const withText = (text: OwnText) => names.filter((name) => (all.get(name)?.[text] ?? '') !== '').length;
  const count = String(names.length);
  return (
    <ConfirmDialog
      title={`Remove ${what} from the portfolio?`}
      consequences={[
        plural(
          names.length,
          'Everything known about it here is deleted, with tags, client and note.',
          'Everything known about them here is deleted, with tags, clients and notes.',
        ),
        ...ownTexts.map(
          (text) =>
            withText(text) > 0 && `This includes ${counted(withText(text), ...ownTextWords[text].counted)}.`,
        ),
        'You can undo this until Namedesk restarts.',
        'The journal of changes is kept.',
        'Nothing changes at the service.',
      ]}
      typed={
        isToBeTyped(names.length, all.size)
          ? {
              label: `Type ${count} to remove them`,
              matches: (typed) => typed.trim() === count,
              isNumber: true,
            }
          : null
      }
      action={`Remove ${what}`}
      cancel={plural(names.length, 'Keep it', 'Keep them')}
      color="danger"
      onConfirm={() =>
        undo.actions.edit(
          { area: 'domains', text: `Removed ${what} from the portfolio`, accountId },
          (edit) => bridge.request.domains.remove({ accountId, domains: [...names], edit }),
        )
      }
      onClose={onClose}
    >
      <FewNames names={names} most={8} />
    </ConfirmDialog>
  );
}

/** Whether the count must be typed: above 25 names or a fifth of the portfolio; never for a single name. */
export const isToBeTyped = (count: number, ofAll: number): boolean =>
  count > 1 && (count > rowsWithoutTyping || count > ofAll * shareWithoutTyping);
