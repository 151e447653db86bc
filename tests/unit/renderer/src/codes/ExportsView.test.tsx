// @vitest-environment jsdom

import { act, cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { CodeExport, CodeExportRow, OpenedCodeFile } from '#shared/domain/code.ts';
import { fail, ok } from '#shared/result.ts';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aDomain, aKnown, anUnreadDomain } from '../../../../support/fake-portfolio.ts';
import { button, grid, showing, selectedNames } from '../domains/a-portfolio.tsx';
import { aPracticeAccount } from '../../../../support/fake-world.ts';
import { drawInJsdom } from '../../../../support/draw.tsx';
import { openCommand } from '../../../../../renderer/src/codes/export-store.ts';
import {
  aCodesWorld,
  aCodeExport,
  anExportId,
  anExportRow,
  outcomesOf,
} from '../../../../support/fake-codes.ts';

drawInJsdom();

const unlocked = aKnown('unlocked' as const);

const shops = (count: number) =>
  Array.from({ length: count }, (_, index) => aDomain(`shop-${index + 1}.com`, { lock: unlocked }));

async function asking(
  domains = shops(20),
  answers: FakeAnswers['codes'] = {},
  count = domains.length,
  requestsPerSecond: number | null = null,
) {
  const { options } = aPracticeAccount();
  const accounts = [aPracticeAccount({ options: { ...options, requestsPerSecond } })];
  const all = await showing({ world: { domains, accounts }, answers: { codes: answers } });
  const { user } = all;
  grid().focus();
  const downwards = '{ArrowDown}'.repeat(count - 1);
  await user.keyboard(count === domains.length ? '{Control>}a{/Control}' : ` {Shift>}${downwards}{/Shift}`);
  await user.click(button('Transfer codes…'));
  return all;
}

const dialog = () => screen.getByRole('dialog');

const go = () => within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Choose location…' });

describe('codes of a selection', () => {
  it('say which were registered so lately that most registries refuse to move them', async () => {
    const addedAt = new Date(Date.now() - 10 * 86_400_000).toISOString();
    const [first = aDomain('shop-1.com'), ...others] = shops(3);
    await asking([{ ...first, addedBy: 'registration', addedAt }, ...others]);
    expect(dialog().textContent).toContain('1 of them was registered or moved within the last 60 days');
  });

  it('are asked for after it was said what happens, and one is led to the file', async () => {
    const { user, asked, view } = await asking(shops(20), {}, 3, 3);
    const said = dialog().textContent;
    expect(said).toContain('Transfer codes of 3 domains into a file');
    expect(said).toContain('shop-1.com, shop-10.com, shop-11.com');
    expect(said).toContain('3 requests, one at a time: at least 1 s');
    expect(said).toContain('No code is shown or copied.');
    expect(said).toContain('At some registries each request issues a new code');
    expect(within(dialog()).queryByRole('textbox')).toBeNull();
    // Nothing is said of locks where none is on.
    expect(within(dialog()).queryByRole('note')).toBeNull();
    await user.click(go());
    expect(asked('codes.saveMany')).toEqual([
      { accountId: 'practice', domains: ['shop-1.com', 'shop-10.com', 'shop-11.com'], format: 'age' },
    ]);
    expect(view()).toMatchObject({ screen: 'domains', view: { kind: 'codes' } });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('go into a page for browsers where that is chosen', async () => {
    const { user, asked } = await asking(shops(20), {}, 3);
    expect(dialog().textContent).toContain('in a terminal by the free program age');
    await user.click(within(dialog()).getByText('Page for any browser'));
    expect(dialog().textContent).toContain('it asks for the passphrase and shows the codes');
    await user.click(go());
    expect(asked('codes.saveMany')).toMatchObject([{ format: 'html' }]);
  });

  it('of many, above a fifth of the portfolio, are not requested before their count is typed', async () => {
    const { user, asked } = await asking(shops(20), {}, 5);
    expect(go().disabled).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'Type 5 to confirm' }), '4{Enter}');
    expect(asked('codes.saveMany')).toHaveLength(0);
    await user.clear(screen.getByRole('textbox', { name: 'Type 5 to confirm' }));
    await user.type(screen.getByRole('textbox', { name: 'Type 5 to confirm' }), '5{Enter}');
    expect(asked('codes.saveMany')).toHaveLength(1);
  });

  it('say which are locked, and lead to a batch that unlocks those alone', async () => {
    const domains = [
      ...shops(8),
      aDomain('a-locked.com'),
      aDomain('b-locked.com'),
      anUnreadDomain('c-unread.com'),
    ];
    const { user, asked, view } = await asking(domains, {}, 4);
    const note = within(dialog()).getByRole('note').textContent;
    expect(note).toContain('2 are locked as last known: a-locked.com, b-locked.com.');
    expect(note).toContain('Lock unknown for 1 domain.');
    await user.click(within(dialog()).getByRole('button', { name: 'Create a batch to unlock them' }));
    expect(asked('batches.prepare')).toEqual([
      {
        accountId: 'practice',
        ask: { kind: 'lock', state: 'unlocked' },
        domains: ['a-locked.com', 'b-locked.com'],
      },
    ]);
    expect(asked('codes.saveMany')).toHaveLength(0);
    expect(view()).toMatchObject({ screen: 'changes', view: { kind: 'batch' } });
  });

  it('are not asked for where one turns back in the code window', async () => {
    const { user, view } = await asking(
      shops(20),
      { saveMany: () => Promise.resolve(ok({ codeExport: null })) },
      2,
    );
    await user.click(go());
    expect(await screen.findByText('Cancelled: nothing was requested.')).toBeTruthy();
    expect(view()).toMatchObject({ view: { kind: 'list' } });
  });
});

