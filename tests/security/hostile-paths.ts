/** Where somebody would like to get to: files of the machine, of the application's folder, of the other page. */
const goals = [
  'etc/passwd',
  'package.json',
  'main/index.js',
  'preload/main.cjs',
  'key.html',
  'index.html',
  'assets',
  'windows/win.ini',
];

/** Ways up or out, as they stand before a goal. */
const ways = [
  '../',
  '../../../../',
  './../',
  'assets/../../',
  '%2e%2e/',
  '%2E%2e%2f',
  '..%2f..%2f',
  '%252e%252e/',
  '..\\',
  '..%5c',
  '....//',
  '..;/',
  '/',
  '//server/share/',
  '\\\\server\\share\\',
  'C:/',
  'file:///',
  '%00/',
  'assets%00/../',
  '\u2025/',
  '~/',
  'proc/self/root/',
  'app://key/',
  '@evil/',
  '?/../',
] as const;

/** 200 paths that must lead nowhere (A2): each way with each goal. Made, not random: a failure names itself. */
export const hostilePaths: readonly string[] = ways.flatMap((way) => goals.map((goal) => `/${way}${goal}`));
