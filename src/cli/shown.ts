/** Names and texts come from other machines, and a terminal acts on control characters. */
export const shown = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\ufffd');