const path = '/home/robin/Documents/transfer-codes-2026-11-21.age';

const rows: readonly CodeExportRow[] = [
  anExportRow(0, { outcome: 'code' }),
  anExportRow(1, {
    outcome: 'refused',
    error: { kind: 'refused', why: 'other', status: 200, said: 'Within 60 days' },
  }),
  anExportRow(2, { outcome: 'emailed' }),
  anExportRow(3, { outcome: 'no-answer', error: { kind: 'unreachable', why: 'no-answer-in-time' } }),
  anExportRow(4),
];

async function shown(
  changes: Partial<CodeExport> = {},
  of = rows,
  exportId: string | null = anExportId(1),
  answers: FakeAnswers = {},
) {
  const codeExport = aCodeExport({ path, ...changes }, of);
  const codes = aCodesWorld({ codeExports: [codeExport], rows: new Map([[codeExport.id, of]]) });
  const domains = of.map(({ domain }) => aDomain(domain));
  const all = await showing({ world: { codes, domains }, view: { kind: 'codes', exportId }, answers });
  await screen.findByRole('grid');
  return { ...all, codes, codeExport };
}

const part = (name: string) => screen.getByRole('region', { name });

const lines = () =>
  within(screen.getByRole('grid', { name: /^Outcome/ }))
    .getAllByRole('row')
    .slice(1);

const ended = { endedAt: '2026-11-21T08:01:00.000Z', file: 'there' } as const;

