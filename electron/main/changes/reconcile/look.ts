import type { AppError } from '#shared/app-error.ts';
import type { verification } from '#shared/changes/verification.ts';
import type { Change, ChangeKind, ChangeWhat, Evidence } from '#shared/domain/change.ts';
import type { AnswerVerdict, ReadBackVerdict } from '#shared/domain/change-entry.ts';
import type { Result } from '#shared/result.ts';
import type { Learned } from '../../portfolio/portfolio.ts';
import type { Past } from '../past.ts';
import type { Reads } from '../reads.ts';

/** What reading back once has shown. */
export interface Look {
  readonly verdict: ReadBackVerdict;
  readonly evidence: readonly Evidence[];
  /** Why it could not be read; null where it could. */
  readonly error: AppError | null;
  readonly learned?: Omit<Learned, 'at' | 'source'>;
  /** The service said no, and the credit has fallen: more readings would not make that a no again. */
  readonly contradictsNo?: boolean;
}

/** The reads that a kind is read back with: those of the table that the sentences come from, and no other. */
export type ReadBackOf<K extends ChangeKind> = Pick<Reads, (typeof verification)[K]['readBack'][number]>;

/** A change that is read back, with what its entries say of it. */
export interface Subject<K extends ChangeWhat['kind'] = ChangeWhat['kind']> {
  readonly what: Extract<ChangeWhat, { readonly kind: K }>;
  readonly before: Change['before'];
  readonly told: Change['told'];
  readonly past: Past;
}

export const note = (
  label: string,
  speaks: Evidence['speaks'] = 'neither',
  before: string | null = null,
  after: string | null = null,
): Evidence => ({
  label: label.slice(0, 200),
  before: before?.slice(0, 2_000) ?? null,
  after: after?.slice(0, 2_000) ?? null,
  speaks,
});

export const unreadable = (error: AppError, evidence: readonly Evidence[] = []): Look => ({
  verdict: 'unreadable',
  evidence,
  error,
});

/** What was read, judged; or that it could not be. */
export const judged = <T>(read: Result<T>, judge: (value: T) => Look): Look =>
  read.ok ? judge(read.value) : unreadable(read.error);

/** Whether asking once more could bring more: the service is there, and did not say that it will not tell. */
export const isWorthAnotherTry = ({ error }: Look): boolean => error === null || error.kind === 'unreadable';

/** Failures that go away by themselves or with a key: reading back is tried again when the account is reached again. */
export const isOutOfReach = ({ error }: Look): boolean =>
  error !== null && error.kind !== 'refused' && error.kind !== 'unreadable';

/** What the credit shows of a change that is paid. */
export interface Credit {
  readonly evidence: Evidence;
  readonly hasFallen: boolean;
  /** It has fallen although the service said no. */
  readonly contradictsNo: boolean;
}

/**
 * Reads the credit and compares it with what it was before. That it fell speaks for any change that is paid; it is the whole
 * account's, so it proves none. That it did not fall says nothing beside a yes: some services bill later.
 */
export async function lookAtCredit(
  { before, past }: Pick<Subject, 'before' | 'past'>,
  reads: Pick<Reads, 'credit'>,
): Promise<Credit> {
  const credit = await reads.credit();
  const was = before?.credit ?? null;
  const now = credit.ok ? credit.value : null;
  const spent = was === null || now === null ? null : Number(was) - Number(now);
  const hasFallen = spent !== null && spent > 0;
  const unfallen = past.isClaimed || spent === null ? 'neither' : 'against';
  return {
    evidence: note('Credit', hasFallen ? 'for' : unfallen, was, now),
    hasFallen,
    contradictsNo: hasFallen && isNo(past.answered),
  };
}

export const isNo = (answered: AnswerVerdict | null): boolean =>
  answered === 'refused' || answered === 'refused-unconfirmed';
