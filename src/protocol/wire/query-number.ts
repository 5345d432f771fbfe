// The numbers of a query, which arrive as texts.
import { z } from 'zod';

// Number() would accept '', ' ', 0x0 and 1e1 as well.
const form = /^-?[0-9]{1,16}$/;

/** The schema of a whole number in a query; `usual` is the default. An empty text is refused. */
export const queryNumber = (least: number, most: number, usual: number) => {
  const range = `must be in [${least}-${most}]`;
  const read = (text: unknown, { addIssue }: z.core.$RefinementCtx): unknown => {
    if (typeof text === 'string' && form.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
    addIssue(`must be a whole number in [${least}-${most}]`);
    return z.NEVER;
  };
  return z.preprocess(read, z.int().min(least, range).max(most, range)).default(usual).meta({ default: usual }); // meta: for the documents (http/describe/components.ts)
};
