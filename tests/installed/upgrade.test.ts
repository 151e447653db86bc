import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeb } from '../../scripts/lib/installed/deb.mjs';
import { identityOf } from '../../scripts/lib/installed/identity.mjs';
import { addToRepository, makeKeyring } from '../../scripts/lib/installed/repository.mjs';
import { packageIfChanged } from '../../scripts/lib/packaged/package.mjs';
import { inCheckout } from '../../scripts/lib/paths.mjs';
import { obtainRuntime } from '../../scripts/lib/obtain-runtime.mjs';
import { type Background, type Desktop, openDesktop, until } from '../support/installed/desktop.ts';
import { foreignRuntime, keychainTrace, otherVersion } from '../support/installed/other-version.ts';
import { newSigningKeys, type SigningKeys } from '../support/installed/signing-keys.ts';
import { type Stored, storedIn } from '../support/installed/stored.ts';

const date = new Date('2026-01-02T03:04:05Z');
const identity = identityOf('registry-build');
const next = { ...identity, version: '0.2.0~trial' };
const foreign = { ...identity, version: '0.3.0~trial' };
const debOf = { now: '', next: '', foreign: '' };
const workspace = 'home/ada/.config/Namedesk/workspace';
let keys: SigningKeys;

beforeAll(async () => {
  await packageIfChanged(await obtainRuntime());
  keys = newSigningKeys();
  debOf.now = await makeDeb(identity, date);
  const folders = { next: await otherVersion('0.2.0'), foreign: foreignRuntime() };
  debOf.next = await makeDeb(next, date, folders.next);
  debOf.foreign = await makeDeb(foreign, date, folders.foreign);
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true });
});
afterAll(() => keys.remove());

const domains = ['harbour-books.com', 'harbour-books.net', 'quiet-harbor.org', 'oakline.io'];
const names = (count: number, word: string): string =>
  Array.from({ length: count }, (_, at) => `${word}${at}\n`).join('');

/** Ends with what it has printed, where it ends with 0. */
async function typed(desktop: Desktop, command: string, input?: string): Promise<string> {
  const { code, out } = await desktop.type(command, input);
  expect(code, `${command}: ${out}`).toBe(0);
  return out;
}

/** A practice service that runs by itself, as the reseller's would, and an account at it with its key in the keyring. */
async function addAccount(desktop: Desktop): Promise<void> {
  const service = desktop.start('echo key-1234567890-abcdef | namedesk practice --key-stdin');
  const [baseUrl = ''] = await until('the service', () => /http:\/\/\S+index\.php/.exec(service.out()));
  const login = `--base-url ${baseUrl} --username practice@namedesk.example --key-stdin`;
  await typed(desktop, `namedesk account add --label Acme ${login}`, 'key-1234567890-abcdef\n');
}

/** Something of every kind that people keep. */
async function fill(desktop: Desktop): Promise<void> {
  await addAccount(desktop);
  const table = `domain,expires,tags,note\n${domains.map((name) => `${name},2027-03-04,shop,by hand\n`).join('')}`;
  await typed(desktop, 'cat > domains.csv && namedesk domain import --account Acme domains.csv', table);
  await typed(
    desktop,
    'namedesk lookup --account Acme --session monday --names - --tlds com,net --out monday.csv',
    names(40, 'bakery'),
  );
  const review = await typed(
    desktop,
    'namedesk batch create unlock --account Acme --names - --json',
    domains.join('\n'),
  );
  const { id, digest } = JSON.parse(review) as { readonly id: string; readonly digest: string }; // As its help says.
  await typed(desktop, `namedesk batch apply ${id} --digest ${digest}`);
  await typed(desktop, 'namedesk settings set window.density compact');
  await typed(desktop, 'namedesk watch add --account Acme wanted.com');
  const database = new DatabaseSync(desktop.at(join(workspace, 'workspace.sqlite')));
  const hosts = JSON.stringify({ name: 'Ours', hosts: ['ns1.example.net', 'ns2.example.net'] });
  database.prepare('INSERT INTO templates VALUES (?, ?, ?)').run('t1', 'hosts', Buffer.from(hosts));
  // The first screen would be that of somebody who has no account.
  database.prepare('INSERT INTO settings VALUES (?, ?)').run('onboarded', 'true');
  database.close();
}

/** What goes on by itself, and says nothing of what people did: the pace of requests, counters, which place a list shows. */
const changing = new Set(['list_views', 'deviations', 'paces', 'session_counters']);

/** A review and a consent hold for the run of the program in which they were made. */
const ofTheRun = new Set(['reviewed_at', 'consented_at', 'limit_accepted']);
const withoutConsent = (row: string): string =>
  // A row of the table, as an object.
  JSON.stringify(Object.entries(JSON.parse(row) as object).filter(([name]) => !ofTheRun.has(name)));

function lostFrom(before: Stored, after: Stored): readonly string[] {
  return Object.entries(before).flatMap(([table, rows]) => {
    const there = new Set(after[table]?.map(withoutConsent));
    if (changing.has(table)) return [];
    return rows.filter((row) => !there.has(withoutConsent(row))).map((row) => `${table}: ${row}`);
  });
}

