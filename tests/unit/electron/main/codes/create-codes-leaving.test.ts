import { beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../../shared/result.ts';
import { aCode, aCodesDesk, type CodesDesk } from '../../../../support/codes/a-codes-desk.ts';
import { codeWindows } from '../../../../support/codes/code-windows.ts';

describe('taking a code', () => {
  let desk: CodesDesk;
  beforeEach(() => {
    desk = aCodesDesk();
  });

  describe('when the user goes away', () => {
    it('B15 clears the clipboard at once, and lets no timer run on', async () => {
      await desk.take();
      await desk.codes.leave();
      expect(await desk.clipboard.readText()).toBe('');
      expect(desk.codes.now().clipboard).toBeNull();
    });

    it('B15 clears the clipboard at once when the program ends, and takes nothing more', async () => {
      await desk.take();
      await desk.time.outcomeOf(desk.codes.close());
      expect(await desk.clipboard.readText()).toBe('');
      expect(await desk.take()).toEqual(fail({ kind: 'cancelled' }));
      expect(desk.asked).toHaveLength(1);
    });

    it('B15 clears the clipboard when the page asks, and keeps what is not ours', async () => {
      await desk.take();
      expect((await desk.codes.clearClipboard()).clipboard).toBeNull();
      expect(await desk.clipboard.readText()).toBe('');
      desk.clipboard.put('a shopping list');
      await desk.codes.clearClipboard();
      expect(await desk.clipboard.readText()).toBe('a shopping list');
    });

    it('B13 closes a window with a code', async () => {
      await desk.take('reveal');
      await desk.codes.leave();
      await desk.time.pass(1);
      expect(desk.windows.last().isOpen).toBe(false);
      expect(desk.codes.now().shown).toBeNull();
    });

    it('closes a question that stands open; nothing is asked', async () => {
      desk = aCodesDesk({ windows: codeWindows(null) });
      const taking = desk.codes.take('a1', 'example.com', 'copy');
      await desk.time.pass(1);
      await desk.codes.leave();
      expect(await desk.time.outcomeOf(taking)).toEqual(ok({ kind: 'declined', why: 'closed' }));
      expect([desk.asked, desk.lines]).toEqual([[], []]);
    });

    it.each(['copy', 'reveal'] as const)('puts a code that comes afterwards nowhere, by %s', async (deed) => {
      desk.answers.push(async (options) => {
        await desk.codes.leave();
        return await aCode('late-Ab3#')(options);
      });
      expect(await desk.take(deed)).toEqual(fail({ kind: 'cancelled' }));
      expect(await desk.clipboard.readText()).toBe('');
      expect(desk.windows.last().shown).toBeNull();
      expect(desk.announced).toEqual([]);
      expect(desk.lines).toMatchObject([{ outcome: 'code' }]);
    });
  });

  describe('when the account is another one by the time the code comes', () => {
    it.each(['copy', 'reveal'] as const)('puts it nowhere where another is active, by %s', async (deed) => {
      desk.answers.push((options) => {
        desk.world.activeId = 'a2';
        return aCode('wrong-Ab3#')(options);
      });
      expect(await desk.take(deed)).toEqual(fail({ kind: 'cancelled' }));
      expect(await desk.clipboard.readText()).toBe('');
      expect(desk.windows.last().isOpen).toBe(false);
    });

    it.each(['copy', 'reveal'] as const)(
      'puts it nowhere where its connection was dropped, by %s',
      async (deed) => {
        desk.answers.push((options) => {
          desk.world.connection.abort();
          return aCode('wrong-Ab3#')(options);
        });
        expect(await desk.take(deed)).toEqual(fail({ kind: 'cancelled' }));
        expect(await desk.clipboard.readText()).toBe('');
        expect(desk.windows.last().isOpen).toBe(false);
      },
    );

    it('asks nothing where another is active when the user has confirmed', async () => {
      desk = aCodesDesk({ windows: codeWindows(null) });
      const taking = desk.codes.take('a1', 'example.com', 'copy');
      await desk.time.pass(1);
      desk.world.activeId = 'a2';
      desk.windows.last().answer(true);
      expect(await desk.time.outcomeOf(taking)).toEqual(fail({ kind: 'cancelled' }));
      expect(desk.asked).toEqual([]);
    });
  });
});
