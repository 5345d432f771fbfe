// The SQL of tag groups and tags. No other file uses these tables.
import type { Store } from '../../../store/open.js';
import { seen } from '../seen.js';

export interface GroupRow {
  readonly id: number;
  readonly tenant_id: string;
  readonly name: string;
  readonly description: string;
  readonly exclusive: 0 | 1;
}

export interface TagRow {
  readonly id: number;
  readonly group_id: number;
  readonly name: string;
  readonly description: string;
}

/** A tag with the facts of its group. */
export interface NamedTagRow {
  readonly id: number;
  readonly group_id: number;
  readonly group_name: string;
  readonly exclusive: 0 | 1;
  readonly name: string;
}

export type TagTable = ReturnType<typeof tagTable>;

export function tagTable(db: Store) {
  const addGroup = db.prepare<[Omit<GroupRow, 'id'>]>(
    'INSERT INTO nlu_tag_group (tenant_id, name, description, exclusive) VALUES (:tenant_id, :name, :description, :exclusive)',
  );
  const groups = db.prepare<[string], GroupRow>(
    `SELECT * FROM nlu_tag_group WHERE ${seen} AND tenant_id = ? ORDER BY id`,
  );
  const group = db.prepare<[string, number], GroupRow>(
    `SELECT * FROM nlu_tag_group WHERE ${seen} AND tenant_id = ? AND id = ?`,
  );
  const changeGroup = db.prepare<[GroupRow]>(
    'UPDATE nlu_tag_group SET name = :name, description = :description WHERE id = :id',
  );
  const removeGroup = db.prepare<[number]>('DELETE FROM nlu_tag_group WHERE id = ?');
  const addTag = db.prepare<[Omit<TagRow, 'id'>]>(
    'INSERT INTO nlu_tag (group_id, name, description) VALUES (:group_id, :name, :description)',
  );
  const tags = db.prepare<[number], TagRow>('SELECT * FROM nlu_tag WHERE group_id = ? ORDER BY id');
  const changeTag = db.prepare<[TagRow]>('UPDATE nlu_tag SET name = :name, description = :description WHERE id = :id');
  const removeTag = db.prepare<[number]>('DELETE FROM nlu_tag WHERE id = ?');
  const withGroup =
    'SELECT nlu_tag.id, group_id, nlu_tag_group.name AS group_name, exclusive, nlu_tag.name AS name ' +
    'FROM nlu_tag JOIN nlu_tag_group ON nlu_tag_group.id = group_id';
  const named = db.prepare<[string, string, string], NamedTagRow>(
    `${withGroup} WHERE ${seen} AND tenant_id = ? AND nlu_tag_group.name = ? AND nlu_tag.name = ?`,
  );
  const byId = db.prepare<[number], NamedTagRow>(`${withGroup} WHERE nlu_tag.id = ?`);
  const ofTenant = db.prepare<[string, number], TagRow>(
    `SELECT nlu_tag.* FROM nlu_tag JOIN nlu_tag_group ON nlu_tag_group.id = group_id WHERE ${seen} AND tenant_id = ? AND nlu_tag.id = ?`,
  );
  return {
    addGroup: (row: Omit<GroupRow, 'id'>) => Number(addGroup.run(row).lastInsertRowid),
    groups: (tenantId: string) => groups.all(tenantId),
    group: (tenantId: string, id: number) => group.get(tenantId, id),
    changeGroup: (row: GroupRow) => changeGroup.run(row),
    removeGroup: (id: number) => removeGroup.run(id),
    addTag: (row: Omit<TagRow, 'id'>) => Number(addTag.run(row).lastInsertRowid),
    tags: (groupId: number) => tags.all(groupId),
    tag: (tenantId: string, id: number) => ofTenant.get(tenantId, id),
    changeTag: (row: TagRow) => changeTag.run(row),
    removeTag: (id: number) => removeTag.run(id),
    named: (tenantId: string, groupName: string, name: string) => named.get(tenantId, groupName, name),
    byId: (id: number) => byId.get(id),
  };
}
