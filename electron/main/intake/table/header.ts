/** Titles under which names stand, in some of the languages that resellers export in. */
const nameTitles =
  /^(?:domains?|domain[ _-]?names?|names?|fqdn|host(?:[ _-]?names?)?|sld|labels?|websites?|urls?|keywords?|web[ _-]?address(?:es)?|idn|domein(?:naam)?|domaines?|nom[ _-]de[ _-]domaine|dominios?|nazwa|doménas?)$/i;

/** Titles of columns beside names. */
const otherTitles =
  /^(?:tlds?|extension|status|state|available|availability|premium|price|currency|expir(?:y|es|ation)(?:[ _-]?date)?|renewal|registrar|registrant|owner|client|customer|contact|e-?mail|date|created|updated|notes?|comments?|tags?|id|no\.?|nr\.?|#|finding|message|checked[ _]at|score|rank|volume|category|type|nameservers?)$/i;

export const isNameTitle = (cell: string): boolean => nameTitles.test(cell.trim());

/** Whether a first row holds titles and not values: one that can mean nothing else, two others, or nothing but titles. */
export function looksLikeHeader(cells: readonly string[]): boolean {
  if (cells.some(isNameTitle)) return true;
  const filled = cells.filter((cell) => cell.trim() !== '');
  const titles = filled.filter((cell) => otherTitles.test(cell.trim())).length;
  return titles > 1 || (titles > 0 && titles === filled.length);
}

/** A number, a price, a share or a day: what a column of serial numbers, costs or dates holds. */
export const isFigure = (cell: string): boolean =>
  /^[-+]?(?:[€$£]\s?)?\d[\d.,\u00a0 ]*(?:\s?(?:%|[€$£]|EUR|USD|GBP))?$/.test(cell.trim()) ||
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$/.test(cell.trim());
