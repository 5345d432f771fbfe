// The material of a training in the form that heads and robots use: the texts of all questions, texts to refuse, texts
// to push apart, and texts to measure models with.

import { finished } from '../../../protocol/steps.js';
import type { HeadSample } from '../../matching/head/training.js';
import { plainText } from '../../matching/plain-text.js';
import { readQuestions } from '../../matching/question-texts.js';
import type { QuestionRecord } from '../../package/records.js';
import { InputFault } from '../fault.js';
import type { KnowledgePoint } from '../inputs/knowledge-base.js';
import type { LabelledText } from '../inputs/labelled.js';
import { sampled } from '../inputs/sampled.js';

export interface TrainTexts {
  readonly knowledge: readonly KnowledgePoint[];
  /** undefined: there is no validation set. */
  readonly verify: readonly LabelledText[] | undefined;
  readonly test: readonly LabelledText[];
  readonly negatives: readonly string[];
  readonly weak: readonly LabelledText[];
}

/** A text with its correct label. */
export interface AskedText {
  readonly text: string;
  readonly label: number;
}

export interface TrainMaterial {
  /** The standard questions, indexed by label. */
  readonly questions: readonly string[];
  /** The same questions as a robot's records; the id is the label. */
  readonly records: readonly QuestionRecord[];
  readonly rejects: boolean;
  readonly samples: readonly HeadSample[];
  /** The validation set; undefined: none was given. */
  readonly verify: readonly AskedText[] | undefined;
  readonly test: readonly AskedText[];
  /** Sentences about material that was left out. */
  readonly warnings: readonly string[];
}

/**
 * The maximum size of a head in numbers. A head has one for each label and gram; training keeps one for each label and
 * sample, and one for each label and gram.
 */
const mostNumbers = 32 * 1024 * 1024;
const fewestQuestions = 2;

/** Prepares the material. @throws InputFault if nothing can be learnt or measured */
export function materialOf(given: TrainTexts): TrainMaterial {
  const { knowledge, verify, test, negatives, weak } = given;
  if (knowledge.length < fewestQuestions) {
    throw new InputFault('the knowledge base must have at least two standard questions');
  }
  const records = knowledge.map(({ q, e }, id) => ({
    ...{ id, text: sampled(q), plain: q, ext: e.map((text, ext) => ({ id: ext, text: sampled(text) })) },
  }));
  const rejects = negatives.length > 0;
  const labelOf = new Map(knowledge.map(({ q }, label) => [q.trim(), label]));
  const warnings: string[] = [];
  const asked = (lines: readonly LabelledText[], name: string): AskedText[] => {
    const known = lines.flatMap(({ text, answer }) => {
      const label = labelOf.get(answer.trim());
      return label === undefined ? [] : [{ text: sampled(text), label }];
    });
    const left = lines.length - known.length;
    if (left > 0)
      warnings.push(
        `${left} of ${lines.length} lines of the ${name} were ignored, because their answer is not a standard question`,
      );
    return known;
  };
  const needed = (lines: readonly LabelledText[], name: string): AskedText[] => {
    const known = asked(lines, name);
    if (known.length > 0) return known;
    throw new InputFault(`the ${name} has no line whose answer is a standard question of the knowledge base`);
  };
  const { texts } = finished(
    readQuestions(
      records,
      () => undefined,
      () => '',
    ),
  );
  const samples: HeadSample[] = [
    ...texts.map(({ question, core }) => ({ label: question, line: core, spoken: core })),
    ...negatives.map((text) => sampleOf(sampled(text), { label: knowledge.length })),
    ...asked(weak, 'weak labels').map(({ text, label }) => sampleOf(text, { label: -1, against: label })),
  ];
  const largest = samples.length * (knowledge.length + (rejects ? 1 : 0));
  if (largest > mostNumbers) {
    const most = Math.floor(mostNumbers / knowledge.length);
    const words = `${knowledge.length} standard questions and ${samples.length} texts in all`;
    throw new InputFault(`the material has ${words}; with so many questions training takes at most ${most} texts`);
  }
  return {
    ...{ questions: knowledge.map(({ q }) => q), records, rejects, samples },
    ...{ verify: verify && needed(verify, 'validation set'), test: needed(test, 'test set'), warnings },
  };
}

/** The maximum number of grams in a head for this material. */
export const mostGramsOf = ({ questions }: TrainMaterial): number => Math.floor(mostNumbers / (questions.length + 1));

function sampleOf(text: string, of: { readonly label: number; readonly against?: number }): HeadSample {
  const { text: line } = plainText(text).core;
  return { ...of, line, spoken: line };
}
