import { nounOf } from '#shared/domain/change-kinds.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { teamTroubleText } from '#shared/domain/team-sentences.ts';
import type { TeamRole, TeamTrouble } from '#shared/domain/team-troubles.ts';
import type { RefusedOutcome, TeamClaim, TeamDone, TeamStatus } from '#shared/domain/team-view.ts';
import { nameInText } from '#shared/domain/domain-name.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { counted, format, lowerFirst, upperFirst } from '../ui/Formats.tsx';
import { ErrorState, Notice } from '../ui/States.tsx';

export const roles: readonly { readonly value: TeamRole; readonly label: string; readonly about: string }[] =
  [
    { value: 'reader', label: 'Reader', about: 'sees everything, sends nothing' },
    { value: 'buyer', label: 'Buyer', about: 'sends changes too' },
    { value: 'admin', label: 'Admin', about: 'invites people and releases claims too' },
  ];

export const roleWord = (role: TeamRole): string => roles.find(({ value }) => value === role)?.label ?? role;

/** See {@link teamTroubleText}. */
export const troubleText = (why: TeamTrouble, changed?: string): string =>
  teamTroubleText(why, 'inWindow', changed);

/** Why nothing is sent, in as many words as a line has room for. */
export function awayWords({ since, why }: NonNullable<TeamStatus['away']>): string {
  if (why === 'newer-schema')
    return 'Its database is newer than this Namedesk: nothing is sent until Namedesk is updated.';
  if (why === 'elsewhere') return 'Moved or put back: nothing is sent until an admin accepts it.';
  return `Away since ${clockTime(since)}: nothing is sent. Lookups, reading and preparing go on.`;
}

/** "07:44"; of another day with the day. */
export function clockTime(at: string): string {
  const time = new Date(at);
  const text = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' }).format(time);
  return time.toDateString() === new Date().toDateString() ? text : `${format.day(at)}, ${text}`;
}

/** What was refused, as a failure of a field where it is about one. @param changed See {@link teamTroubleText}. */
export const refusedBecause = (
  why: TeamTrouble,
  fields: readonly string[] = [],
  changed?: string,
): Result<never> =>
  fail({
    kind: 'invalid-input',
    field: fields.find((field) => fieldOf[why] === field) ?? 'team',
    reason: troubleText(why, changed),
  });

export interface Refused {
  readonly kind: 'refused';
  readonly why: TeamTrouble;
}

/** Whatever else has this kind has no reason. */
const isRefused = (value: unknown): value is Refused =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'refused' &&
  'why' in value;

/** What was asked for; a refusal is a failure, of one of these fields where that is what is wrong. */
export function unlessRefused<T>(answer: Result<T>, fields?: readonly string[]): Result<Exclude<T, Refused>> {
  if (!answer.ok) return answer;
  const { value } = answer;
  // What is refused was told apart.
  return isRefused(value) ? refusedBecause(value.why, fields) : ok(value as Exclude<T, Refused>);
}

const fieldOf: Partial<Readonly<Record<TeamTrouble, string>>> = {
  address: 'url',
  unreachable: 'url',
  'no-database': 'url',
  login: 'user',
  'ca-file': 'caFile',
  untrusted: 'caFile',
  name: 'name',
  'name-taken': 'name',
};

/** The sentences of {@link troubleText} are complete: nothing is added to them. */
export const TeamError = ({ error }: { readonly error: AppError }) =>
  error.kind === 'invalid-input' && error.field === 'team' ? (
    <Notice role="alert">{error.reason}</Notice>
  ) : (
    <ErrorState error={error} />
  );

/** "Renewal". */
export const kindWord = (kind: string): string => upperFirst(nounOf(kind).replace(/^An? /, ''));

const claimStates: Readonly<Record<TeamClaim['state'], string>> = {
  held: 'is about to send',
  sent: 'has sent',
  uncertain: 'does not know yet whether this was done:',
};

/** "ben has sent a renewal of oak.com" */
export const claimText = ({ by, state, kind, domain, isOwn }: TeamClaim): string =>
  `${isOwn ? `${isolated(by)}, at another computer,` : isolated(by)} ${claimStates[state]} ${lowerFirst(nounOf(kind))} of ${nameInText(domain)}`;

/** "ben has sent a renewal · 10:12": beside the name. */
export const claimWords = ({ by, state, kind, since }: TeamClaim): string =>
  `${isolated(by)} ${claimStates[state]} ${lowerFirst(nounOf(kind))} · ${clockTime(since)}`;

/** "Renewal of oak.com: done. The database does not know this change." */
export function outcomeText({ domain, kind, outcome, why }: RefusedOutcome): string {
  const of =
    domain === null
      ? 'A change that the journal does not have'
      : `${kindWord(kind ?? '')} of ${nameInText(domain)}`;
  return `${of}: ${outcomeWords[outcome]}. ${whyWords[why] ?? `The database answered “${isolated(why)}”.`}`;
}

const outcomeWords: Readonly<Record<RefusedOutcome['outcome'], string>> = {
  'took-effect': 'done',
  'had-no-effect': 'not done',
  uncertain: 'uncertain',
  unsent: 'not sent',
  released: 'not sent',
};

const whyWords: Readonly<Record<string, string>> = {
  unknown: 'The database does not know this change: it may have been put back to an older state.',
  refused: 'The database refused it.',
};

/** What is done to domains, by the kind of change. */
const doneWords: Readonly<Record<string, string>> = {
  renew: 'renewed',
  register: 'registered',
  sync: 'had the service read',
  lock: 'changed the registrar lock of',
  nameservers: 'set the nameservers of',
  contacts: 'changed contacts of',
};

const mostDone = 3;

/** "ada renewed 3 domains this morning" */
export function doneText(done: readonly TeamDone[]): string {
  const listed = done
    .slice(0, mostDone)
    .map(
      ({ by, kind, domains }) =>
        `${isolated(by)} ${doneWords[kind] ?? 'changed'} ${counted(domains, 'domain', 'domains')}`,
    );
  const more = done.length > mostDone ? ', and more,' : '';
  const isMorning = done.every(({ at }) => new Date(at).getHours() < noon);
  return `${listed.join(', ')}${more} ${isMorning ? 'this morning' : 'today'}`;
}

const noon = 12;
