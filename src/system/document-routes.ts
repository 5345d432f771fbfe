// The API documents for clients and their tools. Every listener serves them without credentials.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isMatched } from '../http/conditional.js';
import { Answer, JsonText, notModified, type Route, route } from '../http/route.js';

/** Each document is built on the first request for it. */
export interface Documents {
  openApi(): unknown;
  asyncApi(): unknown;
}

const OpenApiDocument = z
  .looseObject({ openapi: z.literal('3.1.0').describe('The version of the OpenAPI Specification.') })
  .meta({ id: 'OpenApiDocument', description: 'An OpenAPI document.' });
const AsyncApiDocument = z
  .looseObject({ asyncapi: z.literal('3.0.0').describe('The version of the AsyncAPI Specification.') })
  .meta({ id: 'AsyncApiDocument', description: 'An AsyncAPI document.' });

export const documentRoutes = (documents: Documents): Route[] => [
  documentRoute('openapi', 'Read the OpenAPI 3.1 document of all requests and replies', OpenApiDocument, () =>
    documents.openApi(),
  ),
  documentRoute(
    'asyncapi',
    'Read the AsyncAPI 3.0 document of all WebSockets and their messages',
    AsyncApiDocument,
    () => documents.asyncApi(),
  ),
];

function documentRoute<S extends z.ZodType>(name: string, summary: string, reply: S, make: () => unknown): Route {
  let made: { readonly text: JsonText; readonly etag: string } | undefined;
  const document = () => {
    if (made === undefined) {
      const text = JSON.stringify(make());
      made = { text: new JsonText(text), etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"` };
    }
    return made;
  };
  return route({
    id: `system.${name}`,
    method: 'GET',
    path: `/v10/system/${name}.json`,
    summary,
    auth: 'none',
    headers: { 'If-None-Match': 'The ETag of an earlier reply: 304 while the document is the same.' },
    bareReplies: { 304: 'The document is the one that If-None-Match names.' },
    replyHeaders: { ETag: 'The tag of this document, for If-None-Match.' },
    reply: reply as z.ZodType,
    handle: ({ headers }) => {
      const { text, etag } = document();
      if (isMatched(headers['if-none-match'], etag)) return notModified({ etag });
      return new Answer(text, 200, { etag });
    },
  });
}