describe('codes on their way into a file', () => {
  it('say how far they are, what came for each domain in the service’s own words, and follow what main tells', async () => {
    const { bridge, codes, codeExport } = await shown();
    expect(part('Progress').textContent).toContain('Requesting: 4 of 5 domains');
    expect(screen.getByRole('list', { name: 'Outcome' }).textContent).toBe(
      '1 with a code1 e-mailed to the registrant1 refused1 not read: without a complete answer1 to request',
    );
    expect(part('The file').textContent).toContain('Nothing is on disk unencrypted.');
    expect(lines().map(({ textContent }) => textContent)).toEqual([
      'shop-1.comCode received',
      'shop-2.comRefused by the serviceThe service refused. The service said: “Within 60 days” (HTTP 200).',
      'shop-3.comE-mailed to the registrant (as reported)',
      expect.stringContaining('Not read: no complete answer, a new code may have been issued'),
      'shop-5.comNot requested yet',
    ]);
    const over = rows.map((row) => ({ ...row, outcome: row.outcome ?? ('code' as const) }));
    codes.rows.set(codeExport.id, over);
    act(() =>
      bridge.tell('codes.exportChanged', { ...codeExport, ...outcomesOf(over), ...ended, state: 'done' }),
    );
    expect(part('Progress').textContent).toContain('Done: 2 codes of 5 domains');
    await vi.waitFor(() => expect(lines()[4]?.textContent).toBe('shop-5.comCode received'), {
      timeout: 10_000,
    });
  });

  it('say that what came of each could not be read, and read it again', async () => {
    let isFull = true;
    const { user } = await shown({}, rows, anExportId(1), {
      codes: {
        exportRows: () =>
          Promise.resolve(
            isFull ? fail({ kind: 'storage', fault: 'full' }) : ok({ rows: [...rows], total: rows.length }),
          ),
      },
    });
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t load the outcome by domain');
    isFull = false;
    await user.click(button('Try again'));
    expect(lines()).toHaveLength(rows.length);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('say why they wait, and stop where that is wanted', async () => {
    const { user, asked } = await shown({ waitsFor: { kind: 'unreachable', why: 'offline' } });
    expect(part('Progress').textContent).toContain('Waiting: 4 of 5 domains requested');
    expect(part('Progress').textContent).toContain('Resumes automatically.');
    await user.click(button('Stop'));
    expect(asked('codes.stopExport')).toEqual([{ id: anExportId(1) }]);
    expect(part('Progress').textContent).toContain('Stopped: 1 code, 4 of 5 domains requested');
  });
});

describe('a file with codes', () => {
  it.each([
    [
      'a path with an apostrophe',
      "/tmp/robin's/codes.age",
      false,
      String.raw`age --decrypt '/tmp/robin'\''s/codes.age'`,
    ],
    [
      'a path of Windows',
      String.raw`C:\Users\R P\codes.age`,
      true,
      String.raw`age --decrypt "C:\Users\R P\codes.age"`,
    ],
  ])('is opened from a shell: %s', (_, of, isWindows, command) => {
    expect(openCommand(of, isWindows)).toBe(command);
  });

  it.each([
    ['for Namedesk', 'age', 'The free program age opens it too', 1],
    ['that is a page', 'html', 'Any browser opens it too', 0],
  ])('%s says how it is opened', async (_, format, said, commandCount) => {
    await shown({ state: 'done', file: 'there', path: `/tmp/leaving.${format}` });
    expect(part('The file').textContent).toContain(said);
    expect(screen.queryAllByRole('button', { name: 'Copy the command' })).toHaveLength(commandCount);
  });

  it.each<readonly [string, RegExp, Partial<CodeExport>, readonly CodeExportRow[]]>([
    [
      'that could not be written',
      /there is no file/i,
      { state: 'failed', file: 'none', error: { kind: 'storage', fault: 'full' } },
      rows,
    ],
    [
      'for which nothing was asked',
      /there is no file/i,
      { state: 'stopped', file: 'none' },
      [anExportRow(0), anExportRow(1)],
    ],
    ['that was moved since', /is no longer there/, { state: 'done', file: 'gone' }, rows],
    ['that was moved since, of some', /is no longer there/, { state: 'stopped', file: 'gone' }, rows],
  ])('%s is not said to be there', async (_, words, changes, of) => {
    await shown({ ...ended, ...changes }, of);
    expect(screen.queryByRole('region', { name: 'The file' })).toBeNull();
    expect(part('Progress').textContent).toMatch(words);
  });

  it('that ended early says why, and does not claim that nothing was changed', async () => {
    const error = { kind: 'refused', why: 'credentials', status: 401, said: 'Invalid API Token' } as const;
    await shown({ state: 'failed', error, ...ended });
    const alert = screen.getByRole('alert').textContent;
    expect(alert).toContain('1 domain was not requested. The service refused the key or the e-mail address.');
    expect(alert).not.toContain('Nothing was changed');
    expect(part('The file')).toBeTruthy();
  });
});

describe('those without a code', () => {
  it('are selected to be asked again, without those that were e-mailed', async () => {
    const { user, asked } = await shown({ state: 'stopped', ...ended });
    await user.click(button('Select 3 domains without a code…'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Transfer codes of 3 domains into a file');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(selectedNames()).toEqual(['shop-2.com', 'shop-4.com', 'shop-5.com']);
    expect(asked('codes.saveMany')).toHaveLength(0);
  });

  it('H23 those that were not read are counted by themselves with why, shown alone, and selected alone to be asked again', async () => {
    const { user } = await shown({ state: 'stopped', ...ended });
    expect(part('Progress').textContent).toContain('1 not read. The service did not answer in time.');
    expect(button('Not read 1')).toBeTruthy();
    await user.click(button('Select 1 domain not read…'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(selectedNames()).toEqual(['shop-4.com']);
  });

  it('are called e-mailed instead where all of them were', async () => {
    await shown({ state: 'done', ...ended });
    expect(button('No code came 3')).toBeTruthy();
    cleanup();
    await shown(
      { state: 'done', ...ended },
      [rows[0], rows[2]].flatMap((row) => row ?? []),
    );
    expect(button('E-mailed instead 1')).toBeTruthy();
    cleanup();
    await shown(
      { state: 'done', ...ended },
      [rows[0]].flatMap((row) => row ?? []),
    );
    expect(button('No code came 0')).toBeTruthy();
  });

  it('are all but the e-mailed ones where what came was never put into a file', async () => {
    const error = { kind: 'storage', fault: 'full' } as const;
    const { user } = await shown({ state: 'failed', error, ...ended, file: 'none' });
    await user.click(button('Select 4 domains to request again…'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(selectedNames()).toEqual(['shop-1.com', 'shop-2.com', 'shop-4.com', 'shop-5.com']);
  });
});

describe('the files of this run', () => {
  it('are listed with how far each is, and opened', async () => {
    const { user, view } = await shown({}, rows, null);
    const line = screen.getByRole('row', { name: /^transfer-codes-2026-11-21\.age/ });
    expect(line.textContent).toContain('Running · 4 of 5');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(view()).toMatchObject({ view: { kind: 'codes', exportId: anExportId(1) } });
  });
});

describe('a code file that is opened', () => {
  const file: OpenedCodeFile = {
    id: anExportId(7),
    fileName: 'leaving.age',
    requestedAt: '2026-11-21T07:00:00.000Z',
    rows: [
      { domain: 'harbour.example', hasCode: true },
      { domain: 'oakline.example', hasCode: false },
      { domain: 'xn--bcher-kva.example', hasCode: true },
    ],
  };
  const label = 'Open a code file…';

  async function opening(answers: FakeAnswers['codes'] = {}) {
    const codes = aCodesWorld({ file });
    const all = await showing({
      world: { codes },
      view: { kind: 'codes', exportId: null },
      answers: { codes: answers },
    });
    await all.user.click(await screen.findByRole('button', { name: label }));
    return all;
  }

  const row = (name: RegExp) => within(dialog()).getByRole('row', { name });

  it('lists its domains, and has main show one code at a time', async () => {
    const { user, asked } = await opening();
    expect(dialog().textContent).toContain('2 codes of 3 domains');
    await user.click(row(/^oakline/));
    expect(asked('codes.showFromFile')).toEqual([]);
    await user.click(row(/^bücher/));
    expect(asked('codes.showFromFile')).toEqual([{ id: file.id, index: 2 }]);
    expect(row(/^bücher/).textContent).toContain('Show again…');
    await user.type(within(dialog()).getByLabelText('Find a domain'), 'BÜCH');
    expect(within(dialog()).getAllByRole('row')).toHaveLength(2);
    await user.click(row(/^bücher/));
    expect(asked('codes.showFromFile')).toHaveLength(2);
  });

  it.each(['its button', 'Escape', 'another screen'])('is closed in main by %s', async (how) => {
    const { user, asked, stores } = await opening();
    if (how === 'its button') await user.click(within(dialog()).getByText('Close'));
    else if (how === 'Escape') await user.keyboard('{Escape}');
    else act(() => stores.route.actions.goToDomains({ kind: 'list' }));
    await vi.waitFor(() => expect(asked('codes.closeFile')).toEqual([{ id: file.id }]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('goes when main has closed it, and that is said', async () => {
    const { bridge, asked } = await opening();
    act(() => bridge.tell('codes.fileClosed', { id: anExportId(8) }));
    expect(dialog()).toBeTruthy();
    act(() => bridge.tell('codes.fileClosed', { id: file.id }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText(/was closed and its codes forgotten/).textContent).toContain('leaving.age');
    expect(asked('codes.closeFile')).toEqual([]);
  });

  it('says why a file cannot be opened, and nothing where that was cancelled', async () => {
    const reason = 'leaving.age is damaged or incomplete, so nothing in it is shown.';
    const answers = [
      fail({ kind: 'invalid-input', field: 'file', reason } as const),
      fail({ kind: 'no-account' } as const),
      ok({ file: null }),
    ];
    const openFile = () => Promise.resolve(answers.shift() ?? ok({ file: null }));
    const { user } = await opening({ openFile });
    expect(screen.getByRole('alert').textContent).toBe(`The file was not opened${reason}`);
    await user.click(button(label));
    expect(screen.getByRole('alert').textContent).toContain('No account is set up.');
    await user.click(button(label));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says why a code is not shown', async () => {
    const error = { kind: 'journal-broken', journal: 'accesses', seq: 3 } as const;
    const { user } = await opening({ showFromFile: () => Promise.resolve(fail(error)) });
    await user.click(row(/^harbour/));
    expect(within(dialog()).getByRole('alert').textContent).toContain('The code was not shown');
    expect(row(/^harbour/).textContent).not.toContain('again');
  });
});
