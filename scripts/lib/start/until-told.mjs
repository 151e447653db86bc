// @ts-check

/** @returns {Promise<'told'>} At Ctrl-C, or when somebody ends this process. */
export const toldToEnd = () =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve('told'));
  });

/**
 * Waits for Ctrl-C or the application's own end, and quits the application.
 *
 * @param {{ ended: Promise<number>, quit: () => Promise<void> }} application
 * @returns {Promise<number>} 0 when it was told to end, its own exit code otherwise.
 */
export async function untilTold(application) {
  const first = await Promise.race([toldToEnd(), application.ended]);
  if (first !== 'told') return first;
  await application.quit();
  return 0;
}
