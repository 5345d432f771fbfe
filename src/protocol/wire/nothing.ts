// The object without fields, once, so that documents describe a single one.
import { z } from 'zod';

export const Nothing = z.strictObject({}).meta({ id: 'Nothing', description: 'An object without fields.' });
