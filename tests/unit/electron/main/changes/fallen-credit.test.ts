import { describe, expect, it } from 'vitest';
import type { Change, ChangeState } from '#shared/domain/change.ts';
import { accountId, asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import { type Meant, noes } from '../../../../support/changes/noes.ts';
import { aClient, answered } from '../reseller/a-client.ts';

type Kind = keyof typeof asks;
const paid = ['renew', 'register'] as const satisfies readonly Kind[];
const provable = ['lock', 'nameservers', 'contacts'] as const satisfies readonly Kind[];
const unprovable = [
  'child-register',
  'child-modify',
  'child-delete',
  'sync',
] as const satisfies readonly Kind[];

const isDefined = (meant: Meant): boolean => !['rate', 'exists', 'pending', 'doubt'].includes(meant);

/** A desk whose writes are answered by the real client with these words; `effect` is what the service does all the same. */
function aDesk(kind: Kind, said: string, status: number, effect: (desk: ChangingDesk) => void): ChangingDesk {
  const desk = new ChangingDesk();
  if (kind === 'register') desk.service.free(domain);
  const { client } = aClient({
    answer: () => {
      effect(desk);
      return answered(JSON.stringify({ error: said }), status);
    },
  });
  const { renew, register, sync, writeLock, writeNameservers, writeContacts } = client;
  const { registerChildNameserver, modifyChildNameserver, deleteChildNameserver } = client;
  Object.assign(desk.service.client, {
    ...{ renew, register, sync, writeLock, writeNameservers, writeContacts },
    ...{ registerChildNameserver, modifyChildNameserver, deleteChildNameserver },
  });
  return desk;
}

const charged = ({ service }: ChangingDesk): void => void (service.credit -= 10);
const nothing = (): void => undefined;

/** What became of it in an hour. */
async function inAnHour(desk: ChangingDesk, kind: Kind): Promise<Change> {
  const { id } = await desk.settled(asks[kind]);
  await desk.time.pass(3_600_000);
  expect(desk.bugs).toEqual([]);
  return await desk.find(id);
}

const refusing: ReadonlySet<ChangeState> = new Set(['refused', 'not-applied']);

describe('F2 a no while the credit fell', () => {
  it.each(paid)(
    'is none, whatever the words: %s',
    async (kind) => {
      const believed: string[] = [];
      for (const [said] of noes) {
        for (const status of [200, 400, 429]) {
          const { state } = await inAnHour(aDesk(kind, said, status, charged), kind);
          if (refusing.has(state)) believed.push(`${status} ${said}: ${state}`);
          else expect(state).toBe('uncertain');
        }
      }
      expect(believed).toEqual([]);
    },
    60_000,
  );

  it('keeps the next renewal out, and says what was read', async () => {
    const desk = aDesk('renew', 'cURL error 28: Operation timed out', 200, charged);
    const change = await inAnHour(desk, 'renew');
    expect(change).toMatchObject({
      state: 'uncertain',
      error: { kind: 'uncertain', why: 'unclear-refusal', said: 'cURL error 28: Operation timed out' },
      evidence: [{ label: 'Credit', before: '500.00', after: '490.00', speaks: 'for' }],
    });
    expect(await desk.changes.prepare(accountId, domain, asks.renew)).toMatchObject({
      error: { kind: 'open-change', changeId: change.id },
    });
  });

  it('of a registration is applied where the name turns out to be ours', async () => {
    for (const [said] of noes) {
      const desk = aDesk('register', said, 200, ({ service }) => {
        charged(desk);
        // Its registrant is the one that the desk's registration sends.
        Object.assign(service.there(domain), { finding: 'taken', isOurs: true, contacts: ours });
      });
      expect((await inAnHour(desk, 'register')).state).toBe('applied');
    }
  }, 60_000);
});

const ours = [{ name: 'Registrant', fields: [{ name: 'Email', value: 'ada@example.com' }] }];

describe('F2 a no while the credit did not fall', () => {
  it('of a renewal is refused where it is defined, and waits for a person where it is not', async ({
    annotate,
  }) => {
    const states = new Map<string, ChangeState>();
    for (const [said, meant] of noes) {
      const { state } = await inAnHour(aDesk('renew', said, 200, nothing), 'renew');
      states.set(said, state);
      expect(`${said}: ${state}`).toBe(`${said}: ${isDefined(meant) ? 'refused' : 'uncertain'}`);
    }
    const refused = [...states.values()].filter((state) => state === 'refused').length;
    await annotate(
      `figure: of ${states.size} sentences to a renewal ${refused} are refused, ${states.size - refused} wait for a person; with a fallen credit none is refused`,
    );
  });

  it.each(unprovable)('is the same of a %s', async (kind) => {
    for (const [said, meant] of noes) {
      const { state } = await inAnHour(aDesk(kind, said, 400, nothing), kind);
      expect(`${said}: ${state}`).toBe(`${said}: ${isDefined(meant) ? 'refused' : 'uncertain'}`);
    }
  });

  it.each(provable)('of a %s that is not defined is decided by what is read', async (kind) => {
    for (const [said, meant] of noes.filter(([, each]) => !isDefined(each))) {
      const { state } = await inAnHour(aDesk(kind, said, 400, nothing), kind);
      expect(`${said}: ${state}`).toBe(`${said}: ${meant === 'pending' ? 'uncertain' : 'not-applied'}`);
    }
  });

  it('a 429 to a write is sent once and read back: never refused where nothing can be read, never sent again', async () => {
    for (const kind of ['lock', 'renew', 'sync', 'register'] as const) {
      let writes = 0;
      const desk = aDesk(kind, 'Too many requests', 429, () => void (writes += 1));
      const { state } = await inAnHour(desk, kind);
      const states = { lock: 'refused', renew: 'uncertain', sync: 'uncertain', register: 'not-applied' };
      expect({ kind, state, writes }).toEqual({ kind, state: states[kind], writes: 1 });
    }
  });
});
