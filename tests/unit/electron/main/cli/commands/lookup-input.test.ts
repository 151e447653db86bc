import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import type { CommandServices } from '../../../../../../electron/main/cli/command.ts';
import { chosenTlds } from '../../../../../../electron/main/cli/commands/lookup-input.ts';

const ownSets = [{ id: 'o1', name: 'My own, short', tlds: ['io', 'sh'] }];

async function choose(text: string, listed: readonly string[] | null = null) {
  const workspace = {
    tldSets: { list: () => Promise.resolve(ok(ownSets)) },
    tlds: {
      list: () =>
        Promise.resolve(
          ok({ tlds: [...(listed ?? [])], readAt: listed === null ? null : '2026-02-21T14:00:00.000Z' }),
        ),
    },
  };
  // The parts that choosing uses, and no others.
  return chosenTlds(text, { workspace: workspace as unknown as CommandServices['workspace'] }, 'a1');
}

const tldsOf = async (text: string) => {
  const chosen = await choose(text);
  return chosen.ok ? chosen.value.tlds : chosen.error;
};

describe('--tlds', () => {
  it.each([
    ['com,net,co.uk', ['com', 'net', 'co.uk']],
    ['.COM, net;.com', ['com', 'net']],
    ['рф', ['xn--p1ai']],
    ['classic', 'com net org info biz name pro mobi'.split(' ')],
    ['Classic,de', 'com net org info biz name pro mobi de'.split(' ')],
    ['my own, short', ['io', 'sh']],
    ['.africa', ['africa']],
  ])('%s stands for %j', async (text, tlds) => {
    expect(await tldsOf(text)).toEqual(tlds);
  });

  it('says which set a word was taken for', async () => {
    const chosen = await choose('africa');
    expect(chosen.ok && chosen.value.remarks).toEqual([
      '"africa" is the set Africa: africa, co.za, org.za, ng, com.ng, ke, co.ke, ma, tn.',
    ]);
  });

  it('says which TLDs the account’s service has not listed, and asks all the same', async () => {
    const chosen = await choose('com,nett,zzzz', ['.com', '.net', '.org']);
    expect(chosen.ok && chosen.value).toEqual({
      tlds: ['com', 'nett', 'zzzz'],
      remarks: [
        "Not on the list of this account's service: .nett (is .net meant?), .zzzz. Asked all the same.",
      ],
    });
  });

  it('says nothing where the service was never asked for its list', async () => {
    expect(await choose('zzzz')).toMatchObject({ ok: true, value: { remarks: [] } });
  });

  it.each([['com,ne t!'], ['-com'], ['a..b'], [','], ['http://com'], ['x'.repeat(64)]])(
    '%s is neither a TLD nor a set',
    async (text) => {
      expect(await choose(text)).toMatchObject({
        ok: false,
        error: { kind: 'invalid-input', field: 'tlds' },
      });
    },
  );
});
