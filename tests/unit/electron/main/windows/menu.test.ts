import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { menuTemplate } from '../../../../../electron/main/windows/menu.ts';

const itemsOf = (items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);

it.each([true, false])('A15 has no reload, no developer tools and no source view (macOS: %s)', (isMac) => {
  const roles = itemsOf(menuTemplate(isMac)).map(({ role }) => role);
  expect(roles).toContain('togglefullscreen');
  for (const role of ['reload', 'forceReload', 'toggleDevTools', 'viewMenu'])
    expect(roles).not.toContain(role);
});
