import type { Page } from '@playwright/test';
import { bulkPage } from '../pages/bulk-page.ts';
import { both, click, open, press, type Step, type } from './step.ts';

const names = type('Names', 'bakery\nbäckerei\nexample.com\nbakery\nnorthwind');
const rest = (page: Page) => page.waitForTimeout(600);
const newOne = press('Control+n');
const words = async (page: Page) => {
  await page.getByText('Generator').click();
  await page.waitForTimeout(250);
};

/** The bulk look-ups' list and the making of one. */
export const bulkSteps: readonly Step[] = [
  { name: 'bulk-list', scene: 'bulk', act: open('Bulk lookup') },
  { name: 'bulk-list-empty', scene: 'real', act: open('Bulk lookup') },
  { name: 'bulk-list-no-account', scene: 'noAccount', act: open('Bulk lookup') },
  { name: 'bulk-list-many', scene: 'bulkMany', act: both(open('Bulk lookup'), press('End')) },
  { name: 'bulk-list-failed', scene: 'bulkFailed', act: open('Bulk lookup') },
  {
    name: 'bulk-list-none-found',
    scene: 'bulk',
    act: both(open('Bulk lookup'), press('f'), type('Find a session', 'zzz')),
  },
  { name: 'bulk-menu', scene: 'bulk', act: both(open('Bulk lookup'), click('button', /^More for Harbour/)) },
  { name: 'bulk-rename', scene: 'bulk', act: both(open('Bulk lookup'), press('F2')) },
  { name: 'bulk-remove', scene: 'bulk', act: both(open('Bulk lookup'), press('Delete')) },
  { name: 'bulk-run-again', scene: 'bulk', act: both(open('Bulk lookup'), press('a')) },
  {
    name: 'bulk-compare',
    scene: 'bulk',
    act: both(open('Bulk lookup'), ...Array.from({ length: 4 }, () => press('ArrowDown')), press('c')),
  },
  { name: 'bulk-new', scene: 'bulk', act: newOne },
  { name: 'bulk-new-practice', scene: 'practice', act: newOne },
  {
    name: 'bulk-new-ready',
    scene: 'bulk',
    act: both(
      newOne,
      names,
      rest,
      click('button', /^Popular/),
      type('Type TLDs', '.museumm, foo'),
      click('button', 'Add'),
      rest,
    ),
  },
  {
    name: 'bulk-new-file',
    scene: 'bulkTable',
    act: both(newOne, press('Control+o'), rest, click('button', /^German-speaking/), rest),
  },
  {
    name: 'bulk-new-report',
    scene: 'bulkTable',
    act: both(newOne, press('Control+o'), rest, async (page) => {
      await page.getByText(/names? adjusted/).click();
      await page.getByText('left out').click();
    }),
  },
  { name: 'bulk-new-misfit', scene: 'bulkMisreads', act: both(newOne, press('Control+o'), rest) },
  {
    name: 'bulk-new-recipe',
    scene: 'bulk',
    act: both(newOne, words, type('Words', 'bakery\ncafé'), type('Patterns', 'caf{e,é}[0-9]'), rest),
  },
  {
    name: 'bulk-new-recipe-misread',
    scene: 'bulkMisreads',
    act: both(newOne, words, type('Patterns', 'caf{e'), rest),
  },
  {
    name: 'bulk-new-long',
    scene: 'bulkLong',
    act: both(newOne, names, rest, click('button', /^Popular/), click('button', /^All of this/), rest),
  },
  {
    name: 'bulk-new-too-large',
    scene: 'bulkTooLarge',
    act: both(newOne, names, rest, click('button', /^All of this/), rest),
  },
  {
    name: 'bulk-new-dropped',
    scene: 'bulk',
    act: async (page) => {
      const bulk = bulkPage(page);
      await bulk.openNew();
      await bulk.dropFile('dropped.txt', 'bakery\nharbour');
      await bulk.report.waitFor();
      await bulk.chooseTldSet('Popular');
      await bulk.typeTlds('museum');
      await rest(page);
    },
  },
  {
    name: 'bulk-created',
    scene: 'bulk',
    act: async (page) => {
      const bulk = bulkPage(page);
      await bulk.openNew();
      await bulk.makeOfWords({ Words: 'bakery harbour', Patterns: 'x[0-9]' });
      await bulk.report.waitFor();
      await bulk.chooseTldSet('Popular');
      await bulk.createWithoutStarting('Made by hand');
      await rest(page);
      await bulk.openList();
      await bulk.resume('Made by hand');
      await bulk.pause('Made by hand');
      await bulk.remove('Harbour towns');
      await rest(page);
    },
  },
  { name: 'bulk-leave', scene: 'bulk', act: both(newOne, names, open('Search')) },
];