const startsIn = (desktop: Desktop): readonly string[] =>
  readFileSync(desktop.at('home/ada/.config/Namedesk/logs/namedesk.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('app.started'))
    .map((line) => /"app":"([^"]+)"/.exec(line)?.[1] ?? '');

async function openWindow(desktop: Desktop): Promise<Background> {
  const before = startsIn(desktop).length;
  const window = desktop.start('namedesk');
  await until('the window', () => startsIn(desktop).length > before);
  // It takes the commands of others, and its first screen is drawn.
  await until('the workspace', async () =>
    (await desktop.type('namedesk account list')).out.includes('Acme'),
  );
  await until('the screen', async () => (await desktop.read()).includes('Domains'));
  return window;
}

const cellsOf = (table: string): readonly string[] => table.trim().split('\n').slice(1);

describe.each(['bookworm', 'trixie'])('an upgrade under a running window in Debian %s', (suite) => {
  let desktop: Desktop;
  let filled: Stored;
  let window: Background;
  const repository = '/srv/namedesk';

  async function publish(deb: string, of: typeof identity): Promise<void> {
    await addToRepository({ folder: desktop.at(repository), debs: [deb], ...keys.signing, identity: of });
  }
  const upgrade = (): void => {
    const { code, out } = desktop.run('apt-get -q update && apt-get -q upgrade -y');
    expect(code, out).toBe(0);
  };

  beforeAll(async () => {
    desktop = await openDesktop(suite);
    await publish(debOf.now, identity);
    const keyring = await makeKeyring({ identity, date, ...keys.signing, address: `file:${repository}` });
    const install = `dpkg -i ${desktop.take(keyring)} && apt-get -q update && apt-get -q install -y --no-install-recommends ${identity.name}`;
    const { code, out } = desktop.run(install);
    expect(code, out).toBe(0);
    await fill(desktop);
    filled = storedIn(desktop.at(workspace));
    window = await openWindow(desktop);
    await publish(debOf.next, next);
  });
  afterAll(() => desktop.close());

  it('a bulk session that runs in the window goes on under the upgrade and finishes: every cell is answered', async () => {
    const line = 'namedesk lookup --account Acme --session tuesday --names - --tlds com,net --rate 20';
    const lookup = desktop.start(`seq 400 | sed s/^/butcher/ | ${line} --out tuesday.csv`);
    await until('the first answers', async () =>
      /tuesday/.test((await desktop.type('namedesk session list')).out),
    );
    upgrade();
    expect(desktop.run(`dpkg-query -W -f '\${Version}' ${identity.name}`).out).toBe(next.version);
    expect(await lookup.ended, lookup.err()).toBe(0);
    const cells = cellsOf(readFileSync(desktop.at('home/ada/tuesday.csv'), 'utf8'));
    expect(cells).toHaveLength(800);
    expect(new Set(cells.map((cell) => cell.split(',')[0])).size).toBe(800);
    expect(cells.filter((cell) => /,(unknown|unreachable|refused)/.test(cell))).toEqual([]);
    expect(startsIn(desktop)).toEqual(['0.1.0']);
  });

  it('the old window starts no keychain process of the new version, and says why a key cannot be stored', async () => {
    const login = '--base-url https://reseller.example/api --username you@example.com --key-stdin';
    const { code, out } = await desktop.type(
      `namedesk account add --label Other ${login}`,
      'key-of-another\n',
    );
    expect(out).toContain('Namedesk was updated while it was running');
    expect(code).toBe(4);
    expect(desktop.run(`cat ${keychainTrace}`).code).not.toBe(0);
  });

  it('the window says that it was updated, and its button starts the new version', async () => {
    await until('the sentence', async () => /Namedesk was updated/.test(await desktop.read()));
    desktop.photograph(inCheckout('test-results', 'installed', `updated-${suite}.png`));
    await desktop.click(/^Restart$/);
    await until('the new version', () => startsIn(desktop).length === 2);
    expect(startsIn(desktop)).toEqual(['0.1.0', '0.2.0']);
    expect(await window.ended).toBe(0);
    await until('the screen', async () => (await desktop.read()).includes('Domains'));
  });

  it('the new version has every row that was there, and the key from the keyring', async () => {
    expect(lostFrom(filled, storedIn(desktop.at(workspace)))).toEqual([]);
    const kept = ['domains', 'session_answers', 'journal_entries', 'batch_rows', 'templates', 'settings'];
    expect(kept.filter((table) => filled[table]?.length === 0)).toEqual([]);
    await typed(desktop, 'namedesk account test Acme');
    expect(desktop.run(`cat ${keychainTrace}`).out).toContain('started');
    // Ends with 0 only where each entry's hash is right.
    await typed(desktop, 'namedesk journal verify');
  });

  it('whatever is opened late in an old window is of its own files: of another runtime it can read none', async () => {
    desktop.run('cp -a /opt/Namedesk /opt/before');
    const { code, out } = desktop.run(`dpkg -i ${desktop.take(debOf.foreign)}`);
    expect(code, out).toBe(0);
    const line = '/opt/before/namedesk';
    await typed(
      desktop,
      `${line} lookup --account Acme --names - --tlds com --out late.csv`,
      names(20, 'baker'),
    );
    expect(cellsOf(readFileSync(desktop.at('home/ada/late.csv'), 'utf8'))).toHaveLength(20);
    await typed(desktop, `${line} session export monday --out late.json && ${line} calendar --out late.ics`);
    await desktop.click(/^Settings$/);
    await until('a screen', async () => /Appearance|Backups|Updates/.test(await desktop.read()));
  });
});
