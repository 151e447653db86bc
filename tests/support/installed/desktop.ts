import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BareRoot, openBareRoot, type Ran } from './bare-root.ts';

/** What a desktop has that Namedesk does not bring: a display, a session bus, a keyring; and eyes. */
const packages = [
  ...['xvfb', 'dbus', 'gnome-keyring', 'libgl1-mesa-dri', 'fonts-dejavu-core'],
  ...['imagemagick', 'tesseract-ocr', 'tesseract-ocr-eng', 'xdotool'],
];

/** A word on the screen, and the middle of it. */
interface Word {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** A program that runs in the background. */
export interface Background {
  readonly out: () => string;
  readonly err: () => string;
  /** Its exit code. */
  readonly ended: Promise<number>;
}

/** A bare root with an ordinary user in front of a display, whose keyring is open. */
export interface Desktop extends BareRoot {
  readonly user: string;
  /** Waits for the end of what the user has typed. */
  readonly type: (command: string, input?: string) => Promise<Ran>;
  readonly start: (command: string) => Background;
  /** What can be read on the screen, as a person would read it. */
  readonly read: () => Promise<string>;
  /** Waits until it can be read, and clicks on it. */
  readonly click: (word: RegExp) => Promise<void>;
  /** Saves a picture of the screen. */
  readonly photograph: (file: string) => void;
}

/** @param suite As in {@link openBareRoot}. */
export async function openDesktop(suite: string): Promise<Desktop> {
  const root = openBareRoot(suite, packages);
  const [user, home] = ['ada', '/home/ada'];
  root.run(`chmod 1777 /tmp && useradd --create-home ${user} && install -d -o ${user} -m 700 /run/user/1000`);
  const session = join(home, 'session.sh');
  writeFileSync(root.at(session), sessionScript, { mode: 0o755 });
  const held = spawn('chroot', [root.at('/'), 'su', '-', user, '-c', `exec ${session}`]);
  const environment = await firstLineOf(held);
  const line = (command: string): readonly string[] => [
    ...[root.at('/'), 'su', '-', user, '-c', `export ${environment}; ${command}`],
  ];
  const start = (command: string, input = ''): Background => background(line(command), input);

  async function words(): Promise<readonly Word[]> {
    const picture = `import -window root png:- | convert - -colorspace Gray -resize ${scale * 100}% png:-`;
    const { out, ended } = start(
      `${picture} 2>/dev/null | OMP_THREAD_LIMIT=1 tesseract - - --psm 11 tsv 2>/dev/null`,
    );
    await ended;
    return wordsIn(out());
  }
  const readNow = async (): Promise<string> => (await words()).map(({ text }) => text).join(' ');

  return {
    ...root,
    user,
    async type(command, input) {
      const { out, err, ended } = start(command, input);
      const code = await ended;
      return { code, out: `${out()}${err()}` };
    },
    start,
    read: readNow,
    async click(word) {
      const found = await until(`${String(word)} on the screen`, async () =>
        (await words()).find(({ text }) => word.test(text)),
      );
      await start(`xdotool mousemove ${found.x} ${found.y} click 1`).ended;
    },
    photograph(file) {
      mkdirSync(join(file, '..'), { recursive: true });
      root.runAs(user, `export ${environment}; import -window root /tmp/picture.png`);
      writeFileSync(file, readFileSync(root.at('/tmp/picture.png')));
    },
    close() {
      for (const pid of processesIn(root.at('/'))) end(pid);
      held.stdin.end();
      root.close();
    },
  };
}

/** What the user's session has, on one line; it ends with its input. */
const sessionScript = `#!/bin/sh
exec dbus-run-session -- sh -c '
  printf password | gnome-keyring-daemon --unlock --components=secrets > /dev/null 2>&1
  Xvfb -displayfd 1 -screen 0 1440x900x24 -nolisten tcp -ac 2> /dev/null > /tmp/display &
  while ! [ -s /tmp/display ]; do sleep 0.1; done
  printf "DISPLAY=:%s XDG_RUNTIME_DIR=/run/user/1000 DBUS_SESSION_BUS_ADDRESS=%s\\n" "$(cat /tmp/display)" "$DBUS_SESSION_BUS_ADDRESS"
  cat > /dev/null
  kill $!'
`;

/** Small letters are read better when they are larger. */
const scale = 2.5;

/** Source: tesseract(1), the columns of TSV: 7–10 left, top, width, height; 11 confidence; 12 text. */
const wordsIn = (table: string): readonly Word[] =>
  table.split('\n').flatMap((row) => {
    const fields = row.split('\t');
    const [left = 0, top = 0, width = 0, height = 0, sure = -1] = fields.slice(6, 11).map(Number);
    const text = fields[11]?.trim() ?? '';
    if (text === '' || !(sure > 30)) return [];
    const middle = (from: number, size: number): number => Math.round((from + size / 2) / scale);
    return [{ text, x: middle(left, width), y: middle(top, height) }];
  });

/** Ends a test that hangs, and judges no speed. */
const giveUpMs = 300_000;

/** @returns The first value that is there. */
export async function until<T>(what: string, found: () => T | Promise<T>): Promise<NonNullable<Awaited<T>>> {
  const giveUpAtMs = performance.now() + giveUpMs;
  for (;;) {
    const value = await found();
    if (value !== null && value !== undefined && value !== false) return value;
    if (performance.now() > giveUpAtMs) throw new Error(`Waited in vain for ${what}`);
    await wait(200);
  }
}

function background(args: readonly string[], input: string): Background {
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' };
  const child = spawn('chroot', args, { env });
  const [out, err] = [collected(child.stdout), collected(child.stderr)];
  child.stdin.on('error', () => undefined); // It may end without reading.
  child.stdin.end(input);
  return { out, err, ended: once(child, 'close').then(([code]) => Number(code ?? -1)) };
}

function collected(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (chunk) => (text += String(chunk)));
  return () => text;
}

async function firstLineOf({ stdout, stderr }: ChildProcess): Promise<string> {
  if (stdout === null || stderr === null) throw new Error('The session has no output');
  const err = collected(stderr);
  const line = await Promise.race([once(stdout, 'data').then(String), once(stdout, 'close').then(() => '')]);
  if (line === '') throw new Error(`The desktop’s session did not open: ${err()}`);
  return line.trim();
}

/** Every process whose root is this folder. */
function processesIn(root: string): readonly number[] {
  const folder = root.replace(/\/$/, '');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && linkAt(`/proc/${name}/root`) === folder)
    .map(Number);
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null; // ended since it was listed
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
