import {
  hashKey,
  notifyManager,
  type Query,
  QueryClient,
  type QueryFilters,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { EventName, EventPayload } from '#shared/routes.ts';
import { type Stores, useStores } from './app-stores.ts';
import type { Client, Input, Output } from './client.ts';
import { idle, type Remote } from './remote.ts';
import { type Refused, unlessRefused } from './team/team-words.tsx';
import { storeOf } from './ui/live-collection.ts';

type Area = keyof Client;
type Method<A extends Area> = keyof Client[A] & string;
/** All answers of an area, or those of one of its actions. */
type Answers = { [A in Area]: A | `${A}.${Method<A>}` }[Area];
/** What an action answers. What a team refuses is a failure: the last that it answered stays beside it. */
export type Answer<A extends Area, M extends Method<A>> = Exclude<Output<A, M>, Refused>;

type Outdates<E extends EventName> = (news: EventPayload<E>) => readonly Answers[];

/** Which answers are read again after which news of main: here alone. */
const outdatedBy: { readonly [E in EventName]?: Outdates<E> } = {
  'accounts.changed': () => ['accounts.removed'],
  // What was asked of a team for a batch is withdrawn with it.
  'batches.changed': ({ removed }) => (removed.length > 0 ? ['team.work'] : []),
  'changes.changed': () => [
    'activity.summary',
    'batches.wayBack',
    'changes.list',
    'domains.children',
    'limits',
  ],
  'codes.changed': () => ['codes.accesses'],
  'domains.changed': () => ['clients', 'domains.find', 'domains.history'],
  'search.finished': () => ['domains.prices'],
  'team.changed': ({ isNews }) => (isNews ? ['team', 'today.read'] : ['team.status']),
  'today.changed': () => ['domains.prices', 'today.read'],
  'updates.changed': () => ['updates.read'],
  'watching.changed': () => ['watching.names'],
  'work.changed': () => ['today.works'],
};

/** Main tells whenever one of these is another: it stays for a while when nothing shows it. */
const kept: readonly Answers[] = [
  'domains.prices',
  'team.claims',
  'team.removals',
  'team.status',
  'today.read',
  'watching.names',
];

const isOneOf =
  (answers: readonly Answers[]) =>
  ({ queryKey: [area, method] }: Pick<Query, 'queryKey'>): boolean =>
    answers.some((name) => name === area || name === `${String(area)}.${String(method)}`);

/** As the library takes a failure. */
class Failed extends Error {
  readonly failure: AppError;
  constructor(failure: AppError) {
    super(failure.kind);
    this.failure = failure;
  }
}

// An answer is drawn at once, and not in a later turn.
notifyManager.setScheduler(queueMicrotask);

/** At most a tenth of the time goes into reading the same again, however often there is news. */
const restsPerRead = 10;
const shortestRestMs = 300;
const longestRestMs = 30_000;
const keptMs = 300_000;

/**
 * The answers that the page shows, each under its action and all of its input, so that one of an account is never shown as another's.
 * The library is for reading alone, never for what changes something: it would send that later, or again.
 */
export function answersOf({ bridge: { request, on }, undo }: Pick<Stores, 'bridge' | 'undo'>) {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        // What was hidden while it was asked would ask again when the failure is shown, and be hidden again.
        retryOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // To compare two lists of 10,000 rows takes longer than to draw what is in sight of them.
        structuralSharing: false,
        // Dropped with what shows it: contacts and templates are not encrypted here.
        gcTime: 0,
        // What is drawn beside something that shows it shares its answer.
        staleTime: Infinity,
        throwOnError: (error) => !(error instanceof Failed),
      },
    },
  });

  /** What is on its way was asked before the news: it ends first, or its answer would count as new. */
  async function readAgain(of: QueryFilters): Promise<void> {
    await client.cancelQueries(of);
    await client.invalidateQueries(of);
  }

  /** By query: whether there was news while it rested. */
  const resting = new Map<string, boolean>();

  async function readInTurn(query: Pick<Query, 'queryKey' | 'queryHash'>): Promise<void> {
    const { queryKey, queryHash } = query;
    const isResting = resting.has(queryHash);
    resting.set(queryHash, isResting);
    if (isResting) return;
    const begunMs = performance.now();
    await readAgain({ queryKey, exact: true });
    const restMs = restsPerRead * (performance.now() - begunMs);
    setTimeout(
      () => {
        const isStale = resting.get(queryHash) === true;
        resting.delete(queryHash);
        if (isStale) void readInTurn(query);
      },
      Math.min(longestRestMs, Math.max(shortestRestMs, restMs)),
    );
  }

  function readSoon(...answers: readonly Answers[]): void {
    const predicate = isOneOf(answers);
    for (const query of client.getQueryCache().findAll({ predicate })) void readInTurn(query);
  }

  const follow = <E extends EventName>(event: E, outdates: Outdates<E>): unknown =>
    on[event]((news) => readSoon(...outdates(news)));

  // Each stands under the news that it takes.
  for (const [event, outdates] of Object.entries(outdatedBy))
    follow(event as EventName, outdates as Outdates<EventName>);
  // It is told of each edit that is made here, and takes them back.
  undo.subscribe(() => readSoon('clients', 'templates'));

  return {
    client,
    readAgain,
    readSoon,
    queryOf: <A extends Area, M extends Method<A>>(area: A, method: M, input: Input<A, M> | null) => ({
      queryKey: [area, method, input],
      enabled: input !== null,
      ...(isOneOf(kept)({ queryKey: [area, method] }) && { gcTime: keptMs, retryOnMount: true }),
      queryFn: async (): Promise<Answer<A, M>> => {
        // The function of that name takes this input and gives this answer.
        const ask = request[area][method] as (input: unknown) => Promise<Result<Output<A, M>>>;
        const result = unlessRefused(await ask(input));
        if (!result.ok) throw new Failed(result.error);
        return result.value;
      },
    }),
  };
}

