// @vitest-environment jsdom

import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi, beforeAll, beforeEach } from 'vitest';
import { isolated, isolatedName } from '#shared/domain/isolated.ts';
import { fail } from '#shared/result.ts';
import { activeAccount } from '../../../../../renderer/src/shell/stores.ts';
import { openDomain } from '../../../../../renderer/src/ui/PageParts.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { anAccount, aPracticeAccount } from '../../../../support/fake-world.ts';
import { aPage, drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import { FindingMark } from '../../../../../renderer/src/ui/Marks.tsx';
import { ErrorState } from '../../../../../renderer/src/ui/States.tsx';
import { copyBare } from '../../../../../renderer/src/ui/copy.ts';

const other = anAccount();

const domain = { accountId: other.id, domain: 'harbour.com', tab: 'overview' } as const;

const there = { screen: 'domains', view: { kind: 'domain', domain: 'harbour.com', tab: 'overview' } };

async function aPageWithInput(answers: FakeAnswers = {}) {
  const { stores } = await aPage({ world: { accounts: [aPracticeAccount(), other] }, answers });
  const { route, accounts, notices } = stores;
  route.actions.goToBulk({ kind: 'new' });
  let goOn = (): void => undefined;
  route.actions.holdBack((leave) => (goOn = leave));
  const here = () => ({
    active: activeAccount(accounts.getState())?.id,
    screen: route.getState().route.screen,
    said: notices.getState().notice?.text ?? '',
  });
  return { stores, here, route: () => route.getState().route, goOn: () => goOn() };
}

describe('a domain of another account', () => {
  it('is opened in its account once the screen with input may be left, and not before', async () => {
    const { stores, here, route, goOn } = await aPageWithInput();
    const before = here();
    openDomain(stores, domain);
    await new Promise(setImmediate);
    expect(here()).toEqual(before);
    expect(before.active).not.toBe(other.id);
    goOn();
    await vi.waitFor(() => expect(route()).toEqual(there));
    expect(here()).toMatchObject({ active: other.id, said: `Switched to ${other.label}` });
  });

  it('is not looked for in the active account where its own cannot be made the active one', async () => {
    const select = () => Promise.resolve(fail({ kind: 'storage', fault: 'busy' } as const));
    const { stores, here, goOn } = await aPageWithInput({ accounts: { select } });
    openDomain(stores, domain);
    goOn();
    await new Promise(setImmediate);
    expect(here()).toMatchObject({ screen: 'bulk', said: '' });
  });
});

describe('FindingMark', () => {
  it.each([
    ['available', 'Available'],
    ['premium', 'Premium'],
    ['yours', 'Yours'],
    ['taken', 'Taken'],
    ['reserved', 'Reserved'],
    ['invalid', 'Invalid'],
    ['unknown', 'Unknown'],
    ['unchecked', 'Not checked yet'],
  ] as const)('is read out for %s as “%s”', (kind, word) => {
    render(<FindingMark kind={kind} />);
    expect(screen.getByRole('img', { name: word })).toBeDefined();
  });
});

drawInJsdom();

describe('ErrorState', () => {
  it('offers the remedies that the place can carry out, and does what was pressed', async () => {
    const enterKey = vi.fn();
    const error = { kind: 'refused', why: 'credentials', status: 401, said: '' } as const;
    const { user } = await drawPart(<ErrorState error={error} remedies={{ 'enter-key': enterKey }} />);
    await user.click(screen.getByRole('button', { name: 'Enter the key' }));
    expect(enterKey).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Edit the account' })).toBeNull();
  });
});

describe('copying', () => {
  beforeAll(() => copyBare(document));
  beforeEach(() => {
    document.body.innerHTML = '<p></p><input>';
  });

  /** What is put into the clipboard, and whether the browser is left to copy by itself; jsdom has no such event. */
  function copied(text: string, from: 'p' | 'input') {
    const [paragraph, target] = [document.querySelector('p'), document.querySelector(from)];
    if (paragraph === null || target === null) throw new Error('The page is empty');
    paragraph.textContent = text;
    document.getSelection()?.selectAllChildren(paragraph);
    const put: string[][] = [];
    const clipboardData = { setData: (...data: string[]) => void put.push(data) };
    const event = new Event('copy', { bubbles: true, cancelable: true });
    return { isLeft: target.dispatchEvent(Object.assign(event, { clipboardData })), put };
  }

  it('takes a selected text without what isolates its parts', () => {
    expect(copied(`Removed ${isolated('חנות')} and ${isolatedName('דוגמה.com')}.`, 'p')).toEqual({
      isLeft: false,
      put: [['text/plain', 'Removed חנות and דוגמה.com.']],
    });
  });
});
