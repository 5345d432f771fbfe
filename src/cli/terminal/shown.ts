// Names and texts come from other machines, files and people, and a terminal acts on control characters.

/** A text of several lines without control characters. */
export const shown = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\ufffd');

/** A name or text without control characters, which stays in its line. */
export const shownInLine = (text: string): string => text.replace(/\p{Cc}/gu, '\ufffd');
