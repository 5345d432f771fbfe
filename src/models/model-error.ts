// Faults of models, in words for the person who installs one.

/** bad: the model or its files. absent: no such model. inUse: refused because it is active. busy: another command. */
export type ModelFault = 'bad' | 'absent' | 'inUse' | 'busy';

export class ModelError extends Error {
  override readonly name = 'ModelError';
  constructor(
    readonly fault: ModelFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
