import { type Counting, listed, plural } from './counting.ts';

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
 */
export function removalText(contents: Contents, { count, counted }: Counting): string | null {
  if (!holdsAnything(contents)) return null;
  const { domains, annotated, sessions, drafts, batches } = contents;
  const noted = annotated === 0 ? '' : ` (${count(annotated)} with notes or tags)`;
  const parts = [
    [domains, `${counted(domains, 'domain', 'domains')}${noted}`],
    [sessions, counted(sessions, 'bulk lookup', 'bulk lookups')],
    [drafts, counted(drafts, 'draft', 'drafts')],
    [batches, counted(batches, 'batch', 'batches')],
  ] as const;
  const all = listed(parts.filter(([number]) => number > 0).map(([, words]) => words));
  const total = domains + sessions + drafts + batches;
  return plural(total, `${all} is removed here.`, `${all} are removed here.`);
}
