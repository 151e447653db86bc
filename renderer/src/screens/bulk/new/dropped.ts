import { format } from '../../../lib/format.ts';

/** Larger files are refused before they are read. */
export const mostFileBytes = 64 * 1024 * 1024;

export type Dropped =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  /** A sentence for the user. */
  | { readonly kind: 'refused'; readonly reason: string };

/** What of a drop is to be read; null where there is nothing in it for us. A file's own path as text does not count. */
export function whatWasDropped(transfer: DataTransfer): Dropped | null {
  const { files } = transfer;
  const [file] = files;
  if (file === undefined) return textIn(transfer);
  if (files.length > 1)
    return { kind: 'refused', reason: `${files.length} files came at once; take one after the other` };
  if (isFolder(transfer)) return { kind: 'refused', reason: `“${file.name}” is a folder; open a file in it` };
  return { kind: 'file', file };
}

/** What of a paste is to be read. Text first: a spreadsheet puts a picture of its cells beside them. */
export const whatWasPasted = (transfer: DataTransfer): Dropped | null =>
  textIn(transfer) ?? whatWasDropped(transfer);

function textIn(transfer: DataTransfer): Dropped | null {
  const text = transfer.getData('text/plain');
  return text === '' ? null : { kind: 'text', text };
}

/** A folder comes as a file of its name; only the entry tells them apart. */
const isFolder = ({ items }: DataTransfer): boolean => items[0]?.webkitGetAsEntry()?.isDirectory === true;

/** Why a file is not even read; null where it is. */
export function tooLargeReason({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (size <= mostFileBytes) return null;
  const mebibytes = format.count(Math.ceil(size / 1024 / 1024));
  return `“${name}” has ${mebibytes} MiB and was not read: 64 MiB is the most. Split it and make a session of each part`;
}
