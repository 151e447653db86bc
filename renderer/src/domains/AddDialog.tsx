import { Button, ScrollArea, Stack, Table, Text, Textarea } from '@mantine/core';
import { type KeyboardEvent, useMemo } from 'react';
import * as z from 'zod/mini';
import { plural } from '#shared/domain/counting.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { domainParts } from '#shared/domain/terms.ts';
import type { Output } from '#shared/routes.ts';
import { useStores } from '../app-stores.ts';
import { DialogEnd, FormDialog } from '../ui/Dialogs.tsx';
import { counted, format } from '../ui/Formats.tsx';
import type { DomainsByName } from './domains-store.ts';
import { useReadings } from './readings-store.ts';
import { TagsField, tagsOf } from './TagDialog.tsx';

interface Props {
  /** The account that the names are added to. */
  readonly accountId: string;
  readonly all: DomainsByName;
  readonly onClose: () => void;
}

type Added = Output<'domains', 'add'>;

const schema = z.object({
  text: z.string().check(z.refine((text) => text.trim() !== '')),
  tags: z.array(z.string()),
});

/** The contract's limit, in characters. */
const longestText = 2_000_000;

/** Adds names to the portfolio, and shows the result of each. */
export function AddDialog({ accountId, all, onClose }: Props) {
  const { bridge } = useStores();
  const known = useMemo(() => tagsOf(all.values()), [all]);
  return (
    <FormDialog
      title="Add domains"
      size={600}
      schema={schema}
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

/** The most rejected names that are listed. */
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

/** The most shortened names that are listed. */
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
          <Table.Th scope="col">Why not</Table.Th>
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
