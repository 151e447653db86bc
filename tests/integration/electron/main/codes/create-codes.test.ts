import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { FaultPlan } from '../../../../../electron/main/practice/faults/fault.ts';
import { shapesOf } from '../../../../../electron/main/practice/faults/shapes.ts';
import { type Canaries, findIn, sweep } from '../../../../support/canary.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { oddPlaces } from '../../../../support/known-answers.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import type { HeapFound } from '../../../../support/codes/heap-after-copying.ts';

const ofCodes = (fault: FaultPlan[number]['fault']): FaultPlan => [{ operation: 'eppcode', fault }];

/** Codes through real HTTP, with everything that was answered to the page. */
async function aCodesWorld(faults: FaultPlan = []) {
  const world = await createTestWorld({ service: { faults }, account: { timeoutMs: 2_000 } });
  const domain = world.service.domains()[0]?.name ?? '';
  const answered: unknown[] = [];
  return {
    ...world,
    domain,
    said: (): readonly string[] => [...world.said(), ...answered.map((each) => JSON.stringify(each))],
    async take(deed: 'copy' | 'reveal') {
      const taken = await world.codes.take(world.accountId, domain, deed);
      answered.push(taken, world.codes.now(), await world.codes.accesses(world.accountId, domain));
      return taken;
    },
    /** How many requests for a code have arrived. */
    asked: () => world.service.requests().filter(({ path }) => path.endsWith('/eppcode')).length,
  };
}

