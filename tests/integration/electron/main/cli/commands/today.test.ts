import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayIn } from '#shared/domain/expiry.ts';
import { worldOfThisFile } from '../../../../../support/command-line/a-command-line.ts';

describe('namedesk today', () => {
  const world = worldOfThisFile();

  async function bringIn(text: string): Promise<void> {
    const path = join(world.directory(), 'domains.csv');
    writeFileSync(path, text);
    const run = world.run(['domain', 'import', path, '--account', 'practice']);
    expect(await run.ended, run.err()).toBe(0);
  }
  const day = (days: number): string => dayIn(days, Date.now());

  it('says that nothing needs anybody where that is so, and ends with 0', async () => {
    const run = world.run(['today']);
    expect(await run.ended, run.err()).toBe(0);
    expect(run.err()).toContain('Nothing needs you today.');
    expect(run.out()).toBe('');
  });

  it('lists what is expired and due with why and the next step, and what has no expiry', async () => {
    await bringIn(
      `domain,expires\nriverstone.com,${day(-3)}\noak.org,${day(5)}\nelm.org,${day(9)}\nash.org,\n`,
    );
    const run = world.run(['today']);
    expect(await run.ended, run.err()).toBe(0);
    expect(run.out()).toMatch(/expired +\S.* riverstone\.com +Expired 3 days ago, .* Renew…/);
    expect(run.out()).toMatch(/due +\S.* oak\.org, elm\.org +2 domains expire within 30 days/);
    expect(run.err()).toContain('1 domain has no known expiry.');
  });

  it('prints the whole report with --json, in a shape with a version', async () => {
    await bringIn(`domain,expires\noak.org,${day(5)}\n`);
    const run = world.run(['today', '--json']);
    expect(await run.ended, run.err()).toBe(0);
    const account = expect.stringMatching(/practice/i) as string;
    const accountId = expect.any(String) as string;
    const cost = { sums: [], unpriced: 1 };
    expect(JSON.parse(run.out())).toEqual({
      ...{ version: 1, today: day(0), toDo: 1, domains: 1, withoutExpiry: 0 },
      rows: [
        {
          ...{
            account,
            accountId,
            practice: true,
            id: `due ${await idOfPractice()}`,
            kind: 'due',
            severity: 'urgent',
          },
          ...{ count: 1, names: ['oak.org'], subject: null, title: '', firstOn: day(5), cost, step: 'renew' },
          ...{ creditSuffices: null, snoozedUntil: null },
          why: `Expires in 5 days, on ${day(5)}. The price is not known.`,
        },
      ],
      months: expect.arrayContaining([{ month: day(5).slice(0, 7), count: 1, cost }]) as unknown,
      credits: [
        {
          account,
          accountId,
          practice: true,
          currency: null,
          credit: null,
          due: 1,
          cost,
          creditSuffices: null,
        },
      ],
    });
  });

  it('lists what the domains of each client need with --by client, in JSON as well', async () => {
    await bringIn(
      `domain,expires,client\noak.org,${day(5)},\nelm.org,${day(20)},ACME\nfir.org,${day(9)},Zoo\nash.org,${day(25)},ACME\n`,
    );
    const run = world.run(['today', '--by', 'client']);
    expect(await run.ended, run.err()).toBe(0);
    const [head = '', ...lines] = run.out().trimEnd().split('\n');
    expect(head).toMatch(/^CLIENT +WHAT +ACCOUNT/);
    expect(lines.map((line) => /^(.+?) +due /.exec(line)?.[1]?.replaceAll(/[\u2066-\u2069]/g, ''))).toEqual([
      'Zoo',
      'ACME',
      'No client',
    ]);
    expect(lines[1]).toContain('elm.org, ash.org');
    const asJson = world.run(['today', '--by', 'client', '--json']);
    expect(await asJson.ended, asJson.err()).toBe(0);
    const report = JSON.parse(asJson.out()) as {
      readonly by: string;
      readonly toDo: number;
      readonly rows: readonly { readonly client: string | null; readonly names: readonly string[] }[];
    };
    expect([report.by, report.toDo]).toEqual(['client', 1]);
    expect(report.rows.map(({ client, names }) => [client, ...names])).toEqual([
      ['Zoo', 'fir.org'],
      ['ACME', 'elm.org', 'ash.org'],
      ['', 'oak.org'],
    ]);
  });

  async function idOfPractice(): Promise<string> {
    const run = world.run(['account', 'list', '--json']);
    await run.ended;
    return (JSON.parse(run.out()) as readonly { readonly id: string }[])[0]?.id ?? '';
  }
});
