import type { AppError } from '#shared/app-error.ts';
import type { Change, ChangeWhat, Evidence } from '#shared/domain/change.ts';
import type { ReadBackVerdict } from '#shared/domain/change-entry.ts';
import type { Result } from '#shared/result.ts';
import type { Learned } from '../../portfolio/portfolio.ts';
import type { Past } from '../past.ts';

/** What reading back once has shown. */
export interface Look {
  readonly verdict: ReadBackVerdict;
  readonly evidence: readonly Evidence[];
  /** Why it could not be read; null where it could. */
  readonly error: AppError | null;
  readonly learned?: Omit<Learned, 'at' | 'source'>;
}

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
