const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const host = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)+${label}$`);
const byte = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const ipv6Characters = /^[\da-f:.]+$/i;
const ipv4 = new RegExp(`^${byte}(?:\\.${byte}){3}$`);

/** A full host name of at least two labels, in lower case. */
export const isHost = (text: string): boolean => host.test(text);

/** Unknown: whether IPv6 is taken. Assumed: it is. */
export const isAddress = (text: string): boolean =>
  ipv4.test(text) || (text.includes(':') && ipv6Characters.test(text) && URL.canParse(`http://[${text}]/`));
