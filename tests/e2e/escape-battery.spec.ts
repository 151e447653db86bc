import { attempt } from '../security/attempt.ts';
import { afterglowMs, restore, type Scene, signsOf } from '../security/escape.ts';
import { gestures, layLink } from '../security/gestures.ts';
import { probes } from '../security/probes.ts';
import { listen } from '../security/target.ts';
import { unhardenedFolder } from '../security/unhardened-folder.ts';
import type { LaunchOptions, RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';

/** A camera that is there in both windows, so that it is the permission that decides. */
const fakeCamera = { args: ['--use-fake-device-for-media-stream'] };

type Launch = (options?: Partial<LaunchOptions>) => Promise<RunningNamedesk>;

async function hardened(launch: Launch): Promise<Scene> {
  const { app, page } = await launch(fakeCamera);
  await page.waitForLoadState();
  return { app, page, home: 'app://main/' };
}

/** The same in a window without any of our walls. */
async function unhardened(launch: Launch): Promise<Scene> {
  const { app, page } = await launch({ ...fakeCamera, appFolder: unhardenedFolder() });
  await page.waitForURL('app://main/');
  return { app, page, home: 'app://main/' };
}

test.describe.configure({ timeout: 180_000 });

test('A4 has at least 40 probes that show themselves in an unhardened window', async ({ launch }) => {
  let scene = await unhardened(launch);
  const provable = probes.filter(({ unprovable }) => unprovable === undefined);
  expect(provable.length).toBeGreaterThanOrEqual(40);
  for (const probe of provable) {
    const target = await listen();
    const answer = await attempt(scene.page, probe, target);
    await expect
      .poll(() => signsOf(scene, target, answer), {
        message: `${probe.name} shows itself (it answered: ${answer})`,
      })
      .toContain(probe.sign);
    // What stands without walls may not outlive what a probe did to it: the next probe then gets another.
    const survivor = scene;
    scene = await restore(survivor).then(
      () => survivor,
      () => unhardened(launch),
    );
    await target.close();
  }
});

test(`A4 A5 A8 none of ${probes.length} probes gets out of the page`, async ({ launch }, { annotations }) => {
  const scene = await hardened(launch);
  const made = [];
  for (const probe of probes) {
    const target = await listen();
    const answer = await attempt(scene.page, probe, target);
    made.push({ probe, target, answer });
    await expect
      .poll(() => signsOf(scene, target, answer), { message: `${probe.name} (it answered: ${answer})` })
      .toEqual([]);
  }
  await new Promise((resolve) => setTimeout(resolve, afterglowMs));
  for (const { probe, target, answer } of made) {
    expect.soft(await signsOf(scene, target, answer), `${probe.name} (it answered: ${answer})`).toEqual([]);
    await target.close();
  }
  annotations.push({ type: 'figure', description: `${made.length} probes, 0 out by TCP or UDP` });
});

for (const { name, make } of gestures.filter(({ unprovable }) => unprovable === undefined)) {
  test(`A6 a link leads away from an unhardened window by ${name}`, async ({ launch }) => {
    const scene = await unhardened(launch);
    const target = await listen();
    await layLink(scene.page, target);
    await make(scene.page);
    await expect.poll(() => signsOf(scene, target, '')).not.toEqual([]);
    await target.close();
  });
}

test('A6 a link leads nowhere, by whatever gesture', async ({ launch }) => {
  const scene = await hardened(launch);
  const target = await listen();
  await layLink(scene.page, target);
  for (const { name, make } of gestures)
    await test.step(name, async () => {
      await make(scene.page);
    });
  await new Promise((resolve) => setTimeout(resolve, afterglowMs));
  expect(await signsOf(scene, target, '')).toEqual([]);
  await target.close();
});
