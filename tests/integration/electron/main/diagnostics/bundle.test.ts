import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDiagnostics } from '../../../../../electron/main/diagnostics/create-diagnostics.ts';
import { readLog } from '../../../../../electron/main/diagnostics/read-log.ts';
import { createLogger, createRotatingFile } from '../../../../../electron/main/system/log.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { findIn } from '../../../../support/canary.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { changeId, planned } from '../../../../support/workspace/a-journal.ts';
import { aNewSession } from '../../../../support/workspace/a-session.ts';
import { aFinding, valueOf } from '../../../../support/workspace/a-workspace.ts';
import { bundleText } from '#shared/domain/diagnostics.ts';

describe('bundle', () => {
  const canaries = {
    folder: 'canary-folder-robin',
    label: 'Canary Label Ltd',
    host: 'canary-host.example',
    path: 'canary-path',
    email: 'canary-mail@canary-post.example',
    key: 'canarykey0123456789abcdefghij',
    domain: 'canary-domain.com',
    tag: 'canary-tag',
    note: 'canary-note of a domain',
    found: 'canary-found.com',
    message: 'canary-message of a service',
    session: 'canary-session name',
    source: 'canary-source.csv',
    asked: 'canary-asked',
    template: 'canary-template',
    registrant: 'Canary Registrant',
    draft: 'canary-draft',
    thrown: 'canary-thrown',
    tldSet: 'canary-set',
    codeDomain: 'canary-code-domain.com',
  };
  const at = '2026-02-21T14:00:00.000Z';

  let root: string;
  let directory: string;
  let world: TestWorld;
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'namedesk-bundle-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    world = await createTestWorld({ account: null, directory: join(root, canaries.folder) });
    directory = world.workspaceDirectory;
  });

  const logFile = () => join(directory, 'logs', 'namedesk.log');

  /** Everything that a person or a service can put into the workspace and the log, with a canary in each place. */
  async function aWorldOfCanaries(): Promise<string> {
    const { workspace, accounts } = world;
    const account = valueOf(
      await accounts.add({
        label: canaries.label,
        colour: 'blue',
        baseUrl: `https://${canaries.host}/${canaries.path}/index.php`,
        username: canaries.email,
      }),
    );
    const accountId = account.id;
    valueOf(await accounts.saveKey(accountId, new Secret(canaries.key), 'memory'));
    workspace.domains.add({
      accountId,
      names: [canaries.domain],
      tags: [canaries.tag],
      addedAt: at,
      addedBy: 'typed',
    });
    workspace.domains.set({ accountId, names: [canaries.domain], note: canaries.note });
    const finding = aFinding({ domain: canaries.found, message: canaries.message });
    valueOf(await workspace.findings.save({ accountId, findings: [finding], answer: canaries.message }));
    const session = aNewSession({ accountId, name: canaries.session, source: canaries.source });
    valueOf(await workspace.sessions.create({ session, names: canaries.asked }));
    valueOf(
      await workspace.journal.begin({
        id: changeId(1),
        at,
        event: planned({ accountId, accountLabel: canaries.label, domain: canaries.domain }),
        sealed: new TextEncoder().encode(canaries.registrant),
      }),
    );
    valueOf(
      await world.templates.save({
        id: null,
        name: canaries.template,
        body: { kind: 'nameservers', nameservers: [`ns1.${canaries.host}`, `ns2.${canaries.host}`] },
      }),
    );
    await world.drafts.save(accountId, canaries.domain, 'contacts', canaries.draft);
    workspace.tldSets.save({ id: randomUUID(), name: canaries.tldSet, tlds: ['com'] });
    const seen = [{ operation: 'lookup', path: '[].prices', expected: 'object', seen: 'array' }];
    workspace.deviations.note({ accountId, seen, at });
    const access = {
      at,
      accountId,
      accountLabel: canaries.label,
      domain: canaries.codeDomain,
      deed: 'copy',
    } as const;
    valueOf(await workspace.codeAccesses.ask(access));
    const log = createLogger(
      createRotatingFile({ path: logFile(), maxBytes: 1_000_000, keep: 5 }),
      () => new Date(at),
    );
    log.bug(new Error(canaries.thrown));
    log.note('connection.changed', { accountId, connection: 'refused', why: 'credentials' });
    return accountId;
  }

  const diagnostics = () =>
    createDiagnostics({
      workspace: world.workspace,
      backups: world.backups,
      logFiles: { path: logFile(), keep: 5 },
      about: {
        version: '1.2.3',
        electron: '42.0.0',
        platform: 'linux x64',
        commandLine: ['namedesk'],
        isTrial: false,
        placeRisk: null,
      },
      noUpdates: 'not-installed',
      now: () => new Date(at),
      newId: randomUUID,
    });

  describe('the support bundle', () => {
    it('B9 B11 holds nothing personal of a world full of it', async ({ annotate }) => {
      const accountId = await aWorldOfCanaries();
      const { parts } = valueOf(await diagnostics().bundle());
      const text = bundleText(parts);
      const finds = findIn('bundle', Buffer.from(text), { ...canaries, accountId, root });
      await annotate(
        `figure: ${finds.length} of ${Object.keys(canaries).length} canaries in ${text.length} characters`,
      );
      expect(finds).toEqual([]);
    });

    it('says what helps: versions, counts, deviations, what was noted', async () => {
      await aWorldOfCanaries();
      const { parts } = valueOf(await diagnostics().bundle());
      const text = Object.fromEntries(parts.map((part) => [part.name, part.text]));
      expect(Object.keys(text)).toEqual([
        'About',
        'Settings',
        'Accounts',
        'Work',
        'Backups',
        'API discrepancies',
        'Log',
      ]);
      expect(text['About']).toContain('Namedesk: 1.2.3');
      expect(text['Settings']).toContain('Checks for updates daily: not possible: not-installed');
      expect(text['Settings']).toContain('hidden from screen captures: not possible on Linux');
      expect(text['About']).toContain('Restore to be reviewed: no');
      expect(text['Accounts']).toBe('account-1: reseller, key in the keychain: no, 1 domain');
      expect(text['Work']).toContain('Bulk lookups: 1 paused');
      expect(text['Work']).toContain('Changes: 1 planned');
      expect(text['API discrepancies']).toBe(
        'account-1\nlookup [].prices: the document says object, the service says array; 1 time, last on 2026-02-21',
      );
      expect(text['Log']).toContain(
        'connection.changed accountId=account-1 connection=refused why=credentials',
      );
      expect(text['Log']).toMatch(/error bug incidentId=[\w-]+\n {2}Error bundle\.test\.ts:\d+/);
    });

    it('holds the last 500 lines of the log', async () => {
      const log = createLogger(
        createRotatingFile({ path: logFile(), maxBytes: 1_000_000, keep: 5 }),
        () => new Date(at),
      );
      for (let line = 0; line < 510; line += 1) log.note('app.stopped', { uptimeMs: 1_000 + line });
      const { parts } = valueOf(await diagnostics().bundle());
      const lines = parts.find(({ name }) => name === 'Log')?.text.split('\n');
      expect(lines).toHaveLength(500);
      expect(lines?.[0]).toContain('uptimeMs=1509');
    });

    it('is saved as it was read, to the byte', async ({ annotate }) => {
      await aWorldOfCanaries();
      const open = diagnostics();
      const { id, parts } = valueOf(await open.bundle());
      world.workspace.settings.write({ density: 'compact' });
      const path = join(root, 'bundle.txt');
      valueOf(await open.saveBundle(id, path));
      const saved = readFileSync(path);
      await annotate(`figure: ${saved.length} bytes read and saved, 0 differ`);
      expect(saved.equals(Buffer.from(bundleText(parts)))).toBe(true);
    });

    it('is not saved where another one was put together since', async () => {
      const open = diagnostics();
      const { id } = valueOf(await open.bundle());
      valueOf(await open.bundle());
      const saved = await open.saveBundle(id, join(root, 'bundle.txt'));
      expect(saved).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
      expect(() => readFileSync(join(root, 'bundle.txt'))).toThrow('ENOENT');
    });

    it('says so where the place cannot be written', async () => {
      const open = diagnostics();
      const { id } = valueOf(await open.bundle());
      const saved = await open.saveBundle(id, join(root, 'nowhere', 'bundle.txt'));
      expect(saved).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'path' } });
    });

    it('lists as many deviations as the contract lets through', async () => {
      const accountId = await aWorldOfCanaries();
      const seen = Array.from({ length: 5_001 }, (_, n) => ({
        operation: 'sync',
        path: `field-${n}`,
        expected: 'date',
        seen: 'null',
      }));
      world.workspace.deviations.note({ accountId, seen, at });
      expect(diagnostics().deviations(accountId)).toHaveLength(5_000);
    });

    it('lists the most frequent deviations first', async () => {
      const accountId = await aWorldOfCanaries();
      const seen = { operation: 'sync', path: 'expirydate', expected: 'date', seen: 'null' };
      for (const minute of [1, 2])
        world.workspace.deviations.note({
          accountId,
          seen: [seen],
          at: `2026-02-22T14:0${minute}:00.000Z`,
        });
      const listed = diagnostics().deviations(accountId);
      expect(listed.map(({ operation, count }) => [operation, count])).toEqual([
        ['sync', 2],
        ['lookup', 1],
      ]);
    });
  });
});

