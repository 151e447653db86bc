// @vitest-environment jsdom

import { act, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Delegation, NameserverCheck as Check } from '#shared/domain/delegation.ts';
import { ok } from '#shared/result.ts';
import {
  CheckOfAsked,
  DelegationNow,
  NameserverCheck,
} from '../../../../../../renderer/src/domains/nameservers/NameserverCheck.tsx';
import { drawInJsdom, drawPart } from '../../../../../support/draw.tsx';

drawInJsdom();

const hosts = ['ns1.hosting.example', 'ns2.hosting.example'];
const at = '2026-11-25T12:00:00.000Z';
const sound = (domain: string): Check => ({
  domain,
  checkedAt: at,
  hosts: hosts.map((host) => ({ host, finding: 'answers' })),
  ds: 'none',
});

/** @param found What each domain’s nameservers say, of those that are not sound. */
async function drawCheck(domains: readonly string[], found: Readonly<Record<string, Partial<Check>>> | null) {
  const check = vi.fn(({ domains: asked }: { readonly domains: readonly string[] }) =>
    Promise.resolve(
      ok({ checks: found === null ? null : asked.map((name) => ({ ...sound(name), ...found[name] })) }),
    ),
  );
  const drawn = await drawPart(<NameserverCheck accountId="practice" domains={domains} hosts={hosts} />, {
    answers: { delegation: { check } },
  });
  return { ...drawn, check };
}

describe('the check of what is sent', () => {
  /** The requests for a check of what a person is about to send. */
  async function askedFor(ask: Parameters<typeof CheckOfAsked>[0]['ask']) {
    const check = vi.fn(() => Promise.resolve(ok({ checks: [sound('oak.com')] })));
    await drawPart(<CheckOfAsked accountId="acme" domains={['oak.com']} ask={ask} />, {
      answers: { delegation: { check } },
    });
    return { check };
  }
  const order = {
    kind: 'register' as const,
    periodYears: 1,
    nameservers: hosts,
    contacts: {},
    addons: {},
    idnLanguage: null,
    domainFields: {},
  };

  test('is made of the nameservers of an order, for a name that nobody has', async () => {
    const { check } = await askedFor(order);
    await screen.findByText('The new nameservers answer for oak.com.');
    expect(check).toHaveBeenCalledWith({ accountId: 'acme', domains: ['oak.com'], hosts, areNew: true });
  });

  test('is made of a change of nameservers', async () => {
    const { check } = await askedFor({ kind: 'nameservers', nameservers: hosts });
    await screen.findByText('The new nameservers answer for oak.com.');
    expect(check).toHaveBeenCalledWith({ accountId: 'acme', domains: ['oak.com'], hosts });
  });

  test('is left out of an order without nameservers, and of what has none', async () => {
    const { check } = await askedFor({ ...order, nameservers: [] });
    await askedFor({ kind: 'lock', state: 'locked' });
    expect(check).not.toHaveBeenCalled();
  });
});

describe('the check of new nameservers in a review', () => {
  test('says in one line that they answer', async () => {
    await drawCheck(['oak.com'], {});
    expect(await screen.findByText('The new nameservers answer for oak.com.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  const troubles = {
    'no-address': 'ns2.hosting.example has no address.',
    'no-answer': 'ns2.hosting.example does not answer.',
    lame: 'ns2.hosting.example answers, but not for oak.com.',
    'wrong-zone': 'ns2.hosting.example serves another zone, without oak.com.',
  } as const;
  test.for(Object.entries(troubles))('warns in red of a nameserver: %s', async ([finding, text]) => {
    const second = { host: hosts[1] ?? '', finding: finding as keyof typeof troubles };
    await drawCheck(['oak.com'], {
      'oak.com': { hosts: [{ host: hosts[0] ?? '', finding: 'answers' }, second] },
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('With these nameservers oak.com may not be reachable.');
    expect(alert.textContent).toContain(text);
  });

  test('warns of keys at the registry that the new nameservers do not have', async () => {
    await drawCheck(['oak.com'], { 'oak.com': { ds: 'stale' } });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('oak.com is signed (DNSSEC)');
  });

  test('does not warn, and does not say that all is well, where nobody could be asked', async () => {
    await drawCheck(['oak.com'], { 'oak.com': { ds: 'unknown' } });
    expect(await screen.findByText(/could not be checked/)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/^The new nameservers answer/)).toBeNull();
  });

  test('asks for the domains of a batch in parts, and names those in trouble once for a host', async () => {
    const domains = Array.from({ length: 120 }, (_, index) => `oak-${index}.com`);
    const lame = { hosts: [{ host: hosts[0] ?? '', finding: 'lame' as const }] };
    const { check } = await drawCheck(domains, { 'oak-3.com': lame, 'oak-117.com': lame });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('With these nameservers 2 domains may not be reachable.');
    expect(alert.textContent).toContain('ns1.hosting.example answers, but not for oak-3.com, oak-117.com.');
    expect(check.mock.calls.map(([{ domains: asked }]) => asked.length)).toEqual([50, 50, 20]);
  });
});

describe('what the registry has of nameservers that were set', () => {
  async function drawNow(...answers: readonly Delegation['hosts'][]) {
    let turn = 0;
    const read = vi.fn(() => {
      const found = answers[Math.min(turn, answers.length - 1)] ?? null;
      turn += 1;
      return Promise.resolve(ok({ delegation: { domain: 'oak.com', readAt: at, hosts: found } }));
    });
    const drawn = await drawPart(<DelegationNow accountId="practice" domain="oak.com" hosts={hosts} />, {
      answers: { delegation: { read } },
    });
    return { ...drawn, read };
  }

  test('says so once both agree, in any order and spelling, and asks no more', async () => {
    await drawNow(['NS2.hosting.example.', 'ns1.hosting.example']);
    expect(await screen.findByText(/The registry’s servers have these nameservers/)).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('names the former ones, and asks again by itself until both agree', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false });
    try {
      const { read } = await drawNow(['ns1.old.example'], hosts);
      await act(() => vi.advanceTimersByTimeAsync(0));
      expect(screen.getByText(/still have ns1.old.example/)).toBeDefined();
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(screen.getByText(/have these nameservers/)).toBeDefined();
      await act(() => vi.advanceTimersByTimeAsync(600_000));
      expect(read).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('says that nobody answered where that is so', async () => {
    await drawNow(null);
    expect(await screen.findByText(/did not answer/)).toBeDefined();
  });
});
