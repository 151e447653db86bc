import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { FaultPlan } from '../../../../../electron/main/practice/faults/fault.ts';
import { shapesOf } from '../../../../../electron/main/practice/faults/shapes.ts';
import { type Canaries, findIn, sweep } from '../../../../support/canary.ts';
import {
  aPracticeCodesDesk,
  type PracticeCodesDesk,
} from '../../../../support/codes/a-practice-codes-desk.ts';
import { oddPlaces } from '../../../../support/codes/odd-places.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const ofCodes = (fault: FaultPlan[number]['fault']): FaultPlan => [{ operation: 'eppcode', fault }];

describe('taking a code from a service, through HTTP', () => {
  let desk: PracticeCodesDesk | null = null;
  afterEach(async () => {
    await desk?.close();
    desk = null;
  });

  /** Where any of `canaries` is: on the disk, in what was told, logged and announced. */
  async function findsOf({ directory, said }: PracticeCodesDesk, canaries: Canaries) {
    const { finds, files, bytes } = await sweep(directory, canaries);
    const told = said.flatMap((text, index) => findIn(`said ${index}`, Buffer.from(text), canaries));
    return { finds: [...finds, ...told], files, bytes };
  }

  it('B13 asks once for each click, and takes another line of the journal each time', async () => {
    desk = await aPracticeCodesDesk();
    for (let click = 1; click <= 5; click += 1) {
      expect(valueOf(await desk.take('copy')).kind).toBe('copied');
      expect(desk.asked()).toBe(click);
    }
    const listed = valueOf(
      await desk.workspace.codeAccesses.list({ accountId: null, domain: null, text: '', limit: 9 }),
    );
    expect(listed.map(({ seq, outcome }) => [seq, outcome])).toEqual(
      [9, 7, 5, 3, 1].map((seq) => [seq, 'code']),
    );
  });

  it('F17 asks the service as often as was confirmed: a copy of the shown code is no request', async ({
    annotate,
  }) => {
    desk = await aPracticeCodesDesk();
    const { windows, clipboard, asked } = desk;
    expect(valueOf(await desk.take('reveal')).kind).toBe('revealed');
    const { shown } = windows.last();
    expect(await shown?.copy()).toMatchObject({ kind: 'copied' });
    expect([asked(), await clipboard.readText()]).toEqual([1, shown?.code.reveal()]);
    windows.last().vanish();
    for (const deed of ['copy', 'copy', 'reveal'] as const) {
      const before = asked();
      await desk.take(deed);
      expect(asked()).toBe(before + 1);
      expect(windows.last().question?.earlier).not.toBeNull();
      windows.last().vanish();
    }
    const listed = valueOf(
      await desk.workspace.codeAccesses.list({ accountId: null, domain: null, text: '', limit: 9 }),
    );
    expect(listed.map(({ deed }) => deed)).toEqual(['reveal', 'copy', 'copy', 'copy-shown', 'reveal']);
    expect(valueOf(await desk.workspace.codeAccesses.health({ check: true }))).toMatchObject({
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
      desk = await aPracticeCodesDesk(shape === null ? [] : ofCodes({ kind: 'shape', shape }));
      const copied = valueOf(await desk.take('copy'));
      const code = await desk.clipboard.readText();
      const revealed = valueOf(await desk.take('reveal'));
      if (shape === 'code-mailed') {
        expect([copied.kind, revealed.kind, code]).toEqual(['emailed', 'emailed', '']);
        return;
      }
      expect([copied.kind, revealed.kind]).toEqual(['copied', 'revealed']);
      expect(code).toMatch(/^\S{7}&\S{5}#\S{2}$/);
      expect(desk.windows.last().shown?.code.reveal()).toBe(code);
      const { finds, files } = await findsOf(desk, { code, firstHalf: code.slice(0, 8) });
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
    desk = await aPracticeCodesDesk(ofCodes({ kind: 'answer', next }));
    const kinds: Record<string, number> = {};
    for (const { length } = bodies; at < length;) {
      const taken = await desk.take(at % 2 === 0 ? 'copy' : 'reveal');
      const kind = taken.ok ? taken.value.kind : taken.error.kind;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      // Where the code stood bare it was one, and is where it belongs.
      desk.windows.last().vanish();
    }
    expect(desk.asked()).toBe(bodies.length);
    expect(Object.keys(kinds).sort()).toEqual(
      ['refused', 'unclear', 'unreadable'].filter((kind) => kind in kinds),
    );
    const { finds, files, bytes } = await findsOf(desk, canaries);
    expect(finds).toEqual([]);
    expect(desk.bugs).toEqual([]);
    await annotate(
      `figure: ${bodies.length} codes in odd places through HTTP, 0 found in ${files} files (${bytes} bytes) and ${desk.said.length} texts`,
    );
  }, 60_000);

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
    desk = await aPracticeCodesDesk(ofCodes(fault));
    await desk.take('copy');
    expect(desk.asked()).toBe(1);
    const [access] = valueOf(
      await desk.workspace.codeAccesses.list({ accountId: null, domain: null, text: '', limit: 9 }),
    );
    expect(access).toMatchObject({ outcome, domain: desk.domain });
    expect(await desk.clipboard.readText()).toBe('');
  });
});
