import { describe, expect, it } from 'vitest';
import { columnsOf as columnsAt } from '../../../../../../electron/main/portfolio/import/columns.ts';

const columnsOf = (head: readonly (readonly string[])[]) => columnsAt(head, '2026-11-25T08:00:00.000Z');

const header = (line: string): readonly string[] => line.split(',');

/** The title of each field's column. */
function titlesOf(line: string): Record<string, string | undefined> {
  const titles = header(line);
  const { fields } = columnsOf([titles]);
  return Object.fromEntries(
    fields.flatMap((field, index) => (field === null ? [] : [[field, titles[index]]])),
  );
}

describe('columns of a registrar’s file', () => {
  it.each([
    [
      'GoDaddy',
      'Domain Name,TLD,Create Date,Ownership Date,Expiration Date,Lock,Auto-renew,Status,Renewal Price,Nameservers',
      {
        ...{ domain: 'Domain Name', expires: 'Expiration Date', lock: 'Lock' },
        ...{ nameservers: 'Nameservers', status: 'Status' },
      },
    ],
    [
      'Namecheap',
      'Domain Name,Domain privacy protection status,Domain status at NC,Domain auto-renew status,Domain expiration date',
      { domain: 'Domain Name', expires: 'Domain expiration date', status: 'Domain status at NC' },
    ],
    [
      'Porkbun',
      'DOMAIN,TLD,CREATE DATE,EXPIRE DATE,LOCKED,PRIVACY,AUTO RENEW,NAMESERVERS,AUTH CODE,AUTH CODE CHANGED,EST. RENEWAL PRICE,STATUSES,URL FORWARDS',
      {
        ...{ domain: 'DOMAIN', tld: 'TLD', expires: 'EXPIRE DATE' },
        ...{ lock: 'LOCKED', nameservers: 'NAMESERVERS' },
      },
    ],
    [
      'Dynadot',
      '\uFEFFDomain,Renewal Status,Punycode,Expiration Date,Expiration Date Timestamp,Name Server,Locked,Privacy,Registration Date,Registration Date,Folder,Admin Email,Domain Note',
      {
        ...{ domain: '\uFEFFDomain', expires: 'Expiration Date', tags: 'Folder', note: 'Domain Note' },
        ...{ lock: 'Locked', nameservers: 'Name Server' },
      },
    ],
    [
      'Spaceship',
      'Domain,Nameservers,Category,DNS Preset,Registration Date,Expiration Date,Ownership change,Autorenew,Privacy,Transfer Lock,Status',
      {
        ...{ domain: 'Domain', expires: 'Expiration Date', tags: 'Category' },
        ...{ lock: 'Transfer Lock', nameservers: 'Nameservers', status: 'Status' },
      },
    ],
    [
      'WHMCS',
      'ID,User ID,Order ID,Reg Type,Domain Name,First Payment Amount,Recurring Amount,Registration Period,Expiry Date,Next Due Date,Registrar,Payment Method,Status,Notes',
      { domain: 'Domain Name', expires: 'Expiry Date', status: 'Status', note: 'Notes' },
    ],
  ])('of %s are recognised by their titles', (panel, line, expected) => {
    expect(columnsOf([header(line)]).panel).toBe(panel);
    expect(titlesOf(line)).toEqual(expected);
  });

  it('of nameservers are found by their titles', () => {
    expect(titlesOf('domain,registrar lock,name servers')).toMatchObject({
      lock: 'registrar lock',
      nameservers: 'name servers',
    });
  });

  it('of any other file are found by their titles', () => {
    expect(titlesOf('id,client,fqdn,paid until,comment')).toEqual({
      domain: 'fqdn',
      client: 'client',
      expires: 'paid until',
      note: 'comment',
    });
  });

  it('are found below a line of words, as some files have one', () => {
    const line = 'DOMAIN,TLD,EXPIRE DATE,AUTO RENEW,AUTH CODE';
    expect(
      columnsOf([['Exported by somebody'], header(line), ['a.com', 'com', '2027-01-01', '', 'x']]),
    ).toMatchObject({
      panel: 'Porkbun',
      headerRow: 1,
    });
  });

  it('with transfer codes are never among those that are read', () => {
    const { codes, fields } = columnsOf([header('domain,epp code,auth_info,notes,transfer key,Password')]);
    expect(codes).toEqual([1, 2, 4, 5]);
    expect(codes.map((index) => fields[index])).toEqual([null, null, null, null]);
  });

  it('of a pasted table without titles are told by their cells', () => {
    expect(
      columnsOf([
        ['riverstone.com', '2027-03-01', 'ACME'],
        ['oak.org', '2027-04-01', ''],
      ]),
    ).toMatchObject({ headerRow: null, fields: ['domain', 'expires', 'client'] });
    expect(columnsOf([['2027-03-01', 'Ann', 'Bob', 'riverstone.com']])).toMatchObject({
      fields: ['expires', null, null, 'domain'],
    });
  });

  it('below titles that nobody knows are told by their cells', () => {
    const head = [
      header('name,who,until,epp code'),
      ['a.com', 'ACME', '2027-01-01', 'x'],
      ['b.com', '', '', 'y'],
    ];
    expect(columnsOf(head)).toMatchObject({
      headerRow: 0,
      fields: ['domain', null, 'expires', null],
      codes: [3],
    });
  });

  it('have the same signature for the same titles, whatever stands below', () => {
    const titles = ['Domain', 'Folder'];
    const [one, other] = [columnsOf([titles, ['a.com', 'x']]), columnsOf([titles, ['b.com', 'y']])];
    expect(one.signature).toBe(other.signature);
    expect(one.signature).not.toBe(columnsOf([['Domain', 'Client']]).signature);
  });

  it('without titles whose cells look like transfer codes are not read', () => {
    const head = [
      ['a.com', '2027-01-01', 'x7$kQw9!pL'],
      ['b.com', '2027-01-01', 'b8#mRt2&zz'],
    ];
    expect(columnsOf(head)).toMatchObject({ fields: ['domain', 'expires', null], codes: [2] });
  });

  /** What is taken, in the order of the columns; `-` for nothing. */
  const takenOf = (...lines: readonly string[]): string =>
    columnsOf(lines.map((line) => line.split(line.includes(';') ? ';' : ',')))
      .fields.map((field) => field ?? '-')
      .join(' ');

  it.each([
    ['Name,Created,Expires', 'a.com,2019-03-01,2027-03-01', 'domain - expires'],
    ['name,created_at,updatedAt,expiresAt', 'a.com,2019-03-01,2026-03-01,2027-03-01', 'domain - - expires'],
    ['Domain;Erstellt am;Ablaufdatum;Kunde', 'a.de;01.03.2019;01.03.2027;ACME', 'domain - expires client'],
    ["Nom de domaine,Date de création,Date d'expiration", 'a.fr,2019-03-01,2027-03-01', 'domain - expires'],
    ['Dominio,Fecha de registro,Fecha de vencimiento', 'a.es,2019-03-01,2027-03-01', 'domain - expires'],
    [
      'Nome a dominio,Data registrazione,Scadenza,Note',
      'a.it,2019-03-01,2027-03-01,x',
      'domain - expires note',
    ],
    ['Domínio,Criado em,Expira em,Cliente', 'a.br,2019-03-01,2027-03-01,ACME', 'domain - expires client'],
    [
      'Domeinnaam,Aangemaakt,Verloopdatum,Klant',
      'a.nl,2019-03-01,2027-03-01,ACME',
      'domain - expires client',
    ],
    ['Domena,Data rejestracji,Data wygaśnięcia', 'a.pl,2019-03-01,2027-03-01', 'domain - expires'],
    [
      'Alan Adı,Kayıt Tarihi,Bitiş Tarihi,Müşteri',
      'a.tr,2019-03-01,2027-03-01,ACME',
      'domain - expires client',
    ],
    ['Doména,Registrace,Expirace', 'a.cz,2019-03-01,2027-03-01', 'domain - expires'],
    ['Домен,Дата регистрации,Дата окончания', 'a.ru,2019-03-01,2027-03-01', 'domain - expires'],
    ['域名,注册商,注册时间,到期时间', 'a.cn,商A,2019-03-01,2027-03-01', 'domain - - expires'],
    ['ドメイン名,登録日,有効期限,備考', 'a.jp,2019-03-01,2027-03-01,x', 'domain - expires note'],
    ['Nama Domain,Tanggal Daftar,Tanggal Kedaluwarsa', 'a.id,2019-03-01,2027-03-01', 'domain - expires'],
    ['Domain,Status,Expiration Date (UTC)', 'a.com,active,2025-03-11', 'domain status expires'],
    ['Domain,Renewed on,Renewal date', 'a.com,2025-03-11,2027-03-11', 'domain - expires'],
    ['Domain,SSL expiry', 'a.com,2027-03-11', 'domain -'],
    ['Domain,Next due date,Invoice date', 'a.com,2027-03-11,2027-02-11', 'domain - -'],
    ['Nameserver,Name,Expires', 'ns1.host.net,a.com,2027-03-01', 'nameservers domain expires'],
    ['Host Name,Domain,Expires', 'srv1.dc-one.net,a.com,2027-03-01', '- domain expires'],
    ['Servidor;Zona;Dominio', 'srv1.dc-one.net;b.com;a.com', '- - domain'],
    ['Customer,Domains,Domain Name', 'A,3,a.com', 'client - domain'],
    ['Kunde;Domains;Domainname', 'A;3;a.com', 'client - domain'],
    ['domain,owner,client', 'a.com,Anna,ACME', 'domain - client'],
    ['URL,Expires', 'https://www.a.com/,2027-03-01', 'domain expires'],
    ['Domain,Client', 'a.com,2027-03-01', 'domain -'],
    ['Domain,Name Server,Name Server', 'a.com,ns1.b.com,ns2.b.com', 'domain nameservers nameservers'],
    ['Domain,NS,NS2', 'a.com,ns1.b.com,ns2.b.com', 'domain nameservers nameservers'],
    [
      'domain,nameserver1,nameserver2,nameserver3',
      'a.com,ns1.b.com,ns2.b.com,',
      'domain nameservers nameservers -',
    ],
    ['Dominio,Servidor DNS 1,Servidor DNS 2', 'a.es,ns1.b.com,ns2.b.com', 'domain nameservers nameservers'],
    ['Domain,Primary NS,Secondary NS', 'a.com,ns1.b.com,ns2.b.com', 'domain nameservers nameservers'],
    ['Domain,nameserver 1', 'a.com,ns1.b.com', 'domain -'],
    ['Domain,NS1,NS3', 'a.com,ns1.b.com,ns3.b.com', 'domain - -'],
    ['Domain,TLD,Expires', 'birch-lane,co.uk,2027-03-01', 'domain tld expires'],
    ['SLD;Endung;Ablauf', 'birch-lane;.de;2027-03-01', 'domain tld expires'],
    ['Domain,TLD', 'birch-lane.com,com', 'domain -'],
    ['Foo,Bar,Baz', 'a.com,2019-03-01,2027-03-01', 'domain - expires'],
    ['Foo,Bar,Baz', 'a.com,2028-03-01,2027-03-01', 'domain - -'],
    ['Domain,Expires,Renewal date', 'a.com,,2027-03-01', 'domain expires -'],
    ['Domain,Ablauf,Bar', 'a.com,bald,2027-03-01', 'domain expires -'],
    ['Foo,Bar', 'a.com,2019-03-01', 'domain -'],
    ['fqdn,dates.created_at,dates.ends_at', 'a.com,2019-03-01,2027-03-01', 'domain - expires'],
    [
      'domain,dates.registryCreatedAt,dates.registryEndsAt',
      'a.com,2019-03-01,2027-03-01',
      'domain - expires',
    ],
  ])('titled %s above %s are %s', (titles, line, expected) => {
    expect(takenOf(titles, line)).toBe(expected);
  });

  it('without titles hold the expiry where their dates lie in the future', () => {
    expect(takenOf('a.com,2019-03-01,ACME', 'b.com,2020-03-01,ACME')).toBe('domain - -');
    expect(takenOf('a.com,2019-03-01,2027-03-01')).toBe('domain - expires');
  });

  it('that fit as well and differ are in doubt, those that say the same are not', () => {
    const doubtsOf = (...lines: readonly string[]) => columnsOf(lines.map(header)).doubts;
    expect(doubtsOf('Domain,Expires,Valid until', 'a.com,2027-03-01,2028-03-01')).toEqual([
      { field: 'expires', columns: [1, 2] },
    ]);
    expect(doubtsOf('Domain,Domain Name', 'a.com,b.com')).toEqual([{ field: 'domain', columns: [0, 1] }]);
    expect(doubtsOf('a.com,b.com', 'c.com,d.com')).toEqual([{ field: 'domain', columns: [0, 1] }]);
    expect(doubtsOf('Domain,Kunde,Mandant', 'a.com,A,B')).toEqual([{ field: 'client', columns: [1, 2] }]);
    expect(doubtsOf('Domain,Expires,Expiry date', 'a.com,2027-03-01,01.03.2027')).toEqual([]);
    expect(doubtsOf('Domain,URL,Expires', 'a.com,http://b.com,2027-03-01')).toEqual([]);
  });

  it('that are not taken say why, where a person might expect it', () => {
    const reasonsOf = (...lines: readonly string[]) => columnsOf(lines.map(header)).reasons;
    expect(reasonsOf('Domain,Renewal price,Ablauf,NS2', 'a.com,10.29,2027-03-01,ns2.b.com')).toEqual([
      ...[null, 'prices come from the service', null],
      'not a whole set of nameservers',
    ]);
    expect(reasonsOf('Domain,Renewal date', 'a.com,2019-03-01')).toEqual([null, 'its dates lie in the past']);
    expect(reasonsOf('Domain,Client', 'a.com,1207')).toEqual([
      null,
      'dates, figures and hosts are no clients',
    ]);
    expect(reasonsOf('Domain,Expires,Valid until', 'a.com,2027-03-01,2028-03-01')).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each([
    [2, ['Domains,2', 'Date,2026-11-01', 'Domain Name,Expiry Date', 'a.com,2027-03-01']],
    [3, ['Report,Domain list', 'User,x', 'Note,none', 'Dominio,Vencimiento', 'a.com,2027-03-01']],
    [1, ['Registrar,GoDaddy,Client,ACME', 'Domain,Expires', 'no name,', 'a.com,2027-03-01']],
    [0, ['Domain,Expires', 'no name,', 'Domain,Expires', 'a.com,2027-03-01']],
    [null, ['no name,2027-03-01', 'a.com,2027-03-01']],
    [0, ['Όνομα,Λίστα', 'a.gr,x']],
  ])('have their titles in row %s of %j', (row, lines) => {
    expect(columnsOf(lines.map(header)).headerRow).toBe(row);
  });
});
