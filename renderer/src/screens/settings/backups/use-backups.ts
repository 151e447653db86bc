import type { AppError } from '#shared/app-error.ts';
import type { Backup } from '#shared/domain/backup.ts';
import type { Output } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';
import { useCallback, useEffect, useState } from 'react';
import { useStores } from '../../../app-stores.ts';
import { answered, idle, type Remote } from '../../../lib/remote.ts';

export interface BackupsInSight {
  readonly listed: Remote<Output<'backups', 'list'>>;
  /** What is being done: a backup's name, or `make`; null where nothing is. */
  readonly underWay: string | null;
  /** What was done last, where it failed: a backup's name, or `make`. */
  readonly failed: { readonly what: string; readonly error: AppError } | null;
  readonly make: () => void;
  readonly verify: (name: Backup['name']) => void;
  readonly read: () => Promise<void>;
}

/** The backups as they are listed, and what can be done with them here. */
export function useBackups(): BackupsInSight {
  const { bridge, notices } = useStores();
  const { backups } = bridge.request;
  const [listed, setListed] = useState<BackupsInSight['listed']>(idle);
  const [underWay, setUnderWay] = useState<string | null>(null);
  const [failed, setFailed] = useState<BackupsInSight['failed']>(null);

  const read = useCallback(async () => {
    const result = await backups.list({});
    setListed((before) => answered(before, result));
  }, [backups]);
  useEffect(() => {
    let isHere = true;
    void backups.list({}).then((result) => {
      if (isHere) setListed((before) => answered(before, result));
    });
    return () => {
      isHere = false;
    };
  }, [backups]);

  async function work(
    what: string,
    ask: Promise<Result<Backup>>,
    done: (made: Backup) => string,
  ): Promise<void> {
    setUnderWay(what);
    setFailed(null);
    const result = await ask;
    setUnderWay(null);
    if (result.ok)
      notices.actions.say(done(result.value), result.value.state === 'good' ? 'quiet' : 'problem');
    else setFailed({ what, error: result.error });
    await read();
  }

  return {
    listed,
    underWay,
    failed,
    read,
    make: () => void work('make', backups.make({}), () => 'The backup was made and verified.'),
    verify: (name) =>
      void work(name, backups.verify({ name }), ({ state }) =>
        state === 'good' ? 'The backup is good.' : 'This backup is damaged. It cannot be restored.',
      ),
  };
}
