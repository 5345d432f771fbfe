// The run of a test set as clients see it.
import { z } from 'zod';
import { limits } from '../../protocol/limits.js';

const { runCases } = limits.dialog.testing;

export const TestRunBody = z
  .object({
    publishId: z.string().max(64).default('').describe('A FINISHED publish; empty: the robot as it is now.'),
    offset: z.int().min(0).max(limits.nlu.testCases).default(0).describe('The first case that is run, from 0 on.'),
    limit: z.int().min(1).max(runCases).default(runCases).describe('How many cases are run at most.'),
  })
  .meta({ id: 'NluTestRunRequest', description: 'Which cases of a test set are run, and against which version.' });
export type TestRunRequest = z.output<typeof TestRunBody>;

const TestCaseResult = z
  .strictObject({
    text: z.string().describe('The utterance.'),
    expected: z.string().describe('The standard question that it must hit; empty: none.'),
    hit: z.string().describe('The standard question that it hits; empty: none is near enough.'),
    score: z.number().describe('The score of the nearest question, 0 to 1.'),
    ok: z.boolean().describe('It hits what is expected.'),
    inTop5: z.boolean().describe('What is expected is among the five nearest questions.'),
  })
  .meta({ id: 'NluTestCaseResult', description: 'A case of a test set and what became of it.' });
export type TestCaseResult = z.output<typeof TestCaseResult>;

export const TestRunReply = z
  .strictObject({
    total: z.int().describe('The cases of the test set.'),
    offset: z.int().describe('The first case that was run.'),
    ran: z.int().describe('How many cases were run.'),
    top1: z.int().describe('The cases that hit what is expected.'),
    top5: z.int().describe('The cases with what is expected among the five nearest questions.'),
    results: z.array(TestCaseResult).describe('The cases in their order.'),
  })
  .meta({ id: 'NluTestRun', description: 'What became of the cases of a test set.' });
export type TestRunResult = z.output<typeof TestRunReply>;
