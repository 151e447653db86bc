/**
 * Kept findings of premium names may hold the ordinary price, which an earlier version read for them (F14). Without it they are
 * "not given" until the name is looked up again; the answer that they were read from stays as it is.
 */
export const premiumPrices = `
UPDATE findings SET prices = '[]' WHERE kind = 'premium';
`;
