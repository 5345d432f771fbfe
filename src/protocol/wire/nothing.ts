// The object without fields, of which documents have one.
import { z } from 'zod';

export const Nothing = z.strictObject({}).meta({ id: 'Nothing', description: 'An object without fields.' });
