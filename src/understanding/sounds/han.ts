export const isHan = (unit: number): boolean =>
  (unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0x3400 && unit <= 0x4dbf) || unit === 0x3007;
