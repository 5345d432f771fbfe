/** Names and texts come from elsewhere, and a terminal obeys some characters. */
export const shown = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\ufffd');
