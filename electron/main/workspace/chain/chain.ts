/** Links, each with a hash over itself and the hash before it, as they stand in the file. */
export interface Chain<L extends Link, H extends Head> {
  /** What a link is called where it is said what is wrong with it. */
  readonly noun: keyof typeof plural;
  readonly head: () => H;
  /** The head before the first link. */
  readonly emptyHead: H;
  /** The last link that is there; null where there is none. */
  readonly last: () => Link | null;
  /** What cannot be a link is null. */
  readonly rowsAfter: (seq: number, limit: number) => readonly (L | null)[];
  readonly hashOf: (before: string, link: L) => string;
}

export interface Link {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly hash: string;
}

/** The last link's number and hash, kept beside the links: it misses an end that was cut off. */
export interface Head {
  readonly length: number;
  readonly hash: string;
}

/** Where a chain breaks first. */
export interface Broken {
  readonly seq: number;
  readonly why: string;
}

export const plural = { entry: 'entries', line: 'lines' } as const;
