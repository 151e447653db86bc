import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { standPackage } from '../support/packaged/stage-package.ts';
import { team } from './figures/team.ts';
import { pace } from './figures/pace.ts';
import { disk, engine } from './figures/work.ts';
import { memory, start, startRow } from './figures/window.ts';
import { profiling, type SideScript, takeInProcess } from './framework/side-process.ts';
import { type Figure, type Row, type Side, standing } from './framework/figure.ts';
import { filter } from './grid/filter-figure.ts';
import { grid } from './grid/grid-figure.ts';
import { preparedSession } from './prepared-sessions.ts';
import { benchDomains, benchNames, benchTlds, startService } from './service/running-service.ts';
import { type BenchWindow, launchWindow, openFirstSession, painted, until } from './window/launch-window.ts';
import { folderWith, standWindows, usedFolder } from './window/windows.ts';

const idleMs = 3_000;

/** How late main's event loop is, 99 times of 100 at most, while the engine runs flat out. */
const stalls: Figure = {
  name: 'stalls',
  async prepare(options) {
    const [service, practice] = [await startService('canned'), await startService('practice')];
    const names = options.isQuick ? 4_000 : 30_000;
    const warmUpNames = options.isQuick ? 1_000 : 6_000;
    let runs = 0;
    const folder = (): string => join(options.folder, `stalls-${String(runs++)}`);
    const side = (
      is: string,
      script: SideScript,
      input: () => object,
      switches: readonly string[],
    ): Side => ({
      is,
      take: () => takeInProcess({ script, input: input(), switches }),
    });
    const rest = (): Pick<Row, 'unit' | 'limit' | 'goals' | 'heldEqual'> => ({
      unit: 'ms (p99)',
      limit: side('the same process with nothing to do', 'idle', () => ({ idleMs, folder: folder() }), []),
      goals: [{ of: 'ours', bound: 'at most', first: 20, then: null }],
      heldEqual: 'the services and the workspace; perf_hooks monitorEventLoopDelay with a resolution of 1 ms',
    });
    const running = { baseUrl: service.baseUrl, names, warmUpNames, concurrency: 64, value: 'ms late' };
    return {
      rows: [
        {
          ...rest(),
          name: 'stalls',
          ours: side(
            "delay of main's event loop while the engine runs flat out",
            'engine',
            () => ({ ...running, folder: folder() }),
            profiling(options, 'stalls'),
          ),
          warmUp: `${warmUpNames} requests in the same process; none for idling`,
        },
        {
          ...rest(),
          name: 'stalls-batch',
          ours: side(
            `delay of the backend's event loop while a batch of ${benchDomains.length} changes is sent and a session looks names up`,
            'batch-beside-session',
            () => ({
              baseUrl: practice.baseUrl,
              folder: folder(),
              domains: benchDomains,
              names: options.isQuick ? 400 : 4_000,
            }),
            profiling(options, 'stalls-batch'),
          ),
          warmUp: 'none: the batch is read before',
        },
      ],
      async end() {
        await service.end();
        await practice.end();
      },
    };
  },
};

/** What a finding costs in a session of a million cells, beside one of ten thousand. */
const grow: Figure = {
  name: 'grow',
  async prepare(options) {
    const service = await startService('canned');
    const large = { names: options.isQuick ? 10_000 : 100_000, sessions: 1 };
    const small = { names: 1_000, sessions: options.isQuick ? 10 : 40 };
    const warmUpNames = options.isQuick ? 1_000 : 6_000;
    let runs = 0;
    const side = (is: string, load: typeof large, switches: readonly string[]): Side => ({
      is,
      take: () =>
        takeInProcess({
          script: 'engine',
          input: {
            ...load,
            baseUrl: service.baseUrl,
            warmUpNames,
            concurrency: 16,
            folder: join(options.folder, `grow-${String(runs++)}`),
            value: 'µs',
          },
          switches,
        }),
    });
    const cells = (names: number): string => (names * 10).toLocaleString('en');
    return {
      rows: [
        {
          name: 'grow',
          unit: 'µs a finding',
          ours: side(
            `a session of ${cells(large.names)} cells, from its making to its end`,
            large,
            profiling(options, 'grow'),
          ),
          limit: side(
            `${small.sessions} sessions of ${cells(small.names)} cells, one after the other`,
            small,
            [],
          ),
          goals: [{ of: 'ratio', bound: 'at most', first: 1.2, then: null }],
          heldEqual: '10 TLDs a request, 16 at once, one and the same canned service, a fresh workspace each',
          warmUp: `${warmUpNames} requests in the same process`,
        },
      ],
      end: service.end,
    };
  },
};