describe('read log', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'namedesk-log-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const files = () => ({ path: join(directory, 'namedesk.log'), keep: 5 });
  /** A log of so many lines, each with its number for an uptime, over several files. */
  function aLog(lines: number, maxBytes = 2_000) {
    const log = createLogger(
      createRotatingFile({ ...files(), maxBytes }),
      () => new Date('2026-02-21T14:05:06.007Z'),
    );
    for (let line = 0; line < lines; line += 1) log.note('app.stopped', { uptimeMs: line });
    return log;
  }

  const uptimes = ({ lines }: Awaited<ReturnType<typeof readLog>>) =>
    lines.map(({ fields }) => fields['uptimeMs']);

  describe('reading the log', () => {
    it('gives the newest lines first, over all files', async () => {
      aLog(100);
      expect(await readLog(files(), 200)).toMatchObject({ lost: 0 });
      expect(uptimes(await readLog(files(), 200))).toEqual(Array.from({ length: 100 }, (_, age) => 99 - age));
      expect(uptimes(await readLog(files(), 60))).toEqual(Array.from({ length: 60 }, (_, age) => 99 - age));
    });

    it('drops what somebody else wrote into the file, and counts it', async () => {
      aLog(2);
      appendFileSync(files().path, 'api-key-1234\n{"event":"bug"}\n{"droppedLines":5}\n\n');
      const page = await readLog(files(), 100);
      expect(uptimes(page)).toEqual([1, 0]);
      expect(page.lost).toBe(7);
    });

    it('is empty where there is no log', async () => {
      expect(await readLog(files(), 100)).toEqual({ lines: [], lost: 0 });
    });
  });
});
