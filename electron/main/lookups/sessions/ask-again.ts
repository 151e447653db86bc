import { assertNever } from '#shared/assert-never.ts';
import { causeOfCell, isShortlisted, kindOfCell } from '#shared/domain/cell.ts';
import type { AskAgain } from '#shared/domain/session.ts';
import type { Matrix } from '../../workspace/sessions/matrix.ts';

/**
 * The bits of the cells that are to be asked again, those that wait for it already among them. An unchecked cell needs
 * none: it is asked anyway.
 *
 * @param now Unix seconds.
 */
export function pendingFor(
  { codes, checkedAt, pending }: Matrix,
  which: AskAgain,
  now: number,
): Uint8Array<ArrayBuffer> {
  const bits = pending.slice();
  const isMeant = meant(which, now);
  for (let cell = 0; cell < codes.length; cell += 1) {
    const code = codes[cell] ?? 0;
    if (kindOfCell(code) === 'unchecked' || !isMeant(code, checkedAt[cell] ?? 0)) continue;
    bits[cell >> 3] = (bits[cell >> 3] ?? 0) | (1 << (cell & 7));
  }
  return bits;
}

function meant(which: AskAgain, now: number): (code: number, checkedAt: number) => boolean {
  switch (which.kind) {
    case 'unknown':
      return (code) => kindOfCell(code) === 'unknown';
    case 'cause':
      return (code) => causeOfCell(code) === which.cause;
    case 'older-than':
      return (_code, checkedAt) => checkedAt < now - which.seconds;
    case 'shortlist':
      return isShortlisted;
    case 'everything':
      return () => true;
    default:
      return assertNever(which);
  }
}
