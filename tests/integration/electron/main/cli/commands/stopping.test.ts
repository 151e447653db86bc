import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PracticeService } from '../../../../../../electron/main/practice/service.ts';
import { apiKey, deskOfThisFile, namesText } from '../a-desk.ts';

const desk = deskOfThisFile();
const { lookup, serve, run } = desk;

const slowly = ['--rate', '100', '--tlds', 'com,net'];
const out = (): string => join(desk.directory(), 'found.csv');
const rowsOf = (path: string): number => readFileSync(path, 'utf8').trim().split('\n').length - 1;

async function untilAsked(service: PracticeService, requests: number): Promise<void> {
  await expect.poll(service.requestCount, { timeout: 20_000, interval: 10 }).toBeGreaterThan(requests);
}

describe('a run that is stopped', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'by %s pauses, ends with %i, and goes on by the very command that it prints',
    async (signal, code) => {
      const service = await serve();
      const first = lookup([...slowly, '--out', out()], namesText(150));
      await untilAsked(service, 20);
      first.process.kill(signal);
      expect(await first.ended).toBe(code);
      expect(first.err()).toContain('Pausing: what is on its way is waited for.');
      const asked = service.requestCount();
      expect(asked).toBeLessThan(150);

      const printed = /Go on with:\n {2}node electron\/main\/cli\/main\.ts --user-data-dir=\S+ (.*)$/m.exec(
        first.err(),
      );
      const second = run((printed?.[1] ?? '').split(' '), `${apiKey}\n`);
      expect(await second.ended, second.err()).toBe(0);
      expect(service.requestCount()).toBe(150);
      expect(rowsOf(out())).toBe(300);
    },
  );

  it('ends at once at a second signal, and has kept what was answered', async () => {
    const service = await serve({
      faults: [{ fault: { kind: 'latency', ms: 25_000 }, operation: 'lookup', domain: 'name-30.com' }],
    });
    const running = lookup([...slowly, '--session', 's'], namesText(60));
    await untilAsked(service, 40);
    running.process.kill('SIGINT');
    await expect.poll(running.err).toContain('Pausing');
    const again = (): number | null => {
      running.process.kill('SIGINT');
      return running.process.exitCode;
    };
    await expect.poll(again, { timeout: 10_000, interval: 100 }).toBe(130);
    expect(running.err()).not.toContain('Go on with');
    const shown = run(['session', 'show', 's', '--json']);
    await shown.ended;
    expect(JSON.parse(shown.out())).toMatchObject({ cells: 120 });
    expect((JSON.parse(shown.out()) as { left: number }).left).toBeLessThan(60);
  });

  it('C18 by kill -9 is cut off, says so, and goes on without asking again what was answered', async () => {
    const service = await serve();
    const first = lookup([...slowly, '--session', 's'], namesText(150));
    await untilAsked(service, 30);
    first.process.kill('SIGKILL');
    expect(await first.ended).toBe(null);
    const list = run(['session', 'list']);
    expect(await list.ended).toBe(0);
    expect(list.out()).toMatch(/ cut off /);
    const second = run(['session', 'resume', 's', '--key-stdin-once', '--out', out()], `${apiKey}\n`);
    expect(await second.ended, second.err()).toBe(0);
    expect(rowsOf(out())).toBe(300);
    // Four may have been on their way when it was killed.
    expect(service.requestCount()).toBeLessThanOrEqual(154);
  });

  it('asks the unknown ones again when told to', async () => {
    const service = await serve({
      faults: [{ fault: { kind: 'json', value: [] }, operation: 'lookup', times: 2 }],
    });
    const first = lookup(
      ['--tlds', 'com', '--rate', '0', '--session', 's', '--concurrency', '1'],
      namesText(5),
    );
    expect(await first.ended).toBe(1);
    const second = run(['session', 'resume', 's', '--again', 'unknown', '--key-stdin-once'], `${apiKey}\n`);
    expect(await second.ended, second.err()).toBe(0);
    expect(service.requestCount()).toBe(7);
    expect(second.out().trim().split('\n')).toHaveLength(6);
  });
});

describe('two command lines in one workspace', () => {
  it('run together: the second hands its work to the first', async () => {
    const service = await serve();
    const first = lookup([...slowly, '--session', 'first', '--format', 'txt'], namesText(150));
    await untilAsked(service, 5);
    const second = lookup(['--tlds', 'com', '--session', 'second', '--format', 'txt'], namesText(5, 'other'));
    expect(await second.ended, second.err()).toBe(0);
    expect(second.out().trim().split('\n')).toHaveLength(5);
    expect(await first.ended, first.err()).toBe(0);
    expect(first.out().trim().split('\n')).toHaveLength(300);
  });

  it.each([
    ['ends', 'SIGINT'],
    ['is killed', 'SIGKILL'],
  ] as const)(
    'when the first one %s, the second goes on by itself with what it had begun',
    async (_case, signal) => {
      const service = await serve();
      const first = lookup([...slowly, '--session', 'first'], namesText(400));
      await untilAsked(service, 5);
      const second = lookup([...slowly, '--session', 'second', '--out', out()], namesText(100, 'other'));
      const asksFor = (stem: string) =>
        service.requests().filter(({ body }) => body?.includes(`${stem}-`)).length;
      await expect.poll(() => asksFor('other'), { timeout: 20_000, interval: 10 }).toBeGreaterThan(10);
      first.process.kill(signal);
      await first.ended;
      expect(await second.ended, second.err()).toBe(0);
      expect(second.err()).toContain('this goes on by itself');
      expect(rowsOf(out())).toBe(200);
      expect(asksFor('other')).toBeLessThanOrEqual(104);
    },
  );

  it('a second one that is interrupted pauses its own session alone', async () => {
    const service = await serve();
    const first = lookup([...slowly, '--session', 'first', '--format', 'txt'], namesText(250));
    await untilAsked(service, 5);
    const second = lookup([...slowly, '--session', 'second'], namesText(250, 'other'));
    await expect.poll(second.err, { timeout: 20_000 }).toContain('250 names');
    await untilAsked(service, service.requestCount() + 20);
    second.process.kill('SIGINT');
    expect(await second.ended).toBe(130);
    expect(second.err()).toContain('"second": 500 cells');
    const list = run(['session', 'list', '--json']);
    expect(await list.ended).toBe(0);
    expect(JSON.parse(list.out())).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'first', state: 'running', isRunningNow: true }),
        expect.objectContaining({ name: 'second', state: 'paused' }),
      ]),
    );
    expect(await first.ended).toBe(0);
  });

  it('says which process has the workspace where that one does not answer', async () => {
    const service = await serve();
    const first = lookup([...slowly, '--session', 'first'], namesText(400));
    await untilAsked(service, 5);
    first.process.kill('SIGSTOP');
    const second = run(['session', 'list']);
    expect(await second.ended).toBe(1);
    expect(second.err()).toBe(
      `namedesk: Another process (${first.process.pid ?? ''}) has this workspace and does not answer. Nothing was changed.\n` +
        'Wait until it has ended or close it, or choose another workspace with --user-data-dir=DIR.\n',
    );
    first.process.kill('SIGCONT');
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');
  });
});
