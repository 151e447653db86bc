import type { Session } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { CommandServices } from '../command.ts';
import { didYouMean } from '../nearest.ts';

const shortestBeginning = 6;

/**
 * The session of an id, of a name, or of the beginning of an id that no other has.
 *
 * Fails with: `invalid-input`, `storage`.
 */
export async function sessionNamed(
  { sessions }: Pick<CommandServices, 'sessions'>,
  text: string,
): Promise<Result<Session>> {
  const listed = await sessions.list();
  if (!listed.ok) return listed;
  const all = listed.value;
  const found = [byId(text), byName(text), byBeginning(text)]
    .map((fits) => all.filter(fits))
    .find((fit) => fit.length > 0);
  const [first, ...others] = found ?? [];
  if (first === undefined) {
    const hint = didYouMean(
      text,
      all.map(({ name }) => name),
    );
    return refuse(`There is no session "${text}".${hint} "namedesk session list" shows which there are`);
  }
  if (others.length === 0) return ok(first);
  const ids = [first, ...others].map(({ id, createdAt }) => `${id} (of ${createdAt})`);
  return refuse(`${ids.length} sessions are called "${text}"; give an id: ${ids.join(', ')}`);
}

const byId =
  (text: string) =>
  ({ id }: Session) =>
    id === text.toLowerCase();
const byName =
  (text: string) =>
  ({ name }: Session) =>
    name.toLowerCase() === text.toLowerCase();
const byBeginning =
  (text: string) =>
  ({ id }: Session) =>
    text.length >= shortestBeginning && id.startsWith(text.toLowerCase());

const refuse = (reason: string): Result<never> =>
  fail({ kind: 'invalid-input', field: 'id', reason: reason.slice(0, 1_000) });
