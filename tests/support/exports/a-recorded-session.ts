import { randomUUID } from 'node:crypto';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';
import { anAccount, valueOf } from '../workspace/a-workspace.ts';

/** What the service says of a name under a TLD: fields of a lookup result, as the API document has them. */
export type SaysOf = (label: string, tld: string) => object | null;

/** Every third available with a price, every third taken, every third reserved. */
export const inTurn: SaysOf = (label, tld) => {
  const turn = (label.length + tld.length) % 3;
  if (turn === 0)
    return {
      isAvailable: true,
      isPremium: false,
      isValidDomain: true,
      status: 'available for registration',
      pricing: { '1': { register: '12.50', transfer: '11.00', renew: '14.90' } },
    };
  return { isAvailable: false, isValidDomain: true, status: turn === 1 ? 'registered' : 'reserved' };
};

/**
 * A session whose cells were asked, in a real workspace; as the engine records it.
 *
 * @param says Null leaves a cell out of the answer: it is unknown then.
 * @param asked How many of the names were asked, from the first on; the others stay unchecked.
 */
export async function aRecordedSession(
  { accounts, sessions }: Pick<Workspace, 'accounts' | 'sessions'>,
  names: readonly string[],
  tlds: readonly string[],
  says: SaysOf = inTurn,
  asked = names.length,
): Promise<string> {
  const id = randomUUID();
  const accountId = anAccount().id;
  valueOf(await accounts.save(anAccount()));
  const session = {
    id,
    accountId,
    name: 'Recorded',
    state: 'paused',
    source: 'pasted',
    rerunOf: null,
  } as const;
  const createdAt = '2026-02-21T14:00:00.000Z';
  valueOf(
    await sessions.create({ session: { ...session, createdAt, tlds: [...tlds] }, names: names.join('\n') }),
  );
  const columns = Uint16Array.from(tlds.keys());
  const checkedAtMs = Date.parse('2026-02-21T14:05:06.000Z');
  for (let row = 0; row < asked; row += 100) {
    const requests = names.slice(row, Math.min(row + 100, asked)).map((label, index) => ({
      ...{ row: row + index, columns, checkedAtMs, cause: null, message: '' },
      body: answerOf(label, tlds, says),
    }));
    valueOf(await sessions.record({ id, requests }));
  }
  valueOf(await sessions.seal());
  return id;
}

function answerOf(label: string, tlds: readonly string[], says: SaysOf): Uint8Array<ArrayBuffer> {
  const entries = tlds.flatMap((tld) => {
    const said = says(label, tld);
    return said === null ? [] : [{ domainName: `${label}.${tld}`, ...said }];
  });
  return new Uint8Array(Buffer.from(JSON.stringify(entries)));
}
