import { expect } from 'vitest';
import { excludedOtherwise, needingAttention, unreadRows } from '#shared/domain/batch.ts';
import type { Change } from '#shared/domain/change.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { Result } from '#shared/result.ts';
import type { RowsAsked } from '../../../electron/main/changes/batches/create-batches.ts';
import { createPutBack } from '../../../electron/main/workspace/batches/put-back.ts';
import { createLeftUnlocked } from '../../../electron/main/workspace/batches/steps.ts';
import type { AService } from '../changes/a-service.ts';
import { errorLike, type Step } from '../rows.ts';
import { stepsAtService, wordsOf } from '../service-rows.ts';
import { valueOf } from '../workspace/a-workspace.ts';
import { accountId, type BatchesWorld } from './a-batches-world.ts';
import { Batches, batchesDo, domainOf, domainsOf } from './batch-rows-do.ts';

const fieldOf = ({ service }: { readonly service: AService }, number: string, name: string) =>
  service.there(domainOf(number)).contacts[0]?.fields.find((one) => one.name === name)?.value;

const previousContacts = ({ kept }: BatchesWorld): readonly string[] =>
  kept.database
    .prepare('SELECT bytes FROM previous_contacts')
    .all()
    .map(({ bytes }) => Buffer.from(bytes as Uint8Array).toString('latin1'));

/** Every text and every byte of every table of the workspace. */
const everythingStored = (database: BatchesWorld['kept']['database']): string =>
  database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .flatMap(({ name }) => database.prepare(`SELECT * FROM "${String(name)}"`).all())
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
    .join('\n');

/** As `renew 0 1 2, writeLock 1`. */
const writesIn = (words: string): readonly string[] =>
  wordsOf(words).flatMap((group) => {
    const [operation = '', ...numbers] = group.split(' ');
    return domainsOf(numbers.join(' ')).map((name) => `${operation} ${name}`);
  });

const valueIn = (pair: string): [string, unknown] => {
  const [name = '', value = ''] = pair.split('=');
  return [name, Number(value)];
};

