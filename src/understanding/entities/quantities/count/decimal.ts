// Numbers as normValue writes them: digits and a point, without an exponent, at most 15 digits that mean something.

export function decimalOf(value: number): string {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString();
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(20).replace(/0+$/, '') : text;
}

/** 3.15 × 10^8 is 315000000, not the nearest sum of halves. */
export function times(value: number, unit: number): number {
  return Number((value * unit).toPrecision(15));
}

/** 0035 and 12.50 as plain numbers; digits are kept however many there are. */
export function plain(figures: string): string {
  const [whole = '', rest = ''] = figures.replaceAll(',', '').split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = whole.slice(sign.length).replace(/^0+(?=\d)/, '');
  const fraction = rest.replace(/0+$/, '');
  const written = fraction === '' ? digits : `${digits}.${fraction}`;
  return /^[0.]*$/.test(written) ? '0' : sign + (written.startsWith('.') ? `0${written}` : written);
}
