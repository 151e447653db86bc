import { readLock, writeLock } from '../../reseller/operations/domain.ts';
import { type PartReads, readPart } from '../present.ts';
import {
  bind,
  compared,
  type KindInMain,
  line,
  note,
  plainKind,
  plainRequest,
  unreadable,
  says,
} from './kind.ts';

export const lock: KindInMain<'lock'> = {
  ...plainKind,
  ...plainRequest,
  request: (domain, { state }) => bind(writeLock, { domain, state }),
  lines: ({ state }, { before }) => [line('Registrar lock', before.lock ?? null, state)],
  says: ({ state }) =>
    says(
      state === 'unlocked',
      'transferable',
      'Once it is unlocked, anyone with the transfer code can transfer the domain away. Lock it again when you are done.',
    ),
  isSo: ({ state }, { before }) => before.lock === state,
  seen: (_ask, { before }) => before.lock ?? '',
  async readBackOnce({ what, before }, reads) {
    const read = await reads.lock();
    if (!read.ok) return unreadable(read.error);
    const now = read.value;
    const was = before?.lock ?? null;
    const isWanted = now === what.state;
    return {
      verdict: compared(isWanted, was === now),
      evidence: [note('Registrar lock', isWanted ? 'for' : 'against', was, now)],
      error: null,
      observed: { lock: now },
    };
  },
  effect: ({ state }) => ({ lock: state }),
};

export const lockRead: PartReads['lock'] = (from) =>
  readPart(from, readLock, { domain: from.domain }, ({ state }) => state);
