const frameLine = /^ {4}at .*?([\w.-]+):(\d+):\d+\)?$/;
const sourceFile = /^[a-z0-9][a-z0-9-]{0,39}(\.[a-z]{1,8})?\.[cm]?[jt]sx?$/i;
const nodeInternal = /^[a-z_]{1,30}$/;
export const mostFrames = 20;

/**
 * The frames of a stack, each as `file:line`: no folder, which names the user, and no function name.
 *
 * A message stands at the stack's head and may hold lines that look like frames, so it is cut off first; where it is
 * not found there (it was changed later), no frame can be trusted and there are none.
 */
export function stackFiles(stack: string, message: string): readonly string[] {
  const body = withoutHead(stack, message);
  if (body === null) return [];
  return body
    .split('\n')
    .map((line) => frameLine.exec(line))
    .filter((frame) => frame !== null)
    .slice(0, mostFrames)
    .map(([, file = '', line = '']) => (isSourceName(file) ? `${file}:${line}` : 'elsewhere'));
}

function withoutHead(stack: string, message: string): string | null {
  const firstLineEnd = stack.indexOf('\n');
  if (firstLineEnd === -1) return null;
  if (message === '') return stack.slice(firstLineEnd);
  const start = stack.indexOf(message);
  if (start === -1 || start > firstLineEnd) return null;
  const rest = stack.slice(start + message.length);
  return rest.startsWith('\n') ? rest : null;
}

const isSourceName = (file: string): boolean => sourceFile.test(file) || nodeInternal.test(file);

const writtenFrame = /^(?<file>.{1,60}):\d{1,7}$/;

/** Whether it is what {@link stackFiles} writes as a frame. */
export function isFrame(text: string): boolean {
  const file = writtenFrame.exec(text)?.groups?.['file'];
  return text === 'elsewhere' || (file !== undefined && isSourceName(file));
}
