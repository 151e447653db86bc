import { app, Menu, protocol } from 'electron';
import { appScheme } from './app-protocol.ts';
import { confineEveryPage } from './contents.ts';
import { menuTemplate } from './menu.ts';
import { settleCommandLine } from './switches.ts';

/**
 * Everything that must stand before Electron is ready: command line, sandbox, scheme, confinement of every page.
 *
 * @returns Whether the start may go on; it may not with a switch that has already weakened the process.
 */
export function hardenBeforeReady(): boolean {
  const refused = settleCommandLine(app.commandLine, process.argv, app.isPackaged);
  if (refused.length > 0) {
    process.stderr.write(`Namedesk does not start with ${refused.map((name) => `--${name}`).join(', ')}.\n`);
    return false;
  }
  // With --no-sandbox (root, in a checkout) this would make every child process die at once.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: { standard: true, secure: true } }]);
  confineEveryPage(app);
  return true;
}

export function setMenu(): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate([...menuTemplate(process.platform === 'darwin')]));
}
