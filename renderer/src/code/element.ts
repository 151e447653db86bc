/** The page's own markup has it, or the page is broken. */
export function element<E extends HTMLElement>(id: string, type: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The code page has no ${id}`);
  return found;
}

export function say(id: string, text: string): void {
  element(id, HTMLElement).textContent = text;
}

/** A name as people read it, and below it as the service knows it, where that is another. */
export function sayName(id: string, domain: string, unicode: string): void {
  say(`${id}-name`, unicode);
  say(`${id}-a-labels`, unicode === domain ? '' : domain);
}
