import type { Edit, Mutation } from '../faults/mutations/edit.ts';
import { mutations as ofModel } from '../faults/mutations/table.ts';

/** A rule, taken out, and which tests find that. */
export interface TestedMutation extends Mutation {
  /** Below `tests/`; with a part of the titles that are run behind a space, where the whole file takes long. */
  readonly foundBy: readonly string[];
}

type Text = readonly [file: string, from: string, to: string];

/** @param files Below `electron/main/`, or with their first folder. */
const edited = ([file, from, to]: Text): Edit => ({
  file: /^(?:shared|renderer|scripts|resources|tests)\/|\.(?:js|json)$/.test(file)
    ? file
    : `electron/main/${file}`,
  from,
  to,
});

/** @param name Of a requirement first, where it is one’s. @param foundBy A file below `tests/`, or several. */
export const taken = (
  name: string,
  takesOut: string,
  foundBy: string | readonly string[],
  ...edits: readonly Text[]
): TestedMutation => ({ name, takesOut, foundBy: [foundBy].flat(), edits: edits.map(edited) });

/** One of the model’s mutations, found by tests that are named as well. */
export function ofTheModel(name: string, ...foundBy: readonly string[]): TestedMutation {
  const found = ofModel.find((mutation) => mutation.name === name);
  if (found === undefined) throw new Error(`The model has no mutation ${name}`);
  return { ...found, foundBy };
}
