import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import {
  createSessionsHandlers,
  type SessionsHandlersDeps,
} from '../../../../../../electron/main/ipc/handlers/sessions.ts';

const id = '0b6a2a4e-8f0e-4a56-9f0e-0a7f3d1b2c22';
const draftId = '6f1f7c3e-0d65-4a56-8f0e-0a7f3d1b2c11';
const answered = '[{"domainName":"bakery.net","tld":"net","isAvailable":true}]';

interface Given {
  readonly account?: boolean;
  readonly createFails?: boolean;
  readonly answer?: string;
}

function aDesk({ account = true, createFails = false, answer = answered }: Given = {}) {
  const happened: unknown[] = [];
  const deps = {
    active: { account: () => Promise.resolve(ok({ id: 'switched-to' })) },
    accounts: {
      find: (one: string) =>
        Promise.resolve(account ? ok({ id: one, label: 'Northwind' }) : fail({ kind: 'no-account' })),
    },
    intake: {
      draft: () => Promise.resolve(ok({ names: ['bakery', 'butcher'], source: 'shops.csv' })),
      discard: (draft: string) => void happened.push(`discarded ${draft}`),
    },
    sessions: {
      find: () => Promise.resolve(ok({ id, accountId: 'a', names: 2, tlds: ['com', 'net'] })),
      create: (draft: unknown) => {
        happened.push(draft);
        return Promise.resolve(createFails ? fail({ kind: 'storage', fault: 'full' }) : ok({ id }));
      },
    },
    kept: {
      details: ({ cell }: { readonly cell: number }) => {
        happened.push(`cell ${cell}`);
        return Promise.resolve(ok({ finding: { domain: 'bakery.net', tld: 'net' }, answer }));
      },
      findings: ({ cells }: { readonly cells: Uint32Array }) => {
        happened.push([...cells]);
        return Promise.resolve(ok([]));
      },
    },
    views: { open: () => Promise.resolve(ok({ id })), close: () => undefined },
  } as unknown as SessionsHandlersDeps; // what the handlers use of sessions and accounts, and no more
  return { handlers: createSessionsHandlers(deps), happened };
}

describe('a new session', () => {
  const asked = { accountId: 'a', draftId, name: 'Shops', tlds: ['com'], start: true };

  it('F15 is made of the draft for the account of the form, whichever is active by now, and uses the draft up', async () => {
    const { handlers, happened } = aDesk();
    expect((await handlers.create(asked)).ok).toBe(true);
    expect(happened).toEqual([
      {
        accountId: 'a',
        name: 'Shops',
        names: ['bakery', 'butcher'],
        source: 'shops.csv',
        tlds: ['com'],
        isStarted: true,
      },
      `discarded ${draftId}`,
    ]);
  });

  it('that cannot be kept leaves the draft for another try', async () => {
    const { handlers, happened } = aDesk({ createFails: true });
    expect((await handlers.create(asked)).ok).toBe(false);
    expect(happened).toHaveLength(1);
  });

  it('needs an account', async () => {
    const { handlers, happened } = aDesk({ account: false });
    expect(await handlers.create(asked)).toEqual(fail({ kind: 'no-account' }));
    expect(happened).toEqual([]);
  });
});

describe('a cell', () => {
  it('is counted row by row, and comes with every field of its result', async () => {
    const { handlers, happened } = aDesk();
    const details = await handlers.cell({ id, row: 1, column: 1 });
    expect(happened).toEqual(['cell 3']);
    expect(details.ok && details.value.fields).toContainEqual({ path: 'isAvailable', value: 'true' });
    expect(details.ok && details.value.accountLabel).toBe('Northwind');
  });

  it('without an answer has no fields', async () => {
    const details = await aDesk({ answer: '' }).handlers.cell({ id, row: 0, column: 0 });
    expect(details.ok && details.value.fields).toEqual([]);
  });

  it('shows a long answer as far as a person reads, its fields from the whole of it', async () => {
    const answer = `[${' '.repeat(70_000)}${answered.slice(1)}`;
    const details = await aDesk({ answer }).handlers.cell({ id, row: 0, column: 1 });
    expect(details.ok && details.value.answer).toHaveLength(65_536);
    expect(details.ok && details.value.fields).toHaveLength(3);
  });

  it.each([
    ['row', { row: 2, column: 0 }],
    ['column', { row: 0, column: 2 }],
  ])('outside of the session by its %s is refused before anything is read', async (_case, place) => {
    const { handlers, happened } = aDesk();
    expect(await handlers.cell({ id, ...place })).toMatchObject({ ok: false, error: { field: 'row' } });
    expect(happened).toEqual([]);
  });
});

it('a row is every cell of its name, in the order of the columns', async () => {
  const { handlers, happened } = aDesk();
  await handlers.row({ id, row: 1 });
  expect(happened).toEqual([[2, 3]]);
  expect((await handlers.row({ id, row: 2 })).ok).toBe(false);
});
