/** Counts of an account's contents. */
interface Contents {
  readonly domains: number;
  readonly annotated: number;
  readonly sessions: number;
  readonly drafts: number;
  readonly batches: number;
}

/** Whether the account contains anything that would be lost with its removal. */
export const holdsAnything = ({ domains, sessions, drafts, batches }: Contents): boolean =>
  domains + sessions + drafts + batches > 0;

/**
 * What the removal of an account deletes: "5,001 domains (12 with notes or tags) and 2 bulk lookups are removed here."
 * Null if that is nothing.
 *
 * @param number Formats a number in the reader's locale.
 */
export function removalText(contents: Contents, number: (value: number) => string): string | null {
  if (!holdsAnything(contents)) return null;
  const { domains, annotated, sessions, drafts, batches } = contents;
  const counted = (count: number, one: string, many: string): string =>
    `${number(count)} ${count === 1 ? one : many}`;
  const noted = annotated === 0 ? '' : ` (${number(annotated)} with notes or tags)`;
  const parts = [
    [domains, `${counted(domains, 'domain', 'domains')}${noted}`],
    [sessions, counted(sessions, 'bulk lookup', 'bulk lookups')],
    [drafts, counted(drafts, 'draft', 'drafts')],
    [batches, counted(batches, 'batch', 'batches')],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([, words]) => words);
  const all =
    told.length === 1 ? told.join('') : `${told.slice(0, -1).join(', ')} and ${told.slice(-1).join('')}`;
  return `${all} ${domains + sessions + drafts + batches === 1 ? 'is' : 'are'} removed here.`;
}
