/** What an attempt tries to reach: a listener of its own on loopback, for TCP and UDP at one port. */
export interface Target {
  readonly port: number;
  readonly http: string;
}

/** What saves the attempts words; made anew in the page for each. */
export interface Tools {
  /** Puts an element into the page. */
  readonly add: (tag: string, properties: Readonly<Record<string, unknown>>) => void;
  /** The page's own nonce, which hostile code in the page can read as well as we. */
  readonly nonce: string;
  /** Calls what TypeScript's DOM library does not know yet, by its name: `navigator.hid.requestDevice`. */
  readonly call: (name: string, ...args: readonly unknown[]) => unknown;
  /** The address of a text of the page's own making. */
  readonly blob: (text: string, type: string) => string;
}

/** How it shows that an attempt got out. */
export type Sign =
  /** A connection or a datagram arrived at the target. */
  | 'arrived'
  /** There is one more window. */
  | 'window'
  /** The page is at another address. */
  | 'moved'
  /** The attempt itself answers `true`. */
  | 'succeeded';

/** One attempt to get out of the page, as hostile code in it would make it. */
export interface Probe {
  readonly name: string;
  readonly sign: Sign;
  /** Runs in the page, by its source text: it knows no names but the page's. */
  readonly attempt: (target: Target, tools: Tools) => unknown;
  /** Why not even the unhardened window shows the sign on a test machine; such a probe proves nothing and is not counted. */
  readonly unprovable?: string;
}
