/** Why a text is no IP address; null where it is one, of either version. Source: RFC 791, RFC 4291 section 2.2. */
export function addressProblem(text: string): string | null {
  const typed = text.trim();
  if (typed === '') return 'An address is missing';
  return isIpV4(typed) || isIpV6(typed) ? null : 'This is neither an IPv4 nor an IPv6 address';
}

export const isIpV4 = (text: string): boolean => {
  const parts = text.split('.');
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
};

/** By the browser's own parser of URLs, which refuses what is none; a zone (`%eth0`) is none for a nameserver. */
export const isIpV6 = (text: string): boolean =>
  /^[\da-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`);
