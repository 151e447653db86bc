import type { NameQuery } from '#shared/domain/domain-name.ts';
import { hostIn } from '#shared/domain/host-in.ts';
import type { NameRow } from '../row.ts';
import { cut } from '../words.ts';
import type { Unwrapped } from './unwrap.ts';

/** Whether a row is kept in another form than it stood in. */
export const isChanged = (row: NameRow, name: NameQuery): boolean =>
  row.note !== null || (row.text !== name.ascii && row.text !== name.unicode);

/** What was done to a row to make a name of it, as one line for the user. */
export function whyChanged(row: NameRow, unwrapped: Unwrapped, name: NameQuery): string {
  const whys = [
    ...(row.note === null ? [] : [row.note]),
    ...unwrapped.taken.map((taken) => `${taken} taken off`),
  ];
  const host = hostIn(unwrapped.text).text;
  if (host !== unwrapped.text)
    whys.push(isOnlyDot(host, unwrapped.text) ? 'final dot taken off' : 'taken out of a URL');
  const before = labelsBefore(host, name);
  if (before !== '') whys.push(`${before} taken off`);
  if (name.tld !== null) whys.push(`.${name.tld} set aside: the TLDs are chosen apart`);
  if (name.label !== name.label.toLowerCase()) whys.push('in lower case');
  const lower = name.label.toLowerCase();
  if (lower !== name.unicode && lower !== name.ascii) whys.push('in its standard form');
  return cut(whys.join(', '), 200);
}

const isOnlyDot = (host: string, text: string): boolean =>
  text.length === host.length + 1 && text.startsWith(host) && /[.\u3002\uFF0E\uFF61]$/.test(text);

/** What stood before the name, as `www` or `shop`; empty where nothing did. */
function labelsBefore(host: string, name: NameQuery): string {
  const labels = host.split(/[.\u3002\uFF0E\uFF61]/);
  const behind = name.tld === null ? 0 : name.tld.split('.').length;
  return labels.slice(0, labels.length - behind - 1).join('.');
}
