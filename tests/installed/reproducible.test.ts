import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { asUser, ordinaryUser } from '../../scripts/lib/arrange.mjs';
import { cacheFolder, checkout } from '../../scripts/lib/paths.mjs';

/** What must not show in a package. */
interface Builder {
  readonly folder: string;
  readonly zone: string;
  readonly umask: string;
  readonly locale: string;
  /** Builds as an ordinary user in place of root. */
  readonly isOrdinary: boolean;
}

const [one, other]: readonly [Builder, Builder] = [
  { folder: 'a', zone: 'UTC', umask: '022', locale: 'C.UTF-8', isOrdinary: false },
  {
    ...{ folder: 'another folder, with a longer name', zone: 'Pacific/Chatham', umask: '077' },
    ...{ locale: 'C', isOrdinary: true },
  },
];

describe('two builds of one commit, each in a folder of its own with its own dependencies', () => {
  const place = mkdtempSync(join(tmpdir(), 'namedesk-twice-'));
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  function run(
    prefix: readonly string[],
    { folder, umask }: Builder,
    script: string,
    env: NodeJS.ProcessEnv,
  ) {
    // env(1) runs what comes first, whether there is a prefix or not.
    const args = [...prefix, 'sh', '-c', `umask ${umask}; exec ${script}`];
    const { status, stdout, stderr } = spawnSync('env', args, {
      ...{ cwd: join(place, folder), env, encoding: 'utf8' as const, maxBuffer: 64 << 20 },
    });
    expect(status, `${script}: ${stdout}${stderr}`).toBe(0);
  }

  /** @returns The digest of each package, by its name. */
  function build(builder: Builder): Readonly<Record<string, string>> {
    const { folder, zone, locale, isOrdinary } = builder;
    const listed = spawnSync('git', ['ls-files', '-z'], { cwd: checkout, encoding: 'utf8' }).stdout;
    for (const path of listed.split('\0').filter(Boolean)) {
      mkdirSync(dirname(join(place, folder, path)), { recursive: true });
      cpSync(join(checkout, path), join(place, folder, path));
    }
    const node = `'${process.execPath}'`;
    // The instant of the commit; there is no checkout to ask.
    const env = { ...process.env, TZ: zone, LC_ALL: locale, SOURCE_DATE_EPOCH: '1767323045' };
    run([], builder, `${node} scripts/bootstrap.mjs start`, env);
    const user = isOrdinary ? ordinaryUser() : undefined;
    if (user === undefined) expect(isOrdinary).toBe(false);
    else spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, place]);
    // The runtime is where root has put it.
    const cache = { XDG_CACHE_HOME: dirname(cacheFolder()) };
    const own = user && { HOME: join(place, folder), USER: user.name, LOGNAME: user.name, ...cache };
    run(user ? asUser(user) : [], builder, `${node} scripts/package.mjs deb rpm`, { ...env, ...own });
    const made = join(place, folder, 'dist');
    return Object.fromEntries(
      readdirSync(made)
        .filter((name) => /\.(deb|rpm)$/.test(name))
        .map((name) => [
          name,
          createHash('sha256')
            .update(readFileSync(join(made, name)))
            .digest('hex'),
        ]),
    );
  }

  it('are the same bytes, whoever builds, where, at which time zone and with which umask', () => {
    const first = build(one);
    expect(Object.keys(first)).toHaveLength(2);
    expect(build(other)).toEqual(first);
  });
});
