import type { MenuItemConstructorOptions } from 'electron';

/**
 * The application menu. No reload, no developer tools, no source view, in a checkout as in a release: what is not in the menu
 * has no shortcut either.
 */
export function menuTemplate(isMac: boolean): readonly MenuItemConstructorOptions[] {
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { label: '&File', submenu: [{ role: isMac ? 'close' : 'quit' }] },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
}
