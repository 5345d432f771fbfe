// Formats numbers as normValue writes them: digits and a point, no exponent, at most 15 significant digits.

/** Formats a value with at most 15 significant digits; large whole numbers keep all digits. */
export function decimalOf(value: number): string {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString();
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(20).replace(/0+$/, '') : text;
}

/** Multiplies without binary rounding errors: 3.15 × 10^8 is exactly 315000000. */
export function times(value: number, unit: number): number {
  return Number((value * unit).toPrecision(15));
}

/** Normalises figures such as 0035 and 12.50; keeps all significant digits. */
export function plain(figures: string): string {
  const [whole = '', rest = ''] = figures.replaceAll(',', '').split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = whole.slice(sign.length).replace(/^0+(?=\d)/, '');
  const fraction = rest.replace(/0+$/, '');
  const written = fraction === '' ? digits : `${digits}.${fraction}`;
  return /^[0.]*$/.test(written) ? '0' : sign + (written.startsWith('.') ? `0${written}` : written);
}
