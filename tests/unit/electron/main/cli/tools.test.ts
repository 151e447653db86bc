import { describe, expect, it } from 'vitest';
import { actions } from '../../../../../electron/main/actions.ts';
import { type Open, openToAssistants } from '../../../../../electron/main/action.ts';
import { batchCommands } from '../../../../../electron/main/cli/commands/batch-ask.ts';
import { callTool, type Reach, tools } from '../../../../../electron/main/cli/assistants/tools.ts';
import type { ServicesCall } from '../../../../../electron/main/cli/cli-command.ts';
import { reachOver } from '../../../../../electron/main/cli/commands/mcp.ts';
import { option } from '../../../../../electron/main/cli/options.ts';
import type { Row } from '../../../../../electron/main/cli/rows.ts';
import { nouns } from '../../../../../electron/main/cli/run.ts';
import { aTerminal } from '../../../../support/command-line/a-command-line.ts';

const account = 'Acme';
const names = ['more-0.com'];
const contacts = { Registrant: { City: 'Kiel' } };
/** What each tool is asked in each of its ways, and what it has done then. */
const asked: Readonly<Record<string, readonly (readonly [input: object, done: string])[]>> = {
  list_accounts: [[{}, 'list']],
  look_up_names: [[{ account, names: ['oak'], tlds: ['com'] }, '']],
  list_sessions: [[{}, 'list']],
  session_findings: [[{ session: 'monday', text: 'oak', finding: 'available' }, 'export <S>']],
  list_domains: [[{ account, expiresWithinDays: 3, lock: 'locked' }, 'list']],
  today: [[{}, '']],
  seen_prices: [[{ account, name: 'oak.com' }, 'action']],
  list_changes: [[{ domain: 'oak', state: 'uncertain' }, 'list']],
  list_batches: [[{}, 'list']],
  show_batch: [[{ batch: crypto.randomUUID() }, 'show <ID>']],
  propose_batch: (
    [
      [{ kind: 'lock', state: 'locked' }, 'lock'],
      [{ kind: 'lock', state: 'unlocked' }, 'unlock'],
      [{ kind: 'nameservers', nameservers: ['ns1.a.example'] }, 'nameservers'],
      [{ kind: 'renew', years: 1 }, 'renew'],
      [{ kind: 'contacts', contacts }, 'contacts'],
      [{ kind: 'register', years: 1, contacts, nameservers: ['ns1.a.example'] }, 'register'],
      [{ kind: 'sync' }, 'sync'],
      [{ kind: 'child-register', host: 'ns1.a.com', address: '192.0.2.1' }, 'child-register'],
      [{ kind: 'child-modify', host: 'ns1.a.com', address: '::1', newAddress: '::2' }, 'child-modify'],
      [{ kind: 'child-delete', host: 'ns1.a.com' }, 'child-delete'],
    ] as const
  ).map(([change, done]) => [{ account, names, why: 'because', change }, done] as const),
};

describe('the wall around assistants', () => {
  const reach = reachOver({ terminal: aTerminal(), services: {} } as unknown as ServicesCall);

  /** Every command below these, by its words. */
  const below = (row: Row, path: string): readonly (readonly [string, Row])[] => [
    [path, row],
    ...(row.rows ?? []).flatMap((each) => below(each, `${path} ${each.command.split(' ')[0] ?? ''}`)),
  ];

  async function everyCommand(): Promise<readonly (readonly [string, Row])[]> {
    const line = { args: [], terminal: aTerminal(), hostFor: () => expect.unreachable() };
    const all = await Promise.all(nouns.map(async ([name, , load]) => below((await load(line)).noun, name)));
    return all.flat();
  }

  it('opens these commands and this action, and no others', async () => {
    const all = await everyCommand();
    expect(all.length).toBeGreaterThan(60);
    expect(all.flatMap(([path, { forAssistants }]) => (forAssistants === true ? [path] : []))).toEqual([
      ...['account list', 'lookup', 'session list', 'session export', 'domain list'],
      ...batchCommands.map(({ name }) => `batch create ${name}`),
      ...['batch list', 'batch show', 'today', 'journal list'],
    ]);
    const open = Object.entries(actions).flatMap(([area, table]) =>
      Object.entries(table).flatMap(([name, action]) =>
        'forAssistants' in action ? [`${area}.${name}`] : [],
      ),
    );
    expect(open).toEqual(['watching.prices']);
  });

  it('has every tool reach for what is open, and only for that', async () => {
    expect(Object.keys(asked).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
    for (const [tool, ways] of Object.entries(asked))
      for (const [input, done] of ways) {
        const reached: unknown[] = [];
        const noted: Reach = {
          accountId: () => Promise.resolve('a1'),
          read(action) {
            reached.push([action.forAssistants, 'action']);
            return Promise.reject(new Error('reached'));
          },
          run(...called: readonly [{ forAssistants: true; command: string }, ...unknown[]]) {
            reached.push([called[0].forAssistants, called[0].command]);
            return Promise.reject(new Error('reached'));
          },
        };
        await expect(callTool({ tool, by: 'x', input }, noted), tool).rejects.toThrow('reached');
        expect(reached, tool).toEqual([[true, done]]);
      }
  });

  it('refuses what is not open, whatever asks for it', async () => {
    let did = 0;
    const closed = {
      command: 'apply <ID>',
      does: () => Promise.resolve((did += 1) > 0 ? 0 : 1),
      run: () => ((did += 1) > 0 ? { ok: true, value: null } : { ok: true, value: 1 }),
    };
    // As the compiler does not let it pass.
    const forced = closed as unknown as Open<Row> & Open<{ run: () => { ok: true; value: null } }>;
    await expect(reach.run(forced, { options: {} })).rejects.toThrow('not open to assistants');
    await expect(reach.read(forced, {})).rejects.toThrow('not open to assistants');
    expect(did).toBe(0);
  });

  it('runs no command that would write a file, or that could say that an assistant asks and does not', async () => {
    let did = 0;
    const open = (...flags: readonly string[]) =>
      openToAssistants<Row>({
        command: 'make',
        options: [{ items: flags.map((each) => option(each, '')) }],
        does: () => Promise.resolve(((did += 1), { json: did })),
      });
    const refused = [
      [open('--out <FILE>'), { out: 'found.csv' }, 'writes a file'],
      [open('--by-assistant'), {}, 'does not say that an assistant asks: byAssistant'],
      [open('--proposed-by <NAME>'), { why: 'so' }, 'does not say that an assistant asks: proposedBy'],
      [openToAssistants<Row>({ command: 'make' }), {}, 'does nothing in a workspace'],
    ] as const;
    for (const [command, options, why] of refused)
      await expect(reach.run(command, { options }), why).rejects.toThrow(why);
    expect(did).toBe(0);
    const marked = { options: { byAssistant: true, proposedBy: 'An assistant' } };
    expect(await reach.run(open('--by-assistant', '--proposed-by <NAME>', '--out <FILE>'), marked)).toBe(1);
  });
});
