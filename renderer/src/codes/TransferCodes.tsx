import { Box, Button, Group, RingProgress, Text } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type {
  CodeAccess,
  CodeAction,
  CodeOutcome,
  CodesNow,
  CodeTaken,
  TakeAction,
} from '#shared/domain/code.ts';
import { nameInText, toUnicode } from '#shared/domain/domain-name.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Bridge } from '../client.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { createTicker } from '../ui/Formats.tsx';
import { openDomain } from '../ui/PageParts.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { createLatest } from '../remote.ts';
import { useAction, useAgainWith } from '../use-action.ts';

/** Account and domain of a code: the same name can be in the portfolios of two accounts. */
export interface Place {
  readonly accountId: string;
  /** As A-labels. */
  readonly domain: string;
}

/** One request by the user and its result. Contains no code. */
export type Take =
  /** The code window is open, or the service is being asked. */
  | { readonly step: 'asking'; readonly deed: TakeAction }
  | { readonly step: 'over'; readonly deed: TakeAction; readonly taken: CodeTaken }
  | { readonly step: 'failed'; readonly deed: TakeAction; readonly error: AppError };

interface CodesState {
  /** Null until main has answered. */
  readonly now: CodesNow | null;
  /** The last request for each account and domain. */
  readonly takes: ReadonlyMap<string, Take>;
}

const keyOf = ({ accountId, domain }: Place): string => `${accountId} ${domain}`;

/** Where codes are shown now, and the results of requests. An event from main is newer than any answer still to come. */
export function createCodesStore({ request: { codes: ask }, on }: Bridge) {
  const store = createStore<CodesState>(() => ({ now: null, takes: new Map() }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  function become(now: CodesNow): void {
    latest.begin();
    set({ now });
  }

  on['codes.changed'](become);

  async function refresh(): Promise<void> {
    const isLatest = latest.begin();
    const result = await ask.now({});
    if (result.ok && isLatest()) set({ now: result.value });
  }

  const putTake = (place: Place, take: Take) => set({ takes: new Map(get().takes).set(keyOf(place), take) });

  return {
    ...store,
    actions: {
      refresh,
      /** Sends one request; ignored while the same code is being requested. */
      async take(place: Place, deed: TakeAction): Promise<void> {
        if (takeOf(get(), place)?.step === 'asking') return;
        putTake(place, { step: 'asking', deed });
        const result = await ask.take({ ...place, deed });
        if (result.ok) become(withTaken(get().now, place.domain, result.value));
        putTake(
          place,
          result.ok
            ? { step: 'over', deed, taken: result.value }
            : { step: 'failed', deed, error: result.error },
        );
        await refresh();
      },
      /** Dismisses the result of the last request. */
      dismiss(place: Place): void {
        const takes = new Map(get().takes);
        takes.delete(keyOf(place));
        set({ takes });
      },
      async clearClipboard(): Promise<Result<CodesNow>> {
        const result = await ask.clearClipboard({});
        if (result.ok) become(result.value);
        return result;
      },
    },
  };
}

const nowhere: CodesNow = { clipboard: null, shown: null, canHint: false };

/** The state that follows from the answer; the next event from main corrects it. */
function withTaken(now: CodesNow | null, domain: string, taken: CodeTaken): CodesNow {
  const known = now ?? nowhere;
  if (taken.kind === 'copied') return { ...known, clipboard: { domain, clearsAt: taken.clearsAt } };
  if (taken.kind === 'revealed') return { ...known, shown: { domain, hidesAt: taken.hidesAt } };
  return known;
}

export const takeOf = (state: CodesState, place: Place): Take | null => state.takes.get(keyOf(place)) ?? null;

/** The requests for a domain's code; one is there once it has ended, also of a code that was copied in its window. */
export function useAccesses(place: Place) {
  const read = useAction('codes', 'accesses', place);
  const take = useStore(useCodes(), (state) => takeOf(state, place));
  const [ended, end] = useState(take);
  if (take !== null && take.step !== 'asking' && take !== ended) end(take);
  useAgainWith(ended, read);
  return read;
}

/** The one code store of the page. */
export const codesStoreOf = ({ bridge }: Stores) => createCodesStore(bridge);

/** Opens the window that asks for a code, over the domain's tab, where the result is shown. */
export function takeCode(stores: Stores, place: Place, deed: TakeAction): void {
  openDomain(stores, { ...place, tab: 'transfer-code' });
  void storeOf(stores, codesStoreOf).actions.take(place, deed);
}

/** The code state, loaded on first use and updated live. */
export function useCodes(): ReturnType<typeof codesStoreOf> {
  const store = storeOf(useStores(), codesStoreOf);
  useEffect(() => {
    if (store.getState().now === null) void store.actions.refresh();
  }, [store]);
  return store;
}

/** Ticks often enough that each second is shown on time. */
const quarters = createTicker(() => Date.now(), 250);

/** Whole seconds until `at`, never below 0; renders again when a second has passed. */
const useSecondsLeft = (at: string): number =>
  useSyncExternalStore(quarters.subscribe, () => secondsUntil(at, quarters.nowMs()));

export const secondsUntil = (at: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(at) - nowMs) / 1_000));

