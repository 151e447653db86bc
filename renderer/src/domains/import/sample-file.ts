/** As Porkbun titles its columns. */
const titles =
  'DOMAIN,TLD,CREATE DATE,EXPIRE DATE,LOCKED,PRIVACY,AUTO RENEW,NAMESERVERS,AUTH CODE,AUTH CODE CHANGED,EST. RENEWAL PRICE,STATUSES,URL FORWARDS';

/**
 * Each domain with the days until it expires. The first six are of the practice account, three of them renewed since it began; the
 * others are invented.
 */
export const sampleDomains: readonly (readonly [name: string, days: number])[] = [
  ['harbour-books.com', 212],
  ['harbour-books.net', 212],
  ['oakline.io', 640],
  ['paperplane.studio', 392],
  ['orbit-hosting.net', 453],
  ['quiet-harbor.org', 865],
  ['saltmeadow-pottery.com', 4],
  ['brackenfell-bicycles.com', 11],
  ['copperlane-roasters.com', 19],
  ['thornbury-upholstery.net', 26],
  ['eastgate-letterpress.com', 45],
  ['eastgate-letterpress.org', 45],
  ['millrace-carpentry.com', 71],
  ['fernhollow-herbs.com', 98],
  ['fernhollow-herbs.net', 98],
  ['wolds-and-water.org', 130],
  ['stonecrop-gardens.com', 188],
  ['larkfield-violins.com', 251],
  ['tidewrack-prints.com', 304],
  ['upperton-clockmakers.com', 348],
];

const dayMs = 86_400_000;

/** A registrar's file to try an import with: made of names and dates alone, the dates counted from `now`. */
export function sampleFile(now: Date): File {
  const dayAfter = (days: number): string =>
    new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
  const lines = sampleDomains.map(([name, days], index) => {
    const tld = name.slice(name.indexOf('.') + 1);
    const made = dayAfter(days - 365 * (2 + (index % 4)));
    return `${name},${tld},${made} 09:00:00,${dayAfter(days)} 09:00:00,yes,yes,no,"ns1.practice-dns.example ns2.practice-dns.example",sample-${index + 1},${made},10.29,ok,`;
  });
  return new File([[titles, ...lines, ''].join('\n')], 'porkbun-sample.csv');
}
