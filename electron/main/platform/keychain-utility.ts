import { utilityProcess } from 'electron';
import { keychainEnvironment, type StartKeychainProcess } from './keychain.ts';
import { onlyOf, thisCopy } from './this-copy.ts';

/**
 * Starts the keychain process as Electron's utility process, unless the program was replaced meanwhile. Call after the
 * application is ready.
 *
 * @param modulePath `keychain-process.js` of the build.
 */
export const keychainInUtilityProcess = (modulePath: string): StartKeychainProcess =>
  onlyOf(thisCopy(), ({ onMessage, onGone }) => {
    const child = utilityProcess.fork(modulePath, [], {
      env: keychainEnvironment(process.env),
      execArgv: [],
      stdio: 'ignore',
      serviceName: 'Namedesk keychain',
    });
    child.on('message', onMessage);
    child.on('exit', onGone);
    return { send: (message) => child.postMessage(message), kill: () => child.kill() };
  });
