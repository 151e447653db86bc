import { ok, type Result } from '#shared/result.ts';
import type { Encryption } from '../accounts/encryption.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface LastOrder {
  readonly body: string;
  readonly savedAt: string;
}

/**
 * What was typed for the last order of each account, for “Use the same”: text in the page's own format, which is personal. Encrypted, or
 * in memory until the program ends where it cannot be.
 */
export type LastOrders = ReturnType<typeof createLastOrders>;

interface LastOrdersDeps {
  readonly workspace: Pick<Workspace, 'lastOrders'>;
  readonly sealing: Encryption;
  readonly now: () => Date;
}

export function createLastOrders({ workspace, sealing, now }: LastOrdersDeps) {
  const stored = workspace.lastOrders;
  const inMemory = new Map<string, LastOrder>();
  const pending = new Set<Promise<unknown>>();

  async function store(accountId: string, order: LastOrder): Promise<void> {
    inMemory.set(accountId, order);
    const sealed = await sealing.seal(order.body, purposeOf(accountId));
    // It was forgotten or replaced while it was being encrypted: it must not come back.
    if (inMemory.get(accountId) !== order) return;
    if (sealed.ok) {
      stored.save({ accountId, body: sealed.value, savedAt: order.savedAt });
      inMemory.delete(accountId);
      // The one before must not be offered in its place after a restart.
    } else stored.remove({ accountId });
  }

  return {
    /** Null where there is none, or it cannot be decrypted any more. Fails with: `keychain`. */
    async read(accountId: string): Promise<Result<LastOrder | null>> {
      const remembered = inMemory.get(accountId);
      if (remembered !== undefined) return ok(remembered);
      const found = stored.read({ accountId });
      if (found === null) return ok(null);
      const body = await sealing.open(found.body, purposeOf(accountId));
      if (!body.ok) return body;
      return ok(body.value === null ? null : { body: body.value, savedAt: found.savedAt });
    },
    /** Replaces the one before. */
    async save(accountId: string, body: string): Promise<void> {
      const saving = store(accountId, { body, savedAt: now().toISOString() });
      pending.add(saving);
      await saving.finally(() => pending.delete(saving));
    },
    async forget(accountId: string): Promise<void> {
      inMemory.delete(accountId);
      // One that is being written is written before it is removed.
      await Promise.allSettled(pending);
      stored.remove({ accountId });
    },
    /** Resolves when the latest ones are stored or cannot be. The workspace has to stay open until then. */
    async close() {
      await Promise.allSettled(pending);
    },
  };
}

const purposeOf = (accountId: string): string => `last order of ${accountId}`;
