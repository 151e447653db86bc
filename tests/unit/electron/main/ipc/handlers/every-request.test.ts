import { describe, expect, it } from 'vitest';
import { contract } from '#shared/ipc/contract.ts';
import type { Handlers } from '#shared/ipc/types.ts';
import { fail, ok } from '#shared/result.ts';
import { everyRequest } from '../../../../../../electron/main/ipc/handlers/every-request.ts';
import { handlersOnceReady } from '../../../../../../electron/main/ipc/handlers/once-ready.ts';
import { handlersWithoutWorkspace } from '../../../../../../electron/main/ipc/handlers/without-workspace.ts';

const namesOf = (table: object): readonly string[] =>
  Object.entries(table).flatMap(([area, methods]: [string, object]) =>
    Object.keys(methods).map((method) => `${area}.${method}`),
  );

const about = {
  version: '1',
  electron: '2',
  platform: 'p',
  workspacePath: '/w',
  placeRisk: null,
};

it('a table for every request names each request of the contract once', () => {
  expect(namesOf(everyRequest(() => () => Promise.resolve(ok({})))).toSorted()).toEqual(
    namesOf(contract).toSorted(),
  );
});

describe('while the workspace is being opened', () => {
  it('a request waits for its own handler and gets its answer', async () => {
    const ready = Promise.withResolvers<Handlers>();
    const answer = handlersOnceReady(() => ready.promise).tlds.sets({});
    const named = everyRequest((area, method) => () => Promise.resolve(ok(`${area}.${method}`)));
    ready.resolve(named);
    expect(await answer).toEqual(ok('tlds.sets'));
  });
});

describe('where the workspace could not be opened', () => {
  const newer = { kind: 'storage', fault: 'newer-version' } as const;

  it('every request says why', async () => {
    const handlers = handlersWithoutWorkspace(newer, about);
    expect(await handlers.accounts.list({})).toEqual(fail(newer));
    expect(await handlers.settings.read({})).toEqual(fail(newer));
  });

  it('only where the workspace is can still be asked', async () => {
    expect(await handlersWithoutWorkspace(newer, about).app.about({})).toEqual(ok(about));
  });
});
