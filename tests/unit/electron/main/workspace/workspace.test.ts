import { describe, expect, it } from 'vitest';
import {
  brokenAtTheEnd,
  type Chain,
  createChainWalk,
  type Head,
  type Link,
} from '../../../../../electron/main/workspace/chain.ts';
import {
  applyObservation,
  type DomainRecord,
  importedValue,
} from '../../../../../electron/main/workspace/repositories/domain-observations.ts';
import { placeRiskOf } from '../../../../../electron/main/workspace/workspace.ts';
import { anUnreadDomain } from '../../../../support/fake-portfolio.ts';

describe('D9 the risk of a workspace’s folder', () => {
  const ext4 = () => Promise.resolve(0xef53);
  const nfs = () => Promise.resolve(0x6969);
  /** As statfs gives it where the number is a signed one. */
  const cifs = () => Promise.resolve(0xff534d42 | 0);

  it.each([
    ['linux', '/home/robin/Dropbox/Namedesk/workspace'],
    ['linux', '/home/robin/Nextcloud/world'],
    ['win32', String.raw`C:\Users\Robin\OneDrive - Contoso\Namedesk\workspace`],
    ['win32', String.raw`C:\Users\Robin\OneDrive\Namedesk`],
    ['darwin', '/Users/robin/Library/Mobile Documents/com~apple~CloudDocs/Namedesk'],
    ['darwin', '/Users/robin/Library/CloudStorage/GoogleDrive-robin@example.com/My Drive'],
    ['darwin', '/Users/robin/Dropbox (Personal)/Namedesk'],
  ] as const)('on %s %s is synchronised with others', async (platform, path) => {
    expect(await placeRiskOf(path, platform, ext4)).toBe('synced');
  });

  it.each([
    [String.raw`\\server\share\Namedesk`, 'win32', ext4],
    ['//server/share/Namedesk', 'win32', ext4],
    ['/mnt/world', 'linux', nfs],
    ['/mnt/world', 'linux', cifs],
  ] as const)('%s is another computer’s', async (path, platform, typeOf) => {
    expect(await placeRiskOf(path, platform, typeOf)).toBe('network');
  });

  it.each([
    ['/home/robin/.config/Namedesk/workspace', 'linux'],
    ['/home/robin/dropbox-old-files/Namedesk', 'linux'],
    [String.raw`C:\Users\Robin\AppData\Roaming\Namedesk\workspace`, 'win32'],
    [String.raw`\\?\C:\Users\Robin\AppData\Roaming\Namedesk`, 'win32'],
    ['/Users/robin/Library/Application Support/Namedesk', 'darwin'],
  ] as const)('%s is none', async (path, platform) => {
    expect(await placeRiskOf(path, platform, ext4)).toBeNull();
  });
});

describe('D4 the walk along a chain', () => {
  const [one, two, three, last] = ['.1', '.1.2', '.1.2.3', '.1.2.3.4'].map((hash, at) => ({
    seq: at + 1,
    hash,
  }));
  const head = { length: 4, hash: '.1.2.3.4' };

  /** Links and their head, in memory. */
  const aChain = (links: readonly (Link | null | undefined)[], changes: Partial<Chain<Link, Head>> = {}) => ({
    noun: 'entry' as const,
    head: () => head,
    emptyHead: { length: 0, hash: '' },
    last: () => links.at(-1) ?? null,
    rowsAfter: (seq: number) => links.slice(seq).map((link) => link ?? null),
    hashOf: (before: string, { seq }: Link): string => `${before}.${seq}`,
    ...changes,
  });
  const unreadable = (): never => {
    throw Object.assign(new Error('Too large'), { code: 'ERR_OUT_OF_RANGE' });
  };

  it.each([
    ['nothing where it holds', aChain([one, two, three, last]), null, ''],
    ['what cannot be an entry', aChain([one, two, null, last]), 3, 'entry is not one that was written'],
    ['an entry that is missing', aChain([one, two, last]), 3, 'entry is missing'],
    ['an entry that was changed', aChain([one, { seq: 2, hash: 'x' }]), 2, 'is not as it was written'],
    ['a tail that is missing', aChain([one, two]), 3, 'entries from here on are missing'],
    [
      'a head of something else',
      aChain([one, two, three, last], { head: () => ({ length: 4, hash: 'x' }) }),
      4,
      'was written last',
    ],
    [
      'lines that cannot be read',
      aChain([], { noun: 'line', rowsAfter: unreadable }),
      1,
      'lines from here on',
    ],
  ])('finds %s', (_, chain, seq, why) => {
    const found = createChainWalk<Link, Head>(chain)();
    if (seq === null) expect(found).toBe('holds');
    else expect(found).toEqual({ seq, why: expect.stringContaining(why) as string });
  });

  it('looks at the end alone where only that is asked', () => {
    expect(brokenAtTheEnd<Link, Head>(aChain([one, two, three, last]))).toBeNull();
    expect(brokenAtTheEnd<Link, Head>(aChain([one, two]))).toMatchObject({ seq: 4 });
  });
});

