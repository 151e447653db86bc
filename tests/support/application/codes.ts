import { type ElectronApplication, expect } from '@playwright/test';
import { codeOf } from '../../../electron/main/practice/operations/domains.ts';
import { askForCode } from './code-window.ts';
import type { RunningNamedesk } from './launch-namedesk.ts';
import type { Reseller } from './reseller.ts';

/** Whose code is asked for. */
export const domain = 'harbour-books.com';

/** The first code that the service gives out for it. */
export function codeAt({ service }: Reseller): string {
  const kept = service.domain(domain);
  if (kept === undefined) throw new Error(`The service has no ${domain}`);
  return codeOf(1, kept);
}

/** How often the service was asked for a code. */
export const asked = ({ service }: Reseller): number =>
  service.requests().filter(({ path }) => path.endsWith('/eppcode')).length;

export const clipboardOf = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard }) => clipboard.readText());

/** Copies the code; ends when it is in the clipboard and the window is gone. */
export async function copyCode(namedesk: RunningNamedesk, reseller: Reseller): Promise<void> {
  const { codeWindow, taken } = await askForCode(namedesk, domain, 'copy');
  await codeWindow.leaveBy(() => codeWindow.confirm.click());
  expect(await taken).toMatchObject({ ok: true, value: { kind: 'copied' } });
  expect(await clipboardOf(namedesk.app)).toBe(codeAt(reseller));
}
