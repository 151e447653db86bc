// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { SearchScreen } from '../../../../../renderer/src/search/SearchScreen.tsx';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';

drawInJsdom();

// jsdom has none; the screen waits for it before it loads what it may need next.
beforeAll(() => void vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act)));

it('begins with the popular TLDs that the account’s service lists, and names those that it does not', async () => {
  const others = Array.from({ length: 30 }, (_, index) => `.tld${index}`);
  const listed = ['.com', '.net', '.org', '.co.uk', ...others];
  const list = () => Promise.resolve(ok({ tlds: listed, readAt: '2026-11-21T07:00:00.000Z' }));
  const page = await drawPart(<SearchScreen />, {
    answers: { tlds: { list } },
    before: ({ tlds }) => void tlds.actions.load(),
  });
  const picker = await screen.findByRole('button', { name: /^Popular ?4 of 10 TLDs/ });
  expect(picker.title).toBe('Not listed by the service: .io .co .dev .app .de .eu');
  await page.user.type(screen.getByRole('textbox', { name: 'Name, domain or URL' }), 'harbour{Enter}');
  expect(page.bridge.world.calls.findLast(({ name }) => name === 'search.start')?.input).toMatchObject({
    tlds: ['com', 'net', 'org', 'co.uk'],
  });
  await page.user.click(picker);
  expect(await screen.findByRole('menuitem', { name: /All that the service lists/ })).toBeTruthy();
});

it('says where the service’s list is not known that the sets are as they come', async () => {
  const list = () => Promise.resolve(fail({ kind: 'unreachable', why: 'offline' } as const));
  const page = await drawPart(<SearchScreen />, {
    answers: { tlds: { list } },
    before: ({ tlds }) => void tlds.actions.load(),
  });
  await page.user.click(await screen.findByRole('button', { name: /^Popular ?10 TLDs/ }));
  expect(await screen.findByText(/The service’s list is not loaded/)).toBeTruthy();
});
