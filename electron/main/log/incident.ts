import { randomInt } from 'node:crypto';

/** Without the letters and digits that are mistaken for one another when they are read out: I, L, O, U, 0 and 1. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A name for one bug, short enough to be read out over the telephone: `K7QD-2MXA-9RTB`. */
export const newIncidentId = (): string => [block(), block(), block()].join('-');

const block = (): string =>
  Array.from({ length: 4 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

const incidentPattern = new RegExp(`^[${alphabet}]{4}(-[${alphabet}]{4}){2}$`);

export const isIncidentId = (text: string): boolean => incidentPattern.test(text);
