// The object without fields, which the API documents need.
import { z } from 'zod';

export const Nothing = z.strictObject({}).meta({ id: 'Nothing', description: 'An object without fields.' });
