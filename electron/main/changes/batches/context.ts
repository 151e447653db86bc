import type { ChangeAsk } from '#shared/changes/index.ts';
import { fullBatchAsk } from '#shared/areas/batches.ts';
import { type ContactFields, yearsText } from '#shared/changes/kind.ts';
import { type Batch, type BatchAsk, type FullBatchAsk, undoneBy } from '#shared/domain/batch.ts';
import type { Change } from '#shared/domain/change.ts';
import { notGiven } from '#shared/domain/finding.ts';
import { isUnread } from '#shared/domain/not-read.ts';
import type { LeftOutReason } from '#shared/domain/remarks.ts';
import type { AppError, ErrorOf } from '#shared/errors.ts';
import { assertNever, mapOk, ok, type Result } from '#shared/result.ts';
import type { Encryption } from '../../accounts/encryption.ts';
import type { AccountThrottle } from '../../connections/throttle.ts';
import type { Portfolio } from '../../portfolio/portfolio.ts';
import type { QueuePerAccount } from '../../system/queue.ts';
import { coalesce, type Given } from '../../system/timing.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { invalidInput } from '../../system/texts.ts';
import type { Changes } from '../changes.ts';
import type { ContactChanges } from './contact-changes.ts';
import { kindInMain } from '../kinds/index.ts';
import { register as registerInMain } from '../kinds/register.ts';
import type { ChangingConnection } from '../ledger.ts';
import { openedAsk, orderOf } from '../order.ts';
import type { Referee } from '../referee.ts';
import { plainHost } from '#shared/domain/domain-name.ts';
import { wayBackOf } from '../undo.ts';
import type { OwnAim } from '../../workspace/batches/batches-repository.ts';

/** The throttle has lanes, because reading a batch is bulk work. */
export interface BatchConnection extends ChangingConnection {
  readonly throttle: Pick<AccountThrottle, 'run' | 'lane'>;
}

export interface BatchesDeps extends Given<'newId' | 'now' | 'timer'> {
  readonly workspace: Pick<Workspace, 'batches'> & {
    readonly findings: Pick<Workspace['findings'], 'known' | 'save'>;
  };
  /** Decides between several desks; without it, this one is alone. */
  readonly referee?: Pick<Referee, 'last'>;
  readonly changes: Pick<Changes, 'perform' | 'withdraw' | 'health'>;
  readonly connections: { readonly of: (accountId: string) => Promise<Result<BatchConnection>> };
  readonly sealing: Encryption;
  /** Receives what is read, and knows the hosts inside a domain. */
  readonly portfolio: Pick<Portfolio, 'children' | 'observe' | 'usersOf'>;
  readonly announce: (batches: readonly Batch[], removed: readonly string[]) => void;
  /** Receives exceptions of background work. @returns The incident id. */
  readonly onBug: (thrown: unknown) => string;
}

/** Dependencies shared by every module of this folder. */
export interface BatchesContext extends BatchesDeps {
  readonly kept: Workspace['batches'];
  readonly news: BatchEvents;
  readonly turns: QueuePerAccount;
  /**
   * By batch: the change that a run was sending when it was ended, where that completed since the next run began. That one goes on from
   * there: whoever resumed the batch could not see yet whether the change is uncertain.
   */
  readonly completed: Map<string, { readonly index: number; readonly change: Change }>;
  readonly contactChanges: ContactChanges;
  /** The present time as ISO text. */
  readonly at: () => string;
}

/** The fields of a batch that stay the same while it is worked on. */
export type BatchAtWork = Pick<Batch, 'id' | 'accountId' | 'ask'>;

/** Announces batches that have changed, at most every 100 ms. */
type BatchEvents = ReturnType<typeof createBatchEvents>;

const everyMs = 100;

type NewsDeps = Pick<BatchesDeps, 'workspace' | 'announce' | 'timer' | 'onBug'>;

