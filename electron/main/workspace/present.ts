/** In a statement's WHERE, of `accounts`: nobody removed it. */
export const isPresent = 'removed_at IS NULL';

/** Of a table that names its account: the account is there, and nobody removed it. */
export const isOfPresent = `account_id IN (SELECT id FROM accounts WHERE ${isPresent})`;
