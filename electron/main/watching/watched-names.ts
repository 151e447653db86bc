import { type Finding, isBuyable } from '#shared/domain/finding.ts';
import type { WatchedName } from '#shared/domain/watching.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { Connections } from '../connections/connections.ts';
import { classifyFailure, mostInARow } from '../jobs/failures.ts';
import { hasEnded, inLane, throttled } from '../jobs/waiting.ts';
import { type Question, searchedAccount, unchecked } from '../lookups/search.ts';
import type { WatchedRow } from '../workspace/repositories/watching.ts';
import type { Workspace } from '../workspace/workspace.ts';

const dayMs = 24 * 3_600_000;

/** A watched name, with what is stored of it. */
export interface Watched {
  readonly name: WatchedName;
  readonly row: WatchedRow;
  readonly finding: Finding;
}

type Seen = Pick<Watched, 'row' | 'finding'>;

/** Whether the name became available since the person was last told of it. */
export const becameAvailable = ({ row, finding }: Seen): boolean =>
  isBuyable(finding.kind) && (row.seen === null || !isBuyable(row.seen));

/** When the name is to be looked up again, in milliseconds. */
const dueAtMs = ({ row, finding }: Seen): number =>
  Math.max(...[row.triedAt, finding.checkedAt].map((at) => (at === null ? 0 : Date.parse(at) + dayMs)));

type AskedName = Pick<WatchedRow, 'domain' | 'tld'>;

/** The lookups for these names: those of one label together, at most `size` TLDs in each. */
function questionsOf(rows: readonly AskedName[], size: number): readonly Question[] {
  const byLabel = Map.groupBy(rows, ({ domain }) => domain.slice(0, domain.indexOf('.')));
  return [...byLabel].flatMap(([label, ofLabel]) =>
    Array.from({ length: Math.ceil(ofLabel.length / size) }, (_, at) => ({
      label,
      tlds: ofLabel.slice(at * size, (at + 1) * size).map(({ tld }) => tld),
    })),
  );
}

export interface WatchedNamesDeps {
  readonly workspace: Pick<Workspace, 'watching' | 'findings'>;
  readonly connections: Pick<Connections, 'of'>;
  readonly announce: (accountId: string) => void;
  readonly now: () => Date;
}

interface LookedUp {
  readonly lookedUp: number;
  readonly failed: number;
}

/** Names of others that are looked up once a day. */
export type WatchedNames = ReturnType<typeof createWatchedNames>;

export function createWatchedNames(deps: WatchedNamesDeps) {
  const { workspace, announce, now } = deps;

  async function list(accountId: string): Promise<Result<readonly Watched[]>> {
    const rows = workspace.watching.names({ accountId });
    const domains = rows.map(({ domain }) => domain);
    return mapOk(await workspace.findings.known({ accountId, domains }), (findings) => {
      const byDomain = new Map<string, Finding>(findings.map((finding) => [finding.domain, finding]));
      return rows.map((row) => {
        const { domain, tld, addedAt } = row;
        const finding = byDomain.get(domain) ?? unchecked(domain, tld);
        return { name: { accountId, domain, addedAt, finding }, row, finding };
      });
    });
  }

  return {
    list,
    async add(accountId: string, names: readonly AskedName[]): Promise<Result<{ readonly added: number }>> {
      const domains = names.map(({ domain }) => domain);
      return mapOk(await workspace.findings.known({ accountId, domains }), (found) => {
        const kinds = new Map(found.map(({ domain, kind }) => [domain, kind]));
        const watched = names.map((name) => ({ ...name, seen: kinds.get(name.domain) ?? null }));
        const added = workspace.watching.add({ accountId, watched, at: now().toISOString() });
        announce(accountId);
        return added;
      });
    },
    remove(accountId: string, domains: readonly string[]) {
      const removed = workspace.watching.remove({ accountId, domains });
      announce(accountId);
      return removed;
    },
    /**
     * Looks names up: all of them, or those that were not for a day.
     *
     * Fails with: what concerns all lookups, `cancelled`.
     */
    async run(accountId: string, which: 'all' | 'due', signal: AbortSignal): Promise<Result<LookedUp>> {
      const listed = await list(accountId);
      if (!listed.ok) return listed;
      const nowMs = now().getTime();
      const due = listed.value.filter((each) => which === 'all' || dueAtMs(each) <= nowMs);
      if (due.length === 0) return ok({ lookedUp: 0, failed: 0 });
      const rows = due.map(({ row }) => row);
      try {
        return await lookUp(deps, accountId, rows, signal, (domains) =>
          workspace.watching.tried({ accountId, domains, at: now().toISOString() }),
        );
      } finally {
        announce(accountId);
      }
    },
    /** From now on the person knows of these names, all of one account, what is known of them. */
    saw(names: readonly Watched[]): void {
      const seen = names
        // A lookup without an answer is no news.
        .filter(
          ({ row, finding: { kind } }) => kind !== row.seen && kind !== 'unknown' && kind !== 'unchecked',
        )
        .map(({ row, finding }) => ({ domain: row.domain, seen: finding.kind }));
      const [first] = names;
      if (first === undefined || seen.length === 0) return;
      workspace.watching.saw({ accountId: first.row.accountId, seen });
    },
  };
}

/**
 * Looks names up, in a lane of the throttle: the person's own lookups go first. What concerns all of them ends it.
 *
 * @param tried Takes the names that were asked for, whether or not there was an answer. Fails with: `cancelled`, what concerns all of them.
 */
export async function lookUp(
  {
    workspace,
    connections,
  }: Pick<WatchedNamesDeps, 'connections'> & { readonly workspace: Pick<Workspace, 'findings'> },
  accountId: string,
  rows: readonly AskedName[],
  signal: AbortSignal,
  tried: (domains: readonly string[]) => void,
): Promise<Result<LookedUp>> {
  const connected = await connections.of(accountId);
  if (!connected.ok) return connected;
  const account = searchedAccount(connected.value, workspace.findings);
  const lane = inLane(connected.value.throttle);
  const endsAll = createEndsAll();
  let [lookedUp, failed] = [0, 0];
  try {
    for (const question of questionsOf(rows, account.tldsPerRequest)) {
      if (hasEnded(signal)) return fail({ kind: 'cancelled' });
      const answer = await throttled(lane, () => account.lookUp(question, signal), signal);
      if (!answer.ok && endsAll(answer.error)) return answer;
      if (answer.ok) endsAll(null);
      const { label, tlds } = question;
      const domains = rows
        .filter(({ domain, tld }) => domain.startsWith(`${label}.`) && tlds.includes(tld))
        .map(({ domain }) => domain);
      tried(domains);
      if (answer.ok) lookedUp += domains.length;
      else failed += domains.length;
    }
    return ok({ lookedUp, failed });
  } finally {
    lane.leave();
  }
}

/** Whether a failure, after those before it, concerns all lookups. Null: one went well. */
function createEndsAll(): (error: AppError | null) => boolean {
  let inARow = 0;
  return (error) => {
    const means = error === null ? 'item' : classifyFailure(error, 'lookup');
    inARow = means === 'item' ? 0 : inARow + 1;
    return means === 'wait' || means === 'stop' || inARow >= mostInARow;
  };
}
