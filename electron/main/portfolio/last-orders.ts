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

  async function store(accountId: string, order: LastOrder): Promise<Result<unknown>> {
    inMemory.set(accountId, order);
    const sealed = await sealing.seal(order.body, purposeOf(accountId));
    // It was forgotten or replaced while it was being encrypted: it must not come back.
    if (inMemory.get(accountId) !== order) return ok(null);
    // The one before must not be offered in its place after a restart.
    if (!sealed.ok) return await stored.remove({ accountId });
    const saved = await stored.save({ accountId, body: sealed.value, savedAt: order.savedAt });
    if (saved.ok && inMemory.get(accountId) === order) inMemory.delete(accountId);
    return saved;
  }

  return {
    /** Null where there is none, or it cannot be decrypted any more. Fails with: `keychain`, `storage`. */
    async read(accountId: string): Promise<Result<LastOrder | null>> {
      const remembered = inMemory.get(accountId);
      if (remembered !== undefined) return ok(remembered);
      const found = await stored.read({ accountId });
      if (!found.ok || found.value === null) return found.ok ? ok(null) : found;
      const body = await sealing.open(found.value.body, purposeOf(accountId));
      if (!body.ok) return body;
      return ok(body.value === null ? null : { body: body.value, savedAt: found.value.savedAt });
    },
    /** Replaces the one before. Fails with: `storage`. */
    async save(accountId: string, body: string): Promise<Result<unknown>> {
      const saving = store(accountId, { body, savedAt: now().toISOString() });
      pending.add(saving);
      return await saving.finally(() => pending.delete(saving));
    },
    /** Fails with: `storage`. */
    async forget(accountId: string): Promise<Result<unknown>> {
      inMemory.delete(accountId);
      // One that is being written is written before it is removed.
      await Promise.allSettled(pending);
      return await stored.remove({ accountId });
    },
    /** Resolves when the latest ones are stored or cannot be. The workspace has to stay open until then. */
    async close() {
      await Promise.allSettled(pending);
    },
  };
}

const purposeOf = (accountId: string): string => `last order of ${accountId}`;
