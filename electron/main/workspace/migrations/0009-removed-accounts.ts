/**
 * An account that was removed is hidden until the next start of the window, so that it can be undone (F16).
 *
 * - `accounts.removed_at`: since when, null of all others. `removed_label`: its label; `label` is a placeholder meanwhile, so that
 *   another account can have it. `removed_active`: whether it was the active one.
 */
export const removedAccounts = `
ALTER TABLE accounts ADD COLUMN removed_at INTEGER;
ALTER TABLE accounts ADD COLUMN removed_label TEXT;
ALTER TABLE accounts ADD COLUMN removed_active INTEGER NOT NULL DEFAULT 0;
`;
