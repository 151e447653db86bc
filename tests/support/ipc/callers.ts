import type { Caller } from '../../../electron/main/ipc/sender.ts';
import type { Logger } from '../../../electron/main/system/log.ts';

type Frame = NonNullable<Caller['senderFrame']>;

export const aFrame = (origin = 'app://main', path = '/'): Frame => ({ origin, url: `${origin}${path}` });

/** A call as our own page makes it, except for what is asked to be different. `frame` stands for top frame and sender at once. */
export function aCaller({
  id = 1,
  frame = aFrame(),
  mainFrame = frame,
  senderFrame = frame,
}: {
  readonly id?: number;
  readonly frame?: Frame;
  readonly mainFrame?: Frame;
  readonly senderFrame?: Frame | null;
} = {}): Caller {
  return { sender: { id, mainFrame }, senderFrame };
}

/** A log that keeps what it was told: guards that refused, and bugs. Each bug is `K7QD-2MXA-9RTB`. */
export function aListeningLog() {
  const refused: unknown[] = [];
  const bugs: unknown[] = [];
  const log: Logger = {
    note: (_event, fields) => void refused.push(fields),
    bug: (thrown) => {
      bugs.push(thrown);
      return 'K7QD-2MXA-9RTB';
    },
  };
  return { log, refused, bugs };
}
