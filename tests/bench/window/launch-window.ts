import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ownFolder } from '../../../scripts/lib/arrange.mjs';
import { twinName, twinPreload } from '../../support/application/launch-namedesk.ts';
import { ground } from '../../support/application/launch-namedesk.ts';

/** A running window, spoken to through the probe in its main process. */
export interface BenchWindow {
  readonly pid: number;
  /** Milliseconds since 1970, as `performance.timeOrigin` counts. */
  readonly spawnedAtMs: number;
  /** Runs in the page; the value must be JSON. Waits for the page, and for a promise. */
  readonly evaluate: (script: string) => Promise<unknown>;
  /** Presses a key as the keyboard would. */
  readonly press: (key: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface WindowRequest {
  /** `packaged` is the twin of the package: see tests/support/packaged/stage-package.ts. */
  readonly app: 'namedesk' | 'bare' | 'packaged';
  readonly userDataDir: string;
}

const marker = 'NAMEDESK_PROBE ';

/** A window that has not done what it was told by then will not do it. */
const timeoutMs = 45_000;

/** Starts Namedesk as built or as packaged, or the bare window, as an ordinary user would. */
export function launchWindow({ app, userDataDir }: WindowRequest): BenchWindow {
  const { env, user } = ground();
  ownFolder(userDataDir, user ?? undefined);
  const [executable = '', ...args] = lineFor(app, userDataDir);
  // Heard by the twin alone.
  const withProbe = { ...env, [twinPreload]: reachable('probe.cjs') };
  const spawnedAtMs = performance.timeOrigin + performance.now();
  const child = spawn(executable, args, { env: withProbe, stdio: ['pipe', 'pipe', 'ignore'] });
  const closed = once(child, 'close');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith(marker)) settle(waiting, JSON.parse(line.slice(marker.length)) as Outcome); // by probe.cjs
  });
  void closed.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`The ${app} window has ended`));
  });
  let asked = 0;
  const tell = (order: object): Promise<unknown> => {
    const id = asked++;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    child.stdin.write(`${JSON.stringify({ id, ...order })}\n`);
    const timer = setTimeout(() => answer.reject(new Error(`The ${app} window did not answer`)), timeoutMs);
    return answer.promise.finally(() => clearTimeout(timer));
  };
  return {
    pid: child.pid ?? 0,
    spawnedAtMs,
    evaluate: (script) => tell({ script }),
    async press(key) {
      await tell({ press: key });
    },
    async close() {
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await closed;
      clearTimeout(insist);
    },
  };
}

function lineFor(app: WindowRequest['app'], userDataDir: string): readonly string[] {
  const { command, packaged } = ground();
  const switches = [`--user-data-dir=${userDataDir}`, '--disable-gpu'];
  if (app !== 'packaged') return [...command, '-r', reachable('probe.cjs'), ...switches, folderOf(app)];
  if (packaged === undefined) throw new Error('There is no package on this ground');
  return [...packaged.asUser, join(packaged.twin, twinName), ...switches];
}

interface Outcome {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

function settle(waiting: Map<number, PromiseWithResolvers<unknown>>, { id, value, error }: Outcome): void {
  const answer = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) answer?.resolve(value);
  else answer?.reject(new Error(error));
}

/** A copy where whoever runs the application can read it. */
function reachable(file: string): string {
  const copy = join(ground().folder, file);
  copyFileSync(join(import.meta.dirname, file), copy);
  return copy;
}

function folderOf(app: 'namedesk' | 'bare'): string {
  if (app === 'namedesk') return ground().appFolder;
  const folder = join(ground().folder, 'bare-window');
  cpSync(join(import.meta.dirname, 'bare'), folder, { recursive: true });
  return folder;
}

/** For a page script: lets the page draw: two frames later what was changed before is on the screen. */
export const painted =
  'await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));';

/** For a page script: waits, looking every two milliseconds. */
export const until = (condition: string): string =>
  `while (!(${condition})) await new Promise((resolve) => setTimeout(resolve, 2));`;

const typed = (condition: string, text: string, answered: string): string =>
  `(async () => {
    ${until(condition)}
    document.execCommand('insertText', false, ${JSON.stringify(text)});
    ${until(answered)}
    ${painted}
    return performance.timeOrigin + performance.now();
  })()`;

const hasFocus = (field: string): string =>
  `document.activeElement instanceof HTMLInputElement && document.activeElement.matches(${JSON.stringify(field)})`;

const name = 'quaysideworks';

/**
 * Waits until the field has the focus by itself, types a name and waits for what the window makes of it; says when that
 * was drawn. Namedesk has to list the name under its TLDs; the bare window only to hold the text.
 */
export async function answeredAtMs(window: BenchWindow, app: WindowRequest['app']): Promise<number> {
  const script =
    app !== 'bare'
      ? typed(
          hasFocus('[aria-label^="Name, domain"], [role=search] input'),
          name,
          `document.body.innerText.includes('${name}.com')`,
        )
      : typed(hasFocus('input'), name, `document.activeElement.value === '${name}'`);
  return Number(await window.evaluate(script));
}

const bulkButton = `[...document.querySelectorAll('nav button')].find((each) => each.textContent.includes('Bulk lookup'))`;
const firstSession = `document.querySelector('[role=grid][aria-label="Bulk lookups"] [role=row][aria-rowindex="2"]')`;
const firstName = `document.querySelector('[role=grid][aria-label^="Findings of "] [role=rowheader]')`;

/**
 * Goes to the list of bulk lookups and opens the first one; says how many milliseconds passed from the click on it to its names and
 * marks on the screen.
 */
export async function openFirstSession(window: BenchWindow): Promise<number> {
  return Number(
    await window.evaluate(`(async () => {
      ${until(bulkButton)}
      ${bulkButton}.click();
      ${until(firstSession)}
      ${painted}
      const clickedAt = performance.now();
      ${firstSession}.click();
      ${until(firstName)}
      ${painted}
      return performance.now() - clickedAt;
    })()`),
  );
}
