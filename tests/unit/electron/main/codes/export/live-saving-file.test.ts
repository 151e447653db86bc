import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../../../../shared/errors.ts';
import { SavingDesk, someDomains } from '../../../../../support/codes/a-saving-desk.ts';

const full: AppError = { kind: 'storage', fault: 'full' };

describe('a saving says of its file', () => {
  it('that it is there once all is in it, and not before', async () => {
    const desk = new SavingDesk();
    const saving = await desk.outcomeOf(someDomains(2));
    expect(saving).toMatchObject({ state: 'done', file: 'there' });
    const [last, ...before] = [...desk.announced].reverse();
    expect(last?.file).toBe('there');
    expect(new Set(before.map(({ file }) => file))).toEqual(new Set(['none']));
  });

  it.each<AppError>([full, { kind: 'invalid-input', field: 'path', reason: 'The folder is gone' }])(
    'that there is none where it cannot be put in its place: $kind',
    async (error) => {
      const desk = new SavingDesk();
      desk.keeping = { ok: false, error };
      expect(await desk.outcomeOf(someDomains(2))).toMatchObject({ asked: 2, file: 'none', error });
    },
  );

  it('that it is there where the journal could not go on', async () => {
    const desk = new SavingDesk();
    desk.journalFails = { line: 'answered', at: 3 };
    expect(await desk.outcomeOf(someDomains(4))).toMatchObject({
      state: 'failed',
      file: 'there',
      error: full,
    });
  });

  it('that there is none where nothing was asked', async () => {
    const desk = new SavingDesk();
    const live = desk.start(someDomains(4));
    live.stop();
    expect(await desk.time.outcomeOf(live.ended)).toMatchObject({ state: 'stopped', asked: 0, file: 'none' });
  });
});
