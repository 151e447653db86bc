import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isPresent } from '../present.ts';
import { mostDomains } from '../portfolio-requests.ts';
import type { Repository } from '../requests.ts';
import { parseRow, toMs } from '../row.ts';
import { inTransaction } from '../transaction.ts';

type AddDomains = Repository<'domains'>['add'];

const countRow = z.object({ count: z.int() });
const stateRow = z.object({ archived_at: z.int().nullable() });

type Fate = 'added' | 'already' | 'restored' | 'nobodys';

/** Thrown to undo an addition that would be too much; it goes nowhere. */
class TooMany extends Error {}

/** Adds names with one look at each: a hundred thousand take no longer apiece than ten. */
export function createAddDomains(database: DatabaseSync): AddDomains {
  const insert = database.prepare(`
    INSERT INTO domains (account_id, name, added_at, added_by, tags)
    SELECT id, ?, ?, ?, ? FROM accounts WHERE id = ? AND ${isPresent}
    ON CONFLICT (account_id, name) DO NOTHING`);
  const state = database.prepare('SELECT archived_at FROM domains WHERE account_id = ? AND name = ?');
  const restore = database.prepare('UPDATE domains SET archived_at = NULL WHERE account_id = ? AND name = ?');
  const count = database.prepare('SELECT count(*) AS count FROM domains WHERE account_id = ?');

  const adderFor = ({ accountId, tags, addedAt, addedBy }: Parameters<AddDomains>[0]) => {
    const [at, tagged] = [toMs(addedAt), JSON.stringify(tags)];
    return (name: string): Fate => {
      if (insert.run(name, at, addedBy, tagged, accountId).changes > 0) return 'added';
      const there = state.get(accountId, name);
      // The account went while its names were on their way.
      if (there === undefined) return 'nobodys';
      if (parseRow(stateRow, there).archived_at === null) return 'already';
      restore.run(accountId, name);
      return 'restored';
    };
  };

  return (input) => {
    const names: Record<Fate, string[]> = { added: [], already: [], restored: [], nobodys: [] };
    try {
      inTransaction(database, () => {
        const add = adderFor(input);
        for (const name of input.names.split('\n')) if (name !== '') names[add(name)].push(name);
        if (parseRow(countRow, count.get(input.accountId)).count > mostDomains) throw new TooMany();
      });
    } catch (thrown) {
      if (thrown instanceof TooMany) return { added: '', already: '', restored: '', isFull: true };
      throw thrown;
    }
    return {
      added: names.added.join('\n'),
      already: names.already.join('\n'),
      restored: names.restored.join('\n'),
      isFull: false,
    };
  };
}
