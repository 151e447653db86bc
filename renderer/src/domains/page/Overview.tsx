import { Button, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { listed } from '#shared/domain/counting.ts';
import { changeFamilies } from '#shared/domain/change-kinds.ts';
import type { Domain, DomainPart } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { type AppError, isNotFound } from '#shared/errors.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import type { Result } from '#shared/result.ts';
import { type Stores, useAccount, useStores } from '../../app-stores.ts';
import { editors, type OverviewPlace } from '../../changes/kinds/index.ts';
import { KnownAge } from '../../changes/ChangeParts.tsx';
import { format, useNowMs } from '../../ui/Formats.tsx';
import { Section } from '../../ui/PageParts.tsx';
import { ErrorState, Notice, useAccountRemedies } from '../../ui/States.tsx';
import { type OfDomain, ownTextWords, partWords, unreadWords } from '../domain-words.ts';
import { useDomains } from '../domains-store.ts';
import { ClientField, clientsOf } from '../EditDialogs.tsx';
import { ExpiryPart } from './ExpiryPart.tsx';
import { valueOf } from '../../remote.ts';
import { endedEarlyFor, useReadings } from '../readings-store.ts';
import { EditedBy } from '../../team/SharedParts.tsx';
import { storeOf } from '../../ui/live-collection.ts';
import css from './page.module.css';
import { domainParts, longestOwnTexts, type OwnText } from '#shared/domain/domain-parts.ts';

/** Everything known of a domain, each value with its age and source. */
export const Overview = ({ domain }: OfDomain) => (
  <SimpleGrid cols={2} spacing={48} verticalSpacing={0}>
    <Problems domain={domain} />
    <div className={css['column']}>
      <Editors domain={domain} of="above-expiry" />
      <ExpiryPart domain={domain} />
      <Editors domain={domain} of="below-expiry" />
      <OwnTextPart domain={domain} name="client" />
    </div>
    <div className={css['column']}>
      <NameserversPart domain={domain} />
      <RegistrantPart domain={domain} />
      <OwnTextPart domain={domain} name="note" />
    </div>
  </SimpleGrid>
);

const Editors = ({ domain, of: place }: OfDomain & { readonly of: OverviewPlace }) =>
  changeFamilies.map((family) => {
    const editor = editors[family];
    return editor.on === 'overview' && editor.place === place && <editor.Part key={family} domain={domain} />;
  });

/** Values that could not be read at the last attempt, with the reason and next steps. */
function Problems({ domain }: OfDomain) {
  const nowMs = useNowMs();
  const readings = useReadings();
  const ended = useStore(readings, (state) => endedEarlyFor(state, domain.accountId, domain.name));
  if (domain.troubles.length === 0 && ended === null) return null;
  return (
    <Stack gap="sm" my="sm" style={{ gridColumn: '1 / -1' }}>
      {ended !== null && ended.error !== null && (
        <Problem
          domain={domain}
          error={ended.error}
          about="Couldn’t read anything just now"
          parts={domainParts}
          onDismiss={() => readings.actions.dismiss(ended.id)}
        />
      )}
      {byReason(domain.troubles).map(([{ error, at }, parts]) => (
        <Problem
          key={parts.join(' ')}
          domain={domain}
          error={error}
          about={`${failedInWords(error, parts)}. Tried ${format.age(at, nowMs)}`}
          parts={parts}
        />
      ))}
    </Stack>
  );
}

type Trouble = Domain['troubles'][number];

/** The parts that failed for one reason together, under the newest of their failures. */
function byReason(troubles: readonly Trouble[]): readonly (readonly [Trouble, readonly DomainPart[]])[] {
  const newestFirst = troubles.toSorted((a, b) => b.at.localeCompare(a.at));
  const groups = Map.groupBy(newestFirst, ({ error }) => JSON.stringify(error));
  return [...groups.values()].flatMap((group) => {
    const [newest] = group;
    const failed = domainParts.filter((part) => group.some((trouble) => trouble.part === part));
    return newest === undefined ? [] : [[newest, failed] as const];
  });
}

const failedInWords = (error: AppError, parts: readonly DomainPart[]): string =>
  isNotFound(error) && parts.length === domainParts.length
    ? 'This domain isn’t in this account'
    : `Couldn’t read: ${partsInWords(parts)}`;

const partsInWords = (parts: readonly DomainPart[]): string =>
  listed(parts.map((part) => partWords[part].toLowerCase()));

interface TroubleProps extends OfDomain {
  readonly error: AppError;
  readonly about: string;
  /** The parts that are read again. */
  readonly parts: readonly DomainPart[];
  readonly onDismiss?: () => void;
}

function Problem({ domain, parts, ...shown }: TroubleProps) {
  const { begin } = useReadings().actions;
  const { notices } = useStores();
  const { report } = notices.actions;
  const remedies = useAccountRemedies(domain.accountId);
  const isPractice = useAccount(domain.accountId)?.kind === 'practice';
  if (isPractice && domain.addedBy === 'registration' && isNotFound(shown.error))
    return (
      <Notice tone="quiet" title="The practice service has forgotten this domain">
        It was registered before Namedesk restarted, and the practice service starts over at each restart.
        Register it again to keep it, or remove it from the list.
      </Notice>
    );
  return (
    <ErrorState
      isRead
      {...shown}
      remedies={{
        'try-again': () => report(begin(domain.accountId, [domain.name], parts)),
        ...remedies,
      }}
    />
  );
}

const NameserversPart = ({ domain }: OfDomain) => (
  <Section title="Nameservers">
    {domain.nameservers === null ? (
      <Text c="dimmed">{unreadWords(domain, 'nameservers')}</Text>
    ) : (
      <>
        <ol className="mono selectable">
          {domain.nameservers.value.map((host) => (
            <li key={host}>{host}</li>
          ))}
        </ol>
        {domain.nameservers.value.length === 0 && <p>None</p>}
        <KnownAge {...domain.nameservers} />
      </>
    )}
  </Section>
);

/** The registrant's name. The other contact data is read only when the contacts are opened, and never stored. */
const RegistrantPart = ({ domain }: OfDomain) => (
  <Section title="Registrant">
    {domain.registrant === null ? (
      <Text c="dimmed">{unreadWords(domain, 'contacts')}</Text>
    ) : (
      <Group gap="4px 8px" align="baseline">
        <span className="selectable">
          {domain.registrant.value === '' ? 'No name' : domain.registrant.value}
        </span>
        <KnownAge {...domain.registrant} />
      </Group>
    )}
  </Section>
);

const isOneLine: Readonly<Record<OwnText, boolean>> = { client: true, note: false };

interface OwnTextProps {
  readonly domain: Domain;
  readonly name: OwnText;
}

/** A text that a person writes about a domain. Saves itself. */
function OwnTextPart({ domain, name }: OwnTextProps) {
  const store = storeOf(useStores(), createTexts)(domain, name);
  const state = useStore(store);
  const { type, flush, leave, take } = store.actions;
  const { title, placeholder } = ownTextWords[name];
  const saved = domain[name];
  const all = useStore(useDomains(), ({ domains }) => valueOf(domains));
  const clients = useMemo(() => (isOneLine[name] ? clientsOf(all?.values() ?? []) : []), [name, all]);
  useEffect(() => take(saved), [take, saved]);
  useEffect(() => () => void leave(), [leave]);
  const field = {
    'aria-label': title,
    placeholder,
    maxLength: longestOwnTexts[name],
    value: state.text,
    onBlur: () => void leave(),
  };
  return (
    <Section title={title} actions={<Saved state={state} onTryAgain={() => void flush()} />}>
      {isOneLine[name] ? (
        <ClientField {...field} known={clients} onChange={type} />
      ) : (
        <Textarea
          {...field}
          classNames={{ input: css['note'] ?? '' }}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      )}
      <EditedBy domain={domain} field={name} />
    </Section>
  );
}

function Saved({ state, onTryAgain }: { readonly state: SavedTextState; readonly onTryAgain: () => void }) {
  return (
    <Group
      component="span"
      gap="sm"
      fz="xs"
      c={state.saving === 'failed' ? 'var(--nd-danger)' : 'dimmed'}
      role="status"
    >
      {words[state.saving]}
      {state.saving === 'failed' && (
        <>
          {state.error !== null && <span>{sentencesFor(state.error).happened}</span>}
          <Button variant="subtle" size="compact-sm" onClick={onTryAgain}>
            Try again
          </Button>
        </>
      )}
    </Group>
  );
}

const words: Readonly<Record<SavedTextState['saving'], string>> = {
  'as-kept': '',
  typed: '',
  'on-its-way': 'Saving…',
  saved: 'Saved',
  failed: 'Not saved.',
};

const restMs = 600;

/** One store for each text, kept for the lifetime of the page, so that input that could not be saved is still there later. */
function createTexts({ bridge, unsaved, undo }: Stores): (domain: Domain, name: OwnText) => SavedText {
  const texts = new Map<string, SavedText>();
  const { domains } = bridge.request;
  return (domain, name) => {
    const { accountId } = domain;
    const key = `${accountId} ${domain.name} ${name}`;
    const there = texts.get(key);
    if (there !== undefined) return there;
    const made = createSavedText({
      kept: domain[name],
      save: (text, edit) =>
        domains.setTexts({ accountId, domain: domain.name, texts: { [name]: text }, edit }),
      onLeft: (edit) =>
        undo.actions.tell({
          text: ownTextWords[name].changed(nameInText(domain.name)),
          accountId,
          revert: (direction) => domains.revert({ edit, direction }),
        }),
      restMs,
    });
    texts.set(key, made);
    unsaved.add(made.actions.flush);
    return made;
  };
}

interface SavedTextState {
  readonly text: string;
  /** `as-kept`: nothing was typed here. */
  readonly saving: 'as-kept' | 'typed' | 'on-its-way' | 'saved' | 'failed';
  readonly error: AppError | null;
}

type SavedText = ReturnType<typeof createSavedText>;

interface Deps {
  readonly kept: string;
  /** @param edit The same for all that is saved until the field is left: it is undone together. */
  readonly save: (text: string, edit: string) => Promise<Result<unknown>>;
  /** Called when the field was left after something was saved. */
  readonly onLeft: (edit: string) => void;
  /** Debounce time before a save. */
  readonly restMs: number;
}

/** The store of a text that saves itself, one save at a time; input that could not be saved is kept. */
export function createSavedText({ kept, save, onLeft, restMs }: Deps) {
  const store = createStore<SavedTextState>(() => ({ text: kept, saving: 'as-kept', error: null }));
  const { getState: get, setState: set } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Null while no save is pending. */
  let running: Promise<void> | null = null;
  let edit = crypto.randomUUID();
  let isEdited = false;

  async function saveAll(): Promise<void> {
    for (;;) {
      const { text } = get();
      set({ saving: 'on-its-way' });
      const result = await save(text, edit);
      isEdited ||= result.ok;
      if (!result.ok) set({ saving: 'failed', error: result.error });
      else if (get().text === text) set({ saving: 'saved', error: null });
      else continue;
      return;
    }
  }

  function run(): Promise<void> {
    clearTimeout(timer);
    running ??= saveAll().finally(() => {
      running = null;
    });
    return running;
  }

  const isUnsaved = () => ['typed', 'failed'].includes(get().saving);

  /** Saves unsaved input at once; resolves when no save is pending any more. */
  const flush = (): Promise<void> => (isUnsaved() ? run() : (running ?? Promise.resolve()));

  return {
    ...store,
    actions: {
      type: (text: string): void => {
        set({ text, saving: 'typed' });
        clearTimeout(timer);
        timer = setTimeout(() => void run(), restMs);
      },
      flush,
      /** For the end of an edit: the focus leaves the field. */
      leave: async (): Promise<void> => {
        await flush();
        if (!isEdited) return;
        isEdited = false;
        onLeft(edit);
        edit = crypto.randomUUID();
      },
      /** Takes the stored text from main; does not replace unsaved input. */
      take: (text: string): void => {
        if (!isUnsaved() && running === null && text !== get().text) set({ text, saving: 'as-kept' });
      },
    },
  };
}
