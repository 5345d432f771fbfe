// Limits of the resources of dialog robots that get-conf tells.
import { limits } from '../../protocol/limits.js';
import { type ClientLimits, count, setting } from '../../system/conf.js';

const { nlu } = limits;

export const nluLimits: ClientLimits = {
  own: {
    name: 'nluResource',
    meaning: 'Resources of dialog robots.',
    limits: {
      bodyBytes: count('The bytes of a request', nlu.jsonBodyBytes),
      importBytes: count('The bytes of a robot that is imported', nlu.importBytes),
      pageEntries: setting('The page of a list', 'entries', nlu.page),
      retryMaxTimes: setting('How often a question is asked again', 'times', nlu.retryMaxTimes),
      nameBytes: count('The bytes of a name', nlu.nameBytes),
      descriptionBytes: count('The bytes of a description', nlu.descriptionBytes),
      questionBytes: count('The bytes of a question', nlu.questionBytes),
      extQuestions: count('The extended questions of a question', nlu.extQuestions),
      answerBytes: count('The bytes of an answer', nlu.answerBytes),
      answersPerResponse: count('The answers of a response', nlu.answersPerResponse),
      wordBytes: count('The bytes of a word of a lexicon', nlu.wordBytes),
      wordsPerEntry: count('The words of an entry of a lexicon', nlu.wordsPerEntry),
      slotsPerIntent: count('The slots of an intent', nlu.slotsPerIntent),
      nodesPerScene: count('The nodes of a scene', nlu.nodesPerScene),
      lexicons: count('The lexicons of a tenant', nlu.perTenant.lexicons),
      entries: count('The word entries of a tenant', nlu.perTenant.entries),
      questions: count('The questions of a tenant, without the extended ones', nlu.perTenant.questions),
      robots: count('The robots of a tenant', nlu.perTenant.robots),
      publishesPerRobot: count('The published versions of a robot', nlu.perTenant.publishesPerRobot),
    },
  },
};
