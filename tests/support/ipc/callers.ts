import type { Caller } from '../../../electron/main/app/sender.ts';

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
