import type { EventPayload, Output } from '#shared/routes.ts';

/** The types of the contract, under the names that the page uses. */
export type AccountList = Output<'accounts', 'list'>;
export type AccountSummary = Output<'accounts', 'add'>;
export type AccountContents = Output<'accounts', 'contents'>;
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
