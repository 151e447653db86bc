import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { passphrase, servicesDesksOfThisFile } from '../../../../../support/codes/a-services-desk.ts';
import { rowsOf } from '../../../../../support/codes/an-opened-file.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const aServicesDesk = servicesDesksOfThisFile();

/** It asks on a terminal alone, which `script` of util-linux makes. */
const [age, script] = ['/usr/bin/age', '/usr/bin/script'];
const canOpen = existsSync(age) && existsSync(script);

describe('the age tool of the system', () => {
  it.skipIf(!canOpen)(
    'opens the file with the passphrase, and finds every code in it',
    async ({ annotate }) => {
      const desk = await aServicesDesk({ moreDomains: 10 });
      const { id } = valueOf(await desk.start());
      await desk.services.savings.ended(id);
      const opened = join(dirname(desk.path), 'opened.csv');
      const terminal = spawn(script, ['-qec', `${age} -d -o ${opened} ${desk.path}`, '/dev/null'], {
        stdio: 'pipe',
      });
      terminal.stdout.setEncoding('utf8');
      terminal.stdout.on('data', (text: string) => {
        if (text.includes('passphrase')) terminal.stdin.write(`${passphrase}\r`);
      });
      expect((await once(terminal, 'close'))[0]).toBe(0);
      const rows = rowsOf(readFileSync(opened, 'utf8'));
      expect(rows.map(({ domain, code }) => [domain, code])).toEqual(
        desk.domains.map((name) => [name, desk.codeOf(name)]),
      );
      const version = execFileSync(age, ['--version'], { encoding: 'utf8' }).trim();
      await annotate(`figure: ${rows.length} codes read by age ${version} of the system`);
    },
  );

  it.skipIf(canOpen)('is not on this machine, so that no other program opened our file here', () => {
    expect(canOpen).toBe(false);
  });
});
