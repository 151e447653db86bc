import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWhatsNew } from '../../../../../electron/main/updates/whats-new.ts';

describe('what is new in the running version', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-news-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const notes = { version: '0.2.0', releasedAt: '2026-12-01T08:00:00.000Z', notes: 'Faster.\n- Help on F1' };
  const onBug = vi.fn();
  const run = (running: string) => openWhatsNew({ path: join(folder, 'version.json'), running, onBug });

  it('is never told at the first start', () =>
    expect(run('0.1.0').take()).toMatchObject({ isUpdated: false, notes: null }));

  it('is told once after the version grew, and its notes stay', () => {
    run('0.1.0').take();
    run('0.1.0').keep(notes);
    expect(run('0.1.0').take()).toMatchObject({ isUpdated: false, notes: null });
    const after = run('0.2.0');
    expect(after.take()).toMatchObject({ isUpdated: true, notes });
    expect(after.take()).toMatchObject({ isUpdated: false, notes });
    expect(run('0.2.0').take()).toMatchObject({ isUpdated: false, notes });
  });

  it('has the notes of the running version only', () => {
    run('0.1.0').take();
    run('0.1.0').keep(notes);
    expect(run('0.3.0').take()).toMatchObject({ isUpdated: true, notes: null });
  });

  it('is not told after a way to an older version', () => {
    run('0.2.0').take();
    expect(run('0.1.0').take().isUpdated).toBe(false);
    expect(run('0.1.1').take().isUpdated).toBe(true);
  });

  it('is not told where what is remembered cannot be read', () => {
    writeFileSync(join(folder, 'version.json'), '{"version":"<b>"}');
    expect(run('0.2.0').take()).toMatchObject({ isUpdated: false, notes: null });
    expect(JSON.parse(readFileSync(join(folder, 'version.json'), 'utf8'))).toMatchObject({
      version: '0.2.0',
    });
  });

  it('holds nothing up where it cannot be kept', () => {
    rmSync(folder, { recursive: true });
    expect(() => run('0.1.0').keep(notes)).not.toThrow();
    expect(onBug).toHaveBeenCalledOnce();
    expect(run('0.2.0').take()).toMatchObject({ isUpdated: false, notes: null });
  });
});
