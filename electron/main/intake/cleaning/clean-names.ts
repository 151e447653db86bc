import type { NameQuery } from '#shared/domain/domain-name.ts';
import { mostNames } from '#shared/domain/session.ts';
import { ok, type Result } from '#shared/result.ts';
import type { DraftReport } from '../nouns.ts';
import { refuse, type Refusal } from '../refuse.ts';
import type { NameRow } from '../row.ts';
import { cut, grouped } from '../words.ts';
import { readName } from './read-name.ts';
import { createTally } from './tally.ts';
import { unwrap } from './unwrap.ts';
import { isChanged, whyChanged } from './why-changed.ts';

/** What became of rows: which names, and what was changed or dropped. `rows` is `names` and `dropped` together. */
export interface Cleaned {
  /** A-labels, each once, in the order of their first appearance. */
  readonly names: readonly string[];
  readonly account: Account;
}

type Account = Pick<
  DraftReport,
  'rows' | 'names' | 'preview' | 'changed' | 'changes' | 'dropped' | 'drops' | 'dropsByReason' | 'tldsFound'
>;

const mostListed = 200;

/**
 * Makes names of rows: each once, as A-labels, without what stood around them. Every row is kept or dropped, and each
 * that was changed or dropped is counted; the first 200 of either are listed.
 *
 * Fails with: `invalid-input` (`field`) where there are more names than a session may hold.
 */
export function cleanNames(
  rows: Iterable<NameRow>,
  knownTlds: ReadonlySet<string>,
  field: 'file' | 'text' | 'recipe',
  most: number = mostNames,
): Result<Cleaned, Refusal> {
  const ledger = createLedger();
  for (const row of rows) {
    const unwrapped = unwrap(row.text);
    const read = readName(unwrapped.text, knownTlds);
    if (!read.ok) {
      ledger.drop(row, read.error.reason, read.error.group);
      continue;
    }
    ledger.take(row, read.value, () => whyChanged(row, unwrapped, read.value));
    if (ledger.names() > most) {
      return refuse(
        field,
        `There are more than ${grouped(most)} different names (the last one that fits stands before line ${grouped(row.line)}); a session holds no more. Split the list.`,
      );
    }
  }
  return ok(ledger.close());
}

function createLedger() {
  const firstLines = new Map<string, number>();
  const preview: string[] = [];
  const changes: DraftReport['changes'] = [];
  const drops: DraftReport['drops'] = [];
  const reasons = createTally(100, 'Other reasons');
  const tlds = createTally(10_000, '');
  let rows = 0;
  let changed = 0;
  let dropped = 0;

  function drop({ line, text }: NameRow, reason: string, group: string): void {
    rows += 1;
    dropped += 1;
    reasons.add(cut(group, 300));
    if (drops.length < mostListed) drops.push({ line, text: cut(text, 300), reason: cut(reason, 300) });
  }

  function take(row: NameRow, name: NameQuery, why: () => string): void {
    if (name.tld !== null) tlds.add(name.tld);
    const first = firstLines.get(name.ascii);
    if (first !== undefined) {
      drop(row, `The same name as in line ${grouped(first)}`, 'The same name as in a line before');
      return;
    }
    rows += 1;
    firstLines.set(name.ascii, row.line);
    if (preview.length < mostListed) preview.push(cut(name.unicode, 260));
    if (!isChanged(row, name)) return;
    changed += 1;
    if (changes.length < mostListed)
      changes.push({ line: row.line, text: cut(row.text, 300), name: cut(name.unicode, 260), why: why() });
  }

  function close(): Cleaned {
    return {
      names: [...firstLines.keys()],
      account: {
        ...{ rows, names: firstLines.size, preview, changed, changes, dropped, drops },
        dropsByReason: reasons.counted().map(({ text, count }) => ({ reason: text, count })),
        tldsFound: tlds
          .counted()
          .filter(({ text }) => text !== '')
          .slice(0, 50)
          .map(({ text, count }) => ({ tld: text, count })),
      },
    };
  }

  return { drop, take, close, names: () => firstLines.size };
}
