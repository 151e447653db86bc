import { useEffect, useState } from 'react';
import { usualPhone } from './doubts.ts';

/**
 * A phone number as registries mostly take it, `+CC.NNNN`; null where it is so already or cannot be told.
 *
 * @param country Two letters; where a number without a country code would be dialled.
 */
export async function suggestedPhone(value: string, country: string): Promise<string | null> {
  if (value.trim() === '' || usualPhone.test(value)) return null;
  // 80 kB of numbering plans: they come when the first number needs them.
  const { default: parse, isSupportedCountry } = await import('libphonenumber-js/min');
  const place = country.toUpperCase();
  const number = parse(value, isSupportedCountry(place) ? place : undefined);
  if (number === undefined || !number.isPossible() || number.ext !== undefined) return null;
  return `+${number.countryCallingCode}.${number.nationalNumber}`;
}

/** What could stand there instead; null where nothing can be offered, or not yet. */
export function useSuggestedPhone(value: string, country: string): string | null {
  const [suggested, setSuggested] = useState<{ readonly of: string; readonly text: string | null }>({
    of: '',
    text: null,
  });
  const of = `${country} ${value}`;
  useEffect(() => {
    let isLatest = true;
    void suggestedPhone(value, country).then((text) => {
      if (isLatest) setSuggested({ of: `${country} ${value}`, text });
    });
    return () => {
      isLatest = false;
    };
  }, [value, country]);
  return suggested.of === of ? suggested.text : null;
}
