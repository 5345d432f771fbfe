// The routes of document sessions (specification 3, sections 3.2 and 4.2).
import { join } from 'node:path';
import { z } from 'zod';
import type { Route } from '../../http/route.js';
import { limits } from '../../protocol/limits.js';
import type { DocumentReaders } from '../../understanding/readers/port.js';
import { created, noSuch } from '../resource/envelopes.js';
import { trainRoute } from '../resource/nlu-route.js';
import { ulid } from '../resource/ulid.js';
import { AskBody, ReaderBody } from './requests/documents.js';
import type { TrainingRoot } from './root.js';
import { trainBody } from './task-routes.js';

export interface ReaderRouteParts {
  readonly readers: Pick<DocumentReaders, 'open' | 'ask' | 'close'>;
  readonly root: TrainingRoot;
  /** ms UTC */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

const sessionId = z.string().max(limits.training.taskIdBytes).describe('The session.');
const itsId = z.string().describe('The id of the session.');
const ItsSessionId = z
  .strictObject({ sessionId: itsId })
  .meta({ id: 'NluReaderSessionId', description: 'The id of a document session.' });

const FoundAnswer = z
  .strictObject({
    doc: z.string().describe('The document.'),
    answer: z.string().describe('The answer, in words of the document.'),
    docScore: z.number().describe('The score of the paragraph, from 0 to 1.'),
    answerScore: z.number().describe('The score of the answer, from 0 to 1.'),
  })
  .meta({ id: 'NluDocumentAnswer', description: 'An answer that stands in a document.' });

const ofSession = { sessionId: '{documentSession}' };
const malformed = { ...ofSession, property: 'cn_16k_common' };
const sameSession = { property: '$request.path.property', sessionId: '$response.body#/created/sessionId' };

export function readerRoutes({ readers, root, now, random }: ReaderRouteParts): Route[] {
  return [
    trainRoute({
      id: 'nlu.docReader.open',
      method: 'POST',
      path: '/doc_reader',
      summary: 'Begin a session in which documents can be asked',
      body: trainBody(ReaderBody),
      reply: z.strictObject({ created: ItsSessionId }),
      errors: ['RESOURCE_NOT_FOUND', 'RESOURCE_TOO_LARGE', 'TOO_MANY_RESOURCES', 'BAD_MATERIAL'],
      links: {
        ask: { to: 'nlu.docReader.ask', parameters: sameSession },
        close: { to: 'nlu.docReader.close', parameters: sameSession },
      },
      example: { body: { type: 'FILE', path: '{trainDocument}' } },
      invalid: { body: { type: 'FILE', path: '{trainDocument}', config: { nbest: 0 } } },
      handle: async ({ tenantId, identity: { developerId }, body }) => {
        const { type, path, config } = body;
        const below = root.find(tenantId, 'path', path, type === 'FILE' ? 'file' : 'directory');
        const id = `d-${ulid(now(), random)}`;
        await readers.open(
          { developerId, tenantId },
          id,
          { type, path: join(root.directoryOf(tenantId), below) },
          {
            ...{ nbest: config.nbest, maxAnswerCharacters: config.maxAnswerLength },
            docBufferCharacters: config.docBufferLength,
          },
        );
        return created({ sessionId: id });
      },
    }),
    trainRoute({
      id: 'nlu.docReader.ask',
      method: 'POST',
      path: '/doc_reader/:sessionId',
      summary: 'Ask the documents of a session',
      params: { sessionId },
      body: trainBody(AskBody),
      reply: z.strictObject({
        sessionId: itsId,
        results: z.array(FoundAnswer).describe('The answers, the best first.'),
      }),
      example: { params: ofSession, body: { query: '几点开门' } },
      invalid: { params: ofSession, body: { query: '' } },
      handle: async ({ tenantId, identity: { developerId }, params, body }) => {
        const results = await readers.ask({ developerId, tenantId }, params.sessionId, body.query);
        return { sessionId: params.sessionId, results: [...results] };
      },
    }),
    trainRoute({
      id: 'nlu.docReader.close',
      method: 'DELETE',
      path: '/doc_reader/:sessionId',
      summary: 'End a document session',
      params: { sessionId },
      storage: 'frees',
      reply: z.strictObject({ deleted: ItsSessionId }),
      example: { params: ofSession },
      invalid: { params: malformed },
      handle: async ({ tenantId, identity: { developerId }, params }) => {
        const isClosed = await readers.close({ developerId, tenantId }, params.sessionId);
        if (!isClosed) throw noSuch('document session', params.sessionId);
        return { deleted: { sessionId: params.sessionId } };
      },
    }),
  ];
}
