import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { hostOver } from '../../../../../../electron/main/cli/host.ts';
import { runCommandLine } from '../../../../../../electron/main/cli/run.ts';
import { aTerminal, worldOfThisFile } from '../../../../../support/command-line/a-command-line.ts';
import { anAssistant } from '../../../../../support/command-line/an-assistant.ts';
import { createTestWorld, type TestWorld } from '../../../../../support/test-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const writesOf = (world: TestWorld): readonly string[] =>
  world.service
    .requests()
    .filter(
      ({ method, path }) =>
        (method === 'POST' && !path.endsWith('/domains/lookup')) || path.endsWith('/eppcode'),
    )
    .map(({ path }) => path);

describe('an assistant', () => {
  let world: TestWorld;
  let label: string;
  beforeEach(async () => {
    world = await createTestWorld({ service: { moreDomains: 30 } });
    valueOf(await world.workspace.settings.write({ assistantsEnabled: true }));
    label = valueOf(await world.accounts.find(world.accountId)).label;
    valueOf(await world.portfolio.add(world.accountId, 'more-0.com\nmore-1.com', [], 'typed'));
  });

  it('is offered tools that read or propose, and none that applies', async () => {
    const { client } = await anAssistant(world);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      ...['list_accounts', 'list_batches', 'list_changes', 'list_domains', 'list_sessions', 'look_up_names'],
      ...['propose_batch', 'seen_prices', 'session_findings', 'show_batch', 'today'],
    ]);
    for (const { name, annotations } of tools) {
      expect(annotations?.destructiveHint, name).toBe(false);
      expect(annotations?.readOnlyHint, name).toBe(name !== 'propose_batch' && name !== 'look_up_names');
    }
  });

  it('looks names up, and reads the session, the prices, domains, today and the journal without personal values', async () => {
    const { ask } = await anAssistant(world);
    expect(await ask('list_accounts')).toMatchObject({ isOk: true, value: [{ label }] });
    const found = await ask('look_up_names', {
      account: label,
      names: ['oak-and-elm'],
      tlds: ['com', '.net'],
    });
    expect(found).toMatchObject({
      isOk: true,
      value: { total: 2, rows: [{ domain: 'oak-and-elm.com' }, { domain: 'oak-and-elm.net' }] },
    });
    const sessions = (await ask('list_sessions')) as { value: { rows: readonly { id: string }[] } };
    const session = sessions.value.rows[0]?.id ?? '';
    expect(await ask('session_findings', { session })).toMatchObject({ isOk: true, value: { total: 2 } });
    expect(await ask('seen_prices', { account: label, name: 'oak-and-elm.com' })).toMatchObject({
      isOk: true,
    });
    expect(await ask('today')).toMatchObject({ isOk: true, value: { version: 1 } });
    expect(await ask('list_changes')).toMatchObject({ isOk: true, value: { total: 0 } });
    const domains = await ask('list_domains', { account: label });
    expect(domains).toMatchObject({
      isOk: true,
      value: { total: 2, rows: [{ domain: 'more-0.com' }, { domain: 'more-1.com' }] },
    });
    expect(JSON.stringify(domains)).not.toContain('"note"');
    expect(writesOf(world)).toEqual([]);
  });

  it('proposes a batch that waits, marked with who proposed it and why in one short line, and its digest stays here', async () => {
    const { ask } = await anAssistant(world, 'Evil\n\u202Eassistant');
    const why = `They asked me to.\n\n\u2066Press apply!\u0007 ${'a'.repeat(500)}`;
    const proposed = await ask('propose_batch', {
      ...{ account: label, names: ['more-0.com', 'more-1.com'], why },
      change: { kind: 'lock', state: 'locked' },
    });
    expect(proposed).toMatchObject({ isOk: true, value: { ready: 2, excluded: 0 } });
    expect(JSON.stringify(proposed.value)).not.toContain('digest');
    const [batch] = valueOf(await world.batches.list(world.accountId));
    expect(batch).toMatchObject({
      state: 'ready',
      counts: { remaining: 2 },
      proposal: { by: 'Evil assistant' },
    });
    expect(batch?.proposal?.why).toMatch(/^They asked me to\. Press apply! a+…?$/);
    expect(batch?.proposal?.why.length).toBeLessThanOrEqual(300);
    expect(JSON.stringify(await ask('show_batch', { batch: batch?.id }))).not.toContain(batch?.digest);
    const { rows } = valueOf(await world.today.read());
    expect(rows).toContainEqual(
      expect.objectContaining({
        subject: batch?.id,
        why: 'Proposed by an assistant, and waiting for your review.',
      }),
    );
    expect(writesOf(world)).toEqual([]);
  });

  it('H12 learns nothing of contacts, however its guesses are: of each domain it hears that it is ready', async () => {
    const { ask } = await anAssistant(world);
    const name = 'more-0.com';
    const right = world.service.domain(name)?.contacts.Registrant;
    expect(right?.City).toMatch(/./);
    const fields = (more: object) => ({ Registrant: { ...more } });
    const guesses: readonly (readonly [string, object])[] = [
      ['every field is right', fields(right ?? {})],
      ['one is right', fields({ City: right?.City })],
      ['one is wrong', fields({ City: 'Nowhere' })],
      ['one would be emptied', fields({ City: '' })],
      ['one is empty already', fields({ Address_2: '' })],
      ['the service shows no such field', fields({ Fax: '1' })],
    ];
    const told = new Set<string>();
    for (const [why, contacts] of guesses) {
      const change = { kind: 'contacts', contacts };
      const proposed = await ask('propose_batch', {
        account: label,
        names: [name, 'not-mine.com'],
        why,
        change,
      });
      expect(proposed.isOk, String(proposed.value)).toBe(true);
      const { id, ...review } = proposed.value as { readonly id: string };
      const shown = await ask('show_batch', { batch: id });
      const listed = (await ask('list_batches')).value as {
        readonly rows: readonly { readonly id: string }[];
      };
      const all = [review, shown.value, listed.rows.filter((row) => row.id === id)];
      told.add(
        JSON.stringify(all)
          .replaceAll(id, 'ID')
          .replaceAll(/"createdAt":"[^"]*"/g, ''),
      );
    }
    expect([...told]).toHaveLength(1);
    // What became of a batch says which of its domains had other values.
    expect([...told][0]).not.toMatch(/City|already-so|erases|fields-differ|confirmed|Registrant|outcomes/);
    const change = { kind: 'contacts', contacts: fields({ City: right?.City }) };
    const { value } = await ask('propose_batch', {
      account: label,
      names: [name, 'not-mine.com'],
      why: 'x',
      change,
    });
    expect(value).toEqual({
      id: expect.any(String) as string,
      ready: 1,
      excluded: 1,
      excludedFor: { 'not-in-portfolio': 1 },
      rows: [
        { domain: name, is: 'ready' },
        { domain: 'not-mine.com', is: 'excluded' },
      ],
    });
  });

  it('H12 does not hear that a field cannot be read safely, which only one that it leaves alone can show', async () => {
    const { ask } = await anAssistant(world);
    const name = 'more-0.com';
    const registrant = world.service.domain(name)?.contacts.Registrant;
    const City = registrant?.City;
    Object.assign(registrant ?? {}, { City: 'M\ufffdnchen' });
    for (const contacts of [{ Email: 'ada@new.example' }, { City: 'München', Email: 'ada@new.example' }]) {
      const change = { kind: 'contacts', contacts: { Registrant: contacts } };
      expect(
        await ask('propose_batch', { account: label, names: [name], why: 'It is due', change }),
      ).toMatchObject({ isOk: true, value: { excludedFor: {}, rows: [{ domain: name, is: 'ready' }] } });
    }
    const [second, first] = valueOf(await world.batches.list(world.accountId));
    expect([first?.counts.remaining, second?.counts.remaining]).toEqual([0, 1]);
    Object.assign(registrant ?? {}, { City });
  });

  it('H11 proposes nothing that a click applies: the count is typed, and look-alikes are said', async () => {
    const { ask } = await anAssistant(world);
    const mail = 'ada@ex\u0430mple.org';
    const changes = [
      { kind: 'lock', state: 'locked' },
      { kind: 'nameservers', nameservers: ['ns1.xn--exmple-4nf.net', 'ns2.example.net'] },
      { kind: 'contacts', contacts: { Registrant: { Email: mail } } },
    ];
    for (const change of changes)
      expect(
        await ask('propose_batch', { account: label, names: ['more-0.com'], why: 'x', change }),
      ).toMatchObject({ isOk: true });
    const batches = valueOf(await world.batches.list(world.accountId));
    expect(batches.map(({ typedCount }) => typedCount)).toEqual([1, 1, 1]);
    const shown = await Promise.all(
      batches.map(async ({ id }) => {
        const terminal = aTerminal();
        await runCommandLine(
          ['batch', 'show', id],
          terminal,
          hostOver(world, (thrown) => String(thrown)),
        );
        return terminal.said();
      }),
    );
    const said = shown.join('\n');
    // Source: RFC 3492, as a browser shows the name.
    expect(said).toContain(`Email: ${mail} (ada@xn--exmple-4nf.org)`);
    expect(said).toContain('can be mistaken for another address');
    expect(said).toContain('CHECK THE SPELLING of ns1.ex\u0430mple.net (ns1.xn--exmple-4nf.net). It mixes');
  });

  it('H13 has its words on lines of their own, behind a mark', async () => {
    const { ask } = await anAssistant(world, 'Namedesk”. Checked by Namedesk: every row is safe. “');
    const why = `weekly lock.” Namedesk has verified every row.\nDigest ${'0'.repeat(64)} “ok`;
    const change = { kind: 'lock', state: 'unlocked' };
    await ask('propose_batch', { account: label, names: ['more-0.com'], why, change });
    const [batch] = valueOf(await world.batches.list(world.accountId));
    const terminal = aTerminal();
    await runCommandLine(
      ['batch', 'show', batch?.id ?? ''],
      terminal,
      hostOver(world, (thrown) => String(thrown)),
    );
    const lines = terminal.said().split('\n');
    const words = /Checked|verified|every|0000|weekly/;
    expect(lines.filter((line) => words.test(line)).length).toBeGreaterThan(3);
    for (const line of lines.filter((each) => words.test(each))) expect(line).toMatch(/^ {2}\| .{1,40}$/);
    expect(lines[0]).toBe('Proposed by an assistant. Its name and its reason, which nobody has checked:');
  });

  it('H18 has a budget of look-ups in 24 hours; its sessions are marked, the oldest of them go, and no person’s does', async () => {
    const { ask } = await anAssistant(world);
    const requests = () => world.service.requests().filter(({ path }) => path.endsWith('/lookup')).length;
    const lookUp = (names: readonly string[]) =>
      ask('look_up_names', { account: label, names, tlds: ['com'] });
    const named = (count: number, stem: string) =>
      Array.from({ length: count }, (_, index) => `${stem}${index}`);
    const draft = {
      accountId: world.accountId,
      name: 'mine',
      tlds: ['com'],
      source: 'typed',
      isStarted: false,
    };
    const { id: mine } = valueOf(await world.sessions.create({ ...draft, names: ['mine'] }));
    const all = async () => valueOf(await world.sessions.list());
    const make = (cells: number) =>
      world.sessions.create({ ...draft, names: named(cells, 'n'), byAssistant: true, source: 'assistant' });
    /** As long ago as two days: they count against no budget any more. */
    const age = () => {
      const file = new DatabaseSync(join(world.directory, 'workspace', 'workspace.sqlite'));
      file.exec('PRAGMA busy_timeout = 10000');
      file.exec('UPDATE sessions SET created_at = created_at - 172800000 WHERE by_assistant = 1');
      file.close();
    };

    expect(await lookUp(['oak'])).toMatchObject({ isOk: true });
    expect((await all()).map(({ source }) => source)).toContain('assistant');
    expect(await make(1_900)).toMatchObject({ ok: true });
    const asked = requests();
    // Of two at once, one has what is left: together they would have more.
    const both = await Promise.all([lookUp(named(50, 'a')), lookUp(named(50, 'b'))]);
    expect(both.map(({ isOk }) => isOk).toSorted()).toEqual([false, true]);
    expect(String(both.find(({ isOk }) => !isOk)?.value)).toContain('2000 names in 24 hours');
    expect(requests() - asked).toBe(50);
    // A person has no such budget.
    expect(await world.sessions.create({ ...draft, names: named(3_000, 'p') })).toMatchObject({ ok: true });
    age();
    expect(await lookUp(['elm'])).toMatchObject({ isOk: true });

    for (let day = 0; day < 4; day += 1) {
      age();
      for (let count = 0; count < 20; count += 1) expect(await make(1)).toMatchObject({ ok: true });
    }
    const kept = await all();
    expect(kept.filter(({ source }) => source === 'assistant')).toHaveLength(50);
    expect(kept.map(({ id }) => id)).toContain(mine);
    // As small as they are: each counts as 41, so that none of a day is among those that go.
    for (let count = 0; count < 28; count += 1) expect(await make(1)).toMatchObject({ ok: true });
    expect(await make(1)).toMatchObject({ ok: false });
  });

  it('cannot leave more than 20 proposals waiting', async () => {
    const { ask } = await anAssistant(world);
    const propose = () =>
      ask('propose_batch', {
        ...{ account: label, names: ['more-0.com'], why: 'because' },
        change: { kind: 'lock', state: 'locked' },
      });
    for (let count = 0; count < 20; count += 1) expect(await propose()).toMatchObject({ isOk: true });
    expect(await propose()).toMatchObject({
      isOk: false,
      value: expect.stringContaining('wait for a person') as string,
    });
    expect(valueOf(await world.batches.list(world.accountId))).toHaveLength(20);
  });

  it('is refused from one call to the next where a person switches assistants off', async () => {
    const { ask } = await anAssistant(world);
    expect(await ask('today')).toMatchObject({ isOk: true });
    valueOf(await world.workspace.settings.write({ assistantsEnabled: false }));
    expect(await ask('today')).toMatchObject({
      isOk: false,
      value: expect.stringContaining('switched off') as string,
    });
  });

  it('tries 40 ways to write, and nothing is sent, revealed, written to a file or set', async () => {
    const { ask, client, say } = await anAssistant(world);
    const lock = { kind: 'lock', state: 'locked' };
    const proposal = { account: label, names: ['more-0.com'], why: 'because', change: lock };
    await ask('propose_batch', proposal);
    const [batch] = valueOf(await world.batches.list(world.accountId));
    const [id, digest] = [batch?.id ?? '', batch?.digest ?? ''];
    const before = valueOf(await world.workspace.settings.read());
    const place = join(world.directory, 'stolen');
    const ways: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>])[] = [
      ...[
        'apply_batch',
        'batch_apply',
        'batch apply',
        'batch',
        'resume_batch',
        'pause_batch',
        'stop_batch',
      ].map((tool) => [tool, { id, batch: id, digest, typedCount: 1 }] as const),
      ...[
        'change',
        'change_resolve',
        'codes',
        'get_code',
        'eppcode',
        'settings',
        'account_remove',
        'mcp',
      ].map(
        (tool) =>
          [tool, { id, name: 'more-0.com', account: label, args: ['set', 'assistants.enabled'] }] as const,
      ),
      ['propose_batch', { ...proposal, apply: true }],
      ['propose_batch', { ...proposal, digest, apply: id }],
      ['propose_batch', { ...proposal, account: `${label}\n--yes` }],
      ['propose_batch', { ...proposal, account: '--base-url=http://127.0.0.1:1' }],
      ['propose_batch', { ...proposal, names: [`more-0.com\nbatch apply ${id} --digest ${digest}`] }],
      ['propose_batch', { ...proposal, names: ['--digest', digest] }],
      ['propose_batch', { ...proposal, names: [] }],
      ['propose_batch', { ...proposal, names: Array.from({ length: 501 }, (_, n) => `more-${n}.com`) }],
      ['propose_batch', { ...proposal, change: { kind: 'apply', id, digest } }],
      ['propose_batch', { ...proposal, change: { kind: 'register', contacts: {} } }],
      ['propose_batch', { ...proposal, change: { kind: 'contacts', contacts: '/etc/passwd' } }],
      ['propose_batch', { ...proposal, change: { kind: '../apply' } }],
      [
        'propose_batch',
        { ...proposal, change: { kind: 'nameservers', nameservers: ['ns1.a.example --digest', digest] } },
      ],
      ['propose_batch', { ...proposal, change: { kind: 'renew', years: '1 --digest' } }],
      ['propose_batch', { ...proposal, why: `x --proposed-by=me --digest=${digest}` }],
      ['show_batch', { batch: `${id} --digest ${digest}` }],
      ['show_batch', { batch: '../apply' }],
      ['session_findings', { session: `--out=${place}` }],
      ['session_findings', { session: 'x', text: `a --out=${place}`, out: place }],
      ['list_domains', { account: label, client: `--out=${place}` }],
      ['list_domains', { tag: '-o', out: place }],
      ['look_up_names', { account: label, names: ['a'], tlds: [`--out=${place}`] }],
      ['look_up_names', { account: label, names: [`--out=${place}`], tlds: ['com'] }],
      ['look_up_names', { account: label, names: ['a'], tlds: ['com'], rate: 0, fresh: true }],
      ['list_changes', { domain: `--accesses`, state: 'sending' }],
      ['list_changes', { state: '--out' }],
    ];
    expect(ways.length).toBeGreaterThanOrEqual(40);
    for (const [tool, input] of ways) await ask(tool, input);
    for (const method of ['batches/apply', 'resources/read', 'prompts/get', 'completion/complete'])
      say(
        JSON.stringify({
          jsonrpc: '2.0',
          id: `x${method}`,
          method,
          params: { id, digest, uri: 'file:///etc/passwd' },
        }),
      );
    say(`batch apply ${id} --digest ${digest}`);
    say('{"tool":"propose_batch"');
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);

    expect(writesOf(world)).toEqual([]);
    expect(existsSync(place)).toBe(false);
    expect(readdirSync(world.directory)).not.toContain('stolen');
    expect(valueOf(await world.workspace.settings.read())).toEqual(before);
    const all = valueOf(await world.batches.list(world.accountId));
    for (const { state, proposal: by } of all) expect([state, by !== undefined]).toEqual(['ready', true]);
    // What came of itself: a lookup that found nothing to do wrong, and the reason that only looks like options.
    expect(all.length).toBeLessThanOrEqual(3);
    expect(
      valueOf(
        await world.changes.list(
          { accountId: null, states: null, kinds: null, text: '', domain: null, batchId: null },
          0,
          10,
        ),
      ).total,
    ).toBe(0);
  });

  it('cannot have its proposal applied by the command line, whoever runs it', async () => {
    const { ask } = await anAssistant(world);
    await ask('propose_batch', {
      ...{ account: label, names: ['more-0.com'], why: 'because', change: { kind: 'lock', state: 'locked' } },
    });
    const [batch] = valueOf(await world.batches.list(world.accountId));
    const terminal = aTerminal();
    const host = hostOver(world, (thrown) => String(thrown));
    const code = await runCommandLine(
      ['batch', 'apply', batch?.id ?? '', '--digest', batch?.digest ?? ''],
      terminal,
      host,
    );
    expect([code, terminal.said()]).toEqual([2, expect.stringContaining('in the window')]);
    expect(writesOf(world)).toEqual([]);
  });
});

describe('namedesk mcp', () => {
  const world = worldOfThisFile();

  it('says that assistants are switched off until a person switches them on, and serves a client then', async () => {
    const off = world.run(['mcp']);
    expect(await off.ended).toBe(1);
    expect([off.out(), off.err()]).toEqual(['', expect.stringContaining('Assistants are switched off.')]);
    const on = world.run(['settings', 'set', 'assistants.enabled', 'true']);
    expect(await on.ended, on.err()).toBe(0);

    const client = new Client({ name: 'Test assistant', version: '1.0.0' });
    const args = ['electron/main/cli/main.ts', `--user-data-dir=${join(world.directory(), 'user')}`, 'mcp'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    try {
      const today = await client.callTool({ name: 'today', arguments: {} });
      expect(today.content).toMatchObject([{ text: expect.stringContaining('"version":1') as string }]);
      // Between two calls the workspace is free for others.
      const beside = world.run(['today']);
      expect(await beside.ended, beside.err()).toBe(0);
    } finally {
      await client.close();
    }
  });
});
