import { describe, expect, it } from 'vitest';
import { cellHosts, cellLock, cellStatus } from '../../../../../../electron/main/portfolio/import/cells.ts';

describe('a cell of a registrar’s file', () => {
  it.each([
    ...['yes', 'YES', 'On', 'Locked', 'true', '1', 'Enabled'].map((cell) => [cell, 'locked'] as const),
    ...['no', 'OFF', 'Unlocked', 'false', '0', ' disabled '].map((cell) => [cell, 'unlocked'] as const),
  ])('says by “%s” that a domain is %s', (cell, value) =>
    expect(cellLock(cell)).toEqual({ kind: 'value', value }),
  );

  it.each(['', ' ', '-', 'N/A', 'none', 'Unknown'])('says nothing by “%s”', (cell) => {
    expect([cellLock(cell), cellHosts(cell)]).toEqual([{ kind: 'blank' }, { kind: 'blank' }]);
  });

  it.each(['Pending', 'yes and no', '2', 'ns1.example.com'])('is no lock state: %s', (cell) =>
    expect(cellLock(cell)).toEqual({ kind: 'unreadable' }),
  );

  it.each([
    ['ns1.a.com ns2.a.com', ['ns1.a.com', 'ns2.a.com']],
    ['NS1.A.com., ns2.a.com', ['ns1.a.com', 'ns2.a.com']],
    ['ns1.a.com;ns2.a.com|ns1.a.com\n ns3.a.com', ['ns1.a.com', 'ns2.a.com', 'ns3.a.com']],
    ['ns1.bäckerei.de', ['ns1.xn--bckerei-5wa.de']],
  ])('has the nameservers of “%s”, each once and in their order', (cell, value) =>
    expect(cellHosts(cell)).toEqual({ kind: 'value', value }),
  );

  it.each([
    ...['Active', 'ok', 'AKTIV', 'Registered', 'Expired', 'Expired(redemption)', 'Expired (Redemption)'].map(
      (cell) => [cell, 'held'] as const,
    ),
    ...['Suspended', 'pendingDelete', 'redemptionPeriod', 'clientTransferProhibited, clientHold', '正常'].map(
      (cell) => [cell, 'held'] as const,
    ),
    ...['Pending Transfer', 'pendingTransfer', 'Transfer in progress'].map(
      (cell) => [cell, 'leaving'] as const,
    ),
    ...[
      'Cancelled',
      'canceled',
      'gekündigt',
      'GEKÜNDIGT',
      'Résilié',
      'Anulado',
      'İptal Edildi',
      '解約済み',
    ].map((cell) => [cell, 'cancelled'] as const),
    ...['Transferred Away', 'transferred-out', 'Deleted', 'Domain has been deleted on 2026-01-01'].map(
      (cell) => [cell, 'gone'] as const,
    ),
    ...['gelöscht', 'Supprimé', 'usunięta', 'Удалён', '已转出', 'Transferred Away (2026-01-01)'].map(
      (cell) => [cell, 'gone'] as const,
    ),
    ...['Fraud', 'Pending', 'Pending Registration', 'En attente', 'Oczekująca', 'Cancelled (fraud)'].map(
      (cell) => [cell, 'never'] as const,
    ),
  ])('says by the status “%s”: %s', (cell, value) =>
    expect(cellStatus(cell)).toEqual({ kind: 'value', value }),
  );

  it.each(['Unicorn', 'Cancelled - Active', 'active, unicorn', '7'])('has no known status: %s', (cell) =>
    expect(cellStatus(cell)).toEqual({ kind: 'unreadable' }),
  );

  it.each([
    'localhost',
    '10.0.0.1',
    'ns1.a.com 10.0.0.1',
    '-a.com',
    'a..com',
    'Spaceship DNS',
    `${'a'.repeat(64)}.com`,
  ])('has no set of nameservers: %s', (cell) => expect(cellHosts(cell)).toEqual({ kind: 'unreadable' }));

  it('has no set of more nameservers than a domain can have', () => {
    const hosts = (count: number) =>
      Array.from({ length: count }, (_, index) => `ns${String(index)}.a.com`).join(' ');
    expect(cellHosts(hosts(13)).kind).toBe('value');
    expect(cellHosts(hosts(14)).kind).toBe('unreadable');
  });
});