const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** "09:14:22", in the user's zone. Without a date, because the values expire within a minute. */
export const clockTime = (at: string): string => times.format(new Date(at));

/** What was done with a code. */
export const actionWords: Readonly<Record<CodeAction, string>> = {
  copy: 'Copy',
  reveal: 'Reveal',
  save: 'Encrypted file',
  'copy-shown': 'Copied when shown',
  'show-saved': 'Shown from a file',
};

/** The words for each outcome of a code request. */
export const outcomeWords: Readonly<Record<CodeOutcome, string>> = {
  code: 'Code received',
  emailed: 'E-mailed to the registrant (as reported)',
  refused: 'Refused by the service',
  unclear: 'Not read: answered without a recognisable code',
  'no-answer': 'Not read: no complete answer, a new code may have been issued',
  'not-sent': 'Not requested: nothing left this computer',
};

export function outcomeOf({ deed, outcome }: Pick<CodeAccess, 'deed' | 'outcome'>): string {
  if (deed === 'copy-shown') return 'The code that was shown; no new request';
  if (deed === 'show-saved') return 'The code in the file; no request';
  return outcome === null ? 'Requested; the outcome is unknown' : outcomeWords[outcome];
}

/** Shown after a code was removed from the screen or the clipboard. */
export const goneWords =
  'Copying or revealing it now requests a new code, and the one you had may stop working.';

/** Shown on every screen while a code is in the clipboard: for which domain, the time left, and a button to remove it now. */
export function ClipboardCountdown() {
  const clipboard = useStore(useCodes(), ({ now }) => now?.clipboard ?? null);
  return (
    <>
      {/* Announced once: the element exists before it has content, and its text does not change every second. */}
      <span className="spoken" role="status">
        {clipboard !== null &&
          `The code of ${nameInText(clipboard.domain)} is in the clipboard until ${clockTime(clipboard.clearsAt)}.`}
      </span>
      {clipboard !== null && <Shown clipboard={clipboard} />}
    </>
  );
}

function Shown({
  clipboard: { domain, clearsAt },
}: {
  readonly clipboard: NonNullable<CodesNow['clipboard']>;
}) {
  const codes = useCodes();
  const { report } = useStores().notices.actions;
  const left = useSecondsLeft(clearsAt);
  const name = toUnicode(domain);
  return (
    <Group
      role="group"
      aria-label="Code in the clipboard"
      gap="sm"
      wrap="nowrap"
      miw={0}
      h={32}
      mr={4}
      pl={10}
      pr={4}
      bdrs="md"
      bg="var(--nd-caution-soft)"
      style={{ whiteSpace: 'nowrap' }}
    >
      <IconClipboardCheck
        color="var(--nd-caution)"
        size={16}
        stroke={1.75}
        style={{ flex: 'none' }}
        aria-hidden
      />
      <Group
        gap={6}
        wrap="nowrap"
        miw={0}
        style={{ overflow: 'hidden' }}
        title={`Code of ${nameInText(domain)} copied`}
        aria-hidden
      >
        <span>Code of</span>
        <Text span fw={600} className="mono" truncate>
          {name}
        </Text>
        <Box component="span" visibleFrom="lg">
          in the clipboard
        </Box>
      </Group>
      <Text span flex="none" miw={28} ta="right" className="figures" aria-hidden>
        {left} s
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        flex="none"
        onClick={() => report(codes.actions.clearClipboard())}
      >
        Clear now
      </Button>
    </Group>
  );
}

interface Props {
  readonly until: string;
  /** The total time; the ring shows the part that is left. */
  readonly ofSeconds: number;
}

/**
 * The seconds left, in a ring that empties. Hidden from screen readers, which would read every second; they get the end time
 * instead.
 */
export function Countdown({ until, ofSeconds }: Props) {
  const left = useSecondsLeft(until);
  const share = Math.min(1, left / Math.max(1, ofSeconds));
  return (
    <RingProgress
      aria-hidden
      size={40}
      thickness={3}
      rootColor="var(--nd-line)"
      transitionDuration={120}
      sections={[{ value: share * 100, color: 'var(--nd-accent)' }]}
      label={
        <Text ta="center" fw={600} className="figures">
          {left}
        </Text>
      }
    />
  );
}
