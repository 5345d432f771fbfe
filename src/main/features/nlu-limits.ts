// Limits of the resources of dialog robots that get-conf tells.
import { limits } from '../../protocol/limits.js';
import { type ClientLimits, count, setting } from '../../system/conf.js';

const { nlu } = limits;

export const nluLimits: ClientLimits = {
  own: {
    name: 'nluResource',
    meaning: 'Resources of dialog robots.',
    limits: {
      bodyBytes: count('The maximum size of a request, in bytes', nlu.jsonBodyBytes),
      importBytes: count('The maximum size of a robot that is imported, in bytes', nlu.importBytes),
      pageEntries: setting('The size of a page of a list', 'entries', nlu.page),
      retryMaxTimes: setting('The number of times that a question is asked again', 'times', nlu.retryMaxTimes),
      nameBytes: count('The maximum size of a name, in bytes', nlu.nameBytes),
      descriptionBytes: count('The maximum size of a description, in bytes', nlu.descriptionBytes),
      questionBytes: count('The maximum size of a question, in bytes', nlu.questionBytes),
      extQuestions: count('The maximum number of extended questions of a question', nlu.extQuestions),
      answerBytes: count('The maximum size of an answer, in bytes', nlu.answerBytes),
      answersPerResponse: count('The maximum number of answers of a response', nlu.answersPerResponse),
      wordBytes: count('The maximum size of a word of a lexicon, in bytes', nlu.wordBytes),
      wordsPerEntry: count('The maximum number of words of an entry of a lexicon', nlu.wordsPerEntry),
      slotsPerIntent: count('The maximum number of slots of an intent', nlu.slotsPerIntent),
      nodesPerScene: count('The maximum number of nodes of a scene', nlu.nodesPerScene),
      lexicons: count('The maximum number of lexicons of a tenant', nlu.perTenant.lexicons),
      entries: count('The maximum number of word entries of a tenant', nlu.perTenant.entries),
      questions: count(
        'The maximum number of questions of a tenant, without the extended ones',
        nlu.perTenant.questions,
      ),
      robots: count('The maximum number of robots of a tenant', nlu.perTenant.robots),
      publishesPerRobot: count('The maximum number of published versions of a robot', nlu.perTenant.publishesPerRobot),
    },
  },
};
