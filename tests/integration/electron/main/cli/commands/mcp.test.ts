import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Client,
  CLIENT_CAPABILITIES_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { linesOver, worldOfThisFile } from '../../../../../support/command-line/a-command-line.ts';
import { anAssistant, type Revision, revisions } from '../../../../../support/command-line/an-assistant.ts';
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

/** What each request has in the revision of 2026-07-28, of one that does not say who it is. */
const envelopeOf = (revision: Revision) =>
  revision === '2026-07-28' && {
    _meta: { [PROTOCOL_VERSION_META_KEY]: revision, [CLIENT_CAPABILITIES_META_KEY]: {} },
  };

interface Made {
  readonly id: string;
  readonly digest: string;
}

describe('an assistant', () => {
  let world: TestWorld;
  let label: string;
  beforeEach(async () => {
    world = await createTestWorld({ service: { moreDomains: 30 } });
    world.workspace.settings.write({ assistantsEnabled: true });
    label = valueOf(world.accounts.find(world.accountId)).label;
    valueOf(await world.portfolio.add(world.accountId, 'more-0.com\nmore-1.com', [], 'typed'));
  });

  it.each(revisions)(
    'is offered tools that read or propose, and none that applies, in %s',
    async (revision) => {
      const { client, heard } = await anAssistant(world, 'Test assistant', revision);
      const { tools } = await client.listTools();
      expect(JSON.stringify(heard[0])).toContain(revision);
      expect(tools.map(({ name }) => name).toSorted()).toEqual([
        ...[
          'list_accounts',
          'list_batches',
          'list_changes',
          'list_domains',
          'list_sessions',
          'look_up_names',
        ],
        ...['propose_batch', 'seen_prices', 'session_findings', 'show_batch', 'today'],
      ]);
      for (const { name, annotations, inputSchema, outputSchema } of tools) {
        expect([inputSchema.type, outputSchema?.['type']], name).toEqual(['object', 'object']);
        // What it does not name is not given: a client may refuse it.
        expect(outputSchema?.['additionalProperties'], name).toBe(false);
        expect(annotations?.destructiveHint, name).toBe(false);
        expect(annotations?.readOnlyHint, name).toBe(name !== 'propose_batch' && name !== 'look_up_names');
      }
    },
  );

  const reads =
    'looks names up, and reads sessions, prices, domains, today and the journal without personal values';
  it.each(revisions)(`${reads}, in %s`, async (revision) => {
    const { ask } = await anAssistant(world, 'Test assistant', revision);
    expect(await ask('list_accounts')).toEqual({
      ...{
        isOk: true,
        value: { total: 1, rows: [{ label, kind: 'reseller' }] },
      },
    });
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
    const { rows } = await world.today.read();
    expect(rows).toContainEqual(
      expect.objectContaining({
        subject: batch?.id,
        why: 'Proposed by an assistant, and waiting for your review.',
      }),
    );
    expect(writesOf(world)).toEqual([]);
  });

  it.each(revisions)('proposes each time as the one that the request names, in %s', async (revision) => {
    const { ask, say, heard } = await anAssistant(world, 'Whose session it is', revision);
    const change = { kind: 'lock', state: 'locked' };
    const proposal = { account: label, names: ['more-0.com'], why: 'because', change };
    for (const as of ['The first', 'The second', undefined])
      expect(await ask('propose_batch', proposal, as)).toMatchObject({ isOk: true });
    // The session's own name belongs to none that names nobody, where each may name somebody.
    const params = { name: 'propose_batch', arguments: proposal, ...envelopeOf(revision) };
    say(JSON.stringify({ jsonrpc: '2.0', id: 'of nobody', method: 'tools/call', params }));
    await vi.waitFor(() => expect(heard).toContainEqual(expect.objectContaining({ id: 'of nobody' })), 5_000);
    const batches = valueOf(await world.batches.list(world.accountId));
    expect(batches.map((each) => each.proposal?.by).toReversed()).toEqual([
      ...['The first', 'The second', 'Whose session it is'],
      revision === '2026-07-28' ? 'an assistant' : 'Whose session it is',
    ]);
  });

  it('is shown changes, batches, sessions and what is due as the schemas say, without values and digests', async () => {
    const { ask } = await anAssistant(world);
    const run = async (...args: readonly string[]) => {
      const { code, out, err } = await linesOver(world).said(args, 'more-0.com\nmore-1.com\n');
      expect(code, err).toBe(0);
      return out;
    };
    const whose = ['--account', label, '--names', '-', '--json'];
    const { id, digest } = JSON.parse(await run('batch', 'create', 'lock', ...whose)) as Made;
    await run('batch', 'apply', id, '--digest', digest);
    await run('domain', 'client', 'more-0.com', '--set', 'Oak & Elm', '--account', label);
    await ask('look_up_names', { account: label, names: ['more-0', 'oak'], tlds: ['com'] });
    const change = { kind: 'contacts', contacts: { Registrant: { City: 'Nowhere' } } };
    await ask('propose_batch', { account: label, names: ['more-0.com'], why: 'because', change });

    const changes = await ask('list_changes');
    expect(changes).toMatchObject({
      ...{ isOk: true, value: { total: 2, rows: [{ kind: 'lock', state: 'confirmed', batchId: id }, {}] } },
    });
    expect(await ask('show_batch', { batch: id })).toMatchObject({
      isOk: true,
      value: { state: 'done', proposedBy: null, outcomes: [{ state: 'confirmed' }, { state: 'confirmed' }] },
    });
    const batches = await ask('list_batches');
    expect(batches).toMatchObject({ isOk: true, value: { total: 2 } });
    const sessions = await ask('list_sessions');
    expect(sessions).toMatchObject({ isOk: true, value: { rows: [{ counts: { yours: 1 }, cells: 2 }] } });
    const today = await ask('today');
    expect(today).toMatchObject({ isOk: true, value: { version: 1, domains: 2 } });
    expect(JSON.stringify(today)).toContain('"kind":"batch"');
    expect(await ask('list_domains', { client: 'Oak & Elm' })).toMatchObject({
      isOk: true,
      value: { total: 1 },
    });
    const all = JSON.stringify([changes, batches, sessions, today]);
    expect(all).not.toMatch(/digest|Nowhere|"before"|"note":|[0-9a-f]{64}/);
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
    const shown = await Promise.all(batches.map(({ id }) => linesOver(world).said(['batch', 'show', id])));
    const said = shown.map(({ err }) => err).join('\n');
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
    const lines = (await linesOver(world).said(['batch', 'show', batch?.id ?? ''])).err.split('\n');
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
    world.workspace.settings.write({ assistantsEnabled: false });
    expect(await ask('today')).toMatchObject({
      isOk: false,
      value: expect.stringContaining('switched off') as string,
    });
  });

  const writes = 'tries 41 ways to write, and nothing is sent, revealed, written to a file or set';
  it.each(revisions)(`${writes}, in %s`, async (revision) => {
    const { ask, client, say, heard } = await anAssistant(world, 'Test assistant', revision);
    const lock = { kind: 'lock', state: 'locked' };
    const proposal = { account: label, names: ['more-0.com'], why: 'because', change: lock };
    await ask('propose_batch', proposal);
    const [batch] = valueOf(await world.batches.list(world.accountId));
    const [id, digest] = [batch?.id ?? '', batch?.digest ?? ''];
    const before = world.workspace.settings.read();
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
          params: { id, digest, uri: 'file:///etc/passwd', ...envelopeOf(revision) },
        }),
      );
    say(`batch apply ${id} --digest ${digest}`);
    say('{"tool":"propose_batch"');
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    const raw = heard.filter((message) => 'id' in message && String(message.id).startsWith('x'));
    expect(raw).toHaveLength(4);
    for (const message of raw) expect(message).toHaveProperty('error.code', -32_601);

    expect(writesOf(world)).toEqual([]);
    expect(existsSync(place)).toBe(false);
    expect(readdirSync(world.directory)).not.toContain('stolen');
    expect(world.workspace.settings.read()).toEqual(before);
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
    const apply = ['batch', 'apply', batch?.id ?? '', '--digest', batch?.digest ?? ''];
    const { code, err } = await linesOver(world).said(apply);
    expect([code, err]).toEqual([2, expect.stringContaining('in the window')]);
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

    const versionNegotiation = { mode: { pin: '2026-07-28' } } as const;
    const client = new Client({ name: 'Test assistant', version: '1.0.0' }, { versionNegotiation });
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
