/**
 * The colour of a window before its page is drawn, so that none flashes white in the dark. The page's `surface`, in either
 * scheme; a test holds the two together.
 */
export const windowBackground = (dark: boolean): string => (dark ? '#15191e' : '#ffffff');