const columns = 10;

/** From a closed workspace to the arrays of its session, a million cells beside ten thousand. */
const resume: Figure = {
  name: 'resume',
  async prepare(options) {
    const names = { large: options.isQuick ? 10_000 : 100_000, small: 1_000 };
    const folders = {
      large: await preparedSession(options.folder, names.large),
      small: await preparedSession(options.folder, names.small),
    };
    const side = (size: 'large' | 'small', switches: readonly string[]): Side => ({
      is: `opening the workspace and its session of ${(names[size] * columns).toLocaleString('en')} cells, to typed arrays`,
      take: () =>
        takeInProcess({
          script: 'open-session',
          input: { folder: folders[size], cells: names[size] * columns },
          switches,
        }),
    });
    return standing([
      {
        name: 'resume',
        unit: 'ms',
        ours: side('large', profiling(options, 'resume')),
        limit: side('small', []),
        goals: [
          { of: 'ours', bound: 'at most', first: 1_000, then: null },
          { of: 'ratio', bound: 'at most', first: 2, then: null },
        ],
        heldEqual: 'the services; answers of the practice service; the files in the memory of the system',
        warmUp: 'none: each is a fresh process',
      },
    ]);
  },
};

/** A file as panels export it: names with their TLDs among other columns. */
function csvOf(rows: number): string {
  const lines = benchNames(rows).map((name, index) => {
    const tld = benchTlds[index % benchTlds.length] ?? '';
    return `${index + 1},${name}.${tld},Active,"Registrar, Inc.",2027-03-${String((index % 28) + 1).padStart(2, '0')}`;
  });
  return `id,domain,status,registrar,expires\n${lines.join('\n')}\n`;
}

/** Names out of a CSV file, beside the parser alone. */
const importNames: Figure = {
  name: 'import',
  prepare(options) {
    const rows = options.isQuick ? 10_000 : 100_000;
    const path = join(options.folder, 'import.csv');
    writeFileSync(path, csvOf(rows));
    const side = (is: string, script: SideScript, switches: readonly string[]): Side => ({
      is,
      take: () =>
        takeInProcess({
          script,
          input: { path, rows },
          switches,
        }),
    });
    return Promise.resolve(
      standing([
        {
          name: 'import',
          unit: 'ms',
          ours: side(
            `${rows} rows of CSV read, cleaned and made into names for a session`,
            'import-names',
            profiling(options, 'import'),
          ),
          limit: side('csv-parse alone', 'parse-csv', []),
          goals: [{ of: 'ours', bound: 'at most', first: 5_000, then: null }],
          heldEqual: 'the file; each side in a fresh process',
          warmUp: 'none',
        },
      ]),
    );
  },
};

/** A registrar's file into the portfolio, beside the parser alone. */
const importDomains: Figure = {
  name: 'import-domains',
  prepare(options) {
    const rows = options.isQuick ? 10_000 : 100_000;
    const path = join(options.folder, 'import-domains.csv');
    writeFileSync(path, csvOf(rows));
    let runs = 0;
    return Promise.resolve(
      standing([
        {
          name: 'import-domains',
          unit: 'ms',
          ours: {
            is: `${rows} rows of CSV compared with the portfolio and stored in it, with what is needed to undo it`,
            take: () =>
              takeInProcess({
                script: 'import-domains',
                input: { path, rows, folder: join(options.folder, `import-domains-${String(runs++)}`) },
                switches: profiling(options, 'import-domains'),
              }),
          },
          limit: {
            is: 'csv-parse alone',
            take: () => takeInProcess({ script: 'parse-csv', input: { path, rows } }),
          },
          goals: [{ of: 'ours', bound: 'at most', first: 5_000, then: null }],
          heldEqual: 'the file; each side in a fresh process, ours with an empty workspace',
          warmUp: 'none',
        },
      ]),
    );
  },
};

