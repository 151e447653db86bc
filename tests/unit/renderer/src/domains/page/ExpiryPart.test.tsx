// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Domain } from '#shared/domain/portfolio.ts';
import { factsIn, missWords, type RegistryFacts, type RegistryReading } from '#shared/domain/registry.ts';
import { registryMisses } from '#shared/domain/registry-names.ts';
import { RegistryLine } from '../../../../../../renderer/src/changes/ChangeStatus.tsx';
import { ExpiryPart } from '../../../../../../renderer/src/domains/page/ExpiryPart.tsx';
import { aChange } from '../../../../../support/a-change.ts';
import { drawInJsdom, drawPart } from '../../../../../support/draw.tsx';
import { aKnown, anUnreadDomain } from '../../../../../support/fake-portfolio.ts';
import { aWorld } from '../../../../../support/fake-world.ts';
import { aReading } from '../../../../../support/registry/a-reading.ts';

drawInJsdom();

const known = (given: Partial<RegistryReading>, more: Partial<RegistryFacts> = {}): Partial<Domain> => ({
  registry: aKnown({ ...factsIn(aReading(given)), ...more }, { source: 'registry' }),
});

const drawn = (changes: Partial<Domain>, isOn = true) =>
  drawPart(<ExpiryPart domain={anUnreadDomain('riverstone.com', changes)} />, {
    world: aWorld({ settings: { ...aWorld().settings, registryEnabled: isOn } }),
    before: ({ settings }) => settings.actions.read(),
  });

describe('the expiry on a domain’s page', () => {
  it.each(registryMisses)('says why the registry shows none: %s', async (missing) => {
    await drawn(known({ missing, expiresAt: null }));
    expect(screen.getByText(new RegExp(`^${missWords[missing]}, asked`))).toBeDefined();
  });

  it('says that a registry has renewed the domain automatically, and that it has another registrar now', async () => {
    await drawn(known({ statuses: ['auto renew period'], registrar: '1068' }, { formerRegistrar: '292' }));
    expect(screen.getByText(/renewed it automatically/)).toBeDefined();
    expect(screen.getByText(/another registrar since .*: IANA number 1068, before 292\./)).toBeDefined();
  });

  it.each([
    [
      'pending transfer',
      'Transfer pending',
      /At most 5 days are left .* contact for abuse: abuse@registrar\.example, \+1\.5551234\./,
    ],
    ['redemption period', 'Being deleted', /in redemption: a renewal does not bring it back/],
    ['server hold', 'On hold', /The registry holds it back/],
  ])('says what a status means: %s', async (status, title, words) => {
    const at = new Date().toISOString();
    await drawn(known({ at, statuses: [status], abuse: 'abuse@registrar.example, +1.5551234' }));
    expect(screen.getByText(title)).toBeDefined();
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.getByText(new RegExp(`^The registry shows: ${status}, asked`))).toBeDefined();
  });
});

describe('what the registry says of a change', () => {
  const what = { kind: 'renew', periodYears: 1, addons: {}, price: { kind: 'not-given' } } as const;
  const uncertain = (registry: Parameters<typeof aChange>[0]) =>
    aChange({
      ...{ what, state: 'uncertain', proof: null, sentAt: '2026-11-24T16:00:05.000Z' },
      before: { readAt: '2026-11-24T16:00:00.000Z', registry: aReading() },
      ...registry,
    });
  const line = async (change: ReturnType<typeof aChange>, isOn = true): Promise<string> => {
    const { drawn: page } = await drawPart(<RegistryLine change={change} />, {
      world: aWorld({ settings: { ...aWorld().settings, registryEnabled: isOn } }),
      before: ({ settings }) => settings.actions.read(),
    });
    return page.container.textContent;
  };

  it('is what it said, and when it is asked again', async () => {
    const registry = { at: '2026-11-24T16:01:06.000Z', proof: 'not-yet', why: 'unchanged' } as const;
    expect(await line(uncertain({ registry }))).toMatch(
      /^The registry was asked on .*\. The registry does not show it yet\. It is asked again on .*\.$/,
    );
  });
});
