// Type-checks every runtime with its own tsconfig, side by side, by the native compiler.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript-7/package.json')), 'bin', 'tsc');

const projects = ['shared', 'electron', 'electron/preload', 'renderer', 'tests'];

const check = (project) =>
  new Promise((resolve) => {
    // Side by side as they are, one checker each: the usual four check what they share four times over.
    const args = [compiler, '-p', project, '--pretty', '--checkers', '1'];
    // What did not change since the last run is not checked again.
    const known = join(
      root,
      'node_modules',
      '.cache',
      'types',
      `${project.replaceAll(/\W/g, '-')}.tsbuildinfo`,
    );
    args.push('--incremental', '--tsBuildInfoFile', known);
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    child.on('close', (code) => resolve(code === 0));
  });

const passed = await Promise.all(projects.map(check));
process.exit(passed.every(Boolean) ? 0 : 1);
