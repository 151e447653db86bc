import type { Logger } from '../../../electron/main/system/log.ts';

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
