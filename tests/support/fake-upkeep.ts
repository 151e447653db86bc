import type { UpdateState } from '#shared/domain/maintenance.ts';
import type { Client } from '#shared/routes.ts';
import { ok, type Result } from '#shared/result.ts';

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

export const updatesOff: UpdateState = {
  status: 'off',
  hindrance: 'no-feed',
  offered: null,
  percent: null,
  waitsFor: [],
  fault: null,
  checkedAt: null,
};

const aBackup = {
  name: 'workspace-2026-11-21.sqlite',
  madeAt: '2026-11-21T08:00:00.000Z',
  reason: 'daily',
  bytes: 1_204_224,
  version: 5,
  state: 'good',
} as const;

/** Backups, updates and diagnostics of a program that is well. */
export function upkeepAnswers(): Pick<Client, 'backups' | 'restored' | 'updates' | 'diagnostics'> {
  return {
    backups: {
      list: () => answer({ backups: [aBackup], folder: '/home/robin/.config/Namedesk/backups', kept: 7 }),
      make: () => answer({ ...aBackup, reason: 'by-hand' }),
      verify: () => answer(aBackup),
      since: () => answer({ backup: aBackup, entries: 42, changes: 9, accesses: 4 }),
      restore: () => answer({}),
    },
    restored: {
      read: () => answer({ notice: null }),
      rows: () => answer({ rows: [], total: 0 }),
      acknowledge: () => answer({}),
    },
    updates: {
      read: () => answer(updatesOff),
      check: () => answer(updatesOff),
      download: () => answer(updatesOff),
      install: () => answer(updatesOff),
      whatsNew: () => answer({ version: '0.1.0', isUpdated: false, notes: null }),
    },
    diagnostics: {
      log: () => answer({ lines: [], total: 0, lost: 0 }),
      deviations: () => answer({ deviations: [] }),
      bundle: () => answer({ id: '0b6f2a34-6f4f-4f0e-8f0a-0d3a9b7f1c11', parts: [] }),
      saveBundle: () => answer({ path: null }),
    },
  };
}
