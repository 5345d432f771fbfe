// Recognisers differ in spacing, punctuation and character width, so keywords and text are compared in one plain form.
const notCompared = /[\p{P}\p{S}\p{Z}\p{C}]/gu;

/** Half-width, lower case, without spaces and punctuation. */
export function plainForm(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(notCompared, '');
}