/**
 * The same as `start`, of the packaged application: its app.asar, read by the runtime that was packaged with it. Its twin is
 * measured, since a release lets nobody look into it; the twin loads one small file more.
 */
const packagedStart: Figure = {
  name: 'packaged-start',
  async prepare() {
    await standWindows();
    await standPackage();
    const row = await startRow({
      name: 'packaged-start',
      app: 'packaged',
      is: 'spawn of the packaged application to a search field that lists a typed name',
      goal: { first: 1.5, then: null },
      heldEqual:
        'the runtime but for its fuses, the user, sandbox, display, window size, and the probe that looks',
    });
    return standing([row]);
  },
};

const resumeWindowColumns = 10;

/** In the real window: from the click on a session to its first screen. */
const resumeInWindow: Figure = {
  name: 'resume-window',
  async prepare(options) {
    await standWindows();
    const names = { large: options.isQuick ? 10_000 : 100_000, small: 1_000 };
    const folderOf = async (size: keyof typeof names): Promise<string> =>
      folderWith(`${await preparedSession(options.folder, names[size])}/workspace`, `resume-${size}`);
    const folders = { large: await folderOf('large'), small: await folderOf('small') };
    const side = (size: keyof typeof names): Side => ({
      is: `click to first painted screen of ${(names[size] * resumeWindowColumns).toLocaleString('en')} cells`,
      take: async () => {
        const window = launchWindow({ app: 'namedesk', userDataDir: folders[size] });
        try {
          return { value: await openFirstSession(window), also: {} };
        } finally {
          await window.close();
        }
      },
    });
    return standing([
      {
        name: 'resume-window',
        unit: 'ms',
        ours: side('large'),
        limit: side('small'),
        goals: [
          { of: 'ours', bound: 'at most', first: 1_000, then: null },
          { of: 'ratio', bound: 'at most', first: 2, then: null },
        ],
        heldEqual:
          'the application as built, display, window; answers of the practice service; a fresh start each',
        warmUp: 'none: the session is opened for the first time in its process',
      },
    ]);
  },
};

const name = 'quayside';
const known = ['com', 'net', 'org', 'co.uk', 'de', 'io'].map((tld) => `${name}.${tld}`);
const field = `document.querySelector('input[aria-label="Name, domain or URL"]')`;
const isShown = `document.querySelector('[role=grid][aria-label="Findings"]')?.innerText.includes('Taken')`;

/** From the last key of a name to what is known of it on the screen, without asking the service. */
const typing: Figure = {
  name: 'typing',
  async prepare() {
    await standWindows();
    const folder = await usedFolder('typing', known);
    return standing([
      {
        name: 'typing',
        unit: 'ms',
        ours: {
          is: 'a real key press to locally known findings painted',
          take: async () => {
            const window = launchWindow({ app: 'namedesk', userDataDir: folder });
            try {
              return { value: await lastKey(window), also: {} };
            } finally {
              await window.close();
            }
          },
        },
        limit: null,
        goals: [{ of: 'ours', bound: 'at most', first: 100, then: null }],
        heldEqual: 'nothing stands beside it',
        warmUp: 'the letters before the last one, in the same window',
      },
    ]);
  },
};

async function lastKey(window: BenchWindow): Promise<number> {
  await window.evaluate(`(async () => {
    ${until(`${field} !== null && document.activeElement === ${field}`)}
    document.execCommand('insertText', false, ${JSON.stringify(name.slice(0, -1))});
    ${painted}
    await new Promise((resolve) => setTimeout(resolve, 500));
    globalThis.benchTyped = new Promise((resolve, reject) => {
      addEventListener('keydown', ({ timeStamp }) => {
        (async () => { ${until(isShown)} ${painted} return performance.now() - timeStamp; })().then(resolve, reject);
      }, { capture: true, once: true });
    });
  })()`);
  await window.press(name.slice(-1));
  return Number(await window.evaluate('globalThis.benchTyped'));
}

/** Every figure, in the order in which they are taken: what needs no window comes first. */
export const allFigures: readonly Figure[] = [
  engine,
  stalls,
  grow,
  disk,
  pace,
  resume,
  importNames,
  importDomains,
  team,
  filter,
  start,
  packagedStart,
  memory,
  resumeInWindow,
  typing,
  grid,
];
