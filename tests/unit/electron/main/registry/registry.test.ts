import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RegistryReading } from '#shared/domain/registry.ts';
import { ok } from '#shared/result.ts';
import {
  createRegistry,
  type Registry,
  type RegistryDeps,
} from '../../../../../electron/main/registry/registry.ts';
import { type RdapServer, startRdapServer } from '../../../../support/registry/rdap-server.ts';
import { answered, shapes } from '../../../../support/registry/rdap-shapes.ts';

const own = ['riverstone.com', 'lakeside.com', 'oak.org', 'hill.de'];
let rdap: RdapServer;
let folder: string;
let registry: Registry;
/** Lists that outlive a restart, and when each name was answered. */
const runs = new Map<string, Parameters<RegistryDeps['runs']['put']>[0]>();
const answeredAt = new Map<string, string>();
const kept: (readonly [name: string, reading: RegistryReading])[] = [];
const told: Parameters<RegistryDeps['announce']>[0][] = [];

beforeEach(async () => {
  rdap = await startRdapServer();
  rdap.otherwise = shapes['a thin registry'];
  folder = mkdtempSync(join(tmpdir(), 'registry-'));
  kept.length = 0;
  told.length = 0;
  runs.clear();
  answeredAt.clear();
});

afterEach(async () => {
  await registry.close();
  await rdap.stop();
  rmSync(folder, { recursive: true });
});

/** A sleep takes no time, and passes it. */
function aRegistry(given: Partial<RegistryDeps> & { readonly isOn?: boolean } = {}) {
  let nowMs = Date.parse('2026-11-24T16:00:00.000Z');
  const slept: number[] = [];
  registry = createRegistry({
    cachePath: join(folder, 'registry-servers.json'),
    timer: {
      nowMs: () => nowMs,
      sleep(ms) {
        slept.push(ms);
        nowMs += ms;
        return Promise.resolve();
      },
    },
    now: () => new Date(nowMs),
    settings: () => ({ registryEnabled: given.isOn ?? true, registryBootstrap: rdap.bootstrap }),
    portfolioNames: (_accountId, names) => names.filter((name) => own.includes(name)),
    runs: {
      list: () => [...runs.values()],
      put: (run) => runs.set(run.id, run),
      remove: ({ id }) => runs.delete(id),
      answered: ({ names, since }) => names.filter((name) => (answeredAt.get(name) ?? '') >= since),
    },
    isPractice: () => ok(false),
    keep: (_accountId, name, reading) => Promise.resolve(void kept.push([name, reading])),
    announce: (progress) => void told.push(progress),
    onBug: (thrown) => {
      throw thrown;
    },
    newId: () => '00000000-0000-4000-9100-000000000001',
    ...given,
  });
  return { slept };
}

const when = { notBefore: '2026-11-24T16:00:00.000Z', signal: new AbortController().signal };
const of = (domain: string) => ({ accountId: 'one', domain });
const finished = () => expect.poll(() => told.at(-1)?.isFinished).toBe(true);

