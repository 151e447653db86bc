import type { Result } from '#shared/result.ts';
import type { EventName, EventPayload } from '#shared/routes.ts';
import type { ActionsClient as Client } from '../../electron/main/actions.ts';

/** The page's client for main: one function for each action; failures are values. */
export type { ActionsClient as Client } from '../../electron/main/actions.ts';

type Area = keyof Client;
type Method<A extends Area> = keyof Client[A];
type Asked<A extends Area, M extends Method<A>> = Client[A][M] extends (
  input: infer I,
) => Promise<Result<infer O>>
  ? { readonly input: I; readonly output: O }
  : never;

/** What the page passes with a request, and what it gets. */
export type Input<A extends Area, M extends Method<A>> = Asked<A, M>['input'];
export type Output<A extends Area, M extends Method<A>> = Asked<A, M>['output'];

/** Subscribes to events of main; returns the function that ends the subscription. */
type Subscribe = {
  readonly [E in EventName]: (listener: (payload: EventPayload<E>) => void) => () => void;
};

/** What the preload exposes on the page's `window` as `namedesk`. Frozen; names only. */
export interface Bridge {
  readonly request: Client;
  readonly on: Subscribe;
}

/** Types of answers, under the names that the page uses. */
export type AccountList = Output<'accounts', 'list'>;
export type AccountSummary = Output<'accounts', 'add'>;
export type AccountContents = Output<'accounts', 'contents'>;
export type FoundPace = Output<'accounts', 'pace'>;
/** An account whose removal can be undone. */
export type RemovedAccount = Output<'accounts', 'remove'>;
export type AccountOptions = AccountSummary['options'];
export type ConnectionReport = Output<'accounts', 'test'>;
export type KeyTaken = Output<'keys', 'enter'>;
export type KeyState = KeyTaken['key'];
export type AccountStatus = Output<'status', 'read'>;
export type TldSet = Output<'tlds', 'saveSet'>;
export type TldList = Output<'tlds', 'list'>;
export type Finding = Output<'search', 'known'>['findings'][number];
export type FindingDetails = Output<'search', 'details'>;
export type SearchFailure = EventPayload<'search.finished'>['failures'][number];
export type Settings = Output<'settings', 'read'>;
export type About = Output<'app', 'about'>;
