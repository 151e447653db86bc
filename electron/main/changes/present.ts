import type { AppError } from '#shared/app-error.ts';
import { type ReadPart, verificationOf } from '#shared/changes/verification.ts';
import type { BeforeState, ChangeKind, ContactFields } from '#shared/domain/change.ts';
import type { CheckedFinding } from '#shared/domain/finding.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Learned } from '../portfolio/portfolio.ts';
import type { Reads } from './reads.ts';

export type PresentPart = ReadPart;

/** What is there now, as far as a kind of change needs to know it. */
export interface Present {
  /** Nothing personal is in it: this is what the journal keeps. */
  readonly before: BeforeState;
  /** In clear; null where they were not asked or could not be read. */
  readonly contacts: readonly ContactFields[] | null;
  readonly finding: CheckedFinding | null;
  /** What the service refused to show or showed unreadably. */
  readonly troubles: readonly { readonly part: PresentPart; readonly error: AppError }[];
}

/**
 * Reads what a change of `kind` has to be compared with.
 *
 * Fails with: what reading fails with, but for `refused` and `unreadable`: those are troubles, a registration's finding
 * excepted, which nothing is ordered without.
 */
export async function readPresent(kind: ChangeKind, reads: Reads, now: () => Date): Promise<Result<Present>> {
  const read = await Promise.all(verificationOf(kind).before.map((part) => readPart(part, reads)));
  const failed = read.find((part) => part.error !== null && !canDoWithout(part.name, part.error));
  if (failed?.error != null) return { ok: false, error: failed.error };
  const values: Values = Object.assign({}, ...read.map(({ value }) => value)) as Values; // Each is a part of it.
  const { contacts, finding, ...plain } = values;
  return ok({
    before: {
      readAt: now().toISOString(),
      ...plain,
      ...(finding === undefined ? {} : { finding: finding?.kind ?? null }),
      ...(contacts === undefined ? {} : { contacts: contacts === null ? null : 'read' }),
    },
    contacts: contacts ?? null,
    finding: finding ?? null,
    troubles: read.flatMap(({ name, error }) => (error === null ? [] : [{ part: name, error }])),
  });
}

interface Values extends Omit<BeforeState, 'readAt' | 'finding' | 'contacts'> {
  readonly contacts?: readonly ContactFields[] | null;
  readonly finding?: CheckedFinding | null;
}

interface PartRead {
  readonly name: PresentPart;
  readonly value: Values;
  readonly error: AppError | null;
}

async function readPart(name: PresentPart, reads: Reads): Promise<PartRead> {
  const read = await reads[name]();
  return { name, value: { [name]: read.ok ? read.value : null }, error: read.ok ? null : read.error };
}

const canDoWithout = (part: PresentPart, { kind }: AppError): boolean =>
  part !== 'finding' && (kind === 'refused' || kind === 'unreadable');

/** What the portfolio learns from it; null where nothing. */
export function learnedFrom({ before }: Present): Learned | null {
  const lock = before.lock ?? null;
  const nameservers = before.nameservers ?? null;
  if (lock === null && nameservers === null) return null;
  return {
    at: before.readAt,
    source: 'read',
    ...(lock === null ? {} : { lock }),
    ...(nameservers === null ? {} : { nameservers }),
  };
}
