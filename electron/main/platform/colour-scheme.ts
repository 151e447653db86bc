import { nativeTheme } from 'electron';

/** Follows the system, or does not: for the page's `prefers-color-scheme`, menus and window frames. */
export function applyColourScheme(scheme: 'system' | 'light' | 'dark'): void {
  nativeTheme.themeSource = scheme;
}
