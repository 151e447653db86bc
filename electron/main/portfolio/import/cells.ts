import type { LockState } from '#shared/changes/parts.ts';
import { mostNameservers } from '#shared/domain/bounds.ts';
import { plainHost } from '#shared/domain/domain-name.ts';
import { cellDate } from './dates.ts';

/** What a cell says. */
export type CellValue<T> =
  | { readonly kind: 'blank' }
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'unreadable' };

const unreadable = { kind: 'unreadable' } as const;
/** How files say that there is nothing. */
const empty = /^(?:-+|n\/?a|none|null|unknown)?$/i;
const locked = /^(?:locked|lock|yes|y|on|true|1|enabled|active|clienttransferprohibited)$/i;
const unlocked = /^(?:unlocked|unlock|no|n|off|false|0|disabled|inactive|ok)$/i;

/** A registrar lock in the words of a registrar's panel. */
export function cellLock(cell: string): CellValue<LockState> {
  const text = cell.trim();
  if (empty.test(text)) return { kind: 'blank' };
  if (locked.test(text)) return { kind: 'value', value: 'locked' };
  return unlocked.test(text) ? { kind: 'value', value: 'unlocked' } : unreadable;
}

const yes = /^(?:yes|y|true|1|archived)$/i;
const no = /^(?:no|n|false|0|active)$/i;

/** Since when a domain is archived, in UTC; `now` where the cell only says that it is. What is not archived is as good as blank. */
export function cellArchived(cell: string, now: string): CellValue<string> {
  const text = cell.trim();
  if (empty.test(text) || no.test(text)) return { kind: 'blank' };
  if (yes.test(text)) return { kind: 'value', value: now };
  if (isInstant(text)) return { kind: 'value', value: text };
  const date = cellDate(text);
  return date.kind === 'day' ? { kind: 'value', value: `${date.day}T00:00:00.000Z` } : unreadable;
}

/** As files of this application have instants. */
export const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Nameservers in one cell, parted by spaces, commas, semicolons or bars: each once, as A-labels in lower case, in their order. */
export function cellHosts(cell: string): CellValue<readonly string[]> {
  const text = cell.trim();
  if (empty.test(text)) return { kind: 'blank' };
  const words = text.split(/[\s,;|]+/u).filter((word) => word !== '');
  const hosts = [...new Set(words.map(plainHost))];
  return hosts.length <= mostNameservers && hosts.every(isHost)
    ? { kind: 'value', value: hosts }
    : unreadable;
}

function isHost(host: string): boolean {
  const labels = host.split('.');
  const isName = labels.length > 1 && host.length <= 253 && labels.every((one) => label.test(one));
  return isName && !/^\d+$/.test(labels.at(-1) ?? '');
}