export function createBatchEvents({ workspace, announce, timer, onBug }: NewsDeps) {
  const changed = new Set<string>();
  const removed = new Set<string>();
  const closing = new AbortController();
  const telling = coalesce(() => void tell().catch(unlessClosed), everyMs, timer);

  async function tell(): Promise<void> {
    const [ids, gone] = [[...changed], [...removed]];
    changed.clear();
    removed.clear();
    // Read right before announcing, so that counts and state are of the same moment.
    const batches = ids.length === 0 ? null : await workspace.batches.some({ ids });
    if (closing.signal.aborted) return;
    if (batches === null || batches.ok) announce(batches?.value ?? [], gone);
    else for (const id of gone) removed.add(id);
  }

  function unlessClosed(thrown: unknown): void {
    if (!closing.signal.aborted) onBug(thrown);
  }

  function tellSoon(): void {
    if (!closing.signal.aborted) telling.soon();
  }

  return {
    changed(batchId: string) {
      changed.add(batchId);
      tellSoon();
    },
    removed(batchId: string) {
      changed.delete(batchId);
      removed.add(batchId);
      tellSoon();
    },
    close() {
      closing.abort();
      telling.stop();
    },
  };
}

/** The change that is requested for each domain. Contacts are fitted to each domain's own fields before they are sent. */
export const changeAskOf = (ask: FullBatchAsk): ChangeAsk =>
  ask.kind === 'renew' ? { ...ask, addons: {} } : ask;

/** The request without personal data, with what its kind says of each domain alike. */
export function plainAskOf(ask: FullBatchAsk): BatchAsk {
  const said = kindInMain(ask.kind).says(changeAskOf(ask));
  const warnings = said.length === 0 ? {} : { warnings: said.map(({ text }) => text) };
  if (!isPersonal(ask)) return { ...ask, ...warnings };
  if (ask.kind === 'register') {
    // What a row has of its own is no part of what all have in common.
    const { periodYears, nameservers, roles, ...what } = registerInMain.what(ask, unread, notGiven);
    const { addons, idnLanguage, domainFields } = what;
    return {
      kind: 'register',
      periodYears,
      nameservers,
      roles,
      addons,
      idnLanguage,
      domainFields,
      ...warnings,
      ...(ask.client !== undefined && { client: ask.client }),
    };
  }
  const roles = ask.roles.map(({ name, fields }) => ({ name, changed: fields.map((field) => field.name) }));
  return { kind: 'contacts', roles, ...warnings, ...(ask.unlocks === true && { unlocks: true }) };
}

const unread = { contacts: null, finding: null };

type PersonalAsk = Extract<FullBatchAsk, { readonly kind: 'contacts' | 'register' }>;

/** Whether its values are encrypted beside it. */
const isPersonal = (ask: ChangeAsk | FullBatchAsk): ask is PersonalAsk =>
  ask.kind === 'contacts' || ask.kind === 'register';

const purposeFor = (batchId: string): string => `batch ${batchId}`;

/** The personal data of a batch, encrypted, as base64; null where it has none. Fails with: `keychain`; then nothing may be stored. */
export async function sealedAsk(
  { sealing }: Pick<BatchesDeps, 'sealing'>,
  id: string,
  ask: FullBatchAsk,
): Promise<Result<string | null>> {
  if (!isPersonal(ask)) return ok(null);
  const sealed = await sealing.seal(JSON.stringify(ask), purposeFor(id));
  return mapOk(sealed, (bytes) => Buffer.from(bytes).toString('base64'));
}

/** The contacts that a batch writes; null where it writes none, or they were deleted. Fails with: `keychain`, `storage`. */
export const contactsOf = async (
  context: Pick<BatchesContext, 'kept' | 'sealing'>,
  id: string,
): Promise<Result<readonly ContactFields[] | null>> =>
  mapOk(await personalAskOf(context, id), (ask) => ask && kindInMain(ask.kind).personal(ask));

/** The request with its personal values; null where it has none, or they were deleted. */
async function personalAskOf(
  { kept, sealing }: Pick<BatchesContext, 'kept' | 'sealing'>,
  id: string,
): Promise<Result<PersonalAsk | null>> {
  const sealed = await kept.sealed({ id });
  if (!sealed.ok) return sealed;
  if (sealed.value === null) return ok(null);
  const opened = await openedAsk(sealing, Buffer.from(sealed.value, 'base64'), purposeFor(id));
  return mapOk(opened, (ask) => (ask !== null && isPersonal(ask) ? ask : null));
}

