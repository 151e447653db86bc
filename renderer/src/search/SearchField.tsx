import { Box, Button, Group, Menu, Text } from '@mantine/core';
import { IconAdjustments, IconCheck, IconChevronDown, IconSearch } from '@tabler/icons-react';
import {
  type ClipboardEvent as ReactClipboardEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  useId,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { NameProblem } from '#shared/domain/domain-name.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { counted, format } from '../ui/Formats.tsx';
import { Keys, pressed, useKeys } from '../ui/Shortcuts.tsx';
import { NameCaution } from '../ui/States.tsx';
import { plainNamesFor } from '../names.ts';
import { domainsIn, mostWritten, type Question } from './rows.ts';
import { isAsking, isList } from './search-store.ts';
import type { OfferedTldSet } from '#shared/domain/built-in-tld-sets.ts';
import { chosenSet, chosenTlds, knownTlds, unlistedIn } from './tlds-store.ts';
import css from './field.module.css';
import { lazily } from '../ui/lazily.tsx';

interface Props {
  readonly field: React.RefObject<HTMLInputElement | null>;
  readonly toList: () => void;
}

/** The search field: a name, a full domain or a URL; its TLDs; and the search button. */
export function SearchField({ field, toList }: Props) {
  const stores = useStores();
  const { search } = stores;
  const text = useStore(search, (state) => state.text);
  const problem = useStore(search, (state) => state.problem);
  const several = useStore(search, (state) => state.several);
  const echo = useId();
  const lookUpInBulk = useBulkLookup();
  const checkInBulk = () => lookUpInBulk(several.join('\n'));

  function ask(): void {
    if (isList(search.getState())) checkInBulk();
    else if (!search.actions.ask() && problem !== null) markProblem(problem);
  }

  function markProblem({ at, length }: NameProblem): void {
    field.current?.focus();
    field.current?.setSelectionRange(at, at + length);
  }

  /** Stops what is being checked; only then Escape clears the field, which can be undone. */
  function leave(): void {
    if (isAsking(search.getState())) search.actions.stop();
    else clearSearch(stores, field.current);
  }

  function onKeyDown(event: ReactKeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (pressed(event, 'ask')) ask();
    else if (pressed(event, 'toList')) toList();
    else if (pressed(event, 'back')) leave();
    else return;
    event.preventDefault();
  }

  return (
    <Box flex="none" role="search">
      <div className={css['line']} data-wrong={problem !== null}>
        <IconSearch size={20} stroke={1.75} color="var(--nd-muted)" style={{ flex: 'none' }} aria-hidden />
        <input
          ref={field}
          className={css['input']}
          value={text}
          onChange={(event) => search.actions.type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => pasteList(event, stores, lookUpInBulk)}
          aria-label="Name, domain or URL"
          aria-describedby={echo}
          aria-invalid={problem !== null}
          placeholder="A name, a domain or a URL; or paste a list"
          autoComplete="off"
          autoCapitalize="off"
          maxLength={2_048}
          autoFocus
        />
        <TldPicker />
        <Button variant="filled" h={36} onClick={ask} disabled={text.trim() === ''}>
          Search
        </Button>
      </div>
      <Group gap="sm" mt="xs" ml={17} mih={24}>
        <NameEcho id={echo} />
        {several.length > 0 && (
          <Button size="compact-sm" onClick={checkInBulk}>
            Check {counted(several.length, 'name', 'names')} in bulk
          </Button>
        )}
      </Group>
    </Box>
  );
}

function clearSearch({ search, notices }: Stores, field: HTMLInputElement | null): void {
  const { text: before } = search.getState();
  search.actions.type('');
  if (before.trim() === '') return;
  const act = () => {
    if (search.getState().text === '') search.actions.type(before);
    field?.focus();
  };
  notices.actions.say('Search cleared', 'quiet', { label: 'Undo', act });
}

/** Names alone are checked under the TLDs of the search; whole domains bring their own. */
function useBulkLookup(): (names: string) => void {
  const { route, tlds } = useStores();
  return (names) => {
    const own = names.includes('.') ? {} : { tlds: chosenTlds(tlds.getState()) };
    route.actions.goToBulk({ kind: 'new', names, ...own });
  };
}

/**
 * Of a text with several lines or domains, the domains are checked at once, as they are written. A list of names, or of too many domains, goes
 * where there is room, whole: nothing of it is checked before Start.
 */
function pasteList(
  event: ReactClipboardEvent,
  { search }: Stores,
  lookUpInBulk: (names: string) => void,
): void {
  const pasted = event.clipboardData.getData('text');
  const { knownTlds, names } = search.getState();
  const readable = names ?? plainNamesFor([pasted]);
  const domains = readable === null ? [] : domainsIn(pasted, knownTlds, readable);
  const hasLines = pasted.split(/[\r\n]/u).filter((line) => line.trim() !== '').length > 1;
  if (!hasLines && domains.length < 2) return;
  event.preventDefault();
  if (domains.length === 0 || domains.length > mostWritten) {
    lookUpInBulk(pasted);
    return;
  }
  search.actions.type(domains.length > 1 ? domains.join(' ') : `${domains.join('')},`);
  search.actions.ask();
}

/** The parsed name in both forms, with a caution where it looks like another one; or the character that makes it invalid, and why. */
function NameEcho({ id }: { readonly id: string }) {
  const { search } = useStores();
  const text = useStore(search, (state) => state.text);
  const question = useStore(search, (state) => state.question);
  const problem = useStore(search, (state) => state.problem);
  const isListed = useStore(search, isList);
  return (
    <>
      <Group
        component="p"
        id={id}
        gap="sm"
        wrap="nowrap"
        align="baseline"
        miw={0}
        c="dimmed"
        style={{ whiteSpace: 'nowrap', overflow: 'hidden' }}
        aria-live="polite"
      >
        {problem !== null && (
          <Mismatch text={text} at={problem.at} length={problem.length} reason={problem.reason} />
        )}
        {question !== null && <Asked of={question} />}
        {isListed && 'More than one name.'}
        {problem === null && question === null && !isListed && (
          <span>
            For example <span className={css['name']}>bäckerei</span>,{' '}
            <span className={css['name']}>example.com</span>, or an address from the browser.
          </span>
        )}
      </Group>
      {question?.query != null && <NameCaution unicode={question.query.unicode} />}
    </>
  );
}

const Asked = ({ of: { query, names } }: { readonly of: Question }) =>
  query === null ? (
    <span>{counted(names.length, 'domain', 'domains')}, as written</span>
  ) : (
    <>
      <span className={css['name']}>{query.unicode}</span>
      {query.ascii !== query.unicode && (
        <>
          <span>sent as</span>
          <span className={css['name']}>{query.ascii}</span>
        </>
      )}
      <span>under {counted(names.length, 'TLD', 'TLDs')}</span>
    </>
  );

interface MismatchProps {
  readonly text: string;
  readonly at: number;
  readonly length: number;
  readonly reason: string;
}

/** How many characters around the invalid one are shown. */
const around = 24;

function Mismatch({ text, at, length, reason }: MismatchProps) {
  const before = text.slice(Math.max(0, at - around), at);
  const after = text.slice(at + length, at + length + around);
  const wrong = text.slice(at, at + length).replaceAll(' ', '·');
  return (
    <>
      <span className={css['name']} aria-hidden>
        {at > around && '…'}
        {before}
        <mark className={css['wrong']}>{wrong === '' ? '⌃' : wrong}</mark>
        {after}
        {at + length + around < text.length && '…'}
      </span>
      <Text span c="var(--nd-danger)">
        {reason}
        {length > 0 && ` (character ${at + 1})`}. Nothing is sent.
      </Text>
    </>
  );
}

const TldDialog = lazily(async () => (await import('./TldDialog.tsx')).TldDialog);

/** The TLDs to search: a preset, an own set, or an unnamed list. */
function TldPicker() {
  const { tlds, settings } = useStores();
  const sets = useStore(tlds, (state) => state.offered);
  const isListKnown = useStore(tlds, (state) => knownTlds(state).length > 0);
  const current = useStore(tlds, chosenSet);
  const count = useStore(tlds, (state) => chosenTlds(state).length);
  const [picking, setPicking] = useState(false);
  useKeys({ chooseTlds: () => setPicking(true) });

  function choose(id: string): void {
    tlds.actions.choose({ kind: 'set', id });
    void settings.actions.write({ searchTldSetId: id });
  }

  return (
    <>
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <button type="button" className={css['tlds']} title={unlistedIn(current)}>
            <Text span fw={500} c="bright" truncate>
              {nameOf(current)}
            </Text>
            <span>
              {current !== null && current.unlisted.length > 0 && `${format.count(count)} of `}
              {counted(count + (current?.unlisted.length ?? 0), 'TLD', 'TLDs')}
            </span>
            <IconChevronDown size={14} stroke={2} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" className="scrolls" style={{ overflowY: 'auto' }}>
          {sets.map((set) => (
            <Menu.Item
              key={set.id}
              leftSection={<IconCheck size={14} opacity={set.id === current?.id ? 1 : 0} aria-hidden />}
              rightSection={format.count(set.tlds.length)}
              aria-current={set.id === current?.id}
              onClick={() => choose(set.id)}
            >
              {set.name}
              {set.unlisted.length > 0 && (
                <Text c="dimmed" fz="xs">
                  {unlistedIn(set)}
                </Text>
              )}
            </Menu.Item>
          ))}
          {!isListKnown && (
            <Menu.Label>
              The service’s list is not loaded: these may have TLDs that it does not sell.
            </Menu.Label>
          )}
          {sets.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<IconAdjustments size={14} aria-hidden />}
            rightSection={<Keys of="chooseTlds" />}
            onClick={() => setPicking(true)}
          >
            Choose TLDs…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {picking && <TldDialog onClose={() => setPicking(false)} />}
    </>
  );
}

const nameOf = (set: OfferedTldSet | null): string => set?.name ?? 'Custom list';
