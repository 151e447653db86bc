import type { DomainPart, Reading } from '#shared/domain/portfolio.ts';
import { ok, type Result } from '#shared/result.ts';
import { AccountReader, type AccountReaderDeps, type PartRead } from './account-reader.ts';
import { Run } from './run.ts';

export interface ReadingsDeps extends Omit<AccountReaderDeps, 'accountId' | 'keep'> {
  readonly keep: (accountId: string, read: readonly PartRead[]) => Promise<Result<unknown>>;
  readonly newId: () => string;
}

/** The readings of all accounts. What two of them want is read once. */
export interface Readings {
  /** Fails with: `no-account`, `storage`, `invalid-input`. What fails later is told by the reading. */
  readonly start: (
    accountId: string,
    names: readonly string[],
    parts: readonly DomainPart[],
  ) => Promise<Result<Reading>>;
  /** What was read so far is kept. One that is not under way is passed over. */
  readonly cancel: (id: string) => void;
  readonly close: () => Promise<void>;
}

export function createReadings(deps: ReadingsDeps): Readings {
  const readers = new Map<string, AccountReader>();
  /** How to end each reading that is under way. */
  const endings = new Map<string, () => Promise<void>>();

  const readerOf = (accountId: string): AccountReader => {
    const there = readers.get(accountId);
    if (there !== undefined) return there;
    const reader = new AccountReader({
      ...deps,
      accountId,
      keep: (read) => deps.keep(accountId, read),
      announce(reading) {
        if (reading.isFinished) endings.delete(reading.id);
        deps.announce(reading);
      },
    });
    readers.set(accountId, reader);
    return reader;
  };

  return {
    async start(accountId, names, parts) {
      const connected = await deps.guard(() => deps.connections.of(accountId));
      if (!connected.ok) return connected;
      const [each, wanted] = [[...new Set(names)], [...new Set(parts)]];
      const run = new Run(deps.newId(), each, wanted.length);
      const reader = readerOf(accountId);
      endings.set(run.id, () => reader.end(run, { kind: 'cancelled' }));
      const first = run.reading();
      reader.add(run, each, wanted);
      return ok(first);
    },
    cancel: (id) => void endings.get(id)?.(),
    async close() {
      await Promise.all([...endings.values()].map((end) => end()));
    },
  };
}
