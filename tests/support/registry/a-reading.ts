import type { RegistryReading } from '#shared/domain/registry.ts';

/** What a registry showed of a domain that expires on 2027-05-01. */
export const aReading = (given: Partial<RegistryReading> = {}): RegistryReading => {
  const { at = '2026-11-24T16:00:00.000Z' } = given;
  return {
    at,
    host: 'rdap.registry.example',
    missing: null,
    until: null,
    serverAt: at,
    registeredAt: '2015-05-01T04:00:00.000Z',
    expiresAt: '2027-05-01T04:00:00.000Z',
    registrarExpiresAt: null,
    changedAt: '2026-04-02T09:11:12.000Z',
    transferredAt: null,
    databaseAt: null,
    statuses: ['client transfer prohibited'],
    nameservers: [],
    registrar: '292',
    ...given,
  };
};
