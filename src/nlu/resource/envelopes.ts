// The envelopes of successful replies (specification 3, section 4.3), and the place in a refusal.
import { z } from 'zod';
import { ServiceError } from '../../protocol/errors.js';

const named = (id: string, description: string) => ({ id, description });
export const ItsId = z.strictObject({ id: z.int().describe('The id.') }).meta(named('NluId', 'The id of a resource.'));

export const CreatedId = z.strictObject({ created: ItsId }).meta(named('NluCreated', 'The id of a new resource.'));
export const UpdatedId = z.strictObject({ updated: ItsId }).meta(named('NluUpdated', 'The id of a changed resource.'));
export const DeletedId = removedSchema(ItsId).meta(
  named('NluDeleted', 'The id of a removed resource, under both keys that the specification shows.'),
);

/** The same for objects with a text as their id: robots and their published versions. */
const ItsName = z
  .strictObject({ id: z.string().describe('The id.') })
  .meta(named('NluTextId', 'The id of a robot or of a published version.'));
export const CreatedName = z
  .strictObject({ created: ItsName })
  .meta(named('NluTextIdCreated', 'The id of the robot or version that was made.'));
export const UpdatedName = z
  .strictObject({ updated: ItsName })
  .meta(named('NluTextIdUpdated', 'The id of the robot or version that was changed.'));
export const DeletedName = removedSchema(ItsName).meta(
  named('NluTextIdDeleted', 'The id of the robot or version that was removed.'),
);

/** The schema of a reply of `removed`. */
export function removedSchema<S extends z.ZodType>(gone: S) {
  return z.strictObject({ deleted: gone, delete: gone });
}

export const created = <T>(value: T): { created: T } => ({ created: value });
export const updated = <T>(id: T): { updated: { id: T } } => ({ updated: { id } });
/** A reply with both spellings that the specification shows. */
export const removed = <T>(value: T): { deleted: T; delete: T } => ({ deleted: value, delete: value });

/** 404 for an object that does not exist, or not in this tenant. */
export const noSuch = (what: string, id: number | string): ServiceError =>
  new ServiceError('RESOURCE_NOT_FOUND', `there is no ${what} ${id}`);