/**
 * What an action answers, and the function that asks it again. It is asked when it is drawn and nothing else shows it, and after news of it.
 *
 * @param input With another it is asked anew, and its answer is not known before. Null asks nothing.
 * @param keepsBefore Of an input that is another part of the same, such as the next page: what was shown stays until then, and where
 * that cannot be read.
 */
export function useAction<A extends Area, M extends Method<A>>(
  area: A,
  method: M,
  input: Input<A, M> | null,
  keepsBefore = false,
): readonly [remote: Remote<Answer<A, M>>, again: () => void] {
  const { client, readAgain, queryOf } = storeOf(useStores(), answersOf);
  const query = queryOf(area, method, input);
  const { data, error, isFetching } = useQuery(query, client);
  const [before, keep] = useState<Answer<A, M>>();
  if (keepsBefore && data !== undefined && data !== before) keep(data);
  const known = data ?? before;
  const isAsked = input !== null;
  const remote = useMemo(
    () => (isAsked ? remoteOf(known, error, isFetching) : idle),
    [isAsked, known, error, isFetching],
  );
  const hash = hashKey(query.queryKey);
  const again = useCallback(
    () => void readAgain({ predicate: ({ queryHash }) => queryHash === hash }),
    [readAgain, hash],
  );
  return [remote, again];
}

const dataOf = <T>(results: readonly { readonly data: T | undefined }[]) => results.map(({ data }) => data);

/** The last answers of an action to several inputs; undefined where there is none. */
export function useActions<A extends Area, M extends Method<A>>(
  area: A,
  method: M,
  inputs: readonly Input<A, M>[],
): readonly (Answer<A, M> | undefined)[] {
  const { client, queryOf } = storeOf(useStores(), answersOf);
  const queries = inputs.map((input) => queryOf(area, method, input));
  return useQueries({ queries, combine: dataOf<Answer<A, M>> }, client);
}

/**
 * Asks once more when it is drawn, and whenever `about` is another: what an answer depends on and what is not sent with it. What is on its
 * way by then was asked before, and is asked anew.
 */
export function useAgainWith(
  about: unknown,
  [remote, again]: readonly [remote: Remote<unknown>, again: () => void],
): void {
  const of = useRef<() => void>(null);
  const askAgain = useEffectEvent(() => {
    const isFirst = of.current !== again;
    of.current = again;
    // As it is drawn it was asked for just now.
    if (!isFirst || remote.status !== 'loading') again();
  });
  useEffect(() => askAgain(), [about, again]);
}

function remoteOf<T>(data: T | undefined, error: Error | null, isFetching: boolean): Remote<T> {
  if (!isFetching && error instanceof Failed)
    return { status: 'failed', error: error.failure, before: data ?? null };
  if (isFetching || data === undefined) return { status: 'loading', before: data ?? null };
  return { status: 'ready', value: data };
}
