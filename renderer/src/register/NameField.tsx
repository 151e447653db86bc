import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import { useStore } from 'zustand';
import { knownTldSet, parseQuery } from '#shared/domain/domain-name.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { bytesOf, type Dropped, useDrop } from '../bulk/new/names-input.ts';
import { knownTlds } from '../search/tlds-store.ts';
import { counted, format } from '../ui/Formats.tsx';
import { Notice } from '../ui/States.tsx';

interface Props {
  /** As A-labels, each once. */
  readonly onNames: (...domains: readonly string[]) => void;
}

/** One name, or a list of them: typed, pasted, or dropped as a text file. What is no whole name is told line by line. */
export function NameField({ onNames }: Props) {
  const tlds = useStore(useStores().tlds, knownTlds);
  const [text, setText] = useState('');
  const [read, setRead] = useState<NamesRead | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  function take(next: string): void {
    setText(next);
    setRefusal(null);
    const found = readFullNames(next, tlds);
    if (found.refused.length === 0 && found.domains.length > 0) onNames(...found.domains);
    else if (found.refused.length > 0) setRead(found);
    else setRefusal('There is no name in it');
  }

  const drop = useDrop(
    (dropped) => void textOf(dropped).then((got) => (got.ok ? take(got.value) : setRefusal(got.error))),
  );
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    take(text);
  };
  const isList = text.includes('\n');
  const only = read?.refused.length === 1 && read.domains.length === 0 ? read.refused[0] : undefined;
  return (
    <Stack component="form" gap="sm" onSubmit={submit} {...drop.handlers}>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <Textarea
          flex={1}
          label={isList ? 'Names to register' : 'Name to register'}
          placeholder="example.com"
          description="Or a list: one per line, pasted, or dropped as a text file."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          classNames={{ input: 'mono' }}
          value={text}
          rows={isList || drop.isOver ? 10 : 1}
          maxLength={longestList}
          autoComplete="off"
          spellCheck={false}
          error={refusal ?? only?.reason ?? null}
          onKeyDown={(event) => submitOnEnter(event, isList)}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setRead(null);
            setRefusal(null);
          }}
          data-autofocus
          autoFocus
        />
        <Button type="submit" mt={24} disabled={text.trim() === ''}>
          Check
        </Button>
      </Group>
      {read !== null && only === undefined && <NotNames read={read} onNames={onNames} />}
    </Stack>
  );
}

/** In a list, Enter begins a line. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>, isList: boolean): void {
  if (event.key !== 'Enter' || event.shiftKey || (isList && !event.ctrlKey && !event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

const mostListed = 8;

/** The lines that are no whole name, each with its reason, and the way on without them. */
function NotNames({ read: { domains, refused }, onNames }: Props & { readonly read: NamesRead }) {
  return (
    <Notice
      role="alert"
      title={`${counted(refused.length, 'line is', 'lines are')} not a whole name`}
      actions={
        domains.length > 0 && (
          <Button variant="default" onClick={() => onNames(...domains)}>
            Continue with{' '}
            {domains.length === 1 ? 'the other name' : `the other ${format.count(domains.length)}`}
          </Button>
        )
      }
    >
      <ul>
        {refused.slice(0, mostListed).map(({ line, reason }) => (
          <li key={line}>
            <bdi className="mono">{line}</bdi>: {reason}
          </li>
        ))}
      </ul>
      {refused.length > mostListed && (
        <Text c="dimmed">and {format.count(refused.length - mostListed)} more</Text>
      )}
    </Notice>
  );
}

/** In characters. */
const longestList = 2_000_000;

/** The text of what was dropped; fails with a sentence. */
async function textOf(dropped: Dropped): Promise<Result<string, string>> {
  if (dropped.kind === 'refused') return fail(dropped.reason);
  if (dropped.kind === 'text') return ok(dropped.text);
  const { file } = dropped;
  const bytes = await bytesOf(file);
  if (typeof bytes === 'string') return fail(bytes);
  const text = new TextDecoder().decode(bytes);
  const isText = !text.includes('\u0000') && text.length <= longestList;
  return isText
    ? ok(text)
    : fail(`“${isolated(file.name)}” is not a list as text. Save it as TXT or CSV first`);
}

interface NamesRead {
  /** As A-labels, each once, in their order. */
  readonly domains: readonly string[];
  readonly refused: readonly { readonly line: string; readonly reason: string }[];
}

/**
 * The names of a list. Of several lines each has one name: the first of its cells that is one. A single line may have several names.
 *
 * @param knownTlds As of {@link readFullName}.
 */
export function readFullNames(text: string, knownTlds: readonly string[]): NamesRead {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const rows = lines.length === 1 ? cellsOf(lines[0] ?? '').map((cell) => [cell]) : lines.map(cellsOf);
  const domains = new Set<string>();
  const refused = new Map<string, string>();
  const known = knownTldSet(knownTlds);
  for (const cells of rows) {
    const read = cells.map((cell) => readWith(cell, known));
    const found = read.find((one) => one.ok);
    const [first] = read;
    if (found !== undefined) domains.add(found.value.domain);
    else if (first?.ok === false) refused.set(cells[0] ?? '', first.error);
  }
  return { domains: [...domains], refused: [...refused].map(([line, reason]) => ({ line, reason })) };
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split(/[\s,;]+/)
    .map((cell) => cell.replace(/^"|"$/g, ''))
    .filter((cell) => cell !== '');

interface FullName {
  /** As A-labels. */
  readonly domain: string;
  readonly label: string;
  readonly tld: string;
}

/**
 * A typed name with its TLD.
 *
 * @param knownTlds The account's TLDs, to find where the name ends.
 * @returns Fails with the reason, in words.
 */
export const readFullName = (text: string, knownTlds: readonly string[]): Result<FullName, string> =>
  readWith(text, knownTldSet(knownTlds));

function readWith(text: string, known: ReadonlySet<string>): Result<FullName, string> {
  const query = parseQuery(text, known);
  if (!query.ok) return fail(query.error.reason);
  const { ascii, tld } = query.value;
  return tld === null
    ? fail('The TLD is missing: type the full name, such as example.com')
    : ok({ domain: `${ascii}.${tld}`, label: ascii, tld });
}
