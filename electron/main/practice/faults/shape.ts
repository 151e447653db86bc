import type { Form } from '../form.ts';
import type { Operation } from '../routes.ts';

/** Says whether a lookup's element is about the name that the rule is for. */
export type IsMeant = (domainName: string) => boolean;

/** One way in which the right answer is known to look different. */
export interface Shape {
  readonly operations: readonly Operation[];
  /** Turns the document's answer into the odd one. */
  readonly change: (value: unknown, isMeant: IsMeant) => unknown;
  /** Turns a form in the odd names into the document's, for writes that send back the names that were read. */
  readonly read?: (form: Form) => Form;
}
