export type CharacterKind = 'letter' | 'digit' | 'sign';

export interface CodeCharacter {
  readonly character: string;
  readonly kind: CharacterKind;
}

const groupLength = 4;

/** A code by fours, as the eye takes it in. No character is added or lost. */
export function groupsOf(code: string): readonly (readonly CodeCharacter[])[] {
  const characters = Array.from(code, (character) => ({ character, kind: kindOf(character) }));
  const groups: CodeCharacter[][] = [];
  for (let at = 0; at < characters.length; at += groupLength)
    groups.push(characters.slice(at, at + groupLength));
  return groups;
}

export function kindOf(character: string): CharacterKind {
  if (/^\p{Nd}$/u.test(character)) return 'digit';
  return /^\p{L}$/u.test(character) ? 'letter' : 'sign';
}
