/** The channel of the key window's only message. It is not a request of the contract, so the page cannot send it. */
export const keyChannel = 'namedesk-key:answer';

/** The longest accepted key. Windows' credential manager holds 2,560 bytes, UTF-16: 1,280 characters. */
export const longestKey = 1_200;
