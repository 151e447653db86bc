import type { Row, Taken } from './figure.ts';

/** One run of each side, one right after the other. */
export interface Turn {
  readonly ours: Taken;
  readonly limit: Taken | null;
}

/** Measures both sides in turn, A B A B …, so that what changes on the machine meanwhile changes both. */
export async function takeInTurn({ ours, limit }: Row, runs: number): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (let run = 0; run < runs; run += 1) {
    const our = await ours.take();
    turns.push({ ours: our, limit: limit === null ? null : await limit.take() });
  }
  return turns;
}
