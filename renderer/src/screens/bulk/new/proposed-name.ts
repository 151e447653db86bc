import { format } from '../../../lib/format.ts';
import type { Report } from './new-state.ts';

const mostLength = 120;

/** A session's name as it is proposed: the file's, or the first name's with the day. */
export function proposedName({ source, form, preview, names }: Report, today: string): string {
  const isFile = form !== 'generated' && source !== 'pasted' && source !== '';
  const [first = 'Names'] = preview;
  const others = names > 1 ? ` and ${format.count(names - 1)} more` : '';
  const what = isFile ? source.replace(/(.)\.[a-z0-9]{1,5}$/iu, '$1') : `${first.slice(0, 60)}${others}`;
  return `${what.slice(0, mostLength - 20)}, ${today}`;
}
