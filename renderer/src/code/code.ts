import { type CodePageDeps, startCodePage } from './code-page.ts';

declare global {
  interface Window {
    /** Set by the preload. */
    readonly codeStep: CodePageDeps['codeStep'];
  }
}

startCodePage({
  codeStep: window.codeStep,
  now: () => new Date(),
  nowMs: () => performance.now(),
  later(call, durationMs) {
    const timer = setTimeout(call, durationMs);
    return () => clearTimeout(timer);
  },
  isCalm: matchMedia('(prefers-reduced-motion: reduce)').matches,
  fillWithRandom: (bytes) => void crypto.getRandomValues(bytes),
  // This page has no permission for the clipboard's own functions, which need one.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else copies without it
  copySelection: () => void document.execCommand('copy'),
});
