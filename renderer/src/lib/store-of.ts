import type { Stores } from '../app-stores.ts';

const made = new WeakMap<Stores, Map<unknown, unknown>>();

/**
 * The one store of its kind, made when it is first asked for and kept as long as the page: for screens whose code comes
 * late and whose state outlives their drawing.
 */
export function storeOf<T>(stores: Stores, create: (stores: Stores) => T): T {
  const all = made.get(stores) ?? new Map<unknown, unknown>();
  made.set(stores, all);
  if (!all.has(create)) all.set(create, create(stores));
  // Under a factory stands what that very factory made.
  return all.get(create) as T;
}
