import type { World } from './account.ts';
import { type Answer, plainText, refused } from './answer.ts';
import { formRead, spoiled } from './faults/answer-faults.ts';
import { type Chooser, noTrouble, type Trouble } from './faults/choose.ts';
import { readForm } from './form.ts';
import { namesAsked } from './names-asked.ts';
import { handlers } from './operations/handlers.ts';
import type { Route } from './routes.ts';

/** An answer, and what goes wrong on its way. */
export interface Reply {
  readonly answer: Answer;
  readonly trouble: Trouble;
}

/** Unknown: the answer to a path that no operation has. Assumed: a 404 with this text. */
export const actionNotFound: Answer = plainText('Action not found', 404);

/** Unknown: the answer to missing or wrong credentials. Assumed: a 401 with a plain text. */
export const notAuthenticated: Answer = plainText('Invalid API Token', 401);

const tooLarge = refused('The request is too large', 413);
const notAForm = refused('The body must be application/x-www-form-urlencoded');

export const untroubled = (answer: Answer): Reply => ({ answer, trouble: noTrouble });

/** Carries out what a signed request asks for. @param body Null where it was too long to be read. */
export function respond(
  route: Route,
  body: string | null,
  contentType: string | undefined,
  { world, chooser }: { readonly world: World; readonly chooser: Chooser },
): Reply {
  if (body === null) return untroubled(tooLarge);
  const form = readForm(body, contentType);
  if (form === null) return untroubled(notAForm);
  const { operation, domain } = route;
  const trouble = chooser.onRequest(operation, () => namesAsked(route, form));
  const asked = { domain, form: formRead(trouble.answer, operation, form) };
  const answer = handlers[operation](asked, trouble.isApplied ? world : rehearsal(world));
  const { isMeant } = trouble;
  return trouble.answer === null
    ? { answer, trouble }
    : { answer: spoiled(trouble.answer, { answer, operation, isMeant }), trouble };
}

/** A copy of the world: what is done there is answered, but has not happened. */
const rehearsal = (world: World): World => ({
  ...world,
  account: { ...world.account, domains: new Map(world.account.domains) },
});
