import type { Stores } from '../../app-stores.ts';

/** A look-up of expiries at the registries, offered once a file is imported. */
export interface RegistryOffer {
  /** What it does and who is asked, in a sentence. */
  readonly about: string;
  /** On its button. */
  readonly action: string;
  readonly begin: () => void;
}

/** The offer for an account's domains; null where the registries are not asked. */
export const offerRegistryLookup: (stores: Stores, accountId: string) => RegistryOffer | null = () => null;