describe('taking a code from a service, through HTTP', () => {
  /** Where any of `canaries` is: on the disk, in what was told, logged and announced. */
  async function findsOf({ directory, said }: Pick<TestWorld, 'directory' | 'said'>, canaries: Canaries) {
    const { finds, files, bytes } = await sweep(directory, canaries);
    const told = said().flatMap((text, index) => findIn(`said ${index}`, Buffer.from(text), canaries));
    return { finds: [...finds, ...told], files, bytes };
  }

  it('B13 asks once for each click, and takes another line of the journal each time', async () => {
    const world = await aCodesWorld();
    for (let click = 1; click <= 5; click += 1) {
      expect(valueOf(await world.take('copy')).kind).toBe('copied');
      expect(world.asked()).toBe(click);
    }
    const listed = valueOf(
      await world.workspace.codeAccesses.list({ accountId: null, domain: null, text: '', limit: 9 }),
    );
    expect(listed.map(({ seq, outcome }) => [seq, outcome])).toEqual(
      [9, 7, 5, 3, 1].map((seq) => [seq, 'code']),
    );
  });

  it('F17 asks the service as often as was confirmed: a copy of the shown code is no request', async ({
    annotate,
  }) => {
    const world = await aCodesWorld();
    const { windows, clipboard, asked } = world;
    expect(valueOf(await world.take('reveal')).kind).toBe('revealed');
    const { shown } = windows.last();
    expect(await shown?.copy()).toMatchObject({ kind: 'copied' });
    expect([asked(), await clipboard.readText()]).toEqual([1, shown?.code.reveal()]);
    windows.last().vanish();
    for (const deed of ['copy', 'copy', 'reveal'] as const) {
      const before = asked();
      await world.take(deed);
      expect(asked()).toBe(before + 1);
      expect(windows.last().question?.earlier).not.toBeNull();
      windows.last().vanish();
    }
    const listed = valueOf(
      await world.workspace.codeAccesses.list({ accountId: null, domain: null, text: '', limit: 9 }),
    );
    expect(listed.map(({ deed }) => deed)).toEqual(['reveal', 'copy', 'copy', 'copy-shown', 'reveal']);
    expect(valueOf(await world.workspace.codeAccesses.health({ check: true }))).toMatchObject({
      lines: 9,
      broken: null,
    });
    await annotate(
      `figure: Reveal, Copy in the window, Copy, Copy, Reveal: ${asked()} requests, ${windows.all.length} confirmations, ${listed.length} lines of the access log`,
    );
  });

  it.each([null, ...shapesOf('eppcode')])(
    'B9 leaves nothing of a code on disk or in what is told, in the shape %s',
    async (shape) => {
      const world = await aCodesWorld(shape === null ? [] : ofCodes({ kind: 'shape', shape }));
      const copied = valueOf(await world.take('copy'));
      const code = await world.clipboard.readText();
      const revealed = valueOf(await world.take('reveal'));
      if (shape === 'code-mailed') {
        expect([copied.kind, revealed.kind, code]).toEqual(['emailed', 'emailed', '']);
        return;
      }
      expect([copied.kind, revealed.kind]).toEqual(['copied', 'revealed']);
      expect(code).toMatch(/^\S{7}&\S{5}#\S{2}$/);
      expect(world.windows.last().shown?.code.reveal()).toBe(code);
      const { finds, files } = await findsOf(world, { code, firstHalf: code.slice(0, 8) });
      expect(finds).toEqual([]);
      expect(files).toBeGreaterThan(1);
    },
  );

  it('B9 leaves nothing of a code where nobody expects it, and asks once all the same', async ({
    annotate,
  }) => {
    const canaries: Record<string, string> = {};
    const bodies: { readonly status: number; readonly body: string }[] = [];
    for (const [place, written] of Object.entries(oddPlaces)) {
      for (const status of [200, 404, 500]) {
        const code = `Q7#${randomBytes(6).toString('hex')}x`;
        canaries[`${place}, ${status}`] = code;
        bodies.push({ status, body: written(code) });
      }
    }
    let at = 0;
    const next = () => bodies[at++] ?? { status: 200, body: '[]' };
    const world = await aCodesWorld(ofCodes({ kind: 'answer', next }));
    const kinds: Record<string, number> = {};
    for (const { length } = bodies; at < length;) {
      const taken = await world.take(at % 2 === 0 ? 'copy' : 'reveal');
      const kind = taken.ok ? taken.value.kind : taken.error.kind;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      // Where the code stood bare it was one, and is where it belongs.
      world.windows.last().vanish();
    }
    expect(world.asked()).toBe(bodies.length);
    expect(Object.keys(kinds).sort()).toEqual(
      ['refused', 'unclear', 'unreadable'].filter((kind) => kind in kinds),
    );
    const { finds, files, bytes } = await findsOf(world, canaries);
    expect(finds).toEqual([]);
    expect(world.bugs()).toEqual([]);
    await annotate(
      `figure: ${bodies.length} codes in odd places through HTTP, 0 found in ${files} files (${bytes} bytes) and ${world.said().length} texts`,
    );
  });

  it.each<[string, FaultPlan[number]['fault'], string]>([
    ['reset before an answer', { kind: 'break', after: 'request', by: 'reset' }, 'no-answer'],
    ['cut off in the middle', { kind: 'break', after: 'part-of-body', by: 'fin' }, 'no-answer'],
    ['never answered', { kind: 'break', after: 'request', by: 'hang' }, 'no-answer'],
    ['refused', { kind: 'status', status: 403 }, 'refused'],
    ['an error of the server', { kind: 'status', status: 503, retryAfterS: 1 }, 'unclear'],
    ['a page', { kind: 'page', page: 'html' }, 'unclear'],
    ['half of its JSON', { kind: 'cut-json' }, 'unclear'],
    ['nothing', { kind: 'empty-body' }, 'unclear'],
  ])('B13 never asks again by itself: %s', async (_what, fault, outcome) => {
    const world = await aCodesWorld(ofCodes(fault));
    await world.take('copy');
    expect(world.asked()).toBe(1);
    const [access] = valueOf(
      await world.workspace.codeAccesses.list({ accountId: null, domain: null, text: '', limit: 9 }),
    );
    expect(access).toMatchObject({ outcome, domain: world.domain });
    expect(await world.clipboard.readText()).toBe('');
  });
});

const script = fileURLToPath(new URL('../../../../support/codes/heap-after-copying.ts', import.meta.url));

it('B17 a code that was copied is in no object of the program while its time runs', async ({ annotate }) => {
  const said = execFileSync(process.execPath, [script], { encoding: 'utf8' });
  const { copied, megabytes, ...heap } = JSON.parse(said) as HeapFound; // Of our own making.
  expect(heap).toEqual({ isHeld: true, found: 0, findsWhatIsThere: true });
  await annotate(`figure: ${copied} codes copied, 0 found in ${megabytes} MB of heap while the timer runs`);
});
