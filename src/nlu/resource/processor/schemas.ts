// Processors (specification 3, section 2.3): steps that assign variables or call a web service.
import { z } from 'zod';
import { limits } from '../../../protocol/limits.js';
import { withinBytes } from '../fields.js';

const named = (id: string, description: string) => ({ id, description });
const text = withinBytes(limits.nlu.processorBytes);

export const SimpleContent = z
  .strictObject({
    ops: z
      .array(
        z.strictObject({
          condition: text.describe('The condition; empty: always.'),
          evals: z.array(text).describe('Assignments, such as global.level = 2.'),
        }),
      )
      .min(1)
      .max(limits.nlu.opsPerProcessor)
      .describe('Every operation whose condition holds is carried out, in this order.'),
  })
  .meta(named('NluSimpleProcessor', 'Assignments on conditions.'));

export const WebContent = z
  .strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).default('POST').describe('The HTTP method.'),
    url: text.describe('An http or https address, with {{ name }} for variables.'),
    headers: z.array(text).default([]).describe('Headers, each written Name: value.'),
    body: text.default('').describe('The body, with {{ name }} for variables.'),
    result: z.string().describe('The turn variable that receives status and response.'),
  })
  .meta(named('NluWebProcessor', 'A call of a web service.'));

export const processorType = z
  .enum(['SIMPLE', 'WEBAPI', 'FAAS'])
  .describe('The kind of processor. FAAS is refused: it is not supported in version 10D.0.');
/** The content; the service checks it, since its form depends on the type. */
export const processorContent = z
  .looseObject({})
  .meta(named('NluProcessorContent', 'SIMPLE: ops. WEBAPI: method, url, headers, body, result.'));

export const ProcessorDraft = z
  .strictObject({ type: processorType.default('SIMPLE'), content: processorContent })
  .meta(named('NluProcessorDraft', 'A processor that is about to be made.'));
export type ProcessorDraft = z.output<typeof ProcessorDraft>;

export const ProcessorView = z
  .strictObject({
    id: z.int().describe('Its id.'),
    type: z.enum(['SIMPLE', 'WEBAPI']).describe('The kind of processor.'),
    content: z.union([SimpleContent, WebContent]).describe('Its content, by its type.'),
  })
  .meta(named('NluProcessor', 'A processor.'));
export type ProcessorView = z.output<typeof ProcessorView>;
