import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { DomainNews } from '../workspace/portfolio-requests.ts';
import { slicesOf } from './names.ts';
import type { Portfolio } from './portfolio.ts';
import { type Shelf, type ShelfDeps, theOne } from './shelf.ts';

export interface KeepingDeps extends ShelfDeps {
  readonly shelf: Shelf;
  readonly now: () => Date;
}

/** What a person says of domains. */
export type Keeping = Pick<Portfolio, 'tag' | 'note' | 'tellExpiry' | 'archive' | 'remove' | 'usersOf'>;

export function createKeeping({ kept, registrants, announce, shelf, now }: KeepingDeps): Keeping {
  return {
    async tag(accountId, names, add, remove) {
      for (const some of slicesOf(names)) {
        const tagged = await kept.tag({ accountId, names: some, add, remove });
        if (!tagged.ok) return tagged;
        const { domains, full } = tagged.value;
        if (full !== null) return tooManyTags(full);
        await shelf.told(accountId, Promise.resolve(ok(domains)));
      }
      return ok(null);
    },
    async note(accountId, name, note) {
      const noted = await shelf.told(accountId, kept.note({ accountId, domain: aLabelsOf(name), note }));
      return noted.ok ? theOne(noted.value) : noted;
    },
    async tellExpiry(accountId, name, expiresOn) {
      const [domain, at] = [aLabelsOf(name), now().toISOString()];
      const news: DomainNews =
        expiresOn === null
          ? { name: domain, takesExpiryBack: true }
          : { name: domain, expiresOn: { value: expiresOn, at, source: 'typed' } };
      const learned = await shelf.learn(accountId, [news]);
      return learned.ok ? theOne(learned.value) : learned;
    },
    async archive(accountId, names, isArchived) {
      const archivedAt = isArchived ? now().toISOString() : null;
      for (const some of slicesOf(names)) {
        const archived = await shelf.told(accountId, kept.archive({ accountId, names: some, archivedAt }));
        if (!archived.ok) return archived;
      }
      return ok(null);
    },
    async remove(accountId, names) {
      for (const some of slicesOf(names)) {
        const removed = await kept.remove({ accountId, names: some });
        if (!removed.ok) return removed;
        for (const name of removed.value) registrants.forget(accountId, name);
        if (removed.value.length > 0) announce(accountId, [], removed.value);
      }
      return ok(null);
    },
    usersOf: (accountId, host) => kept.usersOf({ accountId, host: aLabelsOf(host).replace(/\.$/, '') }),
  };
}

const tooManyTags = (name: string): Result<never> =>
  fail({ kind: 'invalid-input', field: 'tags', reason: `${name} would have more than 20 tags` });
