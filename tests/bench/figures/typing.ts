import { type Figure, standing } from '../framework/figure.ts';
import { type BenchWindow, launchWindow } from '../window/launch-window.ts';
import { painted, until } from '../window/ready-field.ts';
import { standWindows, usedFolder } from '../window/windows.ts';

const name = 'quayside';
const known = ['com', 'net', 'org', 'co.uk', 'de', 'io'].map((tld) => `${name}.${tld}`);
const field = `document.querySelector('input[aria-label="Name, domain or URL"]')`;
const isShown = `document.querySelector('[role=grid][aria-label="Findings"]')?.innerText.includes('Taken')`;

/** From the last key of a name to what is known of it on the screen, without asking the service. */
export const typing: Figure = {
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
