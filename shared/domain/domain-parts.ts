/**
 * What of a domain's state the portfolio reads, stores and shows by itself, with age and errors. What a change reads to compare
 * itself with are the `readParts` in `shared/changes/parts.ts`.
 */
export const domainParts = ['lock', 'nameservers', 'contacts'] as const;

/**
 * The texts that a person writes about a domain: members of `domainEntry` and columns of the database that are empty at first.
 * The list's search, the export, the counts of what is lost with domains, and the domain's page follow from this list.
 */
export const ownTexts = ['note'] as const;
export type OwnText = (typeof ownTexts)[number];
