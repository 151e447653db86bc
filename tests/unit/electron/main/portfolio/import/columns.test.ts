import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../../../electron/main/portfolio/import/columns.ts';

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

  it('of nameservers are found by their titles, but not where each host has a column of its own', () => {
    expect(titlesOf('domain,registrar lock,name servers')).toMatchObject({
      lock: 'registrar lock',
      nameservers: 'name servers',
    });
    expect(titlesOf('domain,nameserver 1,nameserver 2')).toEqual({ domain: 'domain' });
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
});
