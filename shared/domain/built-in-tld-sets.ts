/** A named set of TLDs that comes with the application. */
export interface BuiltInTldSet {
  readonly id: string;
  readonly name: string;
  /** Without leading dots, in the order in which they are shown. */
  readonly tlds: readonly string[];
}

const set = (id: string, name: string, tlds: string): BuiltInTldSet => ({ id, name, tlds: tlds.split(' ') });

/** Starting points, not recommendations: each service offers its own TLDs and lists them. */
export const builtInTldSets: readonly BuiltInTldSet[] = [
  set('popular', 'Popular', 'com net org info biz io co app dev ai xyz me shop online'),
  set('classic', 'Classic', 'com net org info biz name pro mobi'),
  set('business', 'Business', 'com biz agency company consulting email group services solutions studio'),
  set('technology', 'Technology', 'io ai dev app tech cloud digital software systems network codes'),
  set('commerce', 'Commerce', 'com shop store online sale market boutique deals'),
  set('creative', 'Creative', 'design studio art blog media gallery photography film'),
  set('short', 'Short', 'ai cc co gg io is me sh to tv ws'),
  set('europe', 'Europe', 'eu de at ch fr it es nl be pl se dk fi cz pt ie'),
  set('german-speaking', 'German-speaking', 'de at ch li com.de berlin hamburg koeln wien'),
  set('uk-and-ireland', 'UK and Ireland', 'uk co.uk org.uk me.uk ie london scot wales'),
  set('americas', 'Americas', 'us ca com.mx mx com.br com.ar com.co cl pe'),
  set('asia-and-pacific', 'Asia and Pacific', 'asia com.au net.au au co.nz nz in co.in jp sg com.sg hk tw'),
  set('africa', 'Africa', 'africa co.za org.za ng com.ng ke co.ke ma tn'),
];

/** The set that Search uses at first. */
export const firstTldSetId = 'popular';

/** The TLDs by which a host is split into registrable name and TLD: those that a service listed, and the built-in ones. */
export const withBuiltInTlds = (listed: readonly string[]): readonly string[] => [
  ...listed,
  ...builtInTldSets.flatMap(({ tlds }) => tlds),
];
