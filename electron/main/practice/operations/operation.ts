import type { PracticeDomain, World } from '../account.ts';
import { type Answer, refused } from '../answer.ts';
import { asciiName } from '../findings/names.ts';
import type { Form } from '../form.ts';

/** What a request asks an operation for. */
export interface Asked {
  /** The path variable, percent-decoded; empty where the path has none. */
  readonly domain: string;
  readonly form: Form;
}

/** Carries an operation out: its effects are in the world's account, its words in the answer. */
export type Handler = (asked: Asked, world: World) => Answer;

/** An operation on one domain of the account; a name that is not in it is refused. */
export function onDomain(handle: (domain: PracticeDomain, form: Form, world: World) => Answer): Handler {
  return (asked, world) => {
    const domain = world.account.domains.get(asciiName(asked.domain) ?? '');
    return domain === undefined ? refused('Domain not found') : handle(domain, asked.form, world);
  };
}

/** Puts the domain's new state in the place of its old one. */
export const keep = (world: World, domain: PracticeDomain): void => {
  world.account.domains.set(domain.name, domain);
};
