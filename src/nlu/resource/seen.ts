/** The SQL condition for rows that no batch holds back (batches.ts): nobody sees the partial work of a batch. */
export const seen = 'batch NOT IN (SELECT id FROM nlu_batch WHERE at_work = 0)';
