/** A directory without a model that this version can use. The message says why and what would be right. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
}
