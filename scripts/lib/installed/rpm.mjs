// @ts-check
// A package for Fedora, openSUSE and their like, by rpmbuild alone.
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../packaged/places.mjs';
import { inCheckout } from '../paths.mjs';
import { run } from '../run.mjs';
import { Stop } from '../say.mjs';
import { fillTree, installedFolder, settle } from './linux-tree.mjs';

/** @typedef {import('./identity.mjs').Identity} Identity */

/**
 * @param {Identity} identity
 * @param {Date} date Of the commit.
 * @returns {Promise<string>} The package's path, in dist/.
 *
 * Fails with: a `Stop` where rpmbuild is not there or fails.
 */
export async function makeRpm(identity, date) {
  const work = mkdtempSync(join(tmpdir(), 'namedesk-rpm-'));
  try {
    const root = join(work, 'tree');
    mkdirSync(root);
    await fillTree(root, { identity, date, application: packageFolder });
    // Where Fedora's and openSUSE's zsh looks; the other folder is Debian's.
    renameSync(join(root, 'usr/share/zsh/vendor-completions'), join(root, 'usr/share/zsh/site-functions'));
    settle(root, date);
    const spec = join(work, 'namedesk.spec');
    writeFileSync(spec, specOf(identity, root, date));
    const made = join(work, 'rpms');
    const defines = { _topdir: work, _rpmdir: made, _buildhost: 'localhost', _build_id_links: 'none' };
    const args = Object.entries(defines).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(Math.floor(date.getTime() / 1000)) };
    const code = await run('rpmbuild', ['-bb', '--quiet', '--target', 'x86_64', ...args, spec], { env });
    if (code !== 0)
      throw new Stop(
        code === 127
          ? 'rpmbuild is not installed: nothing was made.'
          : 'rpmbuild failed: what it says above is the reason.',
      );
    const [name = ''] = readdirSync(join(made, 'x86_64'));
    const path = inCheckout('dist', name);
    rmSync(path, { force: true });
    renameSync(join(made, 'x86_64', name), path);
    return path;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Libraries are asked for by what they provide, which is the same in every distribution. */
const libraries = [
  ...['libgtk-3.so.0', 'libnss3.so', 'libasound.so.2', 'libgbm.so.1', 'libsecret-1.so.0', 'libcups.so.2'],
  ...[
    'libatk-bridge-2.0.so.0',
    'libxkbcommon.so.0',
    'libXcomposite.so.1',
    'libXdamage.so.1',
    'libXrandr.so.2',
  ],
].map((name) => `${name}()(64bit)`);

/** @param {Identity} identity @param {string} root @param {Date} date */
export const specOf = ({ name, otherName, version, homepage, maintainer, summary, isTrial }, root, date) => `
Name: ${name}
Version: ${version}
Release: 1
Summary: ${summary}
License: MIT
URL: ${homepage}
Packager: ${maintainer}
Conflicts: ${otherName}
${libraries.map((library) => `Requires: ${library}`).join('\n')}
Recommends: (gnome-keyring or kwalletmanager or keepassxc)
Recommends: xdg-utils
AutoReqProv: no
%define __os_install_post %{nil}
%define debug_package %{nil}
%define _binary_payload ${isTrial ? 'w1.gzdio' : 'w6.xzdio'}
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1

%description
Looks up thousands of names under many TLDs, registers and renews them one by
one or in batches, and looks after contacts, locks, nameservers and transfer
codes. The API key stays in the keychain of the system.
${isTrial ? '\nThis is a trial: its runtime is not an official build and lacks security fixes.\nDo not use it for real work.\n' : ''}
%install
mkdir -p %{buildroot}
cp -a ${root}/. %{buildroot}

%files
%defattr(-, root, root)
${installedFolder}
%attr(4755, root, root) ${installedFolder}/chrome-sandbox
/usr/bin/namedesk
/usr/share/applications/namedesk.desktop
/usr/share/icons/hicolor/*/apps/namedesk.*
/usr/share/mime/packages/namedesk.xml
/usr/share/metainfo/app.namedesk.desktop.metainfo.xml
%doc /usr/share/man/man1/namedesk.1.gz
/usr/share/bash-completion/completions/namedesk
%dir /usr/share/zsh
%dir /usr/share/zsh/site-functions
/usr/share/zsh/site-functions/_namedesk
%dir /usr/share/fish
%dir /usr/share/fish/vendor_completions.d
/usr/share/fish/vendor_completions.d/namedesk.fish
/usr/share/doc/${name}

%changelog
* ${changelogDay(date)} ${maintainer} - ${version}-1
- Namedesk says after an update that it was updated.
`;

/** As rpm wants it: "Thu Nov 26 2026". @param {Date} date */
function changelogDay(date) {
  const [weekday = '', day, month, year] = date.toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${day} ${year}`;
}
