/** The SQL condition of a row that no batch holds back (batches.ts): nobody sees half of what a batch makes. */
export const seen = 'batch NOT IN (SELECT id FROM nlu_batch WHERE at_work = 0)';