/** What is so of a batch and its rows. */
const stating: readonly Step<Batches>[] = [
  [
    /^row (\d+) changed (\w+) in the journal$/,
    async (play, index, name) => {
      const row = (await play.world.rows(play.id))[Number(index)];
      const { what } = valueOf(await play.world.changes.find(row?.changeId ?? '')).change;
      expect(what).toEqual({ kind: 'contacts', roles: [{ name: 'Registrant', changed: [name] }] });
    },
  ],
  [
    /^row (\d+) reason (.+)$/,
    async (play, index, reason) =>
      expect((await play.world.rows(play.id))[Number(index)]?.error).toMatchObject({ reason }),
  ],
  [
    /^reason (.+)$/,
    (play, reason = '') =>
      expect(play.result).toMatchObject({ error: { reason: expect.stringContaining(reason) as string } }),
  ],
  [
    /^nothing stored or told says (.+)$/,
    async ({ world, id }, text) => {
      const told = [world.announced, await world.rows(id), valueOf(await world.batches.list(accountId))];
      expect(everythingStored(world.kept.database) + JSON.stringify(told)).not.toContain(text);
    },
  ],
  [
    /^unread (.+): (\w+)$/,
    async (play, numbers = '', kind) =>
      expect(
        unreadRows(await play.world.rows(play.id)).map(({ domain, error }) => [domain, error?.kind]),
      ).toEqual(domainsOf(numbers).map((name) => [name, kind])),
  ],
  [
    /^excluded otherwise (\d+)$/,
    async (play, count) => expect(excludedOtherwise(await play.find())).toBe(Number(count)),
  ],
  [
    /^previous contacts (\d+)$/,
    ({ world }, count) => expect(previousContacts(world)).toHaveLength(Number(count)),
  ],
  [
    /^previous contacts say neither (\S+) nor (\S+)$/,
    ({ world }, one, other) => {
      const text = previousContacts(world).join('');
      expect([text.includes(one ?? ''), text.includes(other ?? '')]).toEqual([false, false]);
    },
  ],
  [
    /^nothing to put back$/,
    async ({ world, id }) =>
      expect(valueOf(await world.batches.wayBack({ batchId: id }))).toMatchObject({ toPutBack: null }),
  ],
  [
    /^its change is not undone$/,
    async ({ world, id }) => {
      const [row] = await world.rows(id);
      expect(createPutBack(world.kept.database).undone({ id: row?.changeId ?? '' })).toBeNull();
    },
  ],
  [
    /^sent at (.+)$/,
    ({ times: [first = 0, ...rest] }, seconds) =>
      expect([first, ...rest].map((ms) => Math.round((ms - first) / 1_000)).join(' ')).toBe(seconds),
  ],
  [
    /^renewed at (\S+)$/,
    async (play, at = '') => {
      for (const { renewal } of await play.world.rows(play.id)) expect(renewal?.renewedAt).toMatch(at);
    },
  ],
  [
    /^row (\d+) happened (.+)$/,
    async (play, index, words) => {
      const error = (await play.world.rows(play.id))[Number(index)]?.error;
      expect(error && sentencesFor(error).happened).toBe(words);
    },
  ],
  [
    /^that one is (\w+)$/,
    async (play, state) => {
      const id = valueOf(play.result as Result<Change>).id; // Of a change that was applied.
      expect(valueOf(await play.world.changes.find(id)).change.state).toBe(state);
    },
  ],
  [
    /^bought as premium (.+)$/,
    async ({ world, id }, numbers) => {
      const rows = await world.rows(id);
      const found = await Promise.all(rows.map(({ changeId }) => world.changes.find(changeId ?? '')));
      const premium = found.flatMap((one, index) => {
        const { what } = valueOf(one).change;
        return what.kind === 'register' && what.isPremium ? [String(index)] : [];
      });
      expect(premium).toEqual(numbers?.split(' '));
    },
  ],
  [
    /^(all prices fail|every other price fails) for (\w+)$/,
    async (play, which, kind) => {
      const rows = await play.world.rows(play.id);
      const expected = rows.map(({ index }) =>
        which === 'all prices fail' || index % 2 === 1 ? kind : undefined,
      );
      expect(rows.map(({ renewal }) => renewal?.priceError?.kind)).toEqual(expected);
    },
  ],
  [
    /^nothing stored says (.+)$/,
    ({ world }, text) => expect(everythingStored(world.kept.database)).not.toContain(text),
  ],
  [
    /^as many POSTs as before$/,
    (play) => {
      play.writesBefore ??= play.world.service.writes.length;
      expect(play.world.service.writes).toHaveLength(play.writesBefore);
    },
  ],
  [
    /^(no|a) digest$/,
    async (play, is) =>
      expect((await play.find()).digest ?? 'none').toMatch(is === 'no' ? /^none$/ : /^[0-9a-f]{64}$/),
  ],
  [
    /^the portfolio hears of (\d+) lock=(\w+)$/,
    ({ world }, number = '', lock) =>
      expect(world.observed).toContainEqual(expect.objectContaining({ domain: domainOf(number), lock })),
  ],
  [
    /^the portfolio hears of (\d+) a trouble (\S+)$/,
    ({ world }, number = '', why) =>
      expect(world.observed.filter((one) => one.domain === domainOf(number))).toMatchObject([
        { troubles: [{ part: 'lock', error: { why } }] },
      ]),
  ],
  [/^one at a time$/, ({ most }) => expect(most).toBe(1)],
  [/^POSTs as many (\d+)$/, ({ world }, count) => expect(world.service.writes).toHaveLength(Number(count))],
  [
    /^reads at most (\d+)$/,
    (play, count) =>
      expect(play.world.service.reads.length - play.readsBefore).toBeLessThanOrEqual(Number(count)),
  ],
  [
    /^synced to (.+)$/,
    async (play, dates = '') => {
      const rows = await play.world.rows(play.id);
      expect(rows.map(({ proof, syncAnswer }) => [proof, syncAnswer?.expiresOn])).toEqual(
        dates.split(' ').map((date) => ['answer', date]),
      );
      const heard = play.world.observed.filter(({ source }) => source === 'sync');
      expect(heard.map(({ syncAnswer }) => syncAnswer?.expiresOn)).toEqual(dates.split(' '));
    },
  ],
  [
    /^it is gone$/,
    async ({ world, id }) => {
      expect(world.removed).toEqual([id]);
      const none = { error: { kind: 'invalid-input', field: 'id' } };
      expect(await world.batches.find(id)).toMatchObject(none);
      expect(await world.batches.rows(id, { which: 'all', offset: 0, limit: 1 })).toMatchObject(none);
    },
  ],
  [
    /^batch (reading|ready|running|paused|halted|done|stopped)((?: \w+=\d+)*)$/,
    async (play, state, counts = '') => {
      const batch = await play.find();
      expect({ state: batch.state, counts: batch.counts }).toMatchObject({
        state,
        counts: Object.fromEntries(counts.split(' ').filter(Boolean).map(valueIn)),
      });
    },
  ],
  [/^waits for nothing$/, async (play) => expect((await play.find()).waitingFor).toBeNull()],
  [
    /^waits for (?!nothing)(.+)$/,
    async (play, error = '') => expect((await play.find()).waitingFor).toMatchObject(errorLike(error)),
  ],
  [
    /^rows (?!show )(.+)$/,
    async (play, words = '') =>
      expect(
        (await play.world.rows(play.id)).map(({ leftOut, state }) => leftOut ?? state ?? '-').join(' '),
      ).toBe(words),
  ],
  [
    /^(odd|left-out|to-do) rows (.+)$/,
    async (play, which, words = '') =>
      expect(
        (await play.world.rows(play.id, which as RowsAsked['which'])).map(({ domain }) => domain),
      ).toEqual(words === 'none' ? [] : domainsOf(words)),
  ],
  [
    /^row (\d+) error (.+)$/,
    async (play, index, error = '') =>
      expect((await play.world.rows(play.id))[Number(index)]?.error).toMatchObject(errorLike(error)),
  ],
  [
    /^row (\d+) (refused for|left in) (.+)$/,
    async (play, index, _how, error = '') =>
      expect((await play.world.rows(play.id))[Number(index)]?.changeError).toMatchObject(errorLike(error)),
  ],
  [
    /^row (\d+) says (\S+)(?:: (.+))?$/,
    async (play, index, id, text = '') =>
      expect((await play.world.rows(play.id))[Number(index)]?.remarks).toContainEqual(
        expect.objectContaining({ id, text: expect.stringMatching(text) as string }),
      ),
  ],
  [
    /^rows show (.+)$/,
    async (play, words = '') =>
      expect(
        (await play.world.rows(play.id)).map(({ before, after }) => `${before ?? '-'} → ${after}`),
      ).toEqual(words.split(' | ')),
  ],
  [
    /^charges (.+)$/,
    async (play, words = '') =>
      expect((await play.world.rows(play.id)).map(({ charge }) => charge ?? '-').join(' ')).toBe(words),
  ],
  [
    /^prices (.+)$/,
    async (play, words = '') =>
      expect(
        (await play.world.rows(play.id))
          .map(({ renewal }) => (renewal?.price.kind === 'given' ? renewal.price.amount : '-'))
          .join(' '),
      ).toBe(words),
  ],
  [
    /^(premium|free|uncharged) rows (.+)$/,
    async (play, what, words = '') => {
      const rows = await play.world.rows(play.id);
      const is = { premium: 'isPremium', free: 'isFree', uncharged: 'isUncharged' }[
        what ?? ''
      ] as 'isPremium'; // One of them.
      expect(rows.filter(({ renewal }) => renewal?.[is] === true).map(({ index }) => String(index))).toEqual(
        words === 'none' ? [] : words.split(' '),
      );
    },
  ],
  [
    /^erases (.+)$/,
    async (play, words = '') =>
      expect((await play.world.rows(play.id)).map(({ erases }) => erases ?? '-')).toEqual(words.split(' | ')),
  ],
  [
    /^held by (.+)$/,
    async (play, words = '') =>
      expect(
        (await play.world.rows(play.id))
          .map(({ outside }) => (outside === undefined ? '-' : (outside.heldBy ?? 'nobody')))
          .join(' '),
      ).toBe(words),
  ],
  [
    /^steps (.+)$/,
    async (play, words = '') =>
      expect(
        (await play.world.rows(play.id))
          .map(({ step, leftOut, state }) => `${step ?? 'contacts'}:${leftOut ?? state ?? '-'}`)
          .join(' '),
      ).toBe(words),
  ],
  [
    /^needs attention (\d+)$/,
    async (play, count) => expect(needingAttention((await play.find()).counts)).toBe(Number(count)),
  ],
  [
    /^types (\d+|nothing)$/,
    async (play, count) =>
      expect((await play.find()).typedCount).toBe(count === 'nothing' ? null : Number(count)),
  ],
  [
    /^POSTs (?!as many)(.+)$/,
    ({ world }, words = '') => expect(world.service.writes).toEqual(writesIn(words)),
  ],
  [
    /^(lock|[A-Z]\w+) of (\S+) is (.+)$/,
    ({ world }, name = '', number = '', value) =>
      expect(
        name === 'lock' ? world.service.there(domainOf(number)).lock : fieldOf(world, number, name),
      ).toBe(value === 'empty' ? '' : value),
  ],
  [
    /^nameservers of (\S+) are (.+)$/,
    ({ world }, number = '', hosts = '') =>
      expect(world.service.there(domainOf(number)).nameservers).toEqual(hosts.split(' ')),
  ],
  [/^lanes (\d)$/, ({ world }, count) => expect(world.lanes).toBe(Number(count))],
  [
    /^the values are (stored|deleted|not stored)$/,
    async ({ world, id }, are) => {
      const stored = world.kept.database
        .prepare("SELECT json_extract(ask, '$.sealed') AS sealed FROM batches WHERE id = ?")
        .get(id)?.['sealed'];
      expect([stored == null, valueOf(await world.batches.personal(id)) === null]).toEqual(
        Array(2).fill(are !== 'stored'),
      );
    },
  ],
  [
    /^warns (.+)$/,
    async (play, words = '') => {
      const { ask } = await play.find();
      expect(ask.warnings?.join(' ')).toMatch(new RegExp(words));
    },
  ],
  [
    /^way back ((?:\w+=\d+ ?)+)$/,
    async ({ world, id }, counts = '') =>
      expect(valueOf(await world.batches.wayBack({ batchId: id }))).toMatchObject(
        Object.fromEntries(counts.split(' ').map(valueIn)),
      ),
  ],
  [
    /^left unlocked (.+)$/,
    async ({ world, id }, numbers = '') =>
      expect(valueOf(await world.batches.wayBack({ batchId: id })).leftUnlocked).toEqual(
        numbers === 'none' ? [] : domainsOf(numbers),
      ),
  ],
  [
    /^Today names (.+)$/,
    ({ world }, numbers = '') =>
      expect(createLeftUnlocked(world.kept.database)(null).map(({ domain }) => domain)).toEqual(
        numbers === 'none' ? [] : domainsOf(numbers),
      ),
  ],
  [
    /^no batch is kept$/,
    async ({ world }) => expect(valueOf(await world.batches.list(accountId))).toEqual([]),
  ],
  [
    /^changes (.+)$/,
    async ({ world, id }, counts = '') => {
      const filter = { accountId: null, states: null, kinds: null, text: '', domain: null, batchId: id };
      const all = valueOf(await world.kept.journal.list({ filter, offset: 0, limit: 10 }));
      expect(all.byState).toEqual(Object.fromEntries(counts.split(' ').map(valueIn)));
    },
  ],
];

/** The steps of tables of batches. */
export const batchSteps = stepsAtService<Batches>({ begin: () => new Batches(), doing: batchesDo, stating });
