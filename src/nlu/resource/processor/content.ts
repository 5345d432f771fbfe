// Checks the content of a processor: its conditions, assignments, templates and address.
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import { validateUnset } from '../../../protocol/wire/check/nulls.js';
import { isWritable, parseAssignment, parseCondition } from '../../../understanding/notation/expression.js';
import { checkedName } from '../../../understanding/notation/names.js';
import { fillTemplate, parseTemplate } from '../../../understanding/notation/template.js';
import { notation } from '../fields.js';
import { type ProcessorDraft, SimpleContent, WebContent } from './schemas.js';

/** The content in its stored form. `where`: its place in the request, such as `content`. */
export function checkedContent(type: ProcessorDraft['type'], content: object, where: string): string {
  const checked = checkedBy[type](content, where);
  const json = JSON.stringify(checked);
  const bytes = Buffer.byteLength(json);
  if (bytes <= limits.nlu.processorBytes) return json;
  throw new ServiceError(
    'INVALID_ARGUMENT',
    `${where}: must have at most ${limits.nlu.processorBytes} bytes as JSON, has ${bytes}`,
  );
}

const checkedBy: Readonly<Record<ProcessorDraft['type'], (content: object, where: string) => object>> = {
  SIMPLE: (content, where) => {
    const simple = validateUnset(SimpleContent, content, where);
    for (const [index, { condition, evals }] of simple.ops.entries()) {
      const op = `${where}.ops[${index}]`;
      notation(`${op}.condition`, condition, () => parseCondition(condition));
      for (const [at, text] of evals.entries()) {
        const { target } = notation(`${op}.evals[${at}]`, text, () => parseAssignment(text));
        refuseUnwritable(target, `${op}.evals[${at}]`);
      }
    }
    return simple;
  },
  WEBAPI: (content, where) => {
    const web = validateUnset(WebContent, content, where);
    checkAddress(web.url, `${where}.url`);
    for (const [index, header] of web.headers.entries()) checkHeader(header, `${where}.headers[${index}]`);
    notation(`${where}.body`, web.body, () => parseTemplate(web.body));
    refuseUnwritable([notation(`${where}.result`, web.result, () => checkedName(web.result, 0))], `${where}.result`);
    return web;
  },
  FAAS: (_, where) => {
    const place = where.replace(/content$/, 'type');
    throw new ServiceError('NOT_SUPPORTED', `${place}: FAAS is not supported in version 10D.0; use SIMPLE or WEBAPI`);
  },
};

/** The turn variable that the service sets (specification 3, section 2.3). */
const presetTurnVariable = 'hitQuestion';

/** Refuses a variable that a processor cannot set. */
function refuseUnwritable(path: readonly string[], where: string): void {
  if (path[0] !== presetTurnVariable && isWritable(path)) return;
  throw new ServiceError('INVALID_ARGUMENT', `${where}: ${path.join('.')} is preset; use another name`);
}

/** Checks an address without variables; with variables anywhere in it, it may not be an address yet. */
function checkAddress(text: string, where: string): void {
  const template = notation(where, text, () => parseTemplate(text));
  const filled = fillTemplate(template, () => 'x');
  const isAddress = URL.canParse(filled) && ['http:', 'https:'].includes(new URL(filled).protocol);
  if (isAddress || typeof template[0] === 'object') return;
  throw new ServiceError('INVALID_ARGUMENT', `${where}: must be an http or https address`);
}

const headerForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\r\n]*$/;

function checkHeader(text: string, where: string): void {
  const filled = fillTemplate(
    notation(where, text, () => parseTemplate(text)),
    () => 'x',
  );
  if (headerForm.test(filled)) return;
  throw new ServiceError('INVALID_ARGUMENT', `${where}: must be a header, written Name: value`);
}