const [early, noon, late] = ['09', '12', '15'].map((hour) => `2026-02-21T${hour}:00:00.000Z`) as [
  string,
  string,
  string,
];

const aRecord = (changes: Partial<DomainRecord> = {}): DomainRecord =>
  anUnreadDomain('example.com', {
    accountId: 'a1',
    addedAt: early,
    tags: ['kept'],
    note: 'kept',
    ...changes,
  });

const name = 'example.com';
const locked = (at: string) => ({ value: 'locked', at, source: 'read' }) as const;
const unlocked = (at: string) => ({ value: 'unlocked', at, source: 'change' }) as const;
const trouble = (at: string) => ({ part: 'lock', error: { kind: 'no-key' }, at }) as const;

describe('news of a domain', () => {
  it.each([
    ['newer', early, unlocked(noon)],
    ['as new', noon, unlocked(noon)],
  ])('puts a value that is %s in place of the known one', (_name, at, found) => {
    expect(applyObservation(aRecord({ lock: locked(at) }), { name, lock: found }).lock).toEqual(found);
  });

  it('passes a value over that is older than the known one', () => {
    const before = aRecord({ lock: unlocked(noon) });
    expect(applyObservation(before, { name, lock: locked(early) })).toEqual(before);
  });

  it('leaves what it does not speak of', () => {
    const before = aRecord({ lock: locked(noon), troubles: [trouble(noon)] });
    const transferredAway = { value: true, at: noon, source: 'sync' } as const;
    expect(applyObservation(before, { name, transferredAway })).toEqual({ ...before, transferredAway });
  });

  describe('what a file says', () => {
    const imported = (value: 'locked' | 'unlocked', at: string, stored = aRecord({}).lock) =>
      importedValue(stored, { value, at });
    const after = (lock: DomainRecord['lock'], found: DomainRecord['lock']) =>
      applyObservation(aRecord({ lock }), { name, lock: found }).lock;
    const read = (value: 'locked' | 'unlocked', at: string) => ({ value, at, source: 'read' }) as const;

    it('is no value that was read before: a read of another one has nothing before it', () => {
      expect(after(imported('locked', early), read('unlocked', noon))).toEqual(read('unlocked', noon));
      expect(after(imported('locked', early), read('locked', noon))).toEqual(read('locked', noon));
    });

    it('stands between two reads as if it were not there', () => {
      const seen = read('locked', early);
      const between = imported('unlocked', noon, seen);
      expect(between).toEqual({
        ...{ value: 'unlocked', at: noon, source: 'import' },
        before: { value: 'locked', at: early },
      });
      expect(imported('unlocked', noon, imported('locked', noon, seen))).toEqual(between);
      expect(after(between, read('unlocked', late))).toEqual(after(seen, read('unlocked', late)));
      expect(after(between, read('locked', late))).toEqual(after(seen, read('locked', late)));
    });

    it('is replaced by a later read, and not by an earlier one', () => {
      expect(after(imported('locked', noon), read('unlocked', early))).toEqual(imported('locked', noon));
      expect(after(imported('locked', noon), read('unlocked', noon))).toEqual(read('unlocked', noon));
    });
  });

  it('keeps one trouble for each part: the latest', () => {
    const before = aRecord({ troubles: [trouble(noon)] });
    expect(applyObservation(before, { name, troubles: [trouble(late)] }).troubles).toEqual([trouble(late)]);
    expect(applyObservation(before, { name, troubles: [trouble(early)] }).troubles).toEqual([trouble(noon)]);
  });

  it('ends trouble with a part that was read well since, and no later one', () => {
    const before = aRecord({ troubles: [trouble(noon)] });
    const read = (at: string) =>
      applyObservation(before, { name, wellRead: [{ part: 'lock', at }] }).troubles;
    expect([read(late), read(early)]).toEqual([[], [trouble(noon)]]);
    const other = { name, wellRead: [{ part: 'contacts', at: late }] } as const;
    expect(applyObservation(before, { ...other, wellRead: [...other.wellRead] }).troubles).toEqual([
      trouble(noon),
    ]);
  });

  it('forgets what was known before a registration anew, and nothing that a person said', () => {
    const before = aRecord({ lock: locked(early), troubles: [trouble(early)] });
    const nameservers = { value: ['ns1.example.net'], at: noon, source: 'change' } as const;
    expect(applyObservation(before, { name, since: noon, nameservers })).toEqual(aRecord({ nameservers }));
  });
});
