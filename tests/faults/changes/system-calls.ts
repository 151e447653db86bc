/**
 * What strace saw, in the order in which it was done: syncs of the write-ahead log that came to their end, and whatever else
 * `nameOf` has a name for.
 */
export function callsIn<T extends string>(
  lines: readonly string[],
  nameOf: (line: string) => T | null,
): readonly ('sync' | T)[] {
  /** Threads whose sync is on its way: strace cuts a call in two where another thread comes between. */
  const underWay = new Set<string>();

  const isSync = (line: string): boolean => {
    const [thread = ''] = line.split(' ', 1);
    const begins = /f(data)?sync\(\d+<[^>]*-wal>/.test(line);
    if (begins && line.includes('<unfinished')) underWay.add(thread);
    if (begins) return line.endsWith('= 0');
    return /<\.\.\. f(data)?sync resumed>.*= 0$/.test(line) && underWay.delete(thread);
  };

  return lines.flatMap((line) => {
    const name = isSync(line) ? 'sync' : nameOf(line);
    return name === null ? [] : [name];
  });
}