/** The request with every value. Fails with: `keychain`, `storage`, `invalid-input` (the values can no longer be decrypted). */
export async function fullAskOf(
  context: Pick<BatchesContext, 'kept' | 'sealing'>,
  { id, ask }: Pick<Batch, 'id' | 'ask'>,
): Promise<Result<FullBatchAsk>> {
  if (undoneBy(ask) !== null || (ask.kind !== 'contacts' && ask.kind !== 'register'))
    return ok(commonOf(ask));
  const opened = await personalAskOf(context, id);
  if (!opened.ok) return opened;
  return opened.value?.kind === ask.kind ? ok(opened.value) : noLongerStored;
}

/** What all rows have in common, and nothing of what is said of it: of a batch that puts back, each row has its own values. */
const commonOf = (ask: BatchAsk): FullBatchAsk =>
  ask.kind === 'contacts' || ask.kind === 'register'
    ? { kind: 'contacts', roles: [] }
    : fullBatchAsk.parse(ask);

/** What one row writes. */
export interface RowAsk {
  readonly ask: FullBatchAsk;
  /** Of a row that puts back: what the domain has to have still. */
  readonly wasSet: ChangeAsk | null;
}

/**
 * What a row writes: a step of its own, what was there before a change, or what the batch asks for; null where what was there
 * before is not known or no longer stored. Fails with: `keychain`, `storage`.
 */
export async function askOfRow(
  { kept, sealing }: Pick<BatchesContext, 'kept' | 'sealing'>,
  common: FullBatchAsk,
  { step, undoes }: OwnAim,
): Promise<Result<RowAsk | null>> {
  if (step !== null) {
    return ok({ ask: { kind: 'lock', state: step === 'unlock' ? 'unlocked' : 'locked' }, wasSet: null });
  }
  return undoes === null ? ok({ ask: common, wasSet: null }) : await askOfUndo({ kept, sealing }, undoes);
}

async function askOfUndo(
  { kept, sealing }: Pick<BatchesContext, 'kept' | 'sealing'>,
  changeId: string,
): Promise<Result<RowAsk | null>> {
  const undone = await kept.undone({ id: changeId });
  if (!undone.ok || undone.value === null) return undone.ok ? ok(null) : undone;
  return await wayBackOf({ sealing }, changeId, undone.value);
}

const noLongerStored = invalidInput(
  'id',
  'What was to be sent is no longer stored. Stop this batch and make a new one.',
);

/** The state that each domain should have afterwards, for display. */
export function afterOf(ask: FullBatchAsk): string {
  switch (ask.kind) {
    case 'lock':
      return ask.state;
    case 'nameservers':
      // In their order, in the form for comparison.
      return ask.nameservers.map(plainHost).join(', ');
    case 'renew':
      return `renewed for ${yearsText(ask.periodYears)}`;
    case 'register':
      return `registered for ${yearsText(ask.periodYears)}`;
    case 'sync':
      return 'read again by the service';
    case 'contacts':
      return 'with the contacts that were chosen';
    case 'child-register':
      return ask.address;
    case 'child-modify':
      return ask.newAddress;
    case 'child-delete':
      return 'deleted';
    default:
      return assertNever(ask);
  }
}

/** Why a row is excluded that a colleague's change keeps waiting, or that a colleague has bought. */
const claimedReason = ({ state }: ErrorOf<'claimed-elsewhere'>): LeftOutReason =>
  state === 'bought' ? 'not-available' : 'open-change';

/**
 * Why a row is excluded that cannot be sent for this. Only what the service gave no answer about is not read (H23): what it does not have
 * was read, and so was what cannot be written as it is wanted.
 */
export function reasonOf(error: AppError): LeftOutReason {
  const { kind } = error;
  if (kind === 'changed-since' || kind === 'open-change' || kind === 'not-available') return kind;
  if (kind === 'claimed-elsewhere') return claimedReason(error);
  if (kind === 'invalid-input') return 'unsendable';
  return isUnread(error) ? 'not-readable' : 'not-found';
}

/** Why a domain cannot be ordered so; null where it can. */
export function orderError(
  { options }: ChangingConnection['account'],
  ask: FullBatchAsk,
  domain: string,
): AppError | null {
  const order = orderOf(domain, changeAskOf(ask), options);
  if (!order.ok) return order.error;
  // The journal looks up the row's change by exactly this name.
  return order.value.domain === domain ? null : otherName;
}

const otherName: AppError = invalidInput('domain', 'The name would be sent in another form.').error;
