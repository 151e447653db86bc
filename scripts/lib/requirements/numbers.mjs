// @ts-check
// Which requirements a test says that it shows: the numbers at the head of its name, or of a group that it stands in.

const head = /^[A-F]\d{1,2}(?:[ ,]+[A-F]\d{1,2})*(?=[\s:,]|$)/;

/**
 * @param {readonly string[]} titles From the outermost group to the test itself.
 * @returns {readonly string[]} Each once, such as `B13`.
 */
export const numbersOf = (titles) => [
  ...new Set(titles.flatMap((title) => head.exec(title)?.[0].split(/[ ,]+/) ?? [])),
];
