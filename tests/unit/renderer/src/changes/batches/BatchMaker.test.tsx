// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/result.ts';
import { useBatches } from '../../../../../../renderer/src/changes/batches/batch-store.ts';
import { BatchMaker, hostsProblem } from '../../../../../../renderer/src/changes/batches/BatchMaker.tsx';
import { aBatch, aBatchId } from '../../../../../support/a-change.ts';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { drawInJsdom, drawPart } from '../../a-drawn-part.tsx';

drawInJsdom();

const domains = ['a.com', 'b.com', 'c.com', 'xn--bckerei-5wa.de', 'd.com'];

async function show(answers: FakeAnswers = {}, of: readonly string[] = domains) {
  const onClose = vi.fn();
  const page = await drawPart(<BatchMaker accountId="practice" domains={of} onClose={onClose} />, {
    world: {
      templates: [
        {
          id: aBatchId(9),
          name: 'Ours',
          kind: 'nameservers',
          nameservers: ['ns1.northwind.example', 'ns2.northwind.example'],
        },
      ],
    },
    answers,
  });
  await screen.findByRole('dialog');
  return { ...page, onClose, prepared: () => page.called('batches.prepare') };
}

const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Read and review' });

describe('making a plan', () => {
  it('says how many domains it is for, and which', async () => {
    await show();
    const dialog = await screen.findByRole('dialog', { name: 'Batch change for 5 domains' });
    expect(dialog.textContent).toContain('a.com, b.com, c.com and 2 more');
  });

  it.each([
    ['again for the same domains', domains, true],
    ['not for others', ['other.com'], false],
  ])(
    'proposes what was chosen for a batch that was cancelled while it was read %s',
    async (_, next, isSame) => {
      const nameservers = ['ns1.northwind.example', 'ns2.northwind.example'];
      function AfterCancelling() {
        const { prepare, cancel } = useBatches().actions;
        const [isCancelled, setCancelled] = useState(false);
        const accountId = 'practice';
        if (isCancelled) return <BatchMaker accountId={accountId} domains={next} onClose={vi.fn()} />;
        const cancelled = async () => {
          const prepared = await prepare({ accountId, ask: { kind: 'nameservers', nameservers }, domains });
          if (prepared.ok) await cancel(prepared.value);
          setCancelled(true);
        };
        return <button onClick={() => void cancelled()}>Cancel it</button>;
      }
      const { user } = await drawPart(<AfterCancelling />, {
        world: { batches: [aBatch({ state: 'reading' })] },
      });
      await user.click(await screen.findByRole('button', { name: 'Cancel it' }));
      await screen.findByRole('radio', { name: /^Lock/ });
      const field = screen.queryByRole<HTMLTextAreaElement>('textbox', { name: /^Nameservers/ });
      expect(field?.value).toBe(isSame ? nameservers.join('\n') : undefined);
    },
  );

  it('asks for what was chosen, and goes to the plan', async () => {
    const { user, prepared, stores, onClose } = await show();
    await user.click(await screen.findByRole('radio', { name: /^Unlock/ }));
    await user.click(await submit());
    expect(prepared()).toEqual([
      { accountId: 'practice', ask: { kind: 'lock', state: 'unlocked' }, domains },
    ]);
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(stores.route.getState().route).toEqual({
      screen: 'changes',
      view: { kind: 'batch', planId: aBatchId(1) },
    });
  });

  it('syncs many domains by the same way', async () => {
    const { user, prepared } = await show();
    await user.click(await screen.findByRole('radio', { name: /^Sync/ }));
    await user.click(await submit());
    expect(prepared()).toEqual([{ accountId: 'practice', ask: { kind: 'sync' }, domains }]);
  });

  it('takes nameservers typed, pasted or from a template, and no misfit', async () => {
    const { user, prepared } = await show();
    await user.click(await screen.findByRole('radio', { name: /^Set nameservers/ }));
    await user.click(await submit());
    await screen.findByText('Enter two nameservers');
    expect(prepared()).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Use a template' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Ours/ }));
    await user.click(await submit());
    expect(prepared()).toEqual([
      {
        accountId: 'practice',
        ask: { kind: 'nameservers', nameservers: ['ns1.northwind.example', 'ns2.northwind.example'] },
        domains,
      },
    ]);
  });

  it('stays where the plan cannot be made, and says why', async () => {
    const { user, onClose } = await show({
      batches: {
        prepare: () =>
          Promise.resolve(fail({ kind: 'journal-broken', journal: 'changes', seq: 812 } as const)),
      },
    });
    await user.click(await submit());
    await screen.findByText('The batch change was not created');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('takes no more domains than a plan can hold', async () => {
    await show(
      {},
      Array.from({ length: 20_001 }, (_, index) => `shop-${index}.com`),
    );
    await screen.findByText(/^One batch takes 20,000 domains at most/);
    expect((await submit()).disabled).toBe(true);
  });
});

describe('a list of nameservers', () => {
  it.each([
    ['ns1.example.net ns2.example.net', null],
    ['ns1.example.net 192.0.2.1\nns2.example.net 192.0.2.2', null],
    ['ns1.example.net', 'Enter two nameservers'],
    ['ns1.example.net\nns1.example.net', 'ns1.example.net: This one is already in the list'],
    ['a.b,c.d,e.f,g.h,i.j,k.l', '5 nameservers can be sent at most'],
  ])('%j: %j', (text, expected) => {
    expect(hostsProblem(text, 5)).toBe(expected);
  });
});
