import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { CodeStep, CodeView } from '#shared/areas/code-window.ts';
import { ok } from '#shared/result.ts';
import { startCodePage } from '../../../../../renderer/src/code/code-page.ts';

const markup = readFileSync(join(import.meta.dirname, '../../../../../renderer/code.html'), 'utf8');

interface Alarm {
  readonly call: () => void;
  readonly atMs: number;
}

/** The page of the code window over a main that answers by hand, and a clock that is set by hand. */
export function aCodePage() {
  const { body } = new DOMParser().parseFromString(markup, 'text/html');
  document.body.replaceChildren(...body.children);
  const steps: CodeStep[] = [];
  const waiting: ((view: CodeView) => void)[] = [];
  const alarms = new Set<Alarm>();
  let nowMs = 0;
  const listening = vi.spyOn(document, 'addEventListener');
  onTestFinished(() => {
    for (const [type, listener] of listening.mock.calls) document.removeEventListener(type, listener);
    document.body.replaceChildren();
  });
  startCodePage({
    codeStep(step) {
      steps.push(step);
      return new Promise((resolve) => waiting.push((view) => resolve(ok(view))));
    },
    now: () => new Date('2026-03-01T12:00:00Z'),
    nowMs: () => nowMs,
    later(call, durationMs) {
      const alarm = { call, atMs: nowMs + durationMs };
      alarms.add(alarm);
      return () => void alarms.delete(alarm);
    },
    isCalm: false,
    fillWithRandom: (bytes) => void bytes.fill(7),
  });
  return {
    steps,
    /** Answers the step that waits. */
    async show(view: CodeView) {
      waiting.pop()?.(view);
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
    },
    pass(durationMs: number) {
      const endMs = nowMs + durationMs;
      for (;;) {
        const [next] = [...alarms]
          .filter(({ atMs }) => atMs <= endMs)
          .sort((one, other) => one.atMs - other.atMs);
        if (next === undefined) break;
        alarms.delete(next);
        nowMs = next.atMs;
        next.call();
      }
      nowMs = endMs;
    },
  };
}
