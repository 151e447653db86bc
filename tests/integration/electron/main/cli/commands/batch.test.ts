import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { PracticeService } from '../../../../../../electron/main/practice/service.ts';
import {
  apiKey,
  type CommandLine,
  worldOfThisFile,
} from '../../../../../support/command-line/a-command-line.ts';

interface Review {
  readonly id: string;
  readonly digest: string;
  readonly ready: number;
  readonly excluded: number;
  readonly rows: readonly {
    readonly domain: string;
    readonly before: string | null;
    readonly after: string;
    readonly excluded: string | null;
  }[];
}

describe('namedesk batch', () => {
  const world = worldOfThisFile();

  /** The requests that change something. */
  const writes = (service: PracticeService): readonly string[] =>
    service
      .requests()
      .filter(({ method, path }) => method === 'POST' && !path.endsWith('/domains/lookup'))
      .map(({ path }) => path.slice(path.indexOf('index.php') + 'index.php'.length));

  const names = (count: number): string =>
    Array.from({ length: count }, (_, index) => `more-${index}.com\n`).join('');

  async function create(kind: string, list: string, ...more: readonly string[]): Promise<Review> {
    await world.own(list.split('\n').filter((name) => name !== ''));
    const args = ['batch', 'create', kind, ...world.login(), '--names', '-', ...more, '--json'];
    const run = world.run(args, `${apiKey}\n${list}`);
    expect(await run.ended, run.err()).toBe(0);
    return JSON.parse(run.out()) as Review;
  }

  const apply = ({ id, digest }: Pick<Review, 'id' | 'digest'>, ...more: readonly string[]): CommandLine =>
    world.run(
      ['batch', 'apply', id, '--digest', digest, '--key-stdin-once', '--json', ...more],
      `${apiKey}\n`,
    );

  const resume = (id: string, ...more: readonly string[]): CommandLine =>
    world.run(['batch', 'resume', id, '--key-stdin-once', '--json', ...more], `${apiKey}\n`);

  /** Between two processes, nobody has the workspace open. */
  function inWorkspace(sql: string): void {
    const database = new DatabaseSync(join(world.directory(), 'user/workspace/workspace.sqlite'));
    database.exec(sql);
    database.close();
  }

  it('create prints a review in the documented shape and sends nothing; apply sends each ready row once', async () => {
    const service = await world.serve({ moreDomains: 3 });
    const review = await create('lock', `${names(2)}nobody-has-this.com\n`);
    expect(review).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      ready: 2,
      excluded: 1,
      notRead: 0,
      rows: [
        { domain: 'more-0.com', before: 'unlocked', after: 'locked', excluded: null },
        { domain: 'more-1.com', before: 'unlocked', after: 'locked', excluded: null },
        { domain: 'nobody-has-this.com', before: null, after: 'locked', excluded: 'not-found' },
      ],
    });
    expect(writes(service)).toEqual([]);

    const run = apply(review);
    expect(await run.ended, run.err()).toBe(0);
    expect(JSON.parse(run.out())).toEqual({
      ...{
        id: review.id,
        state: 'done',
        stoppedBy: null,
        confirmed: 2,
        refused: 0,
        uncertain: 0,
        excluded: 1,
        notRead: 0,
        leftUnlocked: [],
        why: null,
      },
    });
    expect(writes(service)).toEqual(['/domains/more-0.com/lock', '/domains/more-1.com/lock']);
    expect(service.domain('more-0.com')?.isLocked).toBe(true);

    const again = apply(review);
    expect(await again.ended, again.err()).toBe(2);
    expect(again.out()).toBe('');
    expect(writes(service)).toHaveLength(2);
  });

  it('apply with another digest sends nothing', async () => {
    const service = await world.serve({ moreDomains: 1 });
    const { id } = await create('lock', names(1));
    const run = apply({ id, digest: 'a'.repeat(64) });
    expect(await run.ended, run.err()).toBe(2);
    expect(run.err()).toContain('Nothing was sent.');
    expect(writes(service)).toEqual([]);
  });

  it('the digest is over the account, the request and each row with its price: whatever of them is altered, nothing is sent', async () => {
    const service = await world.serve({ moreDomains: 1 });
    const alterations = [
      "UPDATE batches SET ask = json_set(ask, '$.periodYears', 9)",
      "UPDATE batches SET after = 'renewed for 2 years'",
      "UPDATE batches SET username = 'someone@example.com'",
      "UPDATE batch_rows SET domain = 'more-9.com'",
      'UPDATE batch_rows SET renewal = json_set(renewal, \'$.price\', json(\'{"kind":"unreadable"}\'))',
    ];
    for (const alteration of alterations) {
      const review = await create('renew', names(1));
      expect(review.rows[0]?.after).toMatch(/^renewed for 1 year, price /);
      inWorkspace(
        `${alteration} WHERE ${alteration.includes('batch_rows') ? 'batch_id' : 'id'} = '${review.id}'`,
      );
      const run = apply(review);
      expect(await run.ended, `${alteration}: ${run.err()}`).toBe(2);
    }
    expect(writes(service)).toEqual([]);
  });

  it('apply of a review older than 15 minutes sends nothing, and resume reviews it again under a new digest', async () => {
    const service = await world.serve({ moreDomains: 2 });
    const review = await create('lock', names(2));
    inWorkspace('UPDATE batches SET reviewed_at = reviewed_at - 901000');
    const run = apply(review);
    expect(await run.ended, run.err()).toBe(2);
    expect(run.err()).toContain('more than 15 minutes ago. Nothing was sent.');
    expect(writes(service)).toEqual([]);

    const anew = resume(review.id);
    expect(await anew.ended, anew.err()).toBe(0);
    const applied = apply(JSON.parse(anew.out()) as Review);
    expect(await applied.ended, applied.err()).toBe(0);
    expect(writes(service)).toHaveLength(2);
  });

  it('a domain that has changed since the review is excluded, with the reason, and the others are sent', async () => {
    const service = await world.serve({ moreDomains: 2 });
    const list = ['--nameservers', 'ns1.new.example,ns2.new.example'];
    const first = await create('nameservers', names(2), ...list);
    const other = await create(
      'nameservers',
      'more-0.com',
      '--nameservers',
      'ns1.else.example,ns2.else.example',
    );
    expect(await apply(other).ended).toBe(0);
    const run = apply(first);
    expect(await run.ended, run.err()).toBe(1);
    expect(JSON.parse(run.out())).toMatchObject({ state: 'done', confirmed: 1, excluded: 1 });
    expect(run.err().match(/^  \S+: .+$/gmu)).toEqual([expect.stringMatching(/^  more-0\.com: .+\.$/u)]);
    expect(service.domain('more-0.com')?.nameservers).toEqual(['ns1.else.example', 'ns2.else.example']);
    expect(service.domain('more-1.com')?.nameservers).toEqual(['ns1.new.example', 'ns2.new.example']);
  });

  it('what exceeds a limit is refused, nothing is sent, and no option gets around it', async () => {
    const service = await world.serve({ moreDomains: 30 });
    const review = await create('renew', names(30));
    expect(review.ready).toBe(30);
    const run = apply(review);
    expect(await run.ended, run.err()).not.toBe(0);
    expect(run.err()).toMatch(/limit/i);
    for (const flag of ['--yes', '--force', '--limit', '--typed-limit=30']) {
      const refused = apply(review, flag);
      expect(await refused.ended).toBe(2);
      expect(refused.err()).toContain('unknown option');
    }
    expect(writes(service)).toEqual([]);
  });

  it('killed while it is applied, resumed and applied with the new digest, it sends nothing twice', async () => {
    const service = await world.serve({ moreDomains: 8, latencyMs: 60 });
    const review = await create('lock', names(8));
    const run = apply(review);
    while (writes(service).length < 3) await wait(20);
    run.process.kill('SIGKILL');
    await run.ended;

    const old = apply(review);
    expect(await old.ended, old.err()).toBe(2);
    const anew = resume(review.id);
    expect(await anew.ended, anew.err()).toBe(0);
    const applied = apply(JSON.parse(anew.out()) as Review);
    expect(await applied.ended, applied.err()).toBe(0);
    expect(JSON.parse(applied.out())).toMatchObject({ state: 'done', confirmed: 8, uncertain: 0 });
    expect(new Set(writes(service)).size).toBe(8);
    expect(writes(service)).toHaveLength(8);
  });

  it('halts at the first uncertain change; change resolve decides it, and what is left is reviewed anew', async () => {
    const service = await world.serve({
      moreDomains: 2,
      faults: [
        {
          fault: { kind: 'break', after: 'request', by: 'reset' },
          ...{ operation: 'lock-write', domain: 'more-0.com', times: 1 },
        },
      ],
    });
    const review = await create('lock', names(2));
    const run = apply(review);
    expect(await run.ended, run.err()).toBe(1);
    expect(JSON.parse(run.out())).toMatchObject({ state: 'halted', confirmed: 0, uncertain: 1 });
    expect(writes(service)).toEqual(['/domains/more-0.com/lock']);

    const asKey = ['--key-stdin-once'];
    const verified = world.run(['change', 'verify', '1', ...asKey], `${apiKey}\n`);
    expect(await verified.ended, verified.err()).toBe(1);
    expect(verified.out()).toContain('uncertain');
    const resolve = ['change', 'resolve', '1', '--as', 'not-done', '--note', 'seen in the panel'];
    for (const untyped of [world.run(resolve), world.run([...resolve, '--yes', 'more-1.com'])]) {
      expect(await untyped.ended).not.toBe(0);
      expect(untyped.err()).toContain('nothing was marked');
    }
    const resolved = world.run([...resolve, '--yes', 'more-0.com']);
    expect(await resolved.ended, resolved.err()).toBe(0);
    const shown = world.run(['change', 'show', '1', '--json']);
    expect(await shown.ended, shown.err()).toBe(0);
    expect(JSON.parse(shown.out())).toMatchObject({
      change: { state: 'settled', settledAs: 'not-applied', note: 'seen in the panel' },
    });

    const anew = resume(review.id);
    expect(await anew.ended, anew.err()).toBe(0);
    const applied = apply(JSON.parse(anew.out()) as Review);
    expect(await applied.ended, applied.err()).toBe(0);
    expect(JSON.parse(applied.out())).toMatchObject({ state: 'done', confirmed: 1, refused: 1 });
    expect(writes(service)).toEqual(['/domains/more-0.com/lock', '/domains/more-1.com/lock']);
  });

  it('undo makes a batch that puts back what each domain had, to be reviewed and applied as any other', async () => {
    const service = await world.serve({ moreDomains: 2 });
    const before = service.domain('more-0.com')?.nameservers;
    const there = await create('nameservers', names(2), '--nameservers', 'ns1.new.example,ns2.new.example');
    expect(await apply(there).ended).toBe(0);
    const undo = world.run(['batch', 'undo', there.id, '--key-stdin-once', '--json'], `${apiKey}\n`);
    expect(await undo.ended, undo.err()).toBe(0);
    const back = JSON.parse(undo.out()) as Review;
    expect([back.ready, back.rows[0]]).toEqual([
      2,
      {
        domain: 'more-0.com',
        before: 'ns1.new.example, ns2.new.example',
        after: before?.join(', '),
        excluded: null,
      },
    ]);
    expect(writes(service)).toHaveLength(2);
    const run = apply(back);
    expect(await run.ended, run.err()).toBe(0);
    expect(service.domain('more-0.com')?.nameservers).toEqual(before);
    expect(writes(service)).toHaveLength(4);
  });

  it('goes on after an uncertain change with --halt-on nothing', async () => {
    const service = await world.serve({
      moreDomains: 2,
      faults: [
        {
          fault: { kind: 'break', after: 'request', by: 'reset' },
          ...{ operation: 'lock-write', domain: 'more-0.com', times: 1 },
        },
      ],
    });
    const run = apply(await create('lock', names(2)), '--halt-on', 'nothing');
    expect(await run.ended, run.err()).toBe(1);
    expect(JSON.parse(run.out())).toMatchObject({ state: 'done', confirmed: 1, uncertain: 1 });
    expect(writes(service)).toHaveLength(2);
  });

  it('a batch that was proposed is not applied, resumed or edited by a command line', async () => {
    const service = await world.serve({ moreDomains: 1 });
    const review = await create('lock', names(1), '--proposed-by', 'An assistant', '--why', 'It said so');
    for (const args of [
      ['apply', review.id, '--digest', review.digest, '--key-stdin-once'],
      ['resume', review.id, '--key-stdin-once'],
      ['exclude', review.id, 'more-0.com'],
    ]) {
      const run = world.run(['batch', ...args], `${apiKey}\n`);
      expect(await run.ended, run.err()).toBe(2);
      expect(run.err()).toContain('in the window');
    }
    const listed = world.run(['batch', 'list', '--json']);
    expect(await listed.ended, listed.err()).toBe(0);
    expect(JSON.parse(listed.out())).toMatchObject([{ proposedBy: 'An assistant', state: 'ready' }]);
    expect(writes(service)).toEqual([]);
  });

  it('list, show, pause and stop name a batch by its id or the beginning of it', async () => {
    await world.serve({ moreDomains: 2 });
    const { id } = await create('lock', names(2));
    const shown = world.run(['batch', 'show', id.slice(0, 8), '--json']);
    expect(await shown.ended, shown.err()).toBe(0);
    expect(JSON.parse(shown.out())).toMatchObject({ id, state: 'ready', ready: 2, proposedBy: null });
    const stopped = world.run(['batch', 'stop', id, '--json']);
    expect(await stopped.ended, stopped.err()).toBe(0);
    const listed = world.run(['batch', 'list', '--json']);
    expect(await listed.ended, listed.err()).toBe(0);
    expect(JSON.parse(listed.out())).toMatchObject([{ id, state: 'stopped', kind: 'lock', rows: 2 }]);
    const paused = world.run(['batch', 'pause', id]);
    expect(await paused.ended).toBe(2);
  });
});
