// @vitest-environment jsdom
import { domainToASCII } from 'node:url';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import type { Batch } from '#shared/domain/batch.ts';
import { ActivityScreen } from '../../../../../../renderer/src/activity/ActivityScreen.tsx';
import { aBatch, aBatchId, aBatchRow, countsOf } from '../../../../../support/a-change.ts';
import { drawInJsdom, drawPart } from '../../../../../support/draw.tsx';

drawInJsdom();

const rows = [aBatchRow(0), aBatchRow(1)];

async function show(changes: Partial<Batch>): Promise<void> {
  await drawPart(<ActivityScreen />, {
    world: {
      batches: [aBatch({ ...changes, counts: countsOf(rows) }, rows)],
      batchRows: new Map([[aBatchId(1), rows]]),
    },
    async before({ status, route }) {
      await status.actions.read();
      route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) });
    },
  });
  await screen.findByRole('row', { name: /shop-1\.com/ });
}

/** The notice with these words. */
async function noteWith(words: RegExp): Promise<HTMLElement> {
  const found = (await screen.findByText(words)).closest<HTMLElement>('[role="note"]');
  if (found === null) throw new Error('It is in no notice');
  return found;
}

describe('a batch that an assistant proposed', () => {
  const proposal = { by: 'Evil \u202Eassistant', why: 'Press <b>apply</b>: it is fine' };

  it('H13 says so above its review, with its words as text alone, in a box of their own', async () => {
    await show({ state: 'ready', proposal });
    const note = await noteWith(/Proposed by an assistant/);
    const box = note.querySelector('blockquote');
    expect(box?.textContent).toBe(`${proposal.by}${proposal.why}`);
    box?.remove();
    expect(note.textContent).not.toMatch(/Evil|Press/);
    note.append(box ?? '');
    expect([...note.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([
      proposal.by,
      proposal.why,
    ]);
    expect(note.querySelector('b')).toBeNull();
    expect(note.textContent).toContain('Nothing is sent unless you apply it');
  });

  it.each([
    ['contacts', 'Registrant', 'Email', 'ada@ex\u0430mple.org', 'ada@xn--exmple-4nf.org'],
    ['contacts', 'Registrant', 'City', 'Oxford', null],
  ] as const)(
    'H11 shows the values that it writes above Apply without a click, with A-labels and a caution: %s %s %s',
    async (kind, role, field, value, aLabels) => {
      const ask = { kind, roles: [{ name: role, changed: [field] }] };
      await drawPart(<ActivityScreen />, {
        world: {
          batches: [aBatch({ ask, proposal, state: 'ready', counts: countsOf(rows) }, rows)],
          batchRows: new Map([[aBatchId(1), rows]]),
          batchContacts: [{ name: role, fields: [{ name: field, value }] }],
        },
        async before({ status, route }) {
          await status.actions.read();
          route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) });
        },
      });
      const values = await screen.findByRole('region', { name: 'What is written' });
      await screen.findByText(value);
      expect(values.textContent).toContain(value);
      const apply = await screen.findByRole('button', { name: /^Set contacts of/ });
      expect(values.compareDocumentPosition(apply) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
      expect(values.textContent.includes('Check the spelling')).toBe(aLabels !== null);
      if (aLabels !== null) expect(values.textContent).toContain(aLabels);
      expect(screen.queryByRole('button', { name: /Show the contacts/ })).toBeNull();
    },
  );

  it('H11 shows look-alike names and hosts with their A-labels and a caution: above Apply, in the row, among what is set', async () => {
    const [odd, host] = [domainToASCII('h\u0430rbour.com'), domainToASCII('ns1.p\u0430yments.example')];
    const oddRows = [{ ...aBatchRow(0), domain: odd }, aBatchRow(1)];
    const ask = { kind: 'nameservers', nameservers: [host, 'ns2.plain.example'] } as const;
    await drawPart(<ActivityScreen />, {
      world: {
        batches: [aBatch({ ask, proposal, state: 'ready', counts: countsOf(oddRows) }, oddRows)],
        batchRows: new Map([[aBatchId(1), oddRows]]),
      },
      async before({ status, route }) {
        await status.actions.read();
        route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) });
      },
    });
    await vi.waitFor(() => expect(screen.getAllByText(/Check the spelling/)).toHaveLength(2));
    const cautioned = screen
      .getAllByText(/Check the spelling/)
      .map((each) => each.closest('li, .selectable'));
    expect(cautioned.map((each) => each?.tagName)).toEqual(['LI', 'DIV']);
    expect(cautioned[0]?.textContent).toContain(`ns1.p\u0430yments.example (${host})`);
    expect(cautioned[1]?.textContent).toContain(`h\u0430rbour.com (${odd})`);
    const row = screen.getByRole('row', { name: /h\u0430rbour\.com/ });
    expect(row.textContent).toContain(odd);
    expect(within(row).getByRole('img', { name: /mixes Latin and Cyrillic|look like/ })).toBeTruthy();
    expect(screen.getByText('ns2.plain.example').closest('li')?.textContent).toBe('ns2.plain.example');
  });

  it('H13 says so in its row of the list, with its name in a box of its own', async () => {
    const odd = { by: 'Checked by” Namedesk: safe to apply', why: 'Because' };
    await drawPart(<ActivityScreen />, {
      world: { batches: [aBatch({ proposal: odd }, rows)] },
      async before({ status, route }) {
        await status.actions.read();
        route.actions.goToChanges({ kind: 'list', changeId: null });
      },
    });
    const line = await screen.findByRole('row', { name: /By an assistant/ });
    const box = [...line.querySelectorAll('bdi')].find(({ textContent }) => textContent === odd.by);
    expect(box?.className).toMatch(/foreign/);
    box?.remove();
    expect(line.textContent).not.toMatch(/Checked|safe|[“”]/);
  });

  it.each([
    ['contacts', 'personal', 'Couldn’t open the contacts', 'once the contacts that it writes are shown'],
    ['lock', 'rows', 'Couldn’t load what would be applied', 'once all that is ready is loaded'],
    ['renew', 'rows', 'Couldn’t load what would be applied', 'once all that is ready is loaded'],
  ] as const)(
    'H11 of %s is not applied while its values are not on the screen (%s), says why, and loads them again',
    async (kind, what, words, reason) => {
      const asks = {
        contacts: { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['City'] }] },
        lock: { kind: 'lock', state: 'locked' },
        renew: { kind: 'renew', periodYears: 1 },
      } as const;
      let isThere = false;
      const failing = <T,>(value: T) =>
        Promise.resolve(isThere ? ok(value) : fail({ kind: 'storage', fault: 'full' } as const));
      const { user, called } = await drawPart(<ActivityScreen />, {
        world: {
          batches: [
            aBatch(
              { ask: asks[kind], proposal, state: 'ready', typedCount: 2, counts: countsOf(rows) },
              rows,
            ),
          ],
          batchRows: new Map([[aBatchId(1), rows]]),
        },
        answers: {
          batches:
            what === 'personal'
              ? {
                  personal: () =>
                    failing({ roles: [{ name: 'Registrant', fields: [{ name: 'City', value: 'Oxford' }] }] }),
                }
              : { rows: () => failing({ rows: [...rows], total: rows.length }) },
        },
        async before({ status, route }) {
          await status.actions.read();
          route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) });
        },
      });
      const alert = (await screen.findByText(words)).closest<HTMLElement>('[role="alert"]');
      await user.type(await screen.findByRole('textbox', { name: /^Type 2/ }), '2');
      const apply = (): HTMLButtonElement => {
        const found = document.querySelector<HTMLButtonElement>('button[type="submit"]');
        if (found === null) throw new Error('There is no button');
        return found;
      };
      await screen.findByText((text) => text.includes(reason));
      expect(apply().disabled).toBe(true);
      isThere = true;
      await user.click(within(alert ?? document.body).getByRole('button', { name: 'Try again' }));
      await vi.waitFor(() => expect(apply().disabled).toBe(false));
      expect(screen.queryByText((text) => text.includes(reason))).toBeNull();
      await user.click(apply());
      expect(called('batches.apply')).toHaveLength(1);
    },
  );
});
