/** The channel of the key window's one message. It is no request of the contract: the page cannot make it. */
export const keyChannel = 'namedesk-key:answer';

/** The longest key that is taken. Windows' credential manager holds 2,560 bytes, UTF-16: 1,280 characters. */
export const longestKey = 1_200;
