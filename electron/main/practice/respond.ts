import { type World } from './account.ts';
import { type Answer, plainText, refused } from './answer.ts';
import { readForm } from './form.ts';
import { handlers } from './operations/handlers.ts';
import { type Route } from './routes.ts';

/** Unknown: the answer to a path that no operation has. Assumed: a 404 with this text. */
export const actionNotFound: Answer = plainText('Action not found', 404);

/** Unknown: the answer to missing or wrong credentials. Assumed: a 401 with a plain text. */
export const notAuthenticated: Answer = plainText('Invalid API Token', 401);

const tooLarge = refused('The request is too large', 413);
const notAForm = refused('The body must be application/x-www-form-urlencoded');

/** Carries out what a signed request asks for. @param body Null where it was too long to be read. */
export function respond(
  { operation, domain }: Route,
  body: string | null,
  contentType: string | undefined,
  world: World,
): Answer {
  if (body === null) return tooLarge;
  const form = readForm(body, contentType);
  return form === null ? notAForm : handlers[operation]({ domain, form }, world);
}
