import { extname, resolve } from 'node:path';
import { atLoginSwitch } from '../platform/start-at-login.ts';
import { commandIn } from '../windows/hardening.ts';

/** What a file is opened for: its place in the page follows from that. */
export type HandedKind = 'domains' | 'codes';

const kinds: ReadonlyMap<string, HandedKind> = new Map([
  ['.csv', 'domains'],
  ['.age', 'codes'],
  ['.html', 'codes'],
]);

/** Chromium takes a word with a dash for a switch, whatever its ending. */
const isHanded = (word: string): boolean => !/^\s*-/.test(word) && kinds.has(extname(word).toLowerCase());

/** A restart is asked for by a person: it opens its window, and no file is handed over again. */
export const argumentsOfRestart = (argv: readonly string[]): readonly string[] =>
  argv.slice(1).filter((word) => word !== `--${atLoginSwitch}` && !isHanded(word));

/** Files that a person opened with Namedesk: by a double click, or behind the program's name. */
export interface HandedFiles {
  /** Takes what a start was given; another start hands its own over. Only names are looked at, and nothing is read. */
  readonly takeArguments: (argv: readonly string[], directory: string) => void;
  /** Takes one path, as macOS hands it over. */
  readonly takePath: (path: string) => void;
  /** What the page is to open; null: nothing. */
  readonly waiting: () => HandedKind | null;
  /** The path of the file that waits, once; null where it is of another kind, or none waits. */
  readonly take: (kind: HandedKind) => string | null;
  readonly onHanded: (listener: () => void) => void;
}

/** The page never learns the path, and decides when it is read. Of several files the last one waits. */
export function createHandedFiles(): HandedFiles {
  let waiting: { readonly kind: HandedKind; readonly path: string } | null = null;
  let listener: () => void = () => undefined;

  function takePath(path: string): void {
    const kind = kinds.get(extname(path).toLowerCase());
    if (kind === undefined) return;
    waiting = { kind, path };
    listener();
  }

  return {
    takePath,
    takeArguments(argv, directory) {
      if (commandIn(argv) !== null) return;
      const path = argv.slice(1).findLast(isHanded);
      if (path !== undefined) takePath(resolve(directory, path));
    },
    waiting: () => waiting?.kind ?? null,
    take(kind) {
      if (waiting?.kind !== kind) return null;
      const { path } = waiting;
      waiting = null;
      return path;
    },
    onHanded: (heard) => (listener = heard),
  };
}
