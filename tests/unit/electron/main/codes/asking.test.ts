import { expect, it } from 'vitest';
import { createAccessJournal } from '../../../../../electron/main/codes/asking.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { fail, ok } from '../../../../../shared/result.ts';

it('says of a chain that does not hold that it is that of accesses, and where', async () => {
  const written = () => Promise.resolve(ok({ kind: 'broken' as const, seq: 3 }));
  const nothing = (): never => {
    throw new Error('Not asked here');
  };
  const codeAccesses: Workspace['codeAccesses'] = {
    ...{ ask: written, conclude: written, noteCopy: written },
    ...{ list: nothing, page: nothing, health: nothing },
  };
  const journal = createAccessJournal({ workspace: { codeAccesses }, now: () => new Date(0) });
  const broken = fail({ kind: 'journal-broken', journal: 'accesses', seq: 3 });
  expect(await journal.asked({ id: 'a1', label: 'Acme' }, 'example.com', 'copy')).toEqual(broken);
  expect(await journal.answered(1, 'code')).toEqual(broken);
  expect(await journal.copiesShown({ id: 'a1', label: 'Acme' }, 'example.com')).toEqual(broken);
});