describe('the names that registries are asked for', () => {
  it('are none while it is switched off, which it is at first', async () => {
    aRegistry({ isOn: false });
    expect(await registry.read(of('riverstone.com'), when)).toBeNull();
    expect(await registry.readOfChange({ ...of('riverstone.com'), number: 1 }, when)).toBeNull();
    expect(await registry.refresh('one', own)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
    expect(rdap.asked).toEqual([]);
  });

  it('are asked for in the order in which they are wanted, each once', async () => {
    aRegistry({ portfolioNames: () => own.toReversed() });
    const wanted = ['lakeside.com', 'oak.org', 'lakeside.com', 'riverstone.com'];
    expect(await registry.refresh('one', wanted)).toMatchObject({ ok: true, value: { total: 3 } });
    await finished();
    expect(kept.map(([name]) => name)).toEqual(['lakeside.com', 'oak.org', 'riverstone.com']);
  });

  it('are those of the portfolio, never a candidate', async () => {
    aRegistry();
    expect(await registry.read(of('candidate.com'), when)).toBeNull();
    expect(await registry.refresh('one', ['candidate.com'])).toMatchObject({ ok: false });
    expect(await registry.refresh('one', ['candidate.com', 'oak.org'])).toMatchObject({
      ok: true,
      value: { total: 1 },
    });
    await finished();
    expect(await registry.read(of('riverstone.com'), when)).toMatchObject({ missing: null });
    expect(rdap.namesAsked()).toEqual(['oak.org', 'riverstone.com']);
  });

  it('are those of changes too, as a change of the journal names them', async () => {
    aRegistry();
    expect(await registry.readOfChange({ ...of('ordered.com'), number: 7 }, when)).toMatchObject({
      missing: null,
    });
    expect(kept.map(([name]) => name)).toEqual(['ordered.com']);
  });

  it('are none of the practice account, unless the registry is on this computer', async () => {
    const isPractice = () => ok(true);
    aRegistry({ isPractice });
    expect(await registry.read(of('riverstone.com'), when)).toMatchObject({ missing: null });
    await registry.close();
    const anywhere = { registryEnabled: true, registryBootstrap: 'https://registries.example/dns.json' };
    const transport = {
      get: () => {
        throw new Error('Nobody may be asked');
      },
    };
    aRegistry({ isPractice, transport, settings: () => anywhere });
    expect(await registry.read(of('riverstone.com'), when)).toBeNull();
    const reason = 'No registry is asked for names of the practice account';
    expect(await registry.refresh('one', own)).toMatchObject({ ok: false, error: { reason } });
  });
});

describe('looking up a list of names', () => {
  it('keeps each reading, and tells how far it is and how many show no expiry', async () => {
    rdap.set('lakeside.com', shapes['no expiry at all (SWITCH)']);
    aRegistry();
    await registry.refresh('one', own);
    await finished();
    expect(kept.map(([name, { missing }]) => [name, missing]).toSorted()).toEqual([
      ['hill.de', 'no-server'],
      ['lakeside.com', 'no-expiry'],
      ['oak.org', null],
      ['riverstone.com', null],
    ]);
    expect(told.at(-1)).toMatchObject({
      total: 4,
      done: 4,
      notShown: 2,
      notRead: 0,
      isFinished: true,
      isOfRegistry: true,
    });
    expect(told.at(-1)?.without).toContain('1: the registry of .com publishes none');
    expect(told.length).toBeGreaterThan(2);
  });

  it('says in Unicode which names no registry knows', async () => {
    rdap.otherwise = shapes['a name that is not registered'];
    aRegistry({ portfolioNames: (_accountId, names) => names });
    await registry.refresh('one', ['xn--bckerei-5wa.com']);
    await finished();
    expect(told.at(-1)?.without).toContain('the registry does not know bäckerei.com.');
  });

  it('H23 counts as not read what a registry answered oddly, and not as an expiry that it does not show', async () => {
    rdap.set('lakeside.com', shapes['another name']);
    aRegistry();
    await registry.refresh('one', own);
    await finished();
    expect(told.at(-1)).toMatchObject({
      ...{ total: 4, done: 4, notShown: 1, notRead: 1, isFinished: true },
      unread: { names: ['lakeside.com'], why: '1 not read. The registry answered for another name.' },
    });
  });

  it('waits for as long as a registry asks for, and goes on', async () => {
    let limited = 0;
    rdap.set('riverstone.com', (name) =>
      (limited += 1) === 1 ? shapes['a limit by 429, for two minutes']() : answered(name),
    );
    const { slept } = aRegistry();
    await registry.refresh('one', ['riverstone.com', 'lakeside.com']);
    await finished();
    expect(kept.map(([, { missing }]) => missing)).toEqual([null, null]);
    expect(Math.max(...slept)).toBeGreaterThanOrEqual(120_000);
  });

  it('ends where a registry refuses this computer for ever, and says so of each name', async () => {
    const { slept } = aRegistry();
    rdap.otherwise = shapes['a limit by 403'];
    const wanted = ['riverstone.com', 'lakeside.com', 'oak.org'];
    const { signal } = new AbortController();
    expect(await registry.lookUpAll('one', wanted, signal, () => undefined)).toMatchObject({
      value: {
        done: 3,
        notRead: 3,
        notShown: 0,
        unread: { why: '3 not read. The registry refuses this computer’s network address.' },
      },
    });
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(10 * 60_000);
    expect(kept.map(([, { missing }]) => missing)).toEqual(['refuses', 'refuses', 'refuses']);
  });

  it('has not read what it was stopped before', async () => {
    const ending = new AbortController();
    rdap.otherwise = () => {
      ending.abort();
      return { kind: 'silent' };
    };
    aRegistry();
    const ended = await registry.lookUpAll('one', own, ending.signal, () => undefined);
    const names = ['riverstone.com', 'lakeside.com', 'oak.org'];
    expect(ended).toMatchObject({ value: { isFinished: true, notRead: 3, unread: { names } } });
  });

  it('is stopped at a wish', async () => {
    rdap.otherwise = shapes['no answer in time'];
    aRegistry();
    const begun = await registry.refresh('one', ['riverstone.com', 'lakeside.com', 'oak.org']);
    registry.cancel(begun.ok ? begun.value.id : '');
    await finished();
    expect(kept).toEqual([]);
  });
});

describe('a list that is waited for', () => {
  it('resolves at the end, and tells nobody else', async () => {
    aRegistry();
    const heard: number[] = [];
    const signal = new AbortController().signal;
    const ended = await registry.lookUpAll('one', own.slice(0, 2), signal, ({ done }) => heard.push(done));
    expect(ended).toMatchObject({ ok: true, value: { total: 2, done: 2, isFinished: true } });
    expect(heard.at(-1)).toBe(2);
    expect(told).toEqual([]);
  });

  it('resolves without a request where it is ended before it began', async () => {
    aRegistry();
    const ended = await registry.lookUpAll('one', own, AbortSignal.abort(), () => undefined);
    expect(ended).toMatchObject({ ok: true, value: { done: 0 } });
    expect(rdap.namesAsked()).toEqual([]);
  });
});

describe('a list of names that is looked up', () => {
  const many = Array.from({ length: 30 }, (_, index) => `name-${String(index)}.com`);
  const holding: RegistryDeps['portfolioNames'] = (_accountId, names) =>
    names.filter((name) => many.includes(name));
  const keep: RegistryDeps['keep'] = (_accountId, name, { at }) => {
    answeredAt.set(name, at);
    kept.push([name, {} as RegistryReading]); // Only the name is compared here.
    return Promise.resolve();
  };

  it('goes on after a restart where it was, each name asked for once, and its progress counts from there', async () => {
    let isOver = false;
    aRegistry({
      portfolioNames: holding,
      keep: async (...args) => {
        await keep(...args);
        if (kept.length === 12 && !isOver) {
          isOver = true;
          void registry.close();
        }
      },
    });
    expect(await registry.refresh('one', many)).toMatchObject({ ok: true, value: { total: 30, done: 0 } });
    await finished();
    await registry.close();
    const before = kept.map(([name]) => name);
    expect(before.length).toBeLessThan(30);
    expect([...runs.values()]).toMatchObject([{ accountId: 'one', names: many }]);

    told.length = 0;
    aRegistry({ portfolioNames: holding, keep });
    await registry.resume();
    await finished();
    expect(kept.map(([name]) => name).toSorted()).toEqual(many.toSorted());
    expect(told[0]).toMatchObject({ accountId: 'one', total: 30, done: before.length + 1 });
    expect(told.at(-1)).toMatchObject({ total: 30, done: 30, isFinished: true });
    await expect.poll(() => runs.size).toBe(0);
  });

  it('that a person has stopped is over; the same long list again asks for what was not answered within the hour', async () => {
    aRegistry({ portfolioNames: holding, keep });
    for (const name of many.slice(0, 20)) answeredAt.set(name, '2026-11-24T15:30:00.000Z');
    answeredAt.set(many[0] ?? '', '2026-11-24T14:00:00.000Z');
    expect(await registry.refresh('one', many)).toMatchObject({ ok: true, value: { total: 30, done: 19 } });
    await finished();
    expect(kept.map(([name]) => name).toSorted()).toEqual([many[0], ...many.slice(20)].toSorted());
    kept.length = 0;
    const few = many.slice(0, 3);
    expect(await registry.refresh('one', few), 'a few are asked for whenever that is wanted').toMatchObject({
      value: { total: 3, done: 0 },
    });
    await finished();
    await expect.poll(() => runs.size).toBe(0);
  });

  it.each([
    ['switched off meanwhile', { isOn: false }, '2026-11-24T12:00:00.000Z'],
    ['begun more than a week ago', {}, '2026-11-16T12:00:00.000Z'],
  ])('does not go on where it was %s', async (_name, given, beganAt) => {
    runs.set('a', { id: 'a', accountId: 'one', beganAt, names: many });
    aRegistry({ portfolioNames: holding, keep, ...given });
    await registry.resume();
    expect(runs.size).toBe(0);
    expect(rdap.namesAsked()).toEqual([]);
  });
});
