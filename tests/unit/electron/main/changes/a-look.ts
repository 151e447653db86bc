import type { ChangeWhat } from '#shared/changes/index.ts';
import type { BeforeState } from '#shared/changes/kind.ts';
import type { Change } from '#shared/domain/change.ts';
import type { CheckedFinding } from '#shared/domain/finding.ts';
import type { AnswerVerdict } from '#shared/domain/journal.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import { lookAt } from '../../../../../electron/main/changes/kinds/index.ts';
import type { Past } from '../../../../../electron/main/changes/ledger.ts';
import type { DomainReads } from '../../../../../electron/main/changes/present.ts';

const readAt = '2026-03-01T10:30:00.000Z';
export const offline: AppError = { kind: 'unreachable', why: 'offline' };
export const refused: AppError = { kind: 'refused', why: 'permission', status: 403, said: '' };

export const finding = (kind: CheckedFinding['kind']): CheckedFinding => ({
  domain: 'example.com',
  tld: 'com',
  kind,
  cause: null,
  message: '',
  checkedAt: readAt,
  prices: [],
});

export interface Scene {
  readonly what: ChangeWhat;
  readonly before?: Omit<BeforeState, 'readAt'> | null;
  readonly answered?: AnswerVerdict;
  readonly personal?: Past['personal'];
  readonly reads?: Partial<DomainReads>;
  readonly told?: Change['told'];
}

const unasked = () => Promise.reject(new Error('Not to be read'));
const nothingRead: DomainReads = {
  lock: unasked,
  nameservers: unasked,
  contacts: unasked,
  credit: unasked,
  finding: unasked,
};

export const look = ({ what, before = {}, answered, personal = null, reads = {}, told = null }: Scene) =>
  lookAt(
    { what, before: before === null ? null : { readAt, ...before }, told },
    {
      digest: '',
      personal,
      consent: null,
      answered: answered ?? null,
      isClaimed: answered === 'claimed',
      isPending: false,
      endedAt: null,
    },
    { ...nothingRead, ...reads },
  );

export const read =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value));
export const failing = (error: AppError) => () => Promise.resolve(fail(error));
