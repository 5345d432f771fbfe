// The property of the dialog interfaces (specification 3, section 1): the model feature string.
import { z } from 'zod';
import { ServiceError } from '../protocol/errors.js';

/** The one property that is served. */
export const nluProperty = 'cn_common';
const propertyForm = /^[a-z]{2,8}_[a-z0-9-]{1,32}$/i;

export const propertyField = z.string().meta({
  description: 'The model feature string, {lang}_{domain}; only cn_common is usable.',
  examples: [nluProperty],
});

export function checkProperty(text: string): void {
  if (!propertyForm.test(text)) {
    throw new ServiceError('MALFORMED_PROPERTY', `property: must be {lang}_{domain}, for example ${nluProperty}`);
  }
  if (text.toLowerCase() !== nluProperty) {
    throw new ServiceError('PROPERTY_NOT_FOUND', `property ${text} is not served here; served: ${nluProperty}`);
  }
}
