import { fork } from 'node:child_process';
import { keychainEnvironment, type StartKeychainProcess } from './keychain.ts';

/**
 * Starts the keychain process from plain Node: for the command line and the tests.
 *
 * @param modulePath Its code: `keychain-process.js` of the build, or `keychain-process.ts` when run from sources.
 */
export const forkKeychain =
  (modulePath: string, environment: NodeJS.ProcessEnv = process.env): StartKeychainProcess =>
  ({ onMessage, onGone }) => {
    const child = fork(modulePath, {
      env: keychainEnvironment(environment),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', onMessage);
    child.on('error', onGone);
    child.on('exit', onGone);
    return {
      send: (message) => {
        if (child.connected) child.send(message, (failure) => failure === null || onGone());
      },
      kill: () => child.kill('SIGKILL'),
    };
  };
