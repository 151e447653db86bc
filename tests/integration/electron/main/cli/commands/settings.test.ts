import { describe, expect, it } from 'vitest';
import { worldOfThisFile } from '../../../../../support/command-line/a-command-line.ts';

describe('namedesk settings', () => {
  const world = worldOfThisFile();

  async function said(...args: readonly string[]) {
    const run = world.run(['settings', ...args]);
    return { code: await run.ended, out: run.out(), err: run.err() };
  }

  it('lists the settings that a terminal may change: registries are not asked at first', async () => {
    const { code, out } = await said('get', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      'registry.enabled': false,
      'registry.bootstrap': 'https://data.iana.org/rdap/dns.json',
    });
    expect(Object.keys(JSON.parse(out) as object).join(), 'none that protects').not.toMatch(
      /lock|limit|clear|secret/i,
    );
  });

  it('changes one, which is stored', async () => {
    expect(await said('set', 'registry.enabled', 'true')).toMatchObject({ code: 0 });
    expect(await said('get', 'registry.enabled')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^true\s*$/) as string,
    });
    expect(await said('set', 'registry.bootstrap', 'http://127.0.0.1:8080/dns.json')).toMatchObject({
      code: 0,
    });
  });

  it.each([
    ['watching.refresh', 'false'],
    ['window.notifications', 'false'],
    ['watching.quiet-hours', '21-8'],
    ['watching.quiet-hours', 'none'],
  ])('sets %s to %s, and prints it as it is typed', async (name, value) => {
    expect(await said('set', name, value)).toMatchObject({ code: 0 });
    expect((await said('get', name)).out.trim()).toBe(value);
  });

  it.each([
    ['hours that there are not', 'watching.quiet-hours', '22-24'],
    ['no hours for what is on or off', 'watching.refresh', 'none'],
    ['an address without https', 'registry.bootstrap', 'http://registries.example/dns.json'],
    ['no address', 'registry.bootstrap', 'iana'],
    ['neither true nor false', 'registry.enabled', 'perhaps'],
    ['a colour that there is not', 'window.colours', 'pink'],
    ['a setting that protects', 'app-lock', 'false'],
  ])('refuses %s, with exit code 2', async (_what, name, value) => {
    const before = (await said('get', '--json')).out;
    expect(await said('set', name, value)).toMatchObject({ code: 2 });
    expect((await said('get', '--json')).out).toBe(before);
  });
});
