import { expect, test } from '../support/application/namedesk-test.ts';
import { adaptToReaders, show, showWindow } from '../support/application/photographs.ts';
import { notIsolated } from '../support/application/probes.ts';
import { faultsOf, visitEveryScreen } from '../support/pages/every-screen.ts';
import { startReseller } from '../support/application/reseller.ts';

/** Written from right to left, and long: such texts bring the words around them out of order, and do not fit. */
const texts = {
  label: 'דוגמה7',
  account: 'متجر 7 with a rather long name',
  session: 'أسماء 3 of the spring, with the names that were left over from the autumn',
  tag: 'אביב 2',
  note: 'שלום 5! Ask Nora before this one is renewed: the shop moves to another address in the summer.',
} as const;

test('E6 every screen looks right, can be read by everyone, loses nothing for any reader and keeps names apart from other text', async ({
  namedesk,
}) => {
  // Some sixty states, each in two sizes and for four readers.
  test.setTimeout(1_200_000);
  const reseller = await startReseller({ faults: faultsOf(texts.label) });
  const seen: string[] = [];
  await visitEveryScreen(namedesk, reseller, texts, async (state, page) => {
    if (page === namedesk.page) await show(namedesk, state);
    else await showWindow(page, state);
    const found = await notIsolated(page, Object.values(texts));
    seen.push(...found.seen);
    expect.soft(found.bare, state).toEqual([]);
    if (page === namedesk.page) await adaptToReaders(namedesk, state);
  });
  // The walk is worth nothing where none of the texts was shown.
  for (const text of Object.values(texts)) expect(seen.join('\n')).toContain(text);
});
