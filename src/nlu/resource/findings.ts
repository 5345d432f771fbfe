// The findings of a check: problems that a save cannot refuse, because the next save may resolve them.
import { z } from 'zod';
import { limits } from '../../protocol/limits.js';

export const Finding = z
  .strictObject({
    severity: z
      .enum(['ERROR', 'WARNING'])
      .describe('ERROR: a dialog will fail there. WARNING: it is likely not what was meant.'),
    code: z.string().describe('The kind of finding.'),
    place: z.string().describe('The resource that it is about, with its id.'),
    message: z.string().describe('The finding: what is wrong, and what would be right.'),
  })
  .meta({ id: 'NluFinding', description: 'A finding of a check.' });
export type Finding = z.output<typeof Finding>;

const most = limits.nlu.findings;
export const Findings = z
  .strictObject({
    findings: z.array(Finding).describe(`Errors first, at most ${most}. Empty: nothing was found.`),
    total: z.int().describe('The number of findings.'),
  })
  .meta({ id: 'NluFindings', description: 'The result of a check.' });

export function findingsOf(found: readonly Finding[]): z.output<typeof Findings> {
  const findings = [...found.filter(isError), ...found.filter((finding) => !isError(finding))];
  return { findings: findings.slice(0, most), total: found.length };
}

const isError = ({ severity }: Finding): boolean => severity === 'ERROR';
