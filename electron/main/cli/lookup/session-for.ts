import type { Session } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Account } from '../../accounts/account.ts';
import type { Draft } from '../../intake/nouns.ts';
import type { CommandServices } from '../command.ts';

interface Wanted {
  /** Null for one that is new in any case. */
  readonly name: string | null;
  readonly account: Account;
  readonly draft: Draft;
  readonly tlds: readonly string[];
  readonly now: Date;
}

/**
 * The session of a run: the one of its name where that asks the very same, else a new one, not yet started.
 *
 * Fails with: `invalid-input` (there is one of that name, and it asks something else), `storage`.
 */
export async function sessionFor(
  wanted: Wanted,
  services: Pick<CommandServices, 'sessions' | 'workspace' | 'accounts'>,
): Promise<Result<Session>> {
  const { name, account, draft, tlds } = wanted;
  const before = name === null ? ok([]) : await called(name, services);
  if (!before.ok) return before;
  const [first, another] = before.value;
  if (name === null || first === undefined) {
    return services.sessions.create({
      ...draft,
      accountId: account.id,
      name: name ?? nameOf(draft.source, wanted.now),
      tlds,
      isStarted: false,
    });
  }
  if (another !== undefined)
    return refuse(
      `Several sessions are called "${name}": go on with one by its id, "namedesk session resume --help"`,
    );
  const difference = await differenceOf(first, wanted, services);
  if (!difference.ok) return difference;
  return difference.value === null ? ok(first) : refuse(difference.value);
}

async function called(
  name: string,
  { sessions }: Pick<CommandServices, 'sessions'>,
): Promise<Result<readonly Session[]>> {
  const listed = await sessions.list();
  return listed.ok
    ? ok(listed.value.filter((session) => session.name.toLowerCase() === name.toLowerCase()))
    : listed;
}

/** Why a session cannot be gone on with, as a sentence; null where it asks the very same. */
async function differenceOf(
  session: Session,
  { account, draft, tlds }: Wanted,
  { workspace, accounts }: Pick<CommandServices, 'workspace' | 'accounts'>,
): Promise<Result<string | null>> {
  const another = 'Give it another name with --session, or leave --session out';
  if (session.accountId !== account.id) {
    const theirs = await accounts.find(session.accountId);
    const label = theirs.ok ? theirs.value.label : 'another account';
    return ok(`The session "${session.name}" belongs to ${label}. ${another}`);
  }
  if (!areSame(session.tlds, tlds))
    return ok(
      `The session "${session.name}" asks for other TLDs: ${session.tlds.join(', ').slice(0, 300)}. ${another}`,
    );
  const names = await workspace.sessions.names({ id: session.id });
  if (!names.ok) return names;
  return ok(
    areSame(names.value.split('\n'), draft.names)
      ? null
      : `The session "${session.name}" asks for other names. ${another}`,
  );
}

/** In any order: the cells are the same then. Each stands in either list once. */
function areSame(some: readonly string[], others: readonly string[]): boolean {
  const all = new Set(some);
  return all.size === others.length && others.every((each) => all.has(each));
}

/** `names.txt 2026-02-21 14:03:22`, in the user's zone. */
export function nameOf(source: string, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
  return `${source.slice(0, 95)} ${day} ${time}`;
}

const refuse = (reason: string): Result<never> => fail({ kind: 'invalid-input', field: 'session', reason });
