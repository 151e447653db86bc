import { expect } from 'vitest';
import { isUncharged } from '#shared/domain/change.ts';
import { overchargeOf } from '#shared/domain/limits.ts';
import { durationOf, errorLike, limitLike, type Step } from '../rows.ts';
import { stepsAtService, wordsOf } from '../service-rows.ts';
import { valueOf } from '../workspace/a-workspace.ts';
import { accountId, domain } from './a-changes-world.ts';
import { changesDo, Desk } from './change-rows-do.ts';

/** What is so of a change. */
const ofChanges: readonly Step<Desk>[] = [
  [
    /^(?:#(\d) )?is ([\w-]+)(?: by ([\w-]+))?$/,
    async (desk, number, state, by) => {
      const change = await desk.find(number);
      expect([change.state, by === undefined ? by : (change.proof ?? 'nothing')]).toEqual([state, by]);
    },
  ],
  [
    /^(?:#(\d) )?charge (fell|not-yet)$/,
    async (desk, number, charge) => expect((await desk.find(number)).charge).toBe(charge),
  ],
  [
    /^(?:#(\d) )?(not )?uncharged$/,
    async (desk, number, not) => expect(isUncharged(await desk.find(number))).toBe(not === undefined),
  ],
  [
    /^(?:#(\d) )?overcharge (\S+) for (\S+?)( of all)?$/,
    async (desk, number, taken, agreed, all) => {
      const told = overchargeOf(await desk.find(number));
      expect(told).toMatchObject({ taken, agreed, ...(all !== undefined && { isOfAll: true }) });
    },
  ],
  [
    /^(?:#(\d) )?no overcharge$/,
    async (desk, number) => expect(overchargeOf(await desk.find(number))).toBeNull(),
  ],
  [
    /^(?:#(\d) )?error (.+)$/,
    async (desk, number, error = '') => {
      const change = await desk.find(number);
      expect(change.error).toMatchObject(errorLike(error));
    },
  ],
  [
    /^(?:#(\d) )?events (.+)$/,
    async (desk, number, events = '') =>
      expect(await desk.world.events(desk.id(number))).toEqual(wordsOf(events)),
  ],
  [
    /^(?:#(\d) )?read back (.+)$/,
    async (desk, number, verdicts = '') => {
      const events = await desk.world.events(desk.id(number));
      expect(events.filter((event) => event.startsWith('read-back')).map((event) => event.slice(10))).toEqual(
        wordsOf(verdicts),
      );
    },
  ],
  [
    /^(?:#(\d) )?evidence (?!once)(.+)$/,
    async (desk, number, evidence = '') => {
      const [label, ...rest] = evidence.split(' | ');
      const shown = (await desk.find(number)).evidence.map((one) => [
        one.label,
        one.before ?? '-',
        one.after ?? '-',
        one.speaks,
      ]);
      expect(shown).toContainEqual([
        expect.stringContaining(label ?? ''),
        ...(rest.length > 0 ? rest : [0, 1, 2].map(() => expect.anything() as unknown)),
      ]);
    },
  ],
  [
    /^(?:#(\d) )?evidence once (.+)$/,
    async (desk, number, label) => {
      const labels = (await desk.find(number)).evidence.map((one) => one.label);
      expect(labels.filter((one) => one === label)).toHaveLength(1);
    },
  ],
  [
    /^never called (.+)$/,
    ({ world }, state) => expect(world.announced.map((change) => change.state)).not.toContain(state),
  ],
  [
    /^(?:#(\d) )?no evidence (.+)$/,
    async (desk, number, label) =>
      expect((await desk.find(number)).evidence.map((one) => one.label)).not.toContain(label),
  ],
  [
    /^(?:#(\d) )?at the registry ([\w-]+)(?: ([\w-]+))?$/,
    async (desk, number, proof, why) =>
      expect((await desk.find(number)).registry).toMatchObject({ proof, why: why ?? null }),
  ],
  [
    /^before it the registry showed (\S+)$/,
    async (desk, day = '') => {
      const { before, sentAt } = await desk.find();
      expect(before?.registry?.expiresAt).toMatch(day);
      expect((before?.registry?.at ?? '9') <= (sentAt ?? '')).toBe(true);
    },
  ],
  [
    /^sent after (\S+)$/,
    async (desk, after = '') => {
      const { sentAt } = await desk.find();
      expect(Date.parse(sentAt ?? '') - Date.parse('2026-03-01T10:30:00Z')).toBe(durationOf(after));
    },
  ],
  [
    /^(?:#(\d) )?nothing of a registry$/,
    async (desk, number) => {
      const change = await desk.find(number);
      expect([change.registry, change.before?.registry]).toEqual([undefined, undefined]);
    },
  ],
  [
    /^consents have (\d) limits$/,
    async (desk, count) => {
      const { entries } = valueOf(await desk.world.changes.find(desk.id()));
      const consents = entries.flatMap(({ event }) =>
        event.type === 'planned' || event.type === 'sending' ? [event.consent?.limits] : [],
      );
      expect(consents.map((limits) => limits?.length)).toEqual([Number(count), Number(count)]);
    },
  ],
  [
    /^the journal has (\w+)$/,
    async ({ world }, state) => {
      const all = { accountId: null, states: null, kinds: null, text: '', domain: null, batchId: null };
      const { changes } = valueOf(await world.changes.list(all, 0, 10));
      expect(changes.map((change) => change.state)).toEqual([state]);
    },
  ],
  [
    /^announced (.+)$/,
    ({ world }, states = '') =>
      expect(world.announced.map((change) => change.state)).toEqual(wordsOf(states)),
  ],
  [
    /^before it the lock was (\w+)$/,
    async (desk, lock) =>
      expect((await desk.find()).before).toMatchObject({ lock, readAt: '2026-03-01T10:30:00.000Z' }),
  ],
  [
    /^values (.+)$/,
    async (desk, roles = '') => {
      const values = valueOf(await desk.world.changes.personal(desk.id()));
      expect((values ?? []).map(({ name }) => name)).toEqual(wordsOf(roles));
    },
  ],
  [
    /^nothing is written down$/,
    async ({ world }) => expect(valueOf(await world.changes.lastOf(accountId, domain))).toEqual([]),
  ],
  [
    /^the chain holds$/,
    async ({ world }) => expect(valueOf(await world.changes.health(true)).broken).toBeNull(),
  ],
];

/** What is so of the service, of what was said, and of a review. */
const ofOthers: readonly Step<Desk>[] = [
  [
    /^POSTs (.+)$/,
    ({ world }, words = '') =>
      expect(world.service.writes.map((write) => write.replace(` ${domain}`, ''))).toEqual(wordsOf(words)),
  ],
  [
    /^asked after (.+)$/,
    async (desk, minutes = '') => {
      const { sentAt } = await desk.find();
      const after = desk.asked
        .map((at) => (Date.parse(at) - Date.parse(sentAt ?? '')) / 60_000)
        .filter((minute) => minute >= 1);
      expect(after.map((minute) => String(Math.round(minute)))).toEqual(wordsOf(minutes));
    },
  ],
  [/^asked (\d+)$/, (desk, times) => expect(desk.asked).toHaveLength(Number(times))],
  [/^calls (\d+)$/, (desk, count) => expect(desk.calls).toBe(Number(count))],
  [
    /^told (.+)$/,
    ({ world }, error = '') => expect(world.announced.at(-1)?.error).toMatchObject(errorLike(error)),
  ],
  [
    /^says (?!first)(\S+?)(?:: (.+))?$/,
    (desk, id, text = '') =>
      expect(desk.review.remarks).toContainEqual(
        expect.objectContaining({ id, text: expect.stringMatching(text) as string }),
      ),
  ],
  [
    /^says first (\S+): (.+)$/,
    (desk, id, text = '') =>
      expect(desk.review.remarks[0]).toMatchObject({ id, text: expect.stringMatching(text) as string }),
  ],
  [/^does not say (\S+)$/, (desk, id) => expect(desk.review.remarks.map((one) => one.id)).not.toContain(id)],
  [
    /^last is #(\d) ([\w-]+)$/,
    (desk, number, state) => expect(desk.review.last).toMatchObject({ number: Number(number), state }),
  ],
  [
    /^found price (\S+)$/,
    ({ world }, amount) =>
      expect(world.findings.map(({ prices }) => prices[0]?.renew)).toMatchObject([{ amount }]),
  ],
  [
    /^shows (.+): (.*?) > (.*?)(, changed)?$/,
    (desk, label, before, after, changed) =>
      expect(desk.review.lines).toContainEqual({
        ...{ label, before: before === '-' ? null : before, after, isChanged: changed !== undefined },
      }),
  ],
  [/^credit ([\d.]+)$/, (desk, amount) => expect(desk.review.credit).toMatchObject({ amount })],
  [/^no costs$/, (desk) => expect(desk.review).toMatchObject({ price: null, credit: null, finding: null })],
  [
    /^price (\S+)$/,
    (desk, amount) =>
      expect(desk.review.price).toMatchObject(amount === 'unknown' ? { kind: 'not-given' } : { amount }),
  ],
  [/^asks for (the|no) name$/, (desk, which) => expect(desk.review.asksFor.typedName).toBe(which === 'the')],
  [
    /^asks for (?:nothing|limits (.+))$/,
    (desk, limits) =>
      expect(desk.review.asksFor.limits).toMatchObject(
        limits === undefined ? [] : limits.split(' ').map(limitLike),
      ),
  ],
  [
    /^the portfolio hears (?!of )(.+)$/,
    ({ world }, words = '') =>
      expect(world.observed).toContainEqual(
        expect.objectContaining(Object.fromEntries(words.split(' ').map(valueIn))),
      ),
  ],
  [
    /^answered to expire (\S+)$/,
    async (desk, expiresOn) =>
      expect((await desk.find()).syncAnswer).toMatchObject({ active: true, expiresOn }),
  ],
  [
    /^the portfolio hears of a sync to (\S+)$/,
    ({ world }, date) =>
      expect(world.observed.filter(({ source }) => source === 'sync')).toMatchObject([
        { syncAnswer: { active: true, expiresOn: date === 'nothing' ? null : date } },
      ]),
  ],
  [
    /^heard in turn (.+)$/,
    ({ world }, words = '') =>
      expect(world.observed.map(({ source, lock }) => `${source} ${lock ?? '-'}`)).toEqual(wordsOf(words)),
  ],
  [
    /^the portfolio does not hear (\w+)$/,
    ({ world }, name = '') => expect(world.observed.filter((one) => name in one)).toEqual([]),
  ],
];

const valueIn = (pair: string): [string, unknown] => {
  const [name = '', value = ''] = pair.split('=');
  if (value === 'true') return [name, true];
  if (name === 'child') {
    const child = value === 'gone' ? { isGone: true } : { addresses: [value] };
    return [name, expect.objectContaining({ host: `ns1.${domain}`, ...child })];
  }
  if (name === 'renews') return ['renewal', expect.objectContaining({ years: Number(value) })];
  return [name, value.includes(',') ? value.split(',') : value];
};

/** The steps of tables of single changes: all of one domain, `example.com`, where no other is named. */
export const changeSteps = stepsAtService<Desk>({
  begin: () => new Desk(),
  doing: changesDo,
  stating: [...ofChanges, ...ofOthers],
});
