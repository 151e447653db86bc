import { describe, expect, it } from 'vitest';
import { get } from '../ask.ts';
import { servicesOfThisFile } from '../running.ts';

const start = servicesOfThisFile();

describe('credits, TLDs and version', () => {
  it('starts with a credit of 500.00, a JSON string', async () => {
    expect((await get(await start(), '/billing/credits')).text).toBe('"500.00"');
  });

  it('lists forty TLDs and more, each once, with its leading dot, multi-label ones among them', async () => {
    const tlds = (await get(await start(), '/tlds')).json() as readonly string[];
    expect(tlds.length).toBeGreaterThanOrEqual(40);
    expect(new Set(tlds).size).toBe(tlds.length);
    expect(tlds.filter((tld) => !/^(?:\.[a-z]+)+$/.test(tld))).toEqual([]);
    expect(tlds).toEqual(expect.arrayContaining(['.com', '.co.uk', '.com.au', '.co.za']));
  });

  it('answers a version of three numbers', async () => {
    expect((await get(await start(), '/version')).json()).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
