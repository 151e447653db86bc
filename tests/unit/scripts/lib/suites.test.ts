import { describe, expect, it } from 'vitest';
import { asUser, environmentOf } from '../../../../scripts/lib/arrange.mjs';
import { shareDisplay, xAuthority } from '../../../../scripts/lib/display.mjs';
import {
  countLine,
  gateCount,
  judged,
  playwrightCount,
  sum,
  vitestCount,
} from '../../../../scripts/lib/reports.mjs';
import { chosenSuites } from '../../../../scripts/lib/suites.mjs';

const known = ['types', 'unit', 'e2e'];

describe('what was typed behind `npm test`', () => {
  it.each([
    ['nothing: every suite', [], known, []],
    ['names: those suites', ['unit', 'types'], ['unit', 'types'], []],
    ['one name and more: the rest is for that suite', ['e2e', '--grep', 'unit'], ['e2e'], ['--grep', 'unit']],
  ])('%s', (_, typed, names, args) => {
    expect(chosenSuites(typed, known)).toEqual({ names, args });
  });

  it.each([[['unti']], [['unit', 'types', '--bail']]])('%j is refused', (typed) => {
    expect(() => chosenSuites(typed, known)).toThrow(/is not a suite/);
  });
});

const user = { name: 'namedesk', uid: 999, gid: 995, home: '/var/lib/namedesk' };

describe('what an ordinary user’s application gets of root', () => {
  const rootsOwn = {
    PATH: '/usr/bin',
    LC_ALL: 'C.UTF-8',
    TZ: 'Asia/Kolkata',
    HOME: '/root',
    USER: 'root',
    XDG_RUNTIME_DIR: '/run/user/0',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/0/bus',
    SSH_AUTH_SOCK: '/root/.ssh/agent',
    NODE_OPTIONS: '--inspect',
    A_TOKEN: 'secret',
  };

  it('the language, the zone and the search path; a home and folders of its own; nothing else', () => {
    expect(environmentOf(user, rootsOwn, { temporary: '/run/x/tmp', runtime: '/run/x/runtime' })).toEqual({
      PATH: '/usr/bin',
      LC_ALL: 'C.UTF-8',
      TZ: 'Asia/Kolkata',
      HOME: '/var/lib/namedesk',
      USER: 'namedesk',
      LOGNAME: 'namedesk',
      TMPDIR: '/run/x/tmp',
      XDG_RUNTIME_DIR: '/run/x/runtime',
    });
  });

  it('neither root’s user nor its groups', () => {
    expect(asUser(user)).toEqual(['setpriv', '--reuid=999', '--regid=995', '--init-groups']);
  });
});

describe('the virtual display', () => {
  it('is guarded by the very file that xauth writes', () => {
    // Source: `xauth nmerge` of `ffff 0000  0000  0012 4d49…2d31 0010 0001…0f`, read with xxd.
    const byXauth =
      'ffff0000000000124d49542d4d414749432d434f4f4b49452d310010000102030405060708090a0b0c0d0e0f';
    const cookie = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
    expect(xAuthority(cookie).toString('hex')).toBe(byXauth);
  });
});

describe('the display that is there', () => {
  it('needs no sharing when we are the ones who draw on it', () => {
    const env = { DISPLAY: ':0', XAUTHORITY: '/home/a/.Xauthority' };
    expect(shareDisplay({ authorityFile: '/nowhere', ownerUid: undefined, env })).toEqual({});
  });
});

const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

describe('what a suite comes to', () => {
  it('a gate is one test', () => {
    expect(gateCount(0)).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(gateCount(2)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('Vitest’s pending and todo tests are skipped ones', () => {
    expect(vitestCount({ ...none, numPassedTests: 5, numPendingTests: 1, numTodoTests: 2 })).toEqual({
      passed: 5,
      failed: 0,
      skipped: 3,
      remarks: [],
    });
  });

  it('a test file that could not be loaded is a failed test', () => {
    const testResults = [
      { name: 'a.test.ts', status: 'failed', message: 'No such module\nat a.ts', assertionResults: [] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'b adds', failureMessages: ['\u001B[31mexpected 2\u001B[39m\nat b'] },
          { status: 'passed', fullName: 'b takes away' },
        ],
      },
    ];
    const count = vitestCount({ ...none, numFailedTests: 1, testResults });
    expect(count.failed).toBe(2);
    expect(count.remarks).toEqual(['failed: a.test.ts: No such module', 'failed: b adds: expected 2']);
  });

  it('an error outside any test of Vitest has failed, with its words', () => {
    const count = vitestCount({ ...none, numPassedTests: 5 }, [{ message: 'no window at a.ts:3' }]);
    expect(count).toMatchObject({ passed: 5, failed: 1 });
    expect(count.remarks).toEqual(['failed: outside any test: no window at a.ts:3']);
  });

  it('an error outside any test has failed; a flaky end-to-end test passed, and is named', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
    const spec = (title: string, status: string, ...messages: string[]) => ({
      title,
      file: 'a.spec.ts',
      tests: [{ status, results: [...messages.map((message) => ({ error: { message } })), {}] }],
    });
    const suites = [
      { specs: [spec('opens', 'expected')], suites: [{ specs: [spec('closes', 'flaky', 'too late')] }] },
      { specs: [spec('saves', 'unexpected', 'not there', 'still not there')] },
    ];
    expect(playwrightCount({ stats, errors: [{ message: 'no display' }], suites })).toEqual({
      passed: 4,
      failed: 2,
      skipped: 2,
      remarks: [
        'failed: outside any test: no display',
        'flaky: a.spec.ts › closes: too late',
        'failed: a.spec.ts › saves: not there',
      ],
    });
  });

  it.each([
    ['left no report', undefined, 0, 1, undefined],
    ['ran no test', { passed: 0, failed: 0, skipped: 4 }, 0, 1, ['failed: ran no test']],
    [
      'ended badly without a failed test',
      { passed: 7, failed: 0, skipped: 0 },
      1,
      1,
      ['failed: ended with exit code 1'],
    ],
    ['failed as it says', { passed: 7, failed: 2, skipped: 0 }, 1, 2, undefined],
    ['passed', { passed: 7, failed: 0, skipped: 1 }, 0, 0, undefined],
  ])('a suite that %s', (_, count, exitCode, failed, remarks) => {
    expect(judged(count, exitCode)).toMatchObject({ failed });
    expect(judged(count, exitCode).remarks).toEqual(remarks);
  });
});

describe('the last line', () => {
  it('is the sum over all suites', () => {
    const all = sum([
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 120, failed: 2, skipped: 3 },
    ]);
    expect(countLine(all)).toBe('121 passed, 2 failed, 3 skipped');
  });
});
