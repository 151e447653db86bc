import { describe, expect, it } from 'vitest';
import { asUser, environmentOf } from '../../../../scripts/lib/arrange.mjs';

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
