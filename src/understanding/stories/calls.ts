// `web: GET http://host/path BODY -> 200 ANSWER`: an expected web call of a turn, with its answer.
import { type ExpectedCall, StoryFault } from './story.js';
import { json } from './values.js';

const form = /^([A-Z]+) (\S+)(?: (.*?))? -> (\d{1,3})(?: (.*))?$/;

/** Parses an expected web call. @throws StoryFault */
export function readCall(value: string, line: number): ExpectedCall {
  const [, method, url, body = '', status, answer] = form.exec(value) ?? [];
  if (method === undefined || url === undefined || status === undefined) {
    throw new StoryFault(
      line,
      'a web call is written GET http://host/path -> 200 {"a": 1}, with a body before the arrow',
    );
  }
  const response = answer === undefined ? null : json(answer, line);
  return { line, method, url, body, headers: [], status: Number(status), response };
}
